#pragma once

#include <optional>
#include <string_view>

#include <nlohmann/json.hpp>

namespace strata {

/// Reads JSON text from outside, key order kept. Nothing if it is not JSON or is nested more than 128 deep: what walks
/// through the value later may then recurse.
std::optional<nlohmann::ordered_json> parse_json(std::string_view text);

}  // namespace strata
