#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/cpu_features.h"
#include "base/worker_pool.h"
#include "memory/expert_store.h"
#include "model/forward_pass.h"
#include "model/model.h"
#include "model/tap_sink.h"

namespace strata::testing {

/// The levels that this processor has, scalar first.
std::vector<CpuLevel> available_levels();

/// How a sequence is cut into windows: sizes one after the other, the last one repeated.
using Cuts = std::vector<std::size_t>;

/// A model file with one forward pass and one sequence; ends the test program when something fails.
class ModelHarness {
public:
    ModelHarness(const std::filesystem::path& file, CpuLevel level, int threads, KvType kv, std::size_t most_rows);

    const Model& model() const { return *model_; }
    SequenceState& sequence() { return sequence_; }
    ForwardPass& pass() { return *pass_; }

    /// Starts again and runs the ids, cut as `cuts` says; every window is committed whole. Logits of all rows.
    std::vector<float> run(const std::vector<std::int32_t>& ids, const Cuts& cuts, TapSink* taps = nullptr);
    /// One window behind the sequence, not committed.
    std::vector<float> window(const std::vector<std::int32_t>& ids, TapSink* taps = nullptr);

    /// The running state as bytes: equal states are equal strings.
    std::string state_bytes() const;

private:
    std::unique_ptr<Model> model_;
    std::unique_ptr<ExpertStore> experts_;
    std::unique_ptr<WorkerPool> pool_;
    std::unique_ptr<ForwardPass> pass_;
    SequenceState sequence_;
};

/// Gathers the rows of each tap, window after window.
class GatheredTaps : public TapSink {
public:
    void rows(const std::string& name, int layer, ConstMatrixView values) override;
    void integer_rows(const std::string& name, int layer, std::span<const std::int32_t> values,
                      std::size_t width) override;

    /// "name" or "name_lN" → all rows so far.
    std::map<std::string, std::vector<float>> floats;
    std::map<std::string, std::vector<std::int32_t>> integers;
};

}  // namespace strata::testing
