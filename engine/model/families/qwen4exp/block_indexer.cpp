#include "model/families/qwen4exp/block_indexer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
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

Result<void> BlockIndexer::prepare(const AttentionWeights& weights, std::size_t layer, std::size_t index,
                                   LinearInput& input, const Rotary& rotary, Window& window) {
    const std::size_t rows = window.rows();
    const std::size_t size = config_->indexer_head_size;
    block_ = config_->indexer_blocks[layer];
    index_ = index;
    first_position_ = window.first_position();
    STRATA_CHECK(queries_.resize(rows, config_->indexer_head_count * size));
    STRATA_CHECK(raw_keys_[index].resize(rows, size));
    multiply(compute_, weights.indexer_q, input, queries_.view());
    multiply(compute_, weights.indexer_k, input, raw_keys_[index].view());
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t head = 0; head < config_->indexer_head_count; ++head) {
            float* q = queries_.row(row) + head * size;
            compute_.kernels->rms_norm(q, weights.indexer_q_norm.data(), config_->norm_epsilon, size, q);
            rotary.apply(first_position_ + row, q);
        }
    }
    STRATA_CHECK(pool_keys(weights, index, window));
    const std::size_t tail_rows = first_position_ % block_;
    move_tail(std::as_const(window.state->running).indexer_tail(index), tail_rows, raw_keys_[index].view(), rows,
              window.next->indexer_tail(index));
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

bool BlockIndexer::is_dense(std::size_t row) const { return complete_blocks(row) <= config_->indexer_budget / block_; }

void BlockIndexer::score(std::size_t row, const KvCache& kv, std::vector<float>& scores) const {
    const std::size_t size = config_->indexer_head_size;
    const float scale = 1.0F / std::sqrt(static_cast<float>(size));
    const std::size_t blocks = complete_blocks(row);
    scores.resize(blocks);
    for (std::size_t begin = 0; begin < blocks; begin += kv.blocks_per_page()) {
        const std::size_t count = std::min(blocks - begin, kv.blocks_per_page());
        compute_.kernels->relu_dot_sum(queries_.row(row), config_->indexer_head_count, size, kv.pooled_key(index_, begin),
                                       count, scale, scores.data() + begin);
    }
}

void BlockIndexer::select(std::size_t row, const KvCache& kv, std::vector<float>& scores,
                          std::vector<std::int32_t>& blocks) const {
    const std::size_t complete = complete_blocks(row);
    const std::size_t wanted = std::min(complete, config_->indexer_budget / block_);
    blocks.resize(complete);
    for (std::size_t b = 0; b < complete; ++b) {
        blocks[b] = static_cast<std::int32_t>(b);
    }
    if (wanted == complete) {
        return;
    }
    score(row, kv, scores);
    // A score that is not a number ranks last, so that the order stays a total one.
    const auto rank = [&](std::int32_t block) {
        const float value = scores[static_cast<std::size_t>(block)];
        return std::isnan(value) ? -std::numeric_limits<float>::infinity() : value;
    };
    std::nth_element(blocks.begin(), blocks.begin() + static_cast<std::ptrdiff_t>(wanted), blocks.end(),
                     [&](std::int32_t a, std::int32_t b) {
                         const float score_a = rank(a), score_b = rank(b);
                         return score_a != score_b ? score_a > score_b : a < b;
                     });
    blocks.resize(wanted);
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
    std::vector<float> scores;
    std::vector<std::int32_t> blocks;
    for (std::size_t row = 0; row < rows; ++row) {
        std::fill_n(shown.row(row), shown.columns(), std::numeric_limits<float>::quiet_NaN());
        score(row, window.state->kv, scores);
        std::ranges::copy(scores, shown.row(row));
        select(row, window.state->kv, scores, blocks);
        std::ranges::copy(blocks, all_blocks.begin() + static_cast<std::ptrdiff_t>(row * picked));
    }
    window.taps->rows("indexer_scores", layer, shown.view());
    window.taps->integer_rows("indexer_blocks", layer, all_blocks, picked);
}

}  // namespace strata::qwen4exp
