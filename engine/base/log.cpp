#include "base/log.h"

#include <fmt/format.h>

#include <cstdio>

namespace strata {

LogSink stderr_log(LogLevel least) {
    return [least](LogLevel level, std::string_view line) {
        if (level < least) {
            return;
        }
        static constexpr const char* kNames[] = {"debug", "info", "warning", "error"};
        fmt::print(stderr, "{}: {}\n", kNames[static_cast<int>(level)], line);
    };
}

}  // namespace strata
