#pragma once

#include <array>
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
/// Blocks are runs of `indexer_block` cells. A complete block has one pooled key: the mean of its tokens' raw keys,
/// normed, rotated to its first token's position. score_b = Σ_h max(0, q_h · key_b) / √size; the best `budget / block`
/// complete blocks are read, the lower block first among equals, and always the tokens of the unfinished block.
class BlockIndexer {
public:
    static Result<BlockIndexer> create(const Compute& compute, const ModelConfig& config, std::size_t most_rows);

    /// Turns to a layer. `index`: among the attention layers.
    Result<void> begin(std::size_t layer, std::size_t index, const Window& window);
    /// The products with the layer's input that `prepare` needs.
    std::array<Product, 2> products(const AttentionWeights& weights);
    /// Stores raw and pooled keys of the window's tokens and prepares the queries.
    Result<void> prepare(const AttentionWeights& weights, const Rotary& rotary, Window& window);
    /// Cells per block in the layer that was prepared.
    std::size_t block() const { return block_; }
    /// Cells that the query at `row` may see, its own included, and the blocks that they fill.
    std::size_t cells(std::size_t row) const { return first_position_ + row + 1; }
    std::size_t complete_blocks(std::size_t row) const { return cells(row) / block_; }
    /// True if the query at `row` sees every cell before it.
    bool is_dense(std::size_t row) const;

    /// Some rows of the window.
    struct Rows {
        std::size_t first, count;
    };
    /// Blocks [begin, end).
    struct Blocks {
        std::size_t begin, end;
    };
    /// scores[i · stride + b] = score of block b for row first + i, for those of the blocks that are complete for it.
    void score(Rows rows, Blocks blocks, const KvCache& kv, float* scores, std::size_t stride) const;
    /// The best blocks by the scores of all complete ones. blocks: ascending; the unfinished block is not among them.
    /// order: room to work in.
    void pick(std::size_t row, const float* scores, std::vector<std::uint64_t>& order,
              std::vector<std::int32_t>& blocks) const;

    void replay(std::size_t index, std::size_t rows, RunningState& state) const;
    void tap(int layer, Window& window) const;

private:
    BlockIndexer(const Compute& compute, const ModelConfig& config) : compute_(compute), config_(&config) {}

    Result<void> pool_keys(const AttentionWeights& weights, std::size_t index, Window& window);
    void move_tail(ConstMatrixView tail, std::size_t tail_rows, ConstMatrixView fresh, std::size_t rows,
                   MatrixView out) const;

    Compute compute_;
    const ModelConfig* config_;
    std::size_t block_ = 0;
    std::size_t index_ = 0;
    std::size_t first_position_ = 0;
    Matrix queries_;                    ///< [rows × heads·size]
    std::vector<Matrix> raw_keys_;      ///< per indexer layer [rows × size], kept for replay
    std::vector<Rotary> block_rotary_;  ///< one: positions of the blocks that the window completes
};

}  // namespace strata::qwen4exp
