#pragma once

#include "base/matrix.h"
#include "model/families/qwen4exp/weights.h"
#include "model/linear.h"
#include "model/model_config.h"
#include "model/window.h"

namespace strata::qwen4exp {

/// Reads a block's input from the residual streams and writes its output back to them.
///
///   Rn_i = RMS(R_i) ⊙ norm_i;   t = silu(W_down Rn / S);   G = σ(W_up t);   x = 1/S Σ_i G_i ⊙ Rn_i
///   s_i = 2σ((W_inject Rn)_i / S);   R_i ← R_i + s_i · y   with R as it was before the norm
class HyperConnection {
public:
    static Result<HyperConnection> create(const Compute& compute, const ModelConfig& config, std::size_t most_rows);

    /// Rows of `residual` → rows of `input` [rows × hidden], and of `inject` [rows × streams] unless that is null.
    Result<void> read(const MixerWeights& weights, ConstMatrixView residual, Matrix& input, Matrix* inject);
    /// residual ← residual + inject ⊗ output.
    void write(ConstMatrixView inject, ConstMatrixView output, MatrixView residual) const;

private:
    HyperConnection(const Compute& compute, const ModelConfig& config) : compute_(compute), config_(&config) {}

    /// `inject` may have no rows.
    Result<void> read_some(const MixerWeights& weights, ConstMatrixView residual, MatrixView input, MatrixView inject);

    Compute compute_;
    const ModelConfig* config_;
    Matrix normed_;    ///< [rows × streams·hidden]
    Matrix low_rank_;  ///< [rows × rank]
    Matrix gates_;     ///< [rows × streams·hidden]
    LinearInput normed_input_, low_rank_input_;
};

}  // namespace strata::qwen4exp
