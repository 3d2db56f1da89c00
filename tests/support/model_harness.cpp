#include "support/model_harness.h"

#include <QtGlobal>

#include <algorithm>

#include "gguf/gguf_file.h"
#include "memory/mapped_experts.h"

namespace strata::testing {
namespace {

template <class T>
T must(Result<T> result) {
    if (!result) {
        qFatal("%s", result.error().message.c_str());
    }
    return std::move(*result);
}

std::string full_name(const std::string& name, int layer) {
    return layer < 0 ? name : name + "_l" + std::to_string(layer);
}

}  // namespace

std::vector<CpuLevel> available_levels() {
    return detect_cpu_features().levels;
}

ModelHarness::ModelHarness(const std::filesystem::path& file, CpuLevel level, int threads, KvType kv,
                           std::size_t most_rows) {
    model_ = must(Model::open(must(GgufFile::open(file))));
    experts_ = std::make_unique<MappedExperts>(model_->experts());
    pool_ = std::make_unique<WorkerPool>(threads);
    pass_ = must(ForwardPass::create(*model_, Compute{&select_kernels(level), pool_.get()}, *experts_, most_rows));
    sequence_ = must(create_sequence(*model_, kv));
}

std::vector<float> ModelHarness::run(const std::vector<std::int32_t>& ids, const Cuts& cuts, TapSink* taps) {
    sequence_.running.reset();
    std::vector<float> logits;
    std::size_t cut = 0;
    for (std::size_t at = 0; at < ids.size(); ++cut) {
        const std::size_t rows = std::min(cuts[std::min(cut, cuts.size() - 1)], ids.size() - at);
        const auto first = ids.begin() + static_cast<std::ptrdiff_t>(at);
        const std::vector<float> part = window({first, first + static_cast<std::ptrdiff_t>(rows)}, taps);
        logits.insert(logits.end(), part.begin(), part.end());
        pass_->commit(sequence_, rows);
        at += rows;
    }
    return logits;
}

std::vector<float> ModelHarness::window(const std::vector<std::int32_t>& ids, TapSink* taps) {
    const auto outcome = must(pass_->run(ids, sequence_, LogitRows::all, std::stop_token{}, taps));
    Q_ASSERT(outcome == ForwardPass::Outcome::complete);
    static_cast<void>(outcome);
    std::vector<float> logits;
    for (std::size_t row = 0; row < pass_->logits().rows(); ++row) {
        logits.insert(logits.end(), pass_->logits().row(row), pass_->logits().row(row) + pass_->logits().columns());
    }
    return logits;
}

std::string ModelHarness::state_bytes() const {
    std::string bytes = std::to_string(sequence_.running.position) + ":";
    for (const std::int32_t id : sequence_.running.last_ids) {
        bytes += std::to_string(id) + ",";
    }
    for (const RunningState::Part& part : sequence_.running.parts()) {
        bytes.append(reinterpret_cast<const char*>(part.values.data()), part.values.size_bytes());
    }
    return bytes;
}

void GatheredTaps::rows(const std::string& name, int layer, ConstMatrixView values) {
    std::vector<float>& all = floats[full_name(name, layer)];
    for (std::size_t row = 0; row < values.rows; ++row) {
        all.insert(all.end(), values.row(row).begin(), values.row(row).end());
    }
}

void GatheredTaps::integer_rows(const std::string& name, int layer, std::span<const std::int32_t> values, std::size_t) {
    std::vector<std::int32_t>& all = integers[full_name(name, layer)];
    all.insert(all.end(), values.begin(), values.end());
}

}  // namespace strata::testing
