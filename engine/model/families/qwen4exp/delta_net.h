#pragma once

#include <vector>

#include "base/matrix.h"
#include "model/families/qwen4exp/weights.h"
#include "model/linear.h"
#include "model/model_config.h"
#include "model/window.h"

namespace strata::qwen4exp {

/// The recurrent mixer: short convolution, gated delta rule per value head, gated norm, output projection.
///
/// Value heads are in the file's order: value head j belongs to key head j mod (key heads).
/// Source: Yang et al., "Gated Delta Networks" (2024), eq. 10.
class DeltaNet {
public:
    static Result<DeltaNet> create(const Compute& compute, const ModelConfig& config, std::size_t most_rows);

    /// window.input → window.output. `index`: position among the recurrent layers.
    Result<void> run(const DeltaNetWeights& weights, std::size_t index, Window& window);

    /// Moves layer `index` of the running state over the first `rows` rows of the window that was run last.
    void replay(std::size_t index, std::size_t rows, RunningState& state) const;

private:
    /// What a small window leaves behind for `replay`, per recurrent layer: [rows × …].
    struct Record {
        Matrix conv_input, keys, values, decay, beta;
    };
    /// Some rows of a window, and the running state before and after them, which may be the same object.
    struct Part {
        ConstMatrixView input;
        MatrixView output;
        const RunningState* state;
        RunningState* next;
    };
    DeltaNet(const Compute& compute, const ModelConfig& config) : compute_(compute), config_(&config) {}

    Result<void> run_part(const DeltaNetWeights& weights, std::size_t index, const Part& part, bool keeps_rows);
    void run_conv(const DeltaNetWeights& weights, std::size_t index, const Part& part);
    void run_gates(const DeltaNetWeights& weights, std::size_t rows);
    void normalize_heads(std::size_t rows);
    void run_rule(std::size_t index, const Part& part);
    void run_output_gate(const DeltaNetWeights& weights, std::size_t rows);
    Result<void> keep_rows(std::size_t index, std::size_t rows);

    Compute compute_;
    const ModelConfig* config_;
    LinearInput input_, rule_input_;
    Matrix projected_;     ///< [rows × conv channels] before the convolution
    Matrix mixed_;         ///< [rows × conv channels] after it: q | k | v
    Matrix gate_;          ///< [rows × value heads·size]
    Matrix beta_, decay_;  ///< [rows × value heads]
    Matrix rule_out_;      ///< [rows × value heads·size]
    std::vector<Record> records_;
};

}  // namespace strata::qwen4exp
