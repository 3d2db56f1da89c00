#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <variant>

#include "strata/request.h"

namespace strata {

/// Where the part of the prompt that need not be read again came from.
enum class ResumeSource { nothing, live_session };

/// Once per request, before anything is read.
struct Resumed {
    int reused_tokens = 0;
    ResumeSource source = ResumeSource::nothing;
};

/// After every part of the prompt that was read.
struct PromptProgress {
    int position = 0;  ///< tokens of the prompt that the session now holds
    int prompt_tokens = 0;
    std::chrono::milliseconds elapsed{0};  ///< since the request started
    double fresh_tokens_per_second = 0.0;  ///< reused tokens never count
};

/// Once, when the whole prompt is read.
struct PromptRead {
    int reused_tokens = 0;
    int prompt_tokens = 0;
};

/// A piece of the answer: whole UTF-8 characters.
struct TextDelta {
    std::string text;
};

/// A piece of the thinking before the answer: whole UTF-8 characters.
struct ReasoningDelta {
    std::string text;
};

/// A complete function call of the answer.
struct ToolCallDelta {
    int index = 0;
    ToolCall call;
};

enum class FinishReason { stop, length, cancelled, tool_calls };

/// What a request cost. Also the last event.
struct GenerationSummary {
    FinishReason reason = FinishReason::stop;
    int prompt_tokens = 0;
    int reused_tokens = 0;
    int generated_tokens = 0;
    std::chrono::microseconds prompt_time{0};       ///< from the start to the end of reading
    std::chrono::microseconds first_token_time{0};  ///< from the start to the first token; 0: there was none
    std::chrono::microseconds decode_time{0};       ///< from the first token to the last

    /// Tokens after the first per second of decode time; 0 while unknown.
    double decode_tokens_per_second() const;
    /// Fresh prompt tokens per second; 0 while unknown.
    double prompt_tokens_per_second() const;
};

struct Finished {
    GenerationSummary summary;
};

using EngineEvent =
    std::variant<Resumed, PromptProgress, PromptRead, TextDelta, ReasoningDelta, ToolCallDelta, Finished>;

/// Receives the events of one request in order, on the thread that runs it.
using EventSink = std::function<void(const EngineEvent&)>;

}  // namespace strata
