#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/forward_pass.h"
#include "model/model.h"
#include "state/sequence_state.h"
#include "strata/result.h"
#include "text/tokenizer.h"

namespace strata {

/// One live conversation: the tokens that the model has taken in, and what they left behind. The only thing that changes
/// during a request. One thread.
class Session {
public:
    static Result<Session> create(const Model& model, KvType type);

    std::span<const TokenId> tokens() const { return tokens_; }
    const SequenceState& sequence() const { return sequence_; }

    /// How many tokens of this prompt need not be read again: all that the session holds if the prompt begins with exactly
    /// them and has at least one more, else 0.
    std::size_t reusable(std::span<const TokenId> prompt) const;
    /// Forgets everything; memory is kept.
    void reset();

    /// Runs a window behind what the session holds; nothing changes until `commit`.
    Result<ForwardPass::Outcome> run(ForwardPass& pass, std::span<const TokenId> window, LogitRows which,
                                     const std::stop_token& stop, TapSink* taps = nullptr);
    /// Takes the first `rows` tokens of the window that was run last into the session.
    void commit(ForwardPass& pass, std::size_t rows);

private:
    SequenceState sequence_;
    std::vector<TokenId> tokens_;
    std::vector<TokenId> window_;
};

}  // namespace strata
