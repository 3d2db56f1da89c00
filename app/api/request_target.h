#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/api/api_error.h"

namespace strata::app::api {

/// What a request line asks for, before routing.
struct RequestTarget {
    std::string path;                           ///< decoded once, runs of slashes made one, without one at its end
    std::string query;                          ///< without the question mark, not decoded
    std::optional<std::string> authority = {};  ///< of the absolute form
    bool is_everything = false;                 ///< "*", of OPTIONS
    bool is_strange = false;                    ///< the path holds what no path here has; it is not found
};

/// Reads a target in origin, absolute, authority or asterisk form. Errors: bad_request.
ApiResult<RequestTarget> parseTarget(std::string_view method, std::string_view target);

/// Whose shapes answers for this path have. Also for what could not be parsed.
Style styleOf(std::string_view path);

}  // namespace strata::app::api
