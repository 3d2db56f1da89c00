#include "generation/generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "base/error.h"

namespace strata {
namespace {

using Clock = std::chrono::steady_clock;

// Room that is kept free behind prompt and answer, as windows may reach a little further.
constexpr std::size_t kContextMargin = 8;

std::chrono::microseconds since(Clock::time_point start) {
    return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start);
}

// The prompt ends inside a think block if its last turn opens one and does not close it.
OutputParser::StartsIn where_it_starts(const Tokenizer& tokenizer, std::span<const TokenId> prompt,
                                       const GenerationRequest& request) {
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

Result<void> check_sampling(const SamplingOptions& options) {
    for (const float value : {options.temperature, options.top_p, options.min_p, options.presence_penalty,
                              options.frequency_penalty, options.repetition_penalty}) {
        if (!std::isfinite(value)) {
            return fail(ErrorCode::invalid_argument, "a sampling option is not a finite number");
        }
    }
    if (options.repetition_penalty <= 0.0F) {
        return fail(ErrorCode::invalid_argument, "the repetition penalty must be above 0");
    }
    return {};
}

}  // namespace

/// Everything that one answer needs besides the session.
struct Generator::Answer {
    const GenerationRequest& request;
    const EventSink& sink;
    Sampler sampler;
    OutputParser parser;
    StopText stop_text;
    RepeatStop repeat_stop;
    std::optional<TokenId> think_end;
    std::size_t room;
    int thinking_tokens = 0;
    bool called_tool = false;
    Clock::time_point start;
    Clock::time_point first_token;
    GenerationSummary summary;
};

Result<std::size_t> Generator::token_room(std::span<const TokenId> prompt, const GenerationLimits& limits) const {
    if (prompt.empty()) {
        return fail(ErrorCode::invalid_argument, "the prompt is empty");
    }
    for (const TokenId id : prompt) {
        if (id < 0 || static_cast<std::size_t>(id) >= parts_.allowed.size()) {
            return fail(ErrorCode::invalid_argument, fmt::format("token {} lies outside the vocabulary", id));
        }
    }
    const std::size_t taken = prompt.size() + kContextMargin;
    const std::size_t wanted = limits.max_tokens > 0 ? static_cast<std::size_t>(limits.max_tokens) : 1;
    if (taken + wanted > parts_.context_length) {
        return fail(ErrorCode::context_full,
                    fmt::format("the prompt has {} tokens and the answer may have {}; the context holds {}",
                                prompt.size(), wanted, parts_.context_length));
    }
    return limits.max_tokens > 0 ? wanted : parts_.context_length - taken;
}

Result<GenerationSummary> Generator::run(const TokenSequence& prompt, const GenerationRequest& request,
                                         const EventSink& sink, const std::stop_token& stop) {
    const Clock::time_point start = Clock::now();
    STRATA_CHECK(check_sampling(request.sampling));
    STRATA_TRY(const std::size_t room, token_room(prompt.tokens, request.limits));
    Answer answer{.request = request,
                  .sink = sink,
                  .sampler = Sampler(request.sampling, parts_.allowed),
                  .parser = OutputParser(*parts_.tokenizer, request.tools,
                                         where_it_starts(*parts_.tokenizer, prompt.tokens, request)),
                  .stop_text = StopText(request.limits.stop),
                  .repeat_stop = RepeatStop(request.limits.repeat_stop),
                  .think_end = parts_.tokenizer->find("</think>"),
                  .room = room,
                  .thinking_tokens = 0,
                  .called_tool = false,
                  .start = start,
                  .first_token = {},
                  .summary = {}};
    STRATA_TRY(const auto outcome, read_prompt(prompt, answer, stop));
    if (outcome == ForwardPass::Outcome::cancelled) {
        answer.summary.prompt_time = since(start);
        answer.summary.reason = FinishReason::cancelled;
    } else {
        STRATA_CHECK(decode(answer, std::span(prompt.tokens).subspan(session_->size()), stop));
    }
    emit(answer, answer.parser.finish());
    if (const std::string rest = answer.stop_text.finish(); !rest.empty()) {
        sink(TextDelta{rest});
    }
    if (answer.called_tool && answer.summary.reason == FinishReason::stop) {
        answer.summary.reason = FinishReason::tool_calls;
    }
    close(answer, outcome);
    sink(Finished{answer.summary});
    return answer.summary;
}

Result<ForwardPass::Outcome> Generator::open(const TokenSequence& prompt, Answer& answer, const std::stop_token& stop) {
    const GenerationRequest& request = answer.request;
    const Conversations::Name name{request.may_store_on_disk ? request.conversation : ConversationId{}, request.title};
    STRATA_TRY(const Conversations::Opening opening, conversations_->open(name, prompt, *parts_.pass, stop));
    GenerationSummary& summary = answer.summary;
    summary.prompt_tokens = static_cast<int>(prompt.size());
    summary.reused_tokens = static_cast<int>(opening.reused);
    summary.source = opening.source;
    summary.reread_reason = opening.reason;
    summary.restored_bytes = opening.restored_bytes;
    summary.restore_time = opening.restore_time;
    summary.parked_bytes = opening.parked_bytes;
    summary.park_time = opening.park_time;
    summary.evicted_conversations = opening.evicted;
    if (opening.diverged) {
        answer.sink(*opening.diverged);
    }
    answer.sink(Resumed{summary.reused_tokens, opening.source});
    return stop.stop_requested() ? ForwardPass::Outcome::cancelled : ForwardPass::Outcome::complete;
}

Result<ForwardPass::Outcome> Generator::read_prompt(const TokenSequence& prompt, Answer& answer,
                                                    const std::stop_token& stop) {
    const Clock::time_point start = Clock::now();
    STRATA_TRY(const auto opened, open(prompt, answer, stop));
    if (opened == ForwardPass::Outcome::cancelled) {
        return opened;
    }
    const std::size_t reused = session_->size();
    return conversations_->read(prompt, *parts_.pass, stop, [&](std::size_t position) {
        const auto elapsed = since(start);
        PromptProgress progress;
        progress.position = static_cast<int>(position);
        progress.prompt_tokens = static_cast<int>(prompt.size());
        progress.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(elapsed);
        progress.fresh_tokens_per_second =
            static_cast<double>(position - reused) * 1e6 / static_cast<double>(std::max<long long>(1, elapsed.count()));
        answer.sink(progress);
    });
}

void Generator::close(Answer& answer, ForwardPass::Outcome read) {
    GenerationSummary& summary = answer.summary;
    auto ended = Conversations::Ended::answered;
    if (summary.reason == FinishReason::cancelled) {
        ended = read == ForwardPass::Outcome::cancelled ? Conversations::Ended::cancelled_while_reading
                                                        : Conversations::Ended::cancelled_while_writing;
    }
    const Conversations::Closing closing = conversations_->close(ended);
    summary.parked_bytes += closing.parked_bytes;
    summary.park_time += closing.park_time;
}

// The first window holds what reading left of the prompt, each later one the token picked last.
Result<void> Generator::decode(Answer& answer, std::span<const TokenId> rest, const std::stop_token& stop) {
    GenerationSummary& summary = answer.summary;
    answer.sink(PromptRead{summary.reused_tokens, summary.prompt_tokens});
    TokenId next = 0;
    for (std::span<const TokenId> window = rest;; window = {&next, 1}) {
        STRATA_TRY(const auto outcome, session_->run(*parts_.pass, window, LogitRows::last, stop));
        if (outcome == ForwardPass::Outcome::cancelled) {
            summary.reason = FinishReason::cancelled;
            break;
        }
        session_->commit(*parts_.pass, window.size());
        STRATA_TRY(next, pick(answer));
        if (summary.generated_tokens == 0) {
            answer.first_token = Clock::now();
            summary.prompt_time = since(answer.start);
            summary.first_token_time = summary.prompt_time;
        }
        if (!take(answer, next)) {
            break;
        }
    }
    if (summary.generated_tokens == 0) {
        summary.prompt_time = since(answer.start);
    } else {
        summary.decode_time = since(answer.first_token);
    }
    return {};
}

Result<TokenId> Generator::pick(Answer& answer) {
    const int budget = answer.request.limits.thinking_budget;
    if (budget >= 0 && answer.parser.thinking() && answer.think_end && answer.thinking_tokens >= budget) {
        return *answer.think_end;
    }
    const float* logits = parts_.pass->logits().row(0);
    return answer.sampler.pick({logits, parts_.allowed.size()}, session_->tokens(), session_->tokens().size());
}

// Counts and reports a picked token; false when the answer ends with it.
bool Generator::take(Answer& answer, TokenId id) {
    GenerationSummary& summary = answer.summary;
    ++summary.generated_tokens;
    answer.thinking_tokens += answer.parser.thinking() ? 1 : 0;
    if (std::ranges::binary_search(parts_.tokenizer->stop_ids(), id)) {
        summary.reason = FinishReason::stop;
        return false;
    }
    emit(answer, answer.parser.feed(id));
    if (answer.stop_text.hit()) {
        summary.reason = FinishReason::stop;
        return false;
    }
    if (answer.repeat_stop.feed(id) || static_cast<std::size_t>(summary.generated_tokens) >= answer.room) {
        summary.reason = FinishReason::length;
        return false;
    }
    return true;
}

void Generator::emit(Answer& answer, const std::vector<OutputParser::Piece>& pieces) {
    for (const OutputParser::Piece& piece : pieces) {
        if (const auto* reasoning = std::get_if<OutputParser::Reasoning>(&piece)) {
            answer.sink(ReasoningDelta{reasoning->text});
        } else if (const auto* text = std::get_if<OutputParser::Text>(&piece)) {
            const std::string sure = answer.stop_text.feed(text->text);
            if (!sure.empty()) {
                answer.sink(TextDelta{sure});
            }
        } else if (const auto* call = std::get_if<OutputParser::Call>(&piece)) {
            answer.called_tool = true;
            answer.sink(ToolCallDelta{call->index, call->call});
        }
    }
}

}  // namespace strata
