#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "strata/result.h"
#include "text/prompt_text.h"

namespace strata::testing {

/// Reads and renders a template in one go.
Result<PromptText> render(std::string_view source, const nlohmann::ordered_json& variables);

/// A rendered text with every stretch that came from variables in « ».
std::string with_marks(const PromptText& prompt);

/// The content of a file below tests/fixtures.
std::string read_fixture(const std::string& name);

/// Spellings of control tokens and tags that open and close things in a prompt.
const std::vector<std::string>& control_spellings();

/// The control spellings of which every byte is the template's own, in order.
std::vector<std::string> own_controls(const PromptText& prompt);

}  // namespace strata::testing
