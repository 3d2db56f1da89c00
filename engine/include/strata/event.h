#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "strata/expert_counters.h"
#include "strata/request.h"

namespace strata {

/// Where the part of the prompt that need not be read again came from.
enum class ResumeSource {
    nothing,
    live_session,  ///< the conversation that was live goes on
    checkpoint,    ///< an earlier point of the live conversation
    memory,        ///< a conversation that was parked in memory
    disk,          ///< a conversation that was parked on disk
};

/// Why tokens of a conversation are read (again).
enum class RereadReason {
    none,              ///< only what is new is read
    first_message,     ///< the conversation was never here
    edited_message,    ///< an earlier message is another one
    system_prompt,     ///< the instructions or the tools at the beginning are others
    thinking_removed,  ///< the prompt leaves out thinking that the answer had
    tokenization,      ///< the same text, cut into other tokens
    picture,           ///< another picture at the same place
    cancelled,         ///< the reading before was stopped half-way
    evicted,           ///< the state had to make room for others
    damaged,           ///< the file on disk was damaged
    other_model,       ///< the file on disk was made with another model or other settings
};

/// Once per request, before anything is read.
struct Resumed {
    int reused_tokens = 0;
    ResumeSource source = ResumeSource::nothing;
};

/// Once per request at most, before Resumed: the request's conversation is live or parked, but it does not go on where
/// that ends.
struct Diverged {
    RereadReason reason = RereadReason::edited_message;
    int position = 0;                                ///< first token that differs
    int live_tokens = 0;                             ///< that the conversation holds
    int prompt_tokens = 0;                           ///< of the request
    int first_id = 0;                                ///< position of the first of the ids below
    std::vector<std::int32_t> live_ids, prompt_ids;  ///< a few before and after `position`
    std::string live_text, prompt_text;              ///< from `position` on, as text
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

/// The model began to write a function call, and its name is known.
struct ToolCallBegun {
    int index = 0;  ///< 0, 1, 2 in the order of the answer
    std::string id;
    std::string name;
};

/// A piece of the arguments of the call that was begun last: whole UTF-8 characters. The pieces of a complete call
/// together are its arguments. A call that the answer's end cuts off gets no more pieces and no ToolCallDelta.
struct ToolArgumentsDelta {
    int index = 0;
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
    int thinking_tokens = 0;  ///< of the generated ones
    int drafted_tokens = 0;   ///< 0: no drafts were made
    int accepted_drafts = 0;  ///< of the drafted ones
    std::string stop_text;    ///< which of the request's stop texts ended the answer; empty: none
    ResumeSource source = ResumeSource::nothing;
    RereadReason reread_reason = RereadReason::none;
    std::uint64_t restored_bytes = 0;               ///< copied or read to bring the conversation back
    std::chrono::microseconds restore_time{0};      ///< for that
    std::uint64_t parked_bytes = 0;                 ///< of the conversations put aside for and after this request
    std::chrono::microseconds park_time{0};         ///< that the request waited for it; files are written afterwards
    int evicted_conversations = 0;                  ///< that left memory to make room
    ExpertCounters experts;                         ///< of this request
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

using EngineEvent = std::variant<Diverged, Resumed, PromptProgress, PromptRead, TextDelta, ReasoningDelta,
                                 ToolCallBegun, ToolArgumentsDelta, ToolCallDelta, Finished>;

/// Receives the events of one request in order, on the thread that runs it.
using EventSink = std::function<void(const EngineEvent&)>;

}  // namespace strata
