#pragma once

#include <string>

#include "strata/request.h"
#include "strata/result.h"
#include "text/prompt_text.h"

namespace strata {

/// A call that the prompt begins, so that the answer has to be one.

/// Whether the request wants one.
bool begins_call(const GenerationRequest& request);

/// Errors: invalid_argument if a call is wanted of a function that is not declared, or that has no name to write.
Result<void> check_begun_call(const GenerationRequest& request);

/// Adds the beginning of the call to a prompt that ends where an answer in words would begin. The markup is the
/// prompt's own, the name plain text.
void append_begun_call(PromptText& prompt, const ToolChoice& choice);

/// What stands in the prompt behind <tool_call>.
std::string begun_call_markup(const ToolChoice& choice);

}  // namespace strata
