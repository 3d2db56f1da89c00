#pragma once

#include <optional>
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
    std::optional<Diverged> diverged;
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

/// "diverges at 120 of 300 (prompt 340): an earlier message was changed; 7 8 9 became 7 8 12".
std::string divergence_line(const Diverged& diverged);

/// Says on standard error why conversations are not parked on disk, if that was asked for and cannot be done.
void warn_about_parking(const Engine& engine);
/// Waits until the conversation is on disk, and says on standard error if it is not. For the end of a program.
void finish_parking(Engine& engine, const ConversationId& id);

/// "stop", "length", "cancelled" or "tool_calls".
std::string_view to_string(FinishReason reason);
/// "nothing", "live session", "checkpoint", "memory" or "disk".
std::string_view to_string(ResumeSource source);
/// In a few words, as "an earlier message was changed".
std::string_view to_string(RereadReason reason);

}  // namespace strata::cli
