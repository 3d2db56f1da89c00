#pragma once

#include <cstddef>

#include "model/expert_batch.h"
#include "model/linear.h"
#include "strata/result.h"

namespace strata {

/// Some routed experts for some tokens of a window. One per device; one thread at a time.
class ExpertRunner {
public:
    virtual ~ExpertRunner() = default;

    /// Says what the next `start` will compute, so that weights can be fetched. Never waits.
    virtual void prepare(std::size_t layer, const ExpertBatch& batch) = 0;
    /// Computes every use of the batch that was prepared into its row of `outputs`. May return before it is
    /// done. Errors: weights could not be read.
    virtual Result<void> start(std::size_t layer, LinearInput& input, const ExpertBatch& batch,
                               ExpertOutputs& outputs) = 0;
    /// Waits until what `start` began is done.
    virtual Result<void> finish() = 0;
};

}  // namespace strata
