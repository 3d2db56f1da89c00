#pragma once

namespace strata {

/// Prints what broke and ends the process. Called by STRATA_ASSERT only.
[[noreturn]] void assertion_failed(const char* condition, const char* must_hold, const char* file, int line) noexcept;

}  // namespace strata

/// The program itself is wrong if this does not hold. Always on; kernels' inner loops do without.
#define STRATA_ASSERT(condition, must_hold)                                          \
    do {                                                                             \
        if (!(condition)) {                                                          \
            ::strata::assertion_failed(#condition, (must_hold), __FILE__, __LINE__); \
        }                                                                            \
    } while (false)
