#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "model/families/qwen4exp/rotary.h"
#include "model/families/qwen4exp/weights.h"
#include "model/linear.h"
#include "model/model_config.h"
#include "model/window.h"

namespace strata::qwen4exp {

/// Picks, for each query, the blocks of past tokens that attention reads.
///
/// Blocks are runs of `indexer_block` cells. A complete block has one pooled key: the mean of its tokens' raw keys, normed,
/// rotated to its first token's position. score_b = Σ_h max(0, q_h · key_b) / √size; the best `budget / block` complete
/// blocks are read, the lower block first among equals, and always the tokens of the unfinished block.
class BlockIndexer {
public:
    static Result<BlockIndexer> create(const Compute& compute, const ModelConfig& config, std::size_t most_rows);

    /// Stores raw and pooled keys of the window's tokens and prepares the queries. `index`: among the attention layers.
    Result<void> prepare(const AttentionWeights& weights, std::size_t layer, std::size_t index, LinearInput& input,
                         const Rotary& rotary, Window& window);
    /// True if the query at `row` sees every cell before it.
    bool is_dense(std::size_t row) const;
    /// Scores and picks for one row. blocks: ascending; the unfinished block is not among them.
    void select(std::size_t row, const KvCache& kv, std::vector<float>& scores, std::vector<std::int32_t>& blocks) const;

    void replay(std::size_t index, std::size_t rows, RunningState& state) const;
    void tap(int layer, Window& window) const;

private:
    BlockIndexer(const Compute& compute, const ModelConfig& config) : compute_(compute), config_(&config) {}

    std::size_t complete_blocks(std::size_t row) const { return (first_position_ + row + 1) / block_; }
    void score(std::size_t row, const KvCache& kv, std::vector<float>& scores) const;
    Result<void> pool_keys(const AttentionWeights& weights, std::size_t index, Window& window);
    void move_tail(ConstMatrixView tail, std::size_t tail_rows, ConstMatrixView fresh, std::size_t rows,
                   MatrixView out) const;

    Compute compute_;
    const ModelConfig* config_;
    std::size_t block_ = 0;
    std::size_t index_ = 0;
    std::size_t first_position_ = 0;
    Matrix queries_;             ///< [rows × heads·size]
    std::vector<Matrix> raw_keys_;  ///< per indexer layer [rows × size], kept for replay
    std::vector<Rotary> block_rotary_;  ///< one: positions of the blocks that the window completes
};

}  // namespace strata::qwen4exp
