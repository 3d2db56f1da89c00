#pragma once

#include <functional>
#include <span>
#include <stop_token>

#include "generation/session.h"
#include "model/forward_pass.h"
#include "strata/result.h"

namespace strata {

/// Reads a prompt into a session, chunk by chunk. The prompt's last token is left for the first decode window.
class PromptReader {
public:
    /// position: tokens that the session holds now.
    using Progress = std::function<void(std::size_t position)>;

    /// chunk: tokens per forward pass, at most the pass's largest window.
    PromptReader(ForwardPass& pass, std::size_t chunk) : pass_(&pass), chunk_(chunk) {}

    /// The prompt must begin with exactly what the session holds. After a cancel the session stands at the end of the last
    /// whole chunk and stays usable.
    Result<ForwardPass::Outcome> read(Session& session, std::span<const TokenId> prompt, const std::stop_token& stop,
                                      const Progress& progress);

private:
    ForwardPass* pass_;
    std::size_t chunk_;
};

}  // namespace strata
