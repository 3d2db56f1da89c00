#pragma once

#include <cstdint>
#include <vector>

#include "base/matrix.h"
#include "model/families/qwen4exp/block_indexer.h"
#include "model/families/qwen4exp/rotary.h"
#include "model/families/qwen4exp/weights.h"
#include "model/linear.h"
#include "model/model_config.h"
#include "model/window.h"

namespace strata::qwen4exp {

/// The attention mixer: grouped queries with norm and rotation, softmax over the cells that the indexer picks, output gate.
///
/// Keys and values of a row are stored before any row attends, so every row reads them as later windows will.
class SparseAttention {
public:
    static Result<SparseAttention> create(const Compute& compute, const ModelConfig& config, std::size_t most_rows);

    /// Called once per window before any layer.
    Result<void> begin(const Window& window);
    /// window.input → window.output. `index`: position among the attention layers.
    Result<void> run(const AttentionWeights& weights, std::size_t layer, std::size_t index, Window& window);
    void replay(std::size_t layer, std::size_t index, std::size_t rows, RunningState& state) const;

private:
    /// Neighbouring cells [begin, end) that a query reads.
    struct CellRange {
        std::size_t begin = 0, end = 0;
    };
    struct Scratch {
        std::vector<float> scores, probabilities;
        std::vector<std::int32_t> blocks;
    };
    SparseAttention(const Compute& compute, const ModelConfig& config, BlockIndexer indexer)
        : compute_(compute), config_(&config), rotary_(config), indexer_(std::move(indexer)) {}

    void prepare_heads(const AttentionWeights& weights, std::size_t index, Window& window);
    void choose_cells(std::size_t layer, const Window& window);
    void attend(std::size_t index, std::size_t row, std::size_t head, const KvCache& kv, Scratch& scratch);
    void tap(int layer, Window& window) const;

    Compute compute_;
    const ModelConfig* config_;
    Rotary rotary_;
    BlockIndexer indexer_;
    LinearInput input_, attended_input_;
    Matrix queries_;   ///< [rows × heads·(query | gate)]
    Matrix keys_, values_;  ///< [rows × K/V heads·size]
    Matrix attended_;  ///< [rows × heads·size]
    std::vector<std::vector<CellRange>> cells_;  ///< [rows], ascending
    std::vector<Scratch> scratch_;               ///< one per thread's share of the work
};

}  // namespace strata::qwen4exp
