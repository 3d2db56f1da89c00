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

    /// Computes every use of the batch into its row of `outputs`. May return before it is done.
    virtual Result<void> start(std::size_t layer, LinearInput& input, const ExpertBatch& batch, ExpertOutputs& outputs) = 0;
    /// Waits until what `start` began is done.
    virtual Result<void> finish() = 0;
};

}  // namespace strata
