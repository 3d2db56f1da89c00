#pragma once

#include <string_view>

namespace strata {

/// The chat template for model files that have none: ChatML with thinking and function calls.
std::string_view built_in_template();

}  // namespace strata
