#include "model/families/qwen4exp/sparse_attention.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "model/tap_sink.h"

namespace strata::qwen4exp {

Result<SparseAttention> SparseAttention::create(const Compute& compute, const ModelConfig& config,
                                                std::size_t most_rows) {
    STRATA_TRY(BlockIndexer indexer, BlockIndexer::create(compute, config, most_rows));
    SparseAttention attention(compute, config, std::move(indexer));
    STRATA_TRY(attention.input_, LinearInput::create(most_rows, config.hidden_size));
    STRATA_TRY(attention.attended_input_, LinearInput::create(most_rows, config.head_count * config.head_size));
    attention.scratch_.resize(static_cast<std::size_t>(compute.pool->threads()));
    return attention;
}

Result<void> SparseAttention::begin(const Window& window) {
    return rotary_.prepare(window.first_position(), window.rows());
}

Result<void> SparseAttention::run(const AttentionWeights& weights, std::size_t layer, std::size_t index, Window& window) {
    const std::size_t rows = window.rows();
    const std::size_t width = config_->head_count * config_->head_size;
    STRATA_CHECK(queries_.resize(rows, 2 * width));
    STRATA_CHECK(keys_.resize(rows, config_->kv_head_count * config_->head_size));
    STRATA_CHECK(values_.resize(rows, config_->kv_head_count * config_->head_size));
    STRATA_CHECK(attended_.resize(rows, width));
    input_.set(window.input.view());
    multiply(compute_, weights.q, input_, queries_.view());
    multiply(compute_, weights.k, input_, keys_.view());
    multiply(compute_, weights.v, input_, values_.view());
    prepare_heads(weights, index, window);
    if (config_->indexer_blocks[layer] != 0) {
        STRATA_CHECK(indexer_.prepare(weights, layer, index, input_, rotary_, window));
    }
    choose_cells(layer, window);

    // Work is dealt out by output: which thread computes a head never changes its bits.
    const std::size_t tasks = rows * config_->head_count;
    const std::size_t shares = std::min(tasks, scratch_.size());
    compute_.pool->run(static_cast<int>(shares), [&](int share) {
        for (std::size_t task = static_cast<std::size_t>(share); task < tasks; task += shares) {
            attend(index, task / config_->head_count, task % config_->head_count, window.state->kv,
                   scratch_[static_cast<std::size_t>(share)]);
        }
    });
    if (window.taps != nullptr) {
        tap(static_cast<int>(layer), window);
    }
    attended_input_.set(attended_.view());
    STRATA_CHECK(window.output.resize(rows, config_->hidden_size));
    multiply(compute_, weights.out, attended_input_, window.output.view());
    return {};
}

void SparseAttention::prepare_heads(const AttentionWeights& weights, std::size_t index, Window& window) {
    const CpuKernels& kernels = *compute_.kernels;
    const std::size_t size = config_->head_size;
    const std::size_t first = window.first_position();
    KvCache& kv = window.state->kv;
    const KvKernels& store = kv_kernels(kernels, kv.geometry().type);
    compute_.pool->run_ranges(window.rows(), 4, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            for (std::size_t head = 0; head < config_->head_count; ++head) {
                float* q = queries_.row(row) + head * 2 * size;
                kernels.rms_norm(q, weights.q_norm.data(), config_->norm_epsilon, size, q);
                rotary_.apply(first + row, q);
            }
            for (std::size_t head = 0; head < config_->kv_head_count; ++head) {
                float* k = keys_.row(row) + head * size;
                kernels.rms_norm(k, weights.k_norm.data(), config_->norm_epsilon, size, k);
                rotary_.apply(first + row, k);
                const KvCache::Cell key = kv.key(index, head, first + row);
                store.store(k, size, key.data, key.scales);
                const KvCache::Cell value = kv.value(index, head, first + row);
                store.store(values_.row(row) + head * size, size, value.data, value.scales);
            }
        }
    });
}

void SparseAttention::choose_cells(std::size_t layer, const Window& window) {
    const std::size_t rows = window.rows();
    const std::size_t block = config_->indexer_blocks[layer];
    if (cells_.size() < rows) {
        cells_.resize(rows);
    }
    const std::size_t shares = std::min(rows, scratch_.size());
    compute_.pool->run(static_cast<int>(shares), [&](int share) {
        Scratch& scratch = scratch_[static_cast<std::size_t>(share)];
        for (std::size_t row = static_cast<std::size_t>(share); row < rows; row += shares) {
            const std::size_t end = window.first_position() + row + 1;
            std::vector<CellRange>& ranges = cells_[row];
            ranges.clear();
            if (block == 0 || indexer_.is_dense(row)) {
                ranges.push_back({0, end});
                continue;
            }
            indexer_.select(row, window.state->kv, scratch.scores, scratch.blocks);
            for (const std::int32_t picked : scratch.blocks) {
                const std::size_t begin = static_cast<std::size_t>(picked) * block;
                if (!ranges.empty() && ranges.back().end == begin) {
                    ranges.back().end += block;
                } else {
                    ranges.push_back({begin, begin + block});
                }
            }
            const std::size_t unfinished = end / block * block;
            if (unfinished < end) {
                ranges.push_back({unfinished, end});
            }
        }
    });
}

void SparseAttention::attend(std::size_t index, std::size_t row, std::size_t head, const KvCache& kv, Scratch& scratch) {
    const CpuKernels& kernels = *compute_.kernels;
    const KvKernels& cells = kv_kernels(kernels, kv.geometry().type);
    const std::size_t size = config_->head_size;
    const std::size_t kv_head = head / (config_->head_count / config_->kv_head_count);
    const float* q = queries_.row(row) + head * 2 * size;
    const float scale = 1.0F / std::sqrt(static_cast<float>(size));

    std::size_t count = 0;
    for (const CellRange& range : cells_[row]) {
        count += range.end - range.begin;
    }
    std::vector<float>& p = scratch.probabilities;
    p.resize(count);
    std::size_t at = 0;
    for (const CellRange& range : cells_[row]) {
        for (std::size_t cell = range.begin; cell < range.end;) {
            const KvRun run = kv.key_run(index, kv_head, cell, range.end);
            cells.dot(q, size, run, scale, p.data() + at);
            at += run.cells;
            cell += run.cells;
        }
    }
    kernels.softmax(p.data(), count);
    float* out = attended_.row(row) + head * size;
    std::memset(out, 0, size * sizeof(float));
    at = 0;
    for (const CellRange& range : cells_[row]) {
        for (std::size_t cell = range.begin; cell < range.end;) {
            const KvRun run = kv.value_run(index, kv_head, cell, range.end);
            cells.accumulate(p.data() + at, size, run, out);
            at += run.cells;
            cell += run.cells;
        }
    }
    kernels.sigmoid_mul(q + size, out, size, out);
}

void SparseAttention::replay(std::size_t layer, std::size_t index, std::size_t rows, RunningState& state) const {
    if (config_->indexer_blocks[layer] != 0) {
        indexer_.replay(index, rows, state);
    }
}

void SparseAttention::tap(int layer, Window& window) const {
    window.taps->rows("attn_k", layer, keys_.view());
    window.taps->rows("attn_v", layer, values_.view());
    if (config_->indexer_blocks[static_cast<std::size_t>(layer)] != 0) {
        indexer_.tap(layer, window);
    }
}

}  // namespace strata::qwen4exp
