#pragma once

#include <nlohmann/json.hpp>

#include "strata/request.h"
#include "strata/result.h"

namespace strata::cli {

/// Reads messages and tools of a conversation in the form of chat APIs: {"messages": [{"role", "content",
/// "reasoning_content", "tool_calls", "tool_call_id"}], "tools": [...], "enable_thinking": bool}. Errors:
/// invalid_argument, naming the message.
Result<GenerationRequest> request_from_json(const nlohmann::ordered_json& json);

}  // namespace strata::cli
