#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "generation/stop_rule.h"
#include "strata/event.h"
#include "strata/request.h"
#include "strata/result.h"
#include "text/output_parser.h"
#include "text/tokenizer.h"

namespace strata {

/// How many tokens an answer to a prompt may have: what the request wants, and no more than the context leaves. A few
/// cells behind the answer stay free, as windows may reach a little further. Errors: context_full if not one token
/// fits.
Result<std::size_t> answer_room(std::size_t prompt_tokens, std::size_t context_length, const GenerationLimits& limits);

/// Turns the tokens of one answer into events, and decides when the answer ends: the model's end of turn, a stop text,
/// the first call where no more are wanted, the same token over and over, or no room.
///
/// Knows nothing of where the tokens come from. One thread.
class AnswerEvents {
public:
    /// prompt: what the answer follows; only its end is looked at. room: as of answer_room. The request is not kept.
    AnswerEvents(const Tokenizer& tokenizer, const GenerationRequest& request, std::span<const TokenId> prompt,
                 std::size_t room, EventSink sink);

    /// The token that comes next whatever the model would write: while thinking that has used up its budget is closed.
    std::optional<TokenId> forced() const;

    /// Takes the next token, a forced one too. False: the answer has ended with it.
    bool take(TokenId id);

    /// Reports what was held back and says in the summary how the answer ended and what it took. An answer that no
    /// token has ended was cancelled. Finished is left to the caller.
    void finish(GenerationSummary& summary);

    int taken() const { return taken_; }

private:
    bool budget_is_spent() const;
    void emit(const std::vector<OutputParser::Piece>& pieces);
    void show(const std::string& text);
    void show_held();
    void on_call(const OutputParser::Call& call);

    Tokenizer tokenizer_;
    OutputParser parser_;
    StopText stop_text_;
    RepeatStop repeat_stop_;
    EventSink sink_;
    std::size_t room_;
    int thinking_budget_;
    bool one_tool_call_;

    std::vector<TokenId> closing_;  // what ends the thinking when its budget is spent; empty: there is no budget
    std::size_t closed_ = 0;        // of these, taken
    int taken_ = 0;
    int thinking_tokens_ = 0;
    int calls_ = 0;  // complete ones
    std::optional<FinishReason> reason_;
    bool ended_by_model_ = false;
    bool is_over_ = false;  // in the middle of a token: nothing more is reported
};

}  // namespace strata
