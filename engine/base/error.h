#pragma once

#include <string>
#include <utility>

#include "strata/result.h"

namespace strata {

/// Makes the error side of any Result: `return fail(ErrorCode::io_error, "...")`.
inline tl::unexpected<Error> fail(ErrorCode code, std::string message) {
    return tl::unexpected<Error>(Error{code, std::move(message)});
}

}  // namespace strata

#define STRATA_CONCAT_INNER(a, b) a##b
#define STRATA_CONCAT(a, b) STRATA_CONCAT_INNER(a, b)

/// `STRATA_TRY(Type name, expression)`: takes the value of a Result, or returns its error from the calling function.
#define STRATA_TRY(declaration, ...)                                                    \
    auto STRATA_CONCAT(try_result_, __LINE__) = (__VA_ARGS__);                          \
    if (!STRATA_CONCAT(try_result_, __LINE__)) {                                        \
        return tl::unexpected(std::move(STRATA_CONCAT(try_result_, __LINE__)).error()); \
    }                                                                                   \
    declaration = std::move(*STRATA_CONCAT(try_result_, __LINE__))

/// `STRATA_CHECK(expression)`: returns the error of a Result<void> from the calling function.
#define STRATA_CHECK(...)                                        \
    do {                                                         \
        auto try_check = (__VA_ARGS__);                          \
        if (!try_check) {                                        \
            return tl::unexpected(std::move(try_check).error()); \
        }                                                        \
    } while (false)
