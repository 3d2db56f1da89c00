#pragma once

#include <functional>
#include <span>
#include <stop_token>
#include <string>

#include "generation/answer_events.h"
#include "generation/conversations.h"
#include "generation/sampler.h"
#include "generation/session.h"
#include "state/token_sequence.h"
#include "strata/event.h"
#include "strata/request.h"
#include "text/tokenizer.h"

namespace strata {

/// Answers one prompt: reads what the session does not hold yet, then picks token after token until AnswerEvents says
/// that the answer has ended.
class Generator {
public:
    /// What stays the same for all requests of an engine. Borrowed.
    struct Parts {
        ForwardPass* pass = nullptr;
        const Tokenizer* tokenizer = nullptr;
        std::span<const std::uint8_t> allowed;  ///< vocabulary rows that name a token
        std::size_t context_length = 0;
    };

    Generator(const Parts& parts, Conversations& conversations)
        : parts_(parts), conversations_(&conversations), session_(&conversations.session()) {}

    /// Errors (the session is untouched): an empty prompt, ids that name no token, a prompt that leaves no room in the
    /// context, sampling that makes no sense. Events as in strata/event.h.
    Result<GenerationSummary> run(const TokenSequence& prompt, const GenerationRequest& request, const EventSink& sink,
                                  const std::stop_token& stop);

private:
    struct Answer;

    Result<void> check_prompt(std::span<const TokenId> prompt) const;
    Result<ForwardPass::Outcome> open(const TokenSequence& prompt, Answer& answer, const std::stop_token& stop);
    Result<ForwardPass::Outcome> read_prompt(const TokenSequence& prompt, Answer& answer, const std::stop_token& stop);
    void close(Answer& answer, ForwardPass::Outcome read);
    Result<void> decode(Answer& answer, std::span<const TokenId> rest, const std::stop_token& stop);
    Result<TokenId> pick(Answer& answer);

    Parts parts_;
    Conversations* conversations_;
    Session* session_;
};

}  // namespace strata
