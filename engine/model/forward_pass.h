#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "base/matrix.h"
#include "memory/expert_store.h"
#include "model/dense_runner.h"
#include "model/expert_runner.h"
#include "model/model.h"
#include "model/window.h"
#include "state/sequence_state.h"
#include "strata/result.h"

namespace strata {

/// Runs windows of tokens through a model. One thread at a time.
///
/// `run` computes every row as one-token steps would, bit for bit, and leaves the sequence's running state untouched;
/// `commit(a)` then moves it to exactly after row a. A window that is not committed never happened: what it wrote to
/// the K/V cache lies behind the position and is overwritten later.
class ForwardPass {
public:
    enum class Outcome { complete, cancelled };

    /// most_rows: the largest window. The model and the store of its experts must outlive the pass.
    static Result<std::unique_ptr<ForwardPass>> create(const Model& model, const Compute& compute, ExpertStore& experts,
                                                       std::size_t most_rows);

    std::size_t most_rows() const { return most_rows_; }

    /// tokens: 1 … most_rows ids inside the vocabulary, placed behind the sequence's position. `stop` is looked at
    /// before each layer. Errors: memory for the K/V cache, or of a runner; the sequence is then as before.
    Result<Outcome> run(std::span<const std::int32_t> tokens, SequenceState& sequence, LogitRows which,
                        const std::stop_token& stop, TapSink* taps = nullptr);

    /// Logits of the last window: one row per row that `which` asked for, [vocabulary] each.
    const Matrix& logits() const { return logits_; }
    Matrix& logits() { return logits_; }
    /// Residual streams of the last window before the final mixer: [rows × streams·hidden].
    const Matrix& residual() const { return window_.residual; }

    /// Bytes of weights that the last window read: each matrix once, experts as often as layers chose them.
    std::size_t weight_bytes() const { return weight_bytes_; }
    /// How long the last window's routed experts took.
    std::chrono::nanoseconds time_in_experts() const { return time_in_experts_; }

    /// Moves the sequence over the first `rows` rows of the last window: all of them, or fewer if the window had at
    /// most kMostPartialRows. 0 forgets the window.
    void commit(SequenceState& sequence, std::size_t rows);

private:
    ForwardPass(const Model& model, ExpertStore& store, std::size_t most_rows)
        : model_(&model), store_(&store), most_rows_(most_rows) {}

    Result<void> ask_early(std::size_t layer);
    Result<Outcome> run_layers(LogitRows which, const std::stop_token& stop);

    const Model* model_;
    ExpertStore* store_;
    std::size_t most_rows_;
    std::unique_ptr<DenseRunner> dense_;
    std::unique_ptr<ExpertRunner> experts_;
    RunningState next_;
    Window window_;
    std::vector<std::int32_t> tokens_;
    RoutedTokens routed_;
    ExpertBatch batch_;
    std::vector<std::int32_t> predicted_;
    ExpertOutputs outputs_;
    Matrix logits_;
    std::size_t weight_bytes_ = 0;
    std::chrono::nanoseconds time_in_experts_{0};
    bool pending_ = false;  ///< a window was run and is not committed yet
};

}  // namespace strata
