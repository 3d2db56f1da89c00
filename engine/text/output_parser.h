#pragma once

#include <memory>
#include <string>
#include <string_view>
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
/// A call comes out in pieces: its beginning once its name is known, its arguments as they are written, and the whole
/// once it is closed; if only its </tool_call> is missing, it counts as closed, and text may follow. Markup that is
/// none comes out as text, and so does a call that the end cuts off before its name. Behind the name nothing turns back
/// into text: what stands between the tags and is none of them is passed over, and a call that is cut off there, or
/// whose
/// </tool_call> comes before its </function>, gets no more pieces and is never closed. Without declared tools there are
/// no calls.
///
/// How the tokens cut the text makes no difference but to the size of the pieces.
class OutputParser {
public:
    struct Reasoning {
        std::string text;
    };
    struct Text {
        std::string text;
    };
    struct CallBegun {
        int index = 0;  ///< 0, 1, 2 in the order of the answer
        std::string id;
        std::string name;
    };
    /// The pieces of a call that is closed are together its arguments.
    struct CallArguments {
        int index = 0;
        std::string text;
    };
    struct Call {
        int index = 0;
        ToolCall call;
    };
    using Piece = std::variant<Reasoning, Text, CallBegun, CallArguments, Call>;

    enum class StartsIn {
        thinking,
        begun_thinking,  ///< goes on in the middle of it
        answer,
        call,  ///< the prompt has begun one
    };

    /// tools: the request's declarations (JSON array as text); they say which arguments are strings. begun_call: what
    /// the prompt wrote of a call behind <tool_call>; it counts as the model's.
    OutputParser(const Tokenizer& tokenizer, const std::string& tools, StartsIn starts_in,
                 std::string_view begun_call = {});
    ~OutputParser();
    OutputParser(OutputParser&&) noexcept;
    OutputParser& operator=(OutputParser&&) noexcept;

    std::vector<Piece> feed(TokenId id);
    std::vector<Piece> finish();  ///< at the end of the answer: gives back whatever was held

    bool thinking() const;          ///< inside the think block
    bool has_open_call() const;     ///< a call has begun and was not completed: now, or before
    bool inside_character() const;  ///< some of its bytes are there

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace strata
