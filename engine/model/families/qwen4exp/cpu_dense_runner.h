#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/matrix.h"
#include "model/dense_runner.h"
#include "model/families/qwen4exp/delta_net.h"
#include "model/families/qwen4exp/hyper_connection.h"
#include "model/families/qwen4exp/ngram_embedding.h"
#include "model/families/qwen4exp/sparse_attention.h"
#include "model/families/qwen4exp/weights.h"
#include "model/model_config.h"

namespace strata::qwen4exp {

/// The dense part of a `qwen4exp` model on the CPU.
class CpuDenseRunner : public DenseRunner {
public:
    /// config and weights must outlive the runner.
    static Result<std::unique_ptr<CpuDenseRunner>> create(const Compute& compute, const ModelConfig& config,
                                                          const Weights& weights, std::size_t most_rows);

    Result<void> begin(Window& window) override;
    Result<void> run_mixer(std::size_t layer, Window& window) override;
    Result<void> run_router(std::size_t layer, Window& window, RoutedTokens& routed) override;
    Result<void> predict_experts(std::size_t layer, std::vector<std::int32_t>& experts) override;
    LinearInput& expert_input() override { return ffn_input_; }
    Result<void> combine(std::size_t layer, const RoutedTokens& routed, const ExpertOutputs& outputs,
                         Window& window) override;
    Result<void> run_head(Window& window, LogitRows which, Matrix& logits) override;
    void replay(std::size_t rows, Window& window) override;

private:
    CpuDenseRunner(const Compute& compute, const ModelConfig& config, const Weights& weights,
                   HyperConnection connection, DeltaNet delta_net, SparseAttention attention)
        : compute_(compute),
          config_(&config),
          weights_(&weights),
          connection_(std::move(connection)),
          delta_net_(std::move(delta_net)),
          attention_(std::move(attention)) {}

    Result<void> choose_experts(const Matrix& logits, RoutedTokens& routed);
    void choose_for_row(std::size_t row, const float* logits, RoutedTokens& routed);
    Result<void> run_shared_expert(const FeedForwardWeights& weights, Window& window);
    void tap_router(std::size_t layer, const RoutedTokens& routed, Window& window) const;

    Compute compute_;
    const ModelConfig* config_;
    const Weights* weights_;
    HyperConnection connection_;
    DeltaNet delta_net_;
    SparseAttention attention_;
    std::optional<NgramEmbedding> ngram_;
    LinearInput ffn_input_, shared_input_, head_input_;
    Matrix router_logits_;     ///< [rows × experts]
    Matrix router_shares_;     ///< [rows × experts]: softmax of the logits
    Matrix predicted_logits_;  ///< [rows × experts] of the layer after
    RoutedTokens predicted_;
    Matrix shared_gate_, shared_up_;  ///< [rows × shared width]
    Matrix head_in_;                  ///< [rows × hidden]
};

}  // namespace strata::qwen4exp
