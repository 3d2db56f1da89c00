#include "model/loaded_model.h"

#include <algorithm>

#include "base/error.h"
#include "kernels/cpu_kernels.h"
#include "model/expert_source.h"

namespace strata {
namespace {

constexpr int kMostChunk = 8192;

}  // namespace

Result<LoadedModel> LoadedModel::open(const GgufFile& file, const LoadOptions& options) {
    const CpuFeatures features = detect_cpu_features();
    LoadedModel loaded;
    STRATA_TRY(loaded.level, choose_cpu_level(options.cpu, features));
    STRATA_TRY(loaded.model, Model::open(file));
    if (!options.expert_profile.empty()) {
        loaded.profile = ProfileKeeper::open(options.expert_profile, file, loaded.model->experts(), options.log);
    }
    ExpertProfile* profile = loaded.profile == nullptr ? nullptr : &loaded.profile->profile();
    STRATA_TRY(loaded.experts, open_experts(file, *loaded.model, options, profile, loaded.plan));
    loaded.chunk = static_cast<std::size_t>(std::clamp(options.chunk, 1, kMostChunk));
    // More threads than the machine runs at once would only wait for each other; results do not depend on the number.
    const int threads =
        options.threads > 0 ? std::min(options.threads, features.logical_cores) : features.physical_cores;
    loaded.pool = std::make_unique<WorkerPool>(threads);
    const Compute compute{&select_kernels(loaded.level), loaded.pool.get()};
    STRATA_TRY(loaded.pass,
               ForwardPass::create(*loaded.model, compute, *loaded.experts, std::max(loaded.chunk, kMostPartialRows)));
    return loaded;
}

ExpertCounters LoadedModel::counters() const {
    ExpertCounters counters = experts->counters();
    const ExpertCounters rows = model->ngram_counters();
    counters.ngram_rows = rows.ngram_rows;
    counters.ngram_bytes = rows.ngram_bytes;
    counters.ngram_wait_microseconds = rows.ngram_wait_microseconds;
    return counters;
}

}  // namespace strata
