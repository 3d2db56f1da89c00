#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace strata {

/// Who a message is from, as chat templates know it.
enum class Role { system, user, assistant, tool };

/// A function call that the model made, or that a client reports it made.
struct ToolCall {
    std::string id;
    std::string name;
    std::string arguments;  ///< a JSON object as text
};

/// A picture as the model is to see it: upright, without metadata. Immutable once it is in a request.
struct Picture {
    int width = 0, height = 0;      ///< pixels
    std::vector<std::uint8_t> rgb;  ///< row by row from the top, three bytes a pixel
};

struct ChatMessage {
    Role role = Role::user;
    std::string text;                  ///< plain text; what looks like a control token in it stays plain text
    std::string reasoning;             ///< of assistant messages: the thinking before the text
    std::vector<ToolCall> tool_calls;  ///< of assistant messages
    std::string tool_call_id;          ///< of tool messages
    /// In the order in which the model is told of them, before the text. Shared, as requests are copied and pixels are
    /// many; never empty pointers.
    std::vector<std::shared_ptr<const Picture>> pictures = {};
};

/// Which of the declared functions the model calls.
struct ToolChoice {
    enum class Kind {
        automatic,  ///< the model decides
        required,   ///< one of them: the answer begins inside a call, so there is no thinking
        named,      ///< the one with this name: the answer begins inside its call
    };
    Kind kind = Kind::automatic;
    std::string name = {};
};

/// How much the model thinks before it answers. The template of the model file decides what each does to the prompt.
enum class Thinking { off, low, medium, high };

/// The sampling chain: penalties → top-k → top-p → min-p → temperature → draw.
/// Defaults are the model authors' for answers without thinking; greedy() is for tests.
struct SamplingOptions {
    float temperature = 0.7F;  ///< ≤ 0: greedy, the first of the largest logits
    int top_k = 20;            ///< ≤ 0: off, over the whole vocabulary
    float top_p = 0.8F;        ///< ≥ 1: off
    float min_p = 0.0F;        ///< 0: off
    float presence_penalty = 0.0F;
    float frequency_penalty = 0.0F;
    float repetition_penalty = 1.0F;
    int penalty_last_n = 64;  ///< tokens that the penalties look back at; -1: all of them
    std::uint64_t seed = 0;   ///< the same seed and prompt give the same answer

    static SamplingOptions greedy();
    static SamplingOptions for_thinking(Thinking thinking);  ///< the authors' presets
};

/// When an answer ends besides the model ending it.
struct GenerationLimits {
    int max_tokens = 0;             ///< ≤ 0: the rest of the context
    int thinking_budget = -1;       ///< tokens of thinking before it is closed; < 0: no limit
    int repeat_stop = 256;          ///< the same token so many times in a row ends the answer; 0: off
    std::vector<std::string> stop;  ///< texts that end the answer and are not part of it
};

/// Names a conversation across requests; empty: none.
using ConversationId = std::string;

/// One request: a conversation to answer, or a raw prompt to continue. A value; owns all of its text.
struct GenerationRequest {
    ConversationId conversation;    ///< where its state is parked; never decides what is reused
    std::string title;              ///< of the conversation, for lists of parked ones
    bool may_store_on_disk = true;  ///< false: this conversation is never written to disk
    bool keep_checkpoints = true;   ///< false: reading this prompt leaves no point behind to go back to
    std::vector<ChatMessage> messages;
    std::string tools;  ///< JSON array of function declarations as text; empty: none
    ToolChoice tool_choice;
    bool one_tool_call = false;  ///< the answer ends with its first complete call
    /// The last message is an answer that was begun; what comes is its continuation, without what is there already.
    bool continue_answer = false;
    std::optional<std::string> raw_prompt;  ///< instead of messages: text as it is, control tokens in it are live
    std::vector<std::int32_t> raw_tokens;   ///< instead of messages and a raw prompt: ids of the vocabulary
    Thinking thinking = Thinking::off;
    bool preserve_thinking = true;  ///< earlier answers keep their thinking in the prompt
    SamplingOptions sampling;
    GenerationLimits limits;
};

}  // namespace strata
