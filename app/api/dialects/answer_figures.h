#pragma once

#include <string>
#include <string_view>

#include "app/api/api_error.h"
#include "app/api/dialects/json_text.h"
#include "strata/event.h"

namespace strata::app::api {

/// The object "usage" of Chat Completions and Completions.
Json usageJson(const GenerationSummary& summary);
/// The object "timings".
Json timingsJson(const GenerationSummary& summary);
/// The end of a stream. last: the chunk with the reason; figures: one without choices, for the usage if it is wanted.
std::string endEvents(Json last, Json figures, bool include_usage, const GenerationSummary& summary);
/// The end of a stream by an error.
std::string failEvents(const ApiError& error);
/// "stop", "length" or "tool_calls".
std::string_view finishReason(const GenerationSummary& summary);

}  // namespace strata::app::api
