#include "strata/memory_need.h"

#include <limits>
#include <memory>

#include "base/error.h"
#include "gguf/gguf_file.h"
#include "memory/memory_plan.h"
#include "model/memory_facts.h"
#include "model/model.h"
#include "state/kv_cache.h"

namespace strata {
namespace {

void add_plan(const Model& model, const LoadOptions& options, const HardwareInfo& hardware, MemoryNeed& need) {
    MemoryFacts facts = memory_facts(model, options);
    facts.total_ram = hardware.ram_bytes;
    facts.available_ram = hardware.available_ram_bytes;
    need.experts = facts.experts;
    need.conversation = running_bytes(model);
    need.checkpoints = facts.running - need.conversation;
    need.context_length = context_length(model.config(), options);
    need.kv_per_1000_tokens = kv_bytes(model, options.kv_type, 1000 * KvCache::kPageCells) / KvCache::kPageCells;
    need.working = facts.working;
    need.total = facts.fixed() + facts.experts;
    const Result<MemoryPlan> plan = plan_memory(facts, memory_wishes(options));
    need.fits = plan.has_value();
    need.why = plan ? plan->why : plan.error().message;
    if (plan) {
        need.placement = plan->placement;
        need.expert_memory = plan->expert_bytes;
        need.expected = plan->expected_bytes;
    }
}

}  // namespace

Result<MemoryNeed> memory_need(const std::filesystem::path& path, const LoadOptions& options,
                               const HardwareInfo& hardware) {
    STRATA_TRY(const GgufFile file, GgufFile::open(path));
    const Result<std::unique_ptr<Model>> model = Model::open(file);
    const TensorBytes tensors =
        tensor_bytes(file, model ? (*model)->config().layer_count : std::numeric_limits<std::uint64_t>::max());
    MemoryNeed need;
    need.weights = tensors.weights;
    need.ngram_table = tensors.ngram_table;
    need.draft_layer = tensors.draft_layer;
    if (model) {
        add_plan(**model, options, hardware, need);
    } else {
        need.why_not = model.error().message;
    }
    return need;
}

}  // namespace strata
