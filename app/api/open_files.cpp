#include "app/api/open_files.h"

#ifndef _WIN32
#include <sys/resource.h>

#include <algorithm>
#endif

namespace strata::app::api {

void allowOpenFiles([[maybe_unused]] std::size_t count) {
#ifndef _WIN32
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < count) {
        limit.rlim_cur = std::min<rlim_t>(count, limit.rlim_max);
        setrlimit(RLIMIT_NOFILE,
                  &limit);  // if it refuses, connections beyond are not accepted, and nothing else happens
    }
#endif
}

}  // namespace strata::app::api
