#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/expert_batch.h"
#include "model/linear.h"
#include "model/window.h"
#include "strata/result.h"

namespace strata {

/// All of a layer except its routed experts; also embedding and head. One per device; one thread at a time.
class DenseRunner {
public:
    virtual ~DenseRunner() = default;

    /// Embeds the window's tokens into its residual streams.
    virtual Result<void> begin(Window& window) = 0;
    /// Hyper-connection in, attention or recurrence, out.
    virtual Result<void> run_mixer(std::size_t layer, Window& window) = 0;
    /// Hyper-connection in, router, shared expert (into window.output).
    virtual Result<void> run_router(std::size_t layer, Window& window, RoutedTokens& routed) = 0;
    /// Experts that `layer` will probably choose, likely ones first, guessed from the expert input of the layer before
    /// it, which was routed last. Nothing that is computed depends on it.
    virtual Result<void> predict_experts(std::size_t layer, std::vector<std::int32_t>& experts) = 0;
    /// The expert input rows of the window, for the expert runner.
    virtual LinearInput& expert_input() = 0;
    /// Weighted sum of routed and shared experts, written back to the streams.
    virtual Result<void> combine(std::size_t layer, const RoutedTokens& routed, const ExpertOutputs& outputs,
                                 Window& window) = 0;
    /// Final mixer and output matrix for the rows that `which` names. logits: [those rows × vocabulary].
    virtual Result<void> run_head(Window& window, LogitRows which, Matrix& logits) = 0;

    /// Brings `window.state->running` to exactly after the first `rows` rows of the window that was run last, which had
    /// at most kMostPartialRows rows.
    virtual void replay(std::size_t rows, Window& window) = 0;
};

}  // namespace strata
