#include "model/cpu_expert_runner.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <span>

#include "base/error.h"

namespace strata {

Result<CpuExpertRunner> CpuExpertRunner::create(const Compute& compute, ExpertStore& experts, const Sizes& sizes) {
    CpuExpertRunner runner(compute, experts, sizes);
    const std::size_t uses = sizes.most_rows * sizes.per_token;
    STRATA_CHECK(runner.gate_.resize(uses, sizes.ffn_size));
    STRATA_CHECK(runner.up_.resize(uses, sizes.ffn_size));
    STRATA_CHECK(runner.hidden_.resize(uses, sizes.down_columns));
    STRATA_CHECK(runner.down_.resize(uses, sizes.hidden_size));
    STRATA_TRY(runner.hidden_input_, LinearInput::create(uses, sizes.down_columns));
    runner.use_index_.resize(uses);
    std::iota(runner.use_index_.begin(), runner.use_index_.end(), 0);
    return runner;
}

// Splits each expert's rows so that a piece is worth a thread's while. The split never changes a result.
void CpuExpertRunner::plan(const ExpertBatch& batch, std::size_t rows, std::size_t columns) {
    pieces_.clear();
    for (std::size_t expert = 0; expert < batch.experts.size(); ++expert) {
        const std::size_t uses = batch.first_use[expert + 1] - batch.first_use[expert];
        const std::size_t least = least_rows_per_thread(columns, uses);
        const std::size_t parts =
            std::clamp<std::size_t>(rows / least, 1, static_cast<std::size_t>(compute_.pool->threads()) * 2);
        for (std::size_t part = 0; part < parts; ++part) {
            const RowRange range = part_of_rows(rows, part, parts);
            if (range.begin < range.end) {
                pieces_.push_back({expert, range.begin, range.end});
            }
        }
    }
}

// What is in memory is computed while the rest is being read. How a batch falls into groups never changes a result.
Result<void> CpuExpertRunner::start(std::size_t layer, LinearInput& input, const ExpertBatch& batch,
                                    ExpertOutputs& outputs) {
    for (;;) {
        STRATA_TRY(const std::span<const std::size_t> ready, request_.next());
        if (ready.empty()) {
            return {};
        }
        if (ready.size() == batch.experts.size()) {
            compute(layer, input, batch, outputs);
        } else {
            pick_experts(batch, ready, group_);
            compute(layer, input, group_, outputs);
        }
    }
}

void CpuExpertRunner::compute(std::size_t layer, LinearInput& input, const ExpertBatch& batch, ExpertOutputs& outputs) {
    run_gate_and_up(layer, input, batch);
    run_activation(batch.use_token.size());
    run_down(layer, batch, outputs);
}

void CpuExpertRunner::run_gate_and_up(std::size_t layer, LinearInput& input, const ExpertBatch& batch) {
    const ExpertWeights sample = weights(layer, batch, 0);
    const ActivationRows gate_rows = input.as(activation_format(sample.gate.type), compute_);
    const ActivationRows up_rows = input.as(activation_format(sample.up.type), compute_);
    plan(batch, sample.gate.rows, sample.gate.columns * 2);
    compute_.pool->run(static_cast<int>(pieces_.size()), [&](int index) {
        const Piece& piece = pieces_[static_cast<std::size_t>(index)];
        const ExpertWeights expert = weights(layer, batch, piece.expert);
        const std::size_t first = batch.first_use[piece.expert];
        const std::size_t uses = batch.first_use[piece.expert + 1] - first;
        const auto run = [&](const WeightMatrix& w, const ActivationRows& rows, Matrix& out) {
            compute_.kernels->matmul[static_cast<std::size_t>(w.type)](
                w.row(piece.begin), w.row_bytes, piece.end - piece.begin, rows, batch.use_token.data() + first, uses,
                out.row(first) + piece.begin, out.stride());
        };
        run(expert.gate, gate_rows, gate_);
        run(expert.up, up_rows, up_);
    });
}

void CpuExpertRunner::run_activation(std::size_t uses) {
    const std::size_t width = sizes_.ffn_size;
    compute_.pool->run_ranges(uses, std::max<std::size_t>(1, 8192 / width), [&](std::size_t begin, std::size_t end) {
        for (std::size_t use = begin; use < end; ++use) {
            compute_.kernels->silu_mul(gate_.row(use), up_.row(use), width, hidden_.row(use));
            // Padded down matrices read further inputs, which are zeros.
            std::memset(hidden_.row(use) + width, 0, (sizes_.down_columns - width) * sizeof(float));
        }
    });
}

void CpuExpertRunner::run_down(std::size_t layer, const ExpertBatch& batch, ExpertOutputs& outputs) {
    const std::size_t uses = batch.use_token.size();
    const ExpertWeights sample = weights(layer, batch, 0);
    hidden_input_.set({hidden_.row(0), uses, sample.down.columns, hidden_.stride()});
    const ActivationRows rows = hidden_input_.as(activation_format(sample.down.type), compute_);
    plan(batch, sample.down.rows, sample.down.columns);
    compute_.pool->run(static_cast<int>(pieces_.size()), [&](int index) {
        const Piece& piece = pieces_[static_cast<std::size_t>(index)];
        const WeightMatrix w = weights(layer, batch, piece.expert).down;
        const std::size_t first = batch.first_use[piece.expert];
        compute_.kernels->matmul[static_cast<std::size_t>(w.type)](
            w.row(piece.begin), w.row_bytes, piece.end - piece.begin, rows, use_index_.data() + first,
            batch.first_use[piece.expert + 1] - first, down_.row(first) + piece.begin, down_.stride());
    });
    const std::size_t width = sizes_.hidden_size;
    compute_.pool->run_ranges(uses, std::max<std::size_t>(1, 65536 / width), [&](std::size_t begin, std::size_t end) {
        for (std::size_t use = begin; use < end; ++use) {
            std::memcpy(outputs.values.row(static_cast<std::size_t>(batch.use_slot[use])), down_.row(use),
                        width * sizeof(float));
        }
    });
}

}  // namespace strata
