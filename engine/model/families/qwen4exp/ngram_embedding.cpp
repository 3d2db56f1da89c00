#include "model/families/qwen4exp/ngram_embedding.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/error.h"
#include "model/tap_sink.h"

namespace strata::qwen4exp {
namespace {

constexpr float kLeastGate = 1e-6F;

// Moves the ids (oldest first) over `tokens`.
void advance_ids(std::span<const std::int32_t> tokens, std::vector<std::int32_t>& ids) {
    for (const std::int32_t token : tokens) {
        std::rotate(ids.begin(), ids.begin() + 1, ids.end());
        ids.back() = token;
    }
}

}  // namespace

void ngram_rows(const NgramConfig& config, std::span<const std::int32_t> history, std::span<const std::int32_t> tokens,
                std::span<std::uint32_t> rows) {
    const auto id_at = [&](std::ptrdiff_t index) {
        return index >= 0 ? tokens[static_cast<std::size_t>(index)]
                          : history[static_cast<std::size_t>(static_cast<std::ptrdiff_t>(history.size()) + index)];
    };
    for (std::size_t t = 0; t < tokens.size(); ++t) {
        std::uint64_t mixed = static_cast<std::uint64_t>(tokens[t]) * config.multipliers[0];
        bool cut = false;
        for (std::size_t back = 1; back < config.ngram_size; ++back) {
            const std::int32_t id = id_at(static_cast<std::ptrdiff_t>(t) - static_cast<std::ptrdiff_t>(back));
            cut = cut || id < 0 || id == config.end_of_text;
            mixed ^= static_cast<std::uint64_t>(cut ? config.end_of_text : id) * config.multipliers[back];
            for (std::size_t hash = 0; hash < config.heads_per_ngram; ++hash) {
                const std::size_t head = (back - 1) * config.heads_per_ngram + hash;
                rows[t * config.head_count() + head] =
                    static_cast<std::uint32_t>(mixed % config.sizes[head] + config.offsets[head]);
            }
        }
    }
}

Result<NgramEmbedding> NgramEmbedding::create(const Compute& compute, const ModelConfig& config,
                                              std::size_t most_rows) {
    NgramEmbedding module(compute, config);
    STRATA_TRY(module.input_, LinearInput::create(most_rows, config.ngram->width()));
    return module;
}

Result<void> NgramEmbedding::prefetch(const NgramTable& table, const Window& window) {
    rows_.resize(window.rows() * config_->ngram->head_count());
    ngram_rows(*config_->ngram, window.state->running.last_ids, window.tokens, rows_);
    std::vector<std::uint32_t> ascending = rows_;
    std::ranges::sort(ascending);
    reads_disk_ = table.prefetch(ascending) > 0;
    return {};
}

void NgramEmbedding::read_rows(const NgramTable& table, std::size_t rows) {
    const std::size_t heads = config_->ngram->head_count();
    const std::size_t width = config_->ngram->head_width;
    const auto start = std::chrono::steady_clock::now();
    compute_.pool->run_ranges(rows, 16, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            for (std::size_t head = 0; head < heads; ++head) {
                table.read_row(rows_[row * heads + head], {embedding_.row(row) + head * width, width});
            }
        }
    });
    if (reads_disk_) {
        table.note_wait(static_cast<std::uint64_t>(
            std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start).count()));
    }
}

// Per stream i:  d = kn_i·qn_i/√n;  g = sign(d)·√max(|d|, 1e−6);  u_i = σ(g)·value;  normed_i = RMS(u_i) ⊙ norm_conv_i.
void NgramEmbedding::gate_row(const NgramWeights& weights, const float* residual, std::size_t row) {
    const CpuKernels& kernels = *compute_.kernels;
    const std::size_t hidden = config_->hidden_size;
    const float epsilon = config_->norm_epsilon;
    for (std::size_t stream = 0; stream < config_->stream_count; ++stream) {
        const std::size_t at = stream * hidden;
        float* key = key_.row(row) + at;
        float* query = query_.row(row) + at;
        kernels.rms_norm(key, weights.norm_key.data() + at, epsilon, hidden, key);
        kernels.rms_norm(residual + at, weights.norm_query.data() + at, epsilon, hidden, query);
        const float d = kernels.dot(key, query, hidden) / std::sqrt(static_cast<float>(hidden));
        const float root = std::sqrt(std::max(std::fabs(d), kLeastGate));
        const float signed_root = d > 0.0F ? root : (d < 0.0F ? -root : 0.0F);
        const float gate = 1.0F / (1.0F + std::exp(-signed_root));
        for (std::size_t c = 0; c < hidden; ++c) {
            key[c] = gate * value_.row(row)[c];
        }
        kernels.rms_norm(key, weights.norm_conv.data() + at, epsilon, hidden, normed_.row(row) + at);
    }
}

// added = u + silu(Σ_k w_k ⊙ normed_{t − n·(taps−1−k)});  residual += added.
void NgramEmbedding::add_row(const NgramWeights& weights, ConstMatrixView history, std::size_t row, float* residual,
                             float* added) {
    const NgramConfig& ngram = *config_->ngram;
    const std::size_t width = config_->stream_width();
    const float* taps[64];
    for (std::size_t tap = 0; tap < ngram.conv_taps; ++tap) {
        const std::size_t joined = row + tap * ngram.ngram_size;
        taps[tap] = joined < history.rows ? history.row(joined).data() : normed_.row(joined - history.rows);
    }
    compute_.kernels->conv_silu(taps, weights.conv.data(), ngram.conv_taps, width, added);
    compute_.kernels->add_scaled(added, key_.row(row), 1.0F, width);
    compute_.kernels->add_scaled(residual, added, 1.0F, width);
}

Result<void> NgramEmbedding::run(const NgramWeights& weights, const NgramTable& table, Window& window) {
    const std::size_t rows = window.rows();
    const std::size_t width = config_->stream_width();
    STRATA_CHECK(embedding_.resize(rows, config_->ngram->width()));
    STRATA_CHECK(value_.resize(rows, config_->hidden_size));
    for (Matrix* matrix : {&key_, &query_, &normed_, &added_}) {
        STRATA_CHECK(matrix->resize(rows, width));
    }
    read_rows(table, rows);
    input_.set(embedding_.view());
    multiply(compute_, {{&weights.key, key_.view()}, {&weights.value, value_.view()}}, input_);
    const std::size_t least = std::max<std::size_t>(1, 8192 / width);
    compute_.pool->run_ranges(rows, least, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            gate_row(weights, window.residual.row(row), row);
        }
    });
    const ConstMatrixView history = std::as_const(window.state->running).ngram();
    compute_.pool->run_ranges(rows, least, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            add_row(weights, history, row, window.residual.row(row), added_.row(row));
        }
    });
    advance_history(history, normed_.view(), rows, window.next->ngram());
    window.next->last_ids = window.state->running.last_ids;
    advance_ids(window.tokens, window.next->last_ids);
    if (window.taps != nullptr) {
        const std::vector<std::int32_t> ids(rows_.begin(), rows_.end());
        window.taps->integer_rows("ple_rows", -1, ids, config_->ngram->head_count());
        window.taps->rows("ple_embedding", -1, embedding_.view());
        window.taps->rows("ple_output", -1, added_.view());
    }
    return {};
}

void NgramEmbedding::replay(std::size_t rows, std::span<const std::int32_t> tokens, RunningState& state) const {
    advance_history(state.ngram(), normed_.view(), rows, state.ngram());
    advance_ids(tokens.first(rows), state.last_ids);
}

}  // namespace strata::qwen4exp
