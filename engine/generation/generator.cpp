#include "generation/generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/error.h"

namespace strata {
namespace {

using Clock = std::chrono::steady_clock;

std::chrono::microseconds since(Clock::time_point start) {
    return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start);
}

// Far beyond what does anything useful, and far below what makes logits infinite.
constexpr float kLargestOption = 1e6F;

Result<void> check_sampling(const SamplingOptions& options) {
    for (const float value : {options.temperature, options.top_p, options.min_p, options.presence_penalty,
                              options.frequency_penalty, options.repetition_penalty}) {
        if (!std::isfinite(value) || std::fabs(value) > kLargestOption) {
            return fail(ErrorCode::invalid_argument,
                        fmt::format("a sampling option is not a number between {0} and -{0}", kLargestOption));
        }
    }
    if (options.repetition_penalty < 1.0F / kLargestOption) {
        return fail(ErrorCode::invalid_argument, "the repetition penalty must be above 0");
    }
    if (options.penalty_last_n < -1) {
        return fail(ErrorCode::invalid_argument, "the penalties look back at 0 tokens or more, or -1 for all of them");
    }
    return {};
}

}  // namespace

/// Everything that one answer needs besides the session.
struct Generator::Answer {
    const GenerationRequest& request;
    const EventSink& sink;
    Sampler sampler;
    AnswerEvents events;
    Clock::time_point start;
    Clock::time_point first_token;
    GenerationSummary summary;
};

Result<void> Generator::check_prompt(std::span<const TokenId> prompt) const {
    if (prompt.empty()) {
        return fail(ErrorCode::invalid_argument, "the prompt is empty");
    }
    for (const TokenId id : prompt) {
        if (id < 0 || static_cast<std::size_t>(id) >= parts_.allowed.size() ||
            parts_.allowed[static_cast<std::size_t>(id)] == 0) {
            return fail(ErrorCode::invalid_argument, fmt::format("{} is no token of the vocabulary", id));
        }
    }
    return {};
}

Result<GenerationSummary> Generator::run(const TokenSequence& prompt, const GenerationRequest& request,
                                         const EventSink& sink, const std::stop_token& stop) {
    const Clock::time_point start = Clock::now();
    STRATA_CHECK(check_sampling(request.sampling));
    STRATA_CHECK(check_prompt(prompt.tokens));
    STRATA_TRY(const std::size_t room, answer_room(prompt.size(), parts_.context_length, request.limits));
    Answer answer{.request = request,
                  .sink = sink,
                  .sampler = Sampler(request.sampling, parts_.allowed),
                  .events = AnswerEvents(*parts_.tokenizer, request, prompt.tokens, room, sink),
                  .start = start,
                  .first_token = {},
                  .summary = {}};
    STRATA_TRY(const auto outcome, read_prompt(prompt, answer, stop));
    if (outcome == ForwardPass::Outcome::cancelled) {
        answer.summary.prompt_time = since(start);
    } else {
        STRATA_CHECK(decode(answer, std::span(prompt.tokens).subspan(session_->size()), stop));
    }
    answer.events.finish(answer.summary);
    close(answer, outcome);
    sink(Finished{answer.summary});
    return answer.summary;
}

Result<ForwardPass::Outcome> Generator::open(const TokenSequence& prompt, Answer& answer, const std::stop_token& stop) {
    const GenerationRequest& request = answer.request;
    const Conversations::Name name{request.may_store_on_disk ? request.conversation : ConversationId{}, request.title,
                                   !request.keep_checkpoints};
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
            break;
        }
        session_->commit(*parts_.pass, window.size());
        STRATA_TRY(next, pick(answer));
        if (answer.events.taken() == 0) {
            answer.first_token = Clock::now();
            summary.prompt_time = since(answer.start);
            summary.first_token_time = summary.prompt_time;
        }
        if (!answer.events.take(next)) {
            break;
        }
    }
    if (answer.events.taken() == 0) {
        summary.prompt_time = since(answer.start);
    } else {
        summary.decode_time = since(answer.first_token);
    }
    return {};
}

Result<TokenId> Generator::pick(Answer& answer) {
    if (const auto forced = answer.events.forced()) {
        return *forced;
    }
    const float* logits = parts_.pass->logits().row(0);
    return answer.sampler.pick({logits, parts_.allowed.size()}, session_->tokens(), session_->tokens().size());
}

}  // namespace strata
