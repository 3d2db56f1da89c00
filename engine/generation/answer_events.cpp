#include "generation/answer_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "text/begun_call.h"

namespace strata {
namespace {

constexpr std::size_t kContextMargin = 8;

/// Thinking is not closed in the middle of a character, but is not waited for longer than a character can be.
constexpr int kLongestCharacter = 4;

constexpr std::string_view kClosingLine = "\n\nI have to answer now.\n</think>";

bool is_raw(const GenerationRequest& request) {
    return request.raw_prompt || !request.raw_tokens.empty();
}

// The prompt ends inside a think block if its last turn opens one and does not close it. A raw prompt belongs to the
// caller, and so does the answer to it: it is text, whatever it looks like.
OutputParser::StartsIn where_it_starts(const Tokenizer& tokenizer, std::span<const TokenId> prompt,
                                       const GenerationRequest& request) {
    if (is_raw(request)) {
        return OutputParser::StartsIn::answer;
    }
    if (begins_call(request)) {
        return OutputParser::StartsIn::call;
    }
    const auto open = tokenizer.find("<think>");
    const auto close = tokenizer.find("</think>");
    const auto turn = tokenizer.find("<|im_start|>");
    for (std::size_t i = prompt.size(); i-- > 0;) {
        if (open && prompt[i] == *open) {
            const bool begun = request.continue_answer && !request.messages.back().reasoning.empty();
            return begun ? OutputParser::StartsIn::begun_thinking : OutputParser::StartsIn::thinking;
        }
        if ((close && prompt[i] == *close) || (turn && prompt[i] == *turn)) {
            break;
        }
    }
    return OutputParser::StartsIn::answer;
}

OutputParser parser_of(const Tokenizer& tokenizer, std::span<const TokenId> prompt, const GenerationRequest& request) {
    return OutputParser(tokenizer, is_raw(request) ? std::string() : request.tools,
                        where_it_starts(tokenizer, prompt, request),
                        begins_call(request) ? begun_call_markup(request.tool_choice) : std::string());
}

}  // namespace

Result<std::size_t> answer_room(std::size_t prompt_tokens, std::size_t context_length, const GenerationLimits& limits) {
    if (prompt_tokens + kContextMargin >= context_length) {
        return fail(ErrorCode::context_full,
                    fmt::format("the prompt has {} tokens, the context holds {} and keeps {} of them free",
                                prompt_tokens, context_length, kContextMargin));
    }
    const std::size_t room = context_length - prompt_tokens - kContextMargin;
    return limits.max_tokens > 0 ? std::min(room, static_cast<std::size_t>(limits.max_tokens)) : room;
}

AnswerEvents::AnswerEvents(const Tokenizer& tokenizer, const GenerationRequest& request,
                           std::span<const TokenId> prompt, std::size_t room, EventSink sink)
    : tokenizer_(tokenizer),
      parser_(parser_of(tokenizer, prompt, request)),
      stop_text_(request.limits.stop),
      repeat_stop_(request.limits.repeat_stop),
      sink_(std::move(sink)),
      room_(room),
      thinking_budget_(request.limits.thinking_budget),
      one_tool_call_(request.one_tool_call) {
    if (thinking_budget_ >= 0 && parser_.thinking()) {
        closing_ = tokenizer.encode(kClosingLine, ControlTokens::recognised);
    }
}

bool AnswerEvents::budget_is_spent() const {
    const int waited = parser_.inside_character() ? kLongestCharacter - 1 : 0;
    return parser_.thinking() && thinking_tokens_ - waited >= thinking_budget_;
}

std::optional<TokenId> AnswerEvents::forced() const {
    const bool closes = closed_ > 0 || (!closing_.empty() && budget_is_spent());
    return closes && closed_ < closing_.size() ? std::optional(closing_[closed_]) : std::nullopt;
}

bool AnswerEvents::take(TokenId id) {
    closed_ += forced() ? 1 : 0;
    ++taken_;
    thinking_tokens_ += parser_.thinking() ? 1 : 0;
    if (std::ranges::binary_search(tokenizer_.stop_ids(), id)) {
        reason_ = FinishReason::stop;
        ended_by_model_ = true;
        return false;
    }
    emit(parser_.feed(id));
    if (!reason_ && (repeat_stop_.feed(id) || static_cast<std::size_t>(taken_) >= room_)) {
        reason_ = FinishReason::length;
    }
    return !reason_;
}

void AnswerEvents::emit(const std::vector<OutputParser::Piece>& pieces) {
    for (const OutputParser::Piece& piece : pieces) {
        if (is_over_) {
            return;
        }
        if (const auto* reasoning = std::get_if<OutputParser::Reasoning>(&piece)) {
            sink_(ReasoningDelta{reasoning->text});
        } else if (const auto* text = std::get_if<OutputParser::Text>(&piece)) {
            show(text->text);
        } else if (const auto* begun = std::get_if<OutputParser::CallBegun>(&piece)) {
            show_held();
            sink_(ToolCallBegun{begun->index, begun->id, begun->name});
        } else if (const auto* arguments = std::get_if<OutputParser::CallArguments>(&piece)) {
            sink_(ToolArgumentsDelta{arguments->index, arguments->text});
        } else {
            on_call(std::get<OutputParser::Call>(piece));
        }
    }
}

void AnswerEvents::show(const std::string& text) {
    if (std::string sure = stop_text_.feed(text); !sure.empty()) {
        sink_(TextDelta{std::move(sure)});
    }
    if (stop_text_.hit()) {
        reason_ = FinishReason::stop;
        is_over_ = true;
    }
}

// A stop text does not reach across a call: what was held comes out before it.
void AnswerEvents::show_held() {
    if (std::string rest = stop_text_.finish(); !rest.empty()) {
        sink_(TextDelta{std::move(rest)});
    }
}

void AnswerEvents::on_call(const OutputParser::Call& call) {
    sink_(ToolCallDelta{call.index, call.call});
    ++calls_;
    if (one_tool_call_) {
        reason_ = FinishReason::tool_calls;
        is_over_ = true;
    }
}

void AnswerEvents::finish(GenerationSummary& summary) {
    const bool has_open_call = parser_.has_open_call();
    emit(parser_.finish());
    show_held();
    summary.reason = reason_.value_or(FinishReason::cancelled);
    if (ended_by_model_ && summary.reason == FinishReason::stop && calls_ > 0 && !has_open_call) {
        summary.reason = FinishReason::tool_calls;
    }
    summary.generated_tokens = taken_;
    summary.thinking_tokens = thinking_tokens_;
    summary.stop_text = stop_text_.found();
}

}  // namespace strata
