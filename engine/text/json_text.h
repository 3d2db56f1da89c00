#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace strata {

/// Reads JSON text from outside, key order kept. Nothing if it is not JSON or is nested more than 128 deep: what walks
/// through the value later may then recurse.
std::optional<nlohmann::ordered_json> parse_json(std::string_view text);

/// The shortest text of a value; bytes that are not UTF-8 become U+FFFD.
std::string to_json_text(const nlohmann::ordered_json& value);
/// Text as a JSON string with its quotes. Pieces of whole characters give pieces of the whole.
std::string to_json_string(std::string_view text);

}  // namespace strata
