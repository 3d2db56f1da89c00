#include "base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace strata {

void assertion_failed(const char* condition, const char* must_hold, const char* file, int line) noexcept {
    std::fprintf(stderr, "%s:%d: %s (%s does not hold)\n", file, line, must_hold, condition);
    std::fflush(stderr);
    std::abort();
}

}  // namespace strata
