#pragma once

#include <memory>

#include "gguf/gguf_file.h"
#include "memory/expert_profile.h"
#include "memory/expert_store.h"
#include "memory/memory_plan.h"
#include "model/model.h"
#include "strata/load_options.h"
#include "strata/result.h"

namespace strata {

/// Decides where a model's experts lie on this machine, as `plan_memory` does, and makes the store that keeps them
/// there. The model must outlive it. profile: tells which experts are hot, and learns it; null, or must outlive the
/// store, too. plan: what was decided. Errors: out_of_memory, io_error.
Result<std::unique_ptr<ExpertStore>> open_experts(const GgufFile& file, const Model& model, const LoadOptions& options,
                                                  ExpertProfile* profile, MemoryPlan& plan);

}  // namespace strata
