#pragma once

#include <vector>

#include "base/matrix.h"
#include "memory/expert_store.h"
#include "model/expert_runner.h"

namespace strata {

/// Routed experts on the CPU: gate and up for all uses, activation, down. Each phase is one parallel run over
/// (expert, rows) pieces; every output element is computed by one piece alone.
class CpuExpertRunner : public ExpertRunner {
public:
    struct Sizes {
        std::size_t most_rows = 0, per_token = 0, hidden_size = 0, ffn_size = 0, down_columns = 0;
    };
    static Result<CpuExpertRunner> create(const Compute& compute, ExpertStore& experts, const Sizes& sizes);

    Result<void> start(std::size_t layer, LinearInput& input, const ExpertBatch& batch,
                       ExpertOutputs& outputs) override;
    Result<void> finish() override { return {}; }
    void prepare(std::size_t layer, const ExpertBatch& batch) override { request_.begin(layer, batch.experts); }

private:
    struct Piece {
        std::size_t expert = 0;  ///< index in the batch
        std::size_t begin = 0, end = 0;
    };
    CpuExpertRunner(const Compute& compute, ExpertStore& experts, const Sizes& sizes)
        : compute_(compute), request_(experts), sizes_(sizes) {}

    ExpertWeights weights(std::size_t layer, const ExpertBatch& batch, std::size_t place) const {
        return request_.store().expert(layer, static_cast<std::size_t>(batch.experts[place]));
    }
    void compute(std::size_t layer, LinearInput& input, const ExpertBatch& batch, ExpertOutputs& outputs);
    void plan(const ExpertBatch& batch, std::size_t rows, std::size_t columns);
    void run_gate_and_up(std::size_t layer, LinearInput& input, const ExpertBatch& batch);
    void run_activation(std::size_t uses);
    void run_down(std::size_t layer, const ExpertBatch& batch, ExpertOutputs& outputs);

    Compute compute_;
    ExpertRequest request_;
    Sizes sizes_;
    ExpertBatch group_;  ///< of the batch, what is in memory together
    std::vector<Piece> pieces_;
    Matrix gate_, up_, hidden_, down_;  ///< [uses × …], rows in the batch's order
    LinearInput hidden_input_;
    std::vector<std::int32_t> use_index_;  ///< 0, 1, 2, …: the uses of an expert are neighbours
};

}  // namespace strata
