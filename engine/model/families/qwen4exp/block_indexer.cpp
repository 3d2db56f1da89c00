#include "model/families/qwen4exp/block_indexer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "base/error.h"
#include "model/tap_sink.h"

namespace strata::qwen4exp {

Result<BlockIndexer> BlockIndexer::create(const Compute& compute, const ModelConfig& config, std::size_t most_rows) {
    BlockIndexer indexer(compute, config);
    STRATA_CHECK(indexer.queries_.resize(most_rows, config.indexer_head_count * config.indexer_head_size));
    indexer.raw_keys_.resize(config.attention_layer_count());
    indexer.block_rotary_.emplace_back(config);
    return indexer;
}

Result<void> BlockIndexer::begin(std::size_t layer, std::size_t index, const Window& window) {
    const std::size_t rows = window.rows();
    const std::size_t size = config_->indexer_head_size;
    block_ = config_->indexer_blocks[layer];
    index_ = index;
    first_position_ = window.first_position();
    STRATA_CHECK(queries_.resize(rows, config_->indexer_head_count * size));
    STRATA_CHECK(raw_keys_[index].resize(rows, size));
    return {};
}

std::array<Product, 2> BlockIndexer::products(const AttentionWeights& weights) {
    return {Product{&weights.indexer_q, queries_.view()}, Product{&weights.indexer_k, raw_keys_[index_].view()}};
}

Result<void> BlockIndexer::prepare(const AttentionWeights& weights, const Rotary& rotary, Window& window) {
    const std::size_t rows = window.rows();
    const std::size_t size = config_->indexer_head_size;
    compute_.pool->run_ranges(rows, 8, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            for (std::size_t head = 0; head < config_->indexer_head_count; ++head) {
                float* q = queries_.row(row) + head * size;
                compute_.kernels->rms_norm(q, weights.indexer_q_norm.data(), config_->norm_epsilon, size, q);
                rotary.apply(first_position_ + row, q);
            }
        }
    });
    STRATA_CHECK(pool_keys(weights, index_, window));
    const std::size_t tail_rows = first_position_ % block_;
    move_tail(std::as_const(window.state->running).indexer_tail(index_), tail_rows, raw_keys_[index_].view(), rows,
              window.next->indexer_tail(index_));
    return {};
}

// Joined rows: the tail's, then the window's. A block that the window completes is `block_` neighbouring joined rows.
Result<void> BlockIndexer::pool_keys(const AttentionWeights& weights, std::size_t index, Window& window) {
    const std::size_t size = config_->indexer_head_size;
    const std::size_t tail_rows = first_position_ % block_;
    const std::size_t first_block = first_position_ / block_;
    const std::size_t complete = (tail_rows + window.rows()) / block_;
    const ConstMatrixView tail = std::as_const(window.state->running).indexer_tail(index);
    for (std::size_t b = 0; b < complete; ++b) {
        float* pooled = window.state->kv.pooled_key(index, first_block + b);
        std::fill_n(pooled, size, 0.0F);
        for (std::size_t j = 0; j < block_; ++j) {
            const std::size_t joined = b * block_ + j;
            const float* key = joined < tail_rows ? tail.row(joined).data() : raw_keys_[index].row(joined - tail_rows);
            compute_.kernels->add_scaled(pooled, key, 1.0F, size);
        }
        for (std::size_t c = 0; c < size; ++c) {
            pooled[c] /= static_cast<float>(block_);
        }
        compute_.kernels->rms_norm(pooled, weights.indexer_k_norm.data(), config_->norm_epsilon, size, pooled);
        const std::size_t position = (first_block + b) * block_;
        STRATA_CHECK(block_rotary_.front().prepare(position, 1));
        block_rotary_.front().apply(position, pooled);
    }
    return {};
}

// Raw keys of the block that is unfinished after `rows` of the fresh rows.
void BlockIndexer::move_tail(ConstMatrixView tail, std::size_t tail_rows, ConstMatrixView fresh, std::size_t rows,
                             MatrixView out) const {
    const std::size_t joined = tail_rows + rows;
    const std::size_t left = joined % block_;
    const std::size_t bytes = out.columns * sizeof(float);
    for (std::size_t i = 0; i < out.rows; ++i) {
        if (i >= left) {
            std::memset(out.row(i).data(), 0, bytes);
            continue;
        }
        const std::size_t source = joined - left + i;
        const float* from = source < tail_rows ? tail.row(source).data() : fresh.row(source - tail_rows).data();
        std::memmove(out.row(i).data(), from, bytes);
    }
}

bool BlockIndexer::is_dense(std::size_t row) const {
    return complete_blocks(row) <= config_->indexer_budget / block_;
}

void BlockIndexer::score(Rows rows, Blocks blocks, const KvCache& kv, float* scores, std::size_t stride) const {
    const std::size_t size = config_->indexer_head_size;
    const float scale = 1.0F / std::sqrt(static_cast<float>(size));
    // A page's pooled keys serve all rows before the next page is touched.
    for (std::size_t begin = blocks.begin; begin < blocks.end;) {
        const std::size_t page_end = (begin / kv.blocks_per_page() + 1) * kv.blocks_per_page();
        const std::size_t end = std::min(blocks.end, page_end);
        for (std::size_t i = 0; i < rows.count; ++i) {
            const std::size_t seen = std::min(end, complete_blocks(rows.first + i));
            if (begin < seen) {
                compute_.kernels->relu_dot_sum(queries_.row(rows.first + i), config_->indexer_head_count, size,
                                               kv.pooled_key(index_, begin), seen - begin, scale,
                                               scores + i * stride + begin);
            }
        }
        begin = end;
    }
}

void BlockIndexer::pick(std::size_t row, const float* scores, std::vector<std::uint64_t>& order,
                        std::vector<std::int32_t>& blocks) const {
    const std::size_t complete = complete_blocks(row);
    const std::size_t wanted = std::min(complete, config_->indexer_budget / block_);
    // Score and place in one number, larger for what comes first: scores are not negative, so their bits are in order.
    // A score that is not a number ranks last, and the lower block comes first among equals.
    order.resize(complete);
    for (std::size_t b = 0; b < complete; ++b) {
        const std::uint32_t bits = scores[b] >= 0.0F ? std::bit_cast<std::uint32_t>(scores[b] + 0.0F) + 1U : 0U;
        order[b] = std::uint64_t{bits} << 32 | (0xffffffffU - static_cast<std::uint32_t>(b));
    }
    if (wanted < complete) {
        std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(wanted), order.end(),
                         std::greater<>());
    }
    blocks.resize(wanted);
    for (std::size_t i = 0; i < wanted; ++i) {
        blocks[i] = static_cast<std::int32_t>(0xffffffffU - static_cast<std::uint32_t>(order[i]));
    }
    std::ranges::sort(blocks);
}

void BlockIndexer::replay(std::size_t index, std::size_t rows, RunningState& state) const {
    const MatrixView tail = state.indexer_tail(index);
    move_tail(tail, state.position % state.geometry().indexer_block, raw_keys_[index].view(), rows, tail);
}

void BlockIndexer::tap(int layer, Window& window) const {
    const std::size_t rows = window.rows();
    const std::size_t most_blocks = (first_position_ + rows) / block_;
    const std::size_t picked = config_->indexer_budget / block_;
    Matrix shown;
    if (!shown.resize(rows, std::max<std::size_t>(1, most_blocks))) {
        return;
    }
    std::vector<std::int32_t> all_blocks(rows * picked, -1);
    std::vector<std::uint64_t> order;
    std::vector<std::int32_t> blocks;
    for (std::size_t row = 0; row < rows; ++row) {
        std::fill_n(shown.row(row), shown.columns(), std::numeric_limits<float>::quiet_NaN());
        score({row, 1}, {0, complete_blocks(row)}, window.state->kv, shown.row(row), shown.columns());
        pick(row, shown.row(row), order, blocks);
        std::ranges::copy(blocks, all_blocks.begin() + static_cast<std::ptrdiff_t>(row * picked));
    }
    window.taps->rows("indexer_scores", layer, shown.view());
    window.taps->integer_rows("indexer_blocks", layer, all_blocks, picked);
}

}  // namespace strata::qwen4exp
