#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "strata/result.h"

namespace strata::cli {

/// The variables of a chat template from a request in JSON.
///
/// messages (required) are in OpenAI's form: content is a string, null or a list of parts; the arguments of tool calls
/// are an object, or its text. tools, enable_thinking, reasoning_effort, preserve_thinking, add_vision_id and the
/// members of chat_template_kwargs pass as they are; add_generation_prompt is true unless given. Errors:
/// invalid_argument, saying where in `name` what is wrong.
Result<nlohmann::ordered_json> request_variables(std::string_view json, const std::string& name);

}  // namespace strata::cli
