#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "model/families/qwen4exp/weights.h"
#include "model/linear.h"
#include "model/model_config.h"
#include "model/window.h"

namespace strata::qwen4exp {

/// Table rows of each token: hashes of the last n-grams that end in it.
///
/// history: the ids before tokens[0], oldest first, −1 where there is none. rows: [tokens × head_count()].
/// A missing id and everything before an end-of-text id count as end of text. Integer arithmetic modulo 2^64.
void ngram_rows(const NgramConfig& config, std::span<const std::int32_t> history, std::span<const std::int32_t> tokens,
                std::span<std::uint32_t> rows);

/// The hashed n-gram module: adds table rows, gated per stream by what the stream holds, and a dilated convolution of them
/// to the residual streams before one layer.
class NgramEmbedding {
public:
    static Result<NgramEmbedding> create(const Compute& compute, const ModelConfig& config, std::size_t most_rows);

    /// Looks up the rows of the window's tokens; done early, so that reading the file overlaps the first layer.
    Result<void> prefetch(const NgramTable& table, const Window& window);
    /// residual += module(residual, tokens).
    Result<void> run(const NgramWeights& weights, const NgramTable& table, Window& window);
    /// Moves history and ids of the running state over the first `rows` rows of the window that was run last.
    void replay(std::size_t rows, std::span<const std::int32_t> tokens, RunningState& state) const;

private:
    NgramEmbedding(const Compute& compute, const ModelConfig& config) : compute_(compute), config_(&config) {}

    void read_rows(const NgramTable& table, std::size_t rows);
    void gate_row(const NgramWeights& weights, const float* residual, std::size_t row);
    void add_row(const NgramWeights& weights, ConstMatrixView history, std::size_t row, float* residual, float* added);

    Compute compute_;
    const ModelConfig* config_;
    std::vector<std::uint32_t> rows_;  ///< [tokens × heads]
    bool reads_disk_ = false;          ///< not all of them were in memory when they were asked for
    Matrix embedding_;                 ///< [tokens × width]
    Matrix key_;                       ///< [tokens × streams·hidden]; then the gated value of each stream
    Matrix value_;                     ///< [tokens × hidden]
    Matrix query_;                     ///< [tokens × streams·hidden]
    Matrix normed_;                    ///< [tokens × streams·hidden]: inputs of the convolution
    Matrix added_;                     ///< [tokens × streams·hidden]
    LinearInput input_;
};

}  // namespace strata::qwen4exp
