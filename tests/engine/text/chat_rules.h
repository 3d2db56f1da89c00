#pragma once

#include <nlohmann/json.hpp>

#include "text/prompt_text.h"

namespace strata::testing {

/// What the rules of the large model's chat format make of a conversation: written as a plain program, without a
/// template, to check templates against. The fixed strings are "[XHIGH]", "[LOW]" and "[TOOLHELP]". The conversation
/// must be one that the rules accept. Marks what the rules write as own.
PromptText render_by_rules(const nlohmann::ordered_json& variables);

}  // namespace strata::testing
