#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace strata::app::api {

/// The bytes behind base64 of the standard alphabet; white space is skipped, padding may be missing. None: it is not
/// base64. Stops a little after `most_bytes`.
std::optional<std::string> decodeBase64(std::string_view text, std::size_t most_bytes);

std::string encodeBase64(std::string_view bytes);

}  // namespace strata::app::api
