#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "strata/request.h"
#include "text/tokenizer.h"

namespace strata {

/// Splits what the model writes into thinking, text and function calls, token by token.
///
/// Markers (<think>, </think>, <tool_call>, </tool_call>) are matched as token ids, or in the text where the vocabulary
/// has no such added tokens. Text comes out as whole UTF-8 characters, as soon as it is certain what it belongs to.
/// Newlines around the thinking and white space before and between calls are dropped.
///
/// A call comes out once it is closed; if only its </tool_call> is missing at the end, it counts as closed. A call that
/// is not closed when the text ends, and markup that is none, comes out as text and is never reported as a call.
/// Without declared tools there are no calls.
class OutputParser {
public:
    struct Reasoning {
        std::string text;
    };
    struct Text {
        std::string text;
    };
    struct Call {
        int index = 0;
        ToolCall call;
    };
    using Piece = std::variant<Reasoning, Text, Call>;

    enum class StartsIn {
        thinking,
        begun_thinking,  ///< goes on in the middle of it
        answer,
    };

    /// tools: the request's declarations (JSON array as text); they say which arguments are strings.
    OutputParser(const Tokenizer& tokenizer, const std::string& tools, StartsIn starts_in);
    ~OutputParser();
    OutputParser(OutputParser&&) noexcept;
    OutputParser& operator=(OutputParser&&) noexcept;

    std::vector<Piece> feed(TokenId id);
    std::vector<Piece> finish();  ///< at the end of the answer: gives back whatever was held

    bool thinking() const;          ///< inside the think block
    bool inside_call() const;       ///< a call has begun and is not complete
    bool inside_character() const;  ///< some of its bytes are there

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace strata
