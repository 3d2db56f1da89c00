#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/output.h"
#include "strata/engine.h"
#include "strata/event.h"
#include "strata/request.h"
#include "strata/result.h"

namespace strata::cli {

/// A finished answer.
struct Answer {
    std::string text, reasoning;
    std::vector<ToolCall> tool_calls;
    GenerationSummary summary;
};

/// A message that is nothing but text.
ChatMessage message_from(Role role, std::string text);

/// {"name": ..., "arguments": {...}}.
nlohmann::ordered_json call_json(const ToolCall& call);

/// What is shown while an answer is written. Text and calls (a line of JSON each) go to standard output, thinking to
/// standard error.
enum class Show { nothing, answer, answer_and_thinking };

/// Runs a request to its end. Ctrl+C stops it, which the summary tells; so does an output that cannot be written any
/// more.
Result<Answer> ask(Engine& engine, const GenerationRequest& request, Show show, Output& out);

/// "12 tokens, 40.1 tokens/s; prompt 34 tokens, 20 reused, 210 tokens/s".
std::string summary_line(const GenerationSummary& summary);

/// "stop", "length", "cancelled" or "tool_calls".
std::string_view to_string(FinishReason reason);

}  // namespace strata::cli
