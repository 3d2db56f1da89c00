#pragma once

#include <functional>
#include <span>
#include <stop_token>
#include <string>

#include "generation/prompt_reader.h"
#include "generation/sampler.h"
#include "generation/session.h"
#include "generation/stop_rule.h"
#include "strata/event.h"
#include "strata/request.h"
#include "text/output_parser.h"
#include "text/tokenizer.h"

namespace strata {

/// Answers one prompt: reads what the session does not hold yet, then picks token after token until a stop rule says so.
class Generator {
public:
    /// What stays the same for all requests of an engine. Borrowed.
    struct Parts {
        ForwardPass* pass = nullptr;
        const Tokenizer* tokenizer = nullptr;
        std::span<const std::uint8_t> allowed;  ///< vocabulary rows that name a token
        std::size_t context_length = 0;
        std::size_t chunk = 0;
    };

    Generator(const Parts& parts, Session& session) : parts_(parts), session_(&session) {}

    /// Errors (the session is untouched): an empty prompt, ids outside the vocabulary, a prompt and answer that do not fit
    /// the context. Events as in strata/event.h.
    Result<GenerationSummary> run(std::span<const TokenId> prompt, const GenerationRequest& request, const EventSink& sink,
                                  const std::stop_token& stop);

private:
    struct Answer;

    Result<std::size_t> token_room(std::span<const TokenId> prompt, const GenerationLimits& limits) const;
    Result<ForwardPass::Outcome> read_prompt(std::span<const TokenId> prompt, const EventSink& sink,
                                             const std::stop_token& stop, GenerationSummary& summary);
    Result<void> decode(Answer& answer, TokenId next, const std::stop_token& stop);
    Result<TokenId> pick(Answer& answer);
    bool take(Answer& answer, TokenId id);
    void emit(Answer& answer, const std::vector<OutputParser::Piece>& pieces);

    Parts parts_;
    Session* session_;
};

}  // namespace strata
