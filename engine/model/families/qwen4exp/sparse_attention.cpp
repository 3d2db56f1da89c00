#include "model/families/qwen4exp/sparse_attention.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "model/tap_sink.h"

namespace strata::qwen4exp {
namespace {

/// Cells that are unpacked before a group of heads runs past them: 32 KiB with heads of 256 values.
constexpr std::size_t kTileCells = 32;
/// Rows that have their blocks scored together, so that pooled keys come from a near cache.
constexpr std::size_t kScoredRows = 8;

}  // namespace

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

Result<void> SparseAttention::run(const AttentionWeights& weights, std::size_t layer, std::size_t index,
                                  Window& window) {
    const std::size_t rows = window.rows();
    const std::size_t width = config_->head_count * config_->head_size;
    STRATA_CHECK(queries_.resize(rows, 2 * width));
    STRATA_CHECK(keys_.resize(rows, config_->kv_head_count * config_->head_size));
    STRATA_CHECK(values_.resize(rows, config_->kv_head_count * config_->head_size));
    STRATA_CHECK(attended_.resize(rows, width));
    input_.set(window.input.view());
    const Product q{&weights.q, queries_.view()}, k{&weights.k, keys_.view()}, v{&weights.v, values_.view()};
    const bool indexed = config_->indexer_blocks[layer] != 0;
    if (indexed) {
        STRATA_CHECK(indexer_.begin(layer, index, window));
        const auto [indexer_q, indexer_k] = indexer_.products(weights);
        multiply(compute_, {q, k, v, indexer_q, indexer_k}, input_);
    } else {
        multiply(compute_, {q, k, v}, input_);
    }
    prepare_heads(weights, index, window);
    if (indexed) {
        STRATA_CHECK(indexer_.prepare(weights, rotary_, window));
    }
    choose_cells(layer, window);

    // Heads that share a K/V head go together, unless there are too few rows to give every thread something. Which
    // heads go together, and which thread computes them, never changes a bit.
    const std::size_t groups = rows * config_->kv_head_count;
    const std::size_t heads = config_->head_count / config_->kv_head_count;
    const std::size_t parts = std::clamp<std::size_t>(2 * scratch_.size() / groups, 1, std::min<std::size_t>(heads, 4));
    deal(groups * parts, [&](std::size_t task, Scratch& scratch) {
        const std::size_t part = task % parts;
        const std::size_t group = task / parts;
        const HeadTask which{group / config_->kv_head_count, group % config_->kv_head_count, heads * part / parts,
                             heads * (part + 1) / parts};
        attend(index, which, window.state->kv, scratch);
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
    const float scale = 1.0F / std::sqrt(static_cast<float>(size));
    compute_.pool->run_ranges(window.rows(), 4, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            for (std::size_t head = 0; head < config_->head_count; ++head) {
                float* q = queries_.row(row) + head * 2 * size;
                kernels.rms_norm(q, weights.q_norm.data(), config_->norm_epsilon, size, q);
                rotary_.apply(first + row, q);
                std::transform(q, q + size, q, [&](float value) { return scale * value; });
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
    if (cells_.size() < rows) {
        cells_.resize(rows);
    }
    // Later rows see more blocks: those that must choose come last.
    std::size_t row = 0;
    for (; row < rows && (config_->indexer_blocks[layer] == 0 || indexer_.is_dense(row)); ++row) {
        cells_[row].assign({{0, window.first_position() + row + 1}});
    }
    if (row == rows) {
        return;
    }
    if (rows <= kMostPartialRows) {
        choose_for_few_rows(row, window);
    } else {
        choose_for_many_rows(row, window);
    }
}

/// Too few rows for all threads: they share the blocks instead.
void SparseAttention::choose_for_few_rows(std::size_t first, const Window& window) {
    constexpr std::size_t kLeastBlocks = 512;
    const std::size_t rows = window.rows() - first;
    const std::size_t blocks = indexer_.complete_blocks(window.rows() - 1);
    scores_.resize(rows * blocks);
    compute_.pool->run_ranges(blocks, kLeastBlocks, [&](std::size_t begin, std::size_t end) {
        indexer_.score({first, rows}, {begin, end}, window.state->kv, scores_.data(), blocks);
    });
    deal(rows,
         [&](std::size_t task, Scratch& scratch) { take_best(first + task, scores_.data() + task * blocks, scratch); });
}

void SparseAttention::choose_for_many_rows(std::size_t first, const Window& window) {
    const std::size_t rows = window.rows();
    deal((rows - first + kScoredRows - 1) / kScoredRows, [&](std::size_t task, Scratch& scratch) {
        const std::size_t begin = first + task * kScoredRows;
        const std::size_t count = std::min(kScoredRows, rows - begin);
        const std::size_t blocks = indexer_.complete_blocks(begin + count - 1);
        scratch.scores.resize(count * blocks);
        indexer_.score({begin, count}, {0, blocks}, window.state->kv, scratch.scores.data(), blocks);
        for (std::size_t i = 0; i < count; ++i) {
            take_best(begin + i, scratch.scores.data() + i * blocks, scratch);
        }
    });
}

void SparseAttention::take_best(std::size_t row, const float* scores, Scratch& scratch) {
    const std::size_t block = indexer_.block();
    std::vector<CellRange>& ranges = cells_[row];
    ranges.clear();
    indexer_.pick(row, scores, scratch.order, scratch.blocks);
    for (const std::int32_t picked : scratch.blocks) {
        const std::size_t begin = static_cast<std::size_t>(picked) * block;
        if (!ranges.empty() && ranges.back().end == begin) {
            ranges.back().end += block;
        } else {
            ranges.push_back({begin, begin + block});
        }
    }
    const std::size_t unfinished = indexer_.complete_blocks(row) * block;
    const std::size_t end = indexer_.cells(row);
    if (unfinished < end) {
        ranges.push_back({unfinished, end});
    }
}

void SparseAttention::attend(std::size_t index, const HeadTask& task, const KvCache& kv, Scratch& scratch) {
    const CpuKernels& kernels = *compute_.kernels;
    const KvKernels& stored = kv_kernels(kernels, kv.geometry().type);
    const std::size_t size = config_->head_size;
    const std::size_t heads = task.end - task.begin;
    const std::size_t first_head = task.kv_head * (config_->head_count / config_->kv_head_count) + task.begin;
    const std::vector<CellRange>& ranges = cells_[task.row];
    std::size_t count = 0;
    for (const CellRange& range : ranges) {
        count += range.end - range.begin;
    }
    scratch.probabilities.resize(heads * count);
    scratch.cells.resize(kTileCells * size);
    float* const p = scratch.probabilities.data();
    float* const tile = scratch.cells.data();

    ActivationRows queries;
    queries.values = queries_.row(task.row) + first_head * 2 * size;
    queries.stride = 2 * size;
    queries.columns = size;
    CellWalk keys(ranges);
    for (std::size_t at = 0; at < count;) {
        const auto run_of = [&](std::size_t begin, std::size_t end) {
            return kv.key_run(index, task.kv_head, begin, end);
        };
        const std::size_t cells = keys.next(kTileCells, size, stored, run_of, tile);
        kernels.matmul[static_cast<std::size_t>(QuantType::F32)](reinterpret_cast<const std::byte*>(tile),
                                                                 size * sizeof(float), cells, queries, nullptr, heads,
                                                                 p + at, count);
        at += cells;
    }
    for (std::size_t head = 0; head < heads; ++head) {
        kernels.softmax(p + head * count, count);
    }
    float* const out = attended_.row(task.row) + first_head * size;
    std::memset(out, 0, heads * size * sizeof(float));
    CellWalk values(ranges);
    for (std::size_t at = 0; at < count;) {
        const auto run_of = [&](std::size_t begin, std::size_t end) {
            return kv.value_run(index, task.kv_head, begin, end);
        };
        const std::size_t cells = values.next(kTileCells, size, stored, run_of, tile);
        kernels.add_weighted_rows(p + at, count, heads, tile, size, cells, out);
        at += cells;
    }
    for (std::size_t head = 0; head < heads; ++head) {
        const float* const gate = queries.values + head * queries.stride + size;
        kernels.sigmoid_mul(gate, out + head * size, size, out + head * size);
    }
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
