#include "model/expert_source.h"

#include <utility>

#include "base/error.h"
#include "base/system_memory.h"
#include "memory/cached_experts.h"
#include "memory/mapped_experts.h"
#include "model/memory_facts.h"

namespace strata {

Result<std::unique_ptr<ExpertStore>> open_experts(const GgufFile& file, const Model& model, const LoadOptions& options,
                                                  MemoryPlan& plan) {
    MemoryFacts facts = memory_facts(model, options);
    const SystemMemory system = read_system_memory();
    facts.total_ram = system.total_bytes;
    facts.available_ram = system.available_bytes;
    STRATA_TRY(plan, plan_memory(facts, memory_wishes(options)));
    if (options.log) {
        options.log(LogLevel::info, plan.why);
    }
    if (plan.placement == ExpertPlacement::budget) {
        CachedExperts::Options cache;
        cache.experts_per_token = model.config().experts_per_token;
        cache.bytes = plan.expert_bytes;
        cache.io_threads = options.io_threads > 0 ? options.io_threads : IoThreads::kMost;
        cache.prefetch = options.expert_prefetch;
        cache.log = options.log;
        STRATA_TRY(auto store, CachedExperts::create(file, model.experts(), cache));
        return std::unique_ptr<ExpertStore>(std::move(store));
    }
    return std::unique_ptr<ExpertStore>(std::make_unique<MappedExperts>(model.experts()));
}

}  // namespace strata
