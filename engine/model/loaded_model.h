#pragma once

#include <cstddef>
#include <memory>

#include "base/cpu_features.h"
#include "base/worker_pool.h"
#include "gguf/gguf_file.h"
#include "memory/expert_store.h"
#include "memory/memory_plan.h"
#include "model/forward_pass.h"
#include "model/model.h"
#include "model/profile_keeper.h"
#include "strata/load_options.h"
#include "strata/result.h"

namespace strata {

/// A model with the threads, kernels and forward pass to run it, as load options say.
struct LoadedModel {
    CpuLevel level = CpuLevel::scalar;
    MemoryPlan plan;
    std::size_t chunk = 0;  ///< prompt tokens per forward pass
    std::unique_ptr<Model> model;
    std::unique_ptr<ProfileKeeper> profile;  // null: nothing is remembered
    std::unique_ptr<ExpertStore> experts;    // uses the model and the profile
    std::unique_ptr<WorkerPool> pool;
    std::unique_ptr<ForwardPass> pass;  // last: it uses those above

    /// Of experts and of n-gram rows, since the model was loaded. Any thread.
    ExpertCounters counters() const;

    /// Errors: a file or an option that this program or processor cannot use.
    static Result<LoadedModel> open(const GgufFile& file, const LoadOptions& options);
};

}  // namespace strata
