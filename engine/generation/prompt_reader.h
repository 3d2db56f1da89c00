#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

#include "generation/prompt_plan.h"
#include "generation/session.h"
#include "model/forward_pass.h"
#include "strata/result.h"

namespace strata {

struct PromptReaderOptions {
    std::size_t chunk = 512;  ///< tokens per forward pass, at most the pass's largest window
    PromptPlanOptions plan;
    std::size_t checkpoint_spacing = 16'384;  ///< fresh tokens between two periodic checkpoints; 0: none
};

/// Reads a prompt into a session, part by part (prompt_plan.h) and chunk by chunk, and takes the checkpoints on the
/// way. What the plan leaves is for the first decode window.
class PromptReader {
public:
    /// position: tokens that the session holds now.
    using Progress = std::function<void(std::size_t position)>;

    PromptReader(ForwardPass& pass, const PromptReaderOptions& options) : pass_(&pass), options_(options) {}

    /// The prompt must begin with exactly what the session holds. After a cancel the session stands at the end of the
    /// last whole chunk and stays usable, with the checkpoints taken so far. Errors: memory for cells or a checkpoint.
    Result<ForwardPass::Outcome> read(Session& session, const TokenSequence& prompt, const std::stop_token& stop,
                                      const Progress& progress);

    /// Reads the tokens that `prompt` has in front again, in windows that end at `cuts`, and takes a checkpoint
    /// wherever `kept` has one. The session must be empty. For comparing a restored state with one that was read.
    Result<ForwardPass::Outcome> read_again(Session& session, const TokenSequence& prompt,
                                            std::span<const std::uint32_t> cuts, std::span<const CheckpointPtr> kept,
                                            const std::stop_token& stop, const Progress& progress);

private:
    Result<ForwardPass::Outcome> read_part(Session& session, const TokenSequence& prompt, const PromptPart& part,
                                           const std::stop_token& stop, const Progress& progress);
    Result<ForwardPass::Outcome> step(Session& session, const TokenSequence& prompt, std::size_t rows,
                                      const std::stop_token& stop);

    ForwardPass* pass_;
    PromptReaderOptions options_;
    std::size_t last_checkpoint_ = 0;  ///< where the spacing of periodic checkpoints counts from
};

}  // namespace strata
