#include "model/expert_source.h"

#include <utility>
#include <vector>

#include "base/error.h"
#include "base/system_memory.h"
#include "memory/arena_experts.h"
#include "memory/cached_experts.h"
#include "memory/mapped_experts.h"
#include "model/memory_facts.h"

namespace strata {
namespace {

Result<std::unique_ptr<ExpertStore>> open_arena(const GgufFile& file, const Model& model, const LoadOptions& options) {
    ArenaExperts::Options arena;
    arena.io_threads = options.io_threads > 0 ? options.io_threads : ArenaExperts::kUsualThreads;
    arena.read_first = dense_parts(file, model);
    arena.log = options.log;
    STRATA_TRY(auto store, ArenaExperts::create(file, model.experts(), arena));
    return std::unique_ptr<ExpertStore>(std::move(store));
}

Result<std::unique_ptr<ExpertStore>> open_cache(const GgufFile& file, const Model& model, const LoadOptions& options,
                                                std::uint64_t bytes, const ExpertProfile* profile) {
    const std::vector<ExpertId> hottest = profile == nullptr ? std::vector<ExpertId>() : profile->ranking();
    CachedExperts::Options cache;
    cache.experts_per_token = model.config().experts_per_token;
    cache.bytes = bytes;
    cache.io_threads = options.io_threads > 0 ? options.io_threads : IoThreads::kMost;
    cache.prefetch = options.expert_prefetch;
    cache.hottest = hottest;
    cache.read_first = dense_parts(file, model);
    cache.log = options.log;
    STRATA_TRY(auto store, CachedExperts::create(file, model.experts(), cache));
    return std::unique_ptr<ExpertStore>(std::move(store));
}

std::unique_ptr<ExpertStore> open_mapped(const Model& model, const LoadOptions& options, const MemoryPlan& plan) {
    const bool cache_holds_all = plan.expert_bytes >= model.experts().total_bytes();
    const int threads = options.io_threads > 0 ? options.io_threads : IoThreads::kMost;
    return std::make_unique<MappedExperts>(model.experts(), cache_holds_all || !options.expert_prefetch ? 0 : threads);
}

}  // namespace

Result<std::unique_ptr<ExpertStore>> open_experts(const GgufFile& file, const Model& model, const LoadOptions& options,
                                                  ExpertProfile* profile, MemoryPlan& plan) {
    MemoryFacts facts = memory_facts(model, options);
    const SystemMemory system = read_system_memory();
    facts.total_ram = system.total_bytes;
    facts.available_ram = system.available_bytes;
    STRATA_TRY(plan, plan_memory(facts, memory_wishes(options)));
    if (options.log) {
        options.log(LogLevel::info, plan.why);
    }
    std::unique_ptr<ExpertStore> store;
    if (plan.placement == ExpertPlacement::arena) {
        STRATA_TRY(store, open_arena(file, model, options));
    } else if (plan.placement == ExpertPlacement::budget) {
        STRATA_TRY(store, open_cache(file, model, options, plan.expert_bytes, profile));
    } else {
        store = open_mapped(model, options, plan);
    }
    store->note_uses_in(profile);
    return store;
}

}  // namespace strata
