#pragma once

#include <string_view>

#include "app/api/dialects/json_text.h"
#include "strata/event.h"

namespace strata::app::api {

/// The object "usage" of Chat Completions and Completions.
Json usageJson(const GenerationSummary& summary);
/// The object "timings".
Json timingsJson(const GenerationSummary& summary);
/// "stop", "length" or "tool_calls".
std::string_view finishReason(const GenerationSummary& summary);

}  // namespace strata::app::api
