#pragma once

#include <optional>
#include <string>

namespace strata::app::api {

/// Thinking as the opaque text that clients keep and send back.
std::string sealThinking(const std::string& thinking);
/// None: it is not ours.
std::optional<std::string> openThinking(const std::string& sealed);

}  // namespace strata::app::api
