#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "base/matrix.h"
#include "model/families/qwen4exp/block_indexer.h"
#include "model/families/qwen4exp/cell_walk.h"
#include "model/families/qwen4exp/rotary.h"
#include "model/families/qwen4exp/weights.h"
#include "model/linear.h"
#include "model/model_config.h"
#include "model/window.h"

namespace strata::qwen4exp {

/// The attention mixer: grouped queries with norm and rotation, softmax over the cells that the indexer picks, output
/// gate.
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
    struct Scratch {
        std::vector<float> scores;         ///< of some rows' blocks
        std::vector<std::uint64_t> order;  ///< of a row's blocks
        std::vector<std::int32_t> blocks;
        std::vector<float> probabilities;  ///< [heads × cells]
        std::vector<float> cells;          ///< a tile of keys or values
    };
    /// Query heads [begin, end) that share a K/V head, for one row.
    struct HeadTask {
        std::size_t row, kv_head, begin, end;
    };
    SparseAttention(const Compute& compute, const ModelConfig& config, BlockIndexer indexer)
        : compute_(compute), config_(&config), rotary_(config), indexer_(std::move(indexer)) {}

    /// Calls fn(task, scratch) for tasks 0 … count − 1; whoever is free takes the next one.
    template <class Fn>
    void deal(std::size_t count, Fn&& fn) {
        std::atomic<std::size_t> next{0};
        const std::size_t shares = std::min(count, scratch_.size());
        compute_.pool->run(static_cast<int>(shares), [&](int share) {
            for (std::size_t task = next.fetch_add(1, std::memory_order_relaxed); task < count;
                 task = next.fetch_add(1, std::memory_order_relaxed)) {
                fn(task, scratch_[static_cast<std::size_t>(share)]);
            }
        });
    }

    void prepare_heads(const AttentionWeights& weights, std::size_t index, Window& window);
    void choose_cells(std::size_t layer, const Window& window);
    void choose_for_few_rows(std::size_t first, const Window& window);
    void choose_for_many_rows(std::size_t first, const Window& window);
    void take_best(std::size_t row, const float* scores, Scratch& scratch);
    void attend(std::size_t index, const HeadTask& task, const KvCache& kv, Scratch& scratch);
    void tap(int layer, Window& window) const;

    Compute compute_;
    const ModelConfig* config_;
    Rotary rotary_;
    BlockIndexer indexer_;
    LinearInput input_, attended_input_;
    Matrix queries_;                             ///< [rows × heads·(query | gate)]
    Matrix keys_, values_;                       ///< [rows × K/V heads·size]
    Matrix attended_;                            ///< [rows × heads·size]
    std::vector<std::vector<CellRange>> cells_;  ///< [rows], ascending
    std::vector<float> scores_;                  ///< [rows × blocks] of a small window
    std::vector<Scratch> scratch_;               ///< one per thread's share of the work
};

}  // namespace strata::qwen4exp
