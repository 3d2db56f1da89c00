#include "model/families/qwen4exp/hyper_connection.h"

#include <algorithm>

#include "base/error.h"

namespace strata::qwen4exp {

Result<HyperConnection> HyperConnection::create(const Compute& compute, const ModelConfig& config,
                                                std::size_t most_rows) {
    const std::size_t rows = std::min(most_rows, kMostMixerRows);
    HyperConnection connection(compute, config);
    STRATA_CHECK(connection.normed_.resize(rows, config.stream_width()));
    STRATA_CHECK(connection.low_rank_.resize(rows, config.stream_rank));
    STRATA_CHECK(connection.gates_.resize(rows, config.stream_width()));
    STRATA_TRY(connection.normed_input_, LinearInput::create(rows, config.stream_width()));
    STRATA_TRY(connection.low_rank_input_, LinearInput::create(rows, config.stream_rank));
    return connection;
}

Result<void> HyperConnection::read(const MixerWeights& weights, ConstMatrixView residual, Matrix& input,
                                   Matrix* inject) {
    STRATA_CHECK(input.resize(residual.rows, config_->hidden_size));
    if (inject != nullptr) {
        STRATA_CHECK(inject->resize(residual.rows, config_->stream_count));
    }
    for (std::size_t begin = 0; begin < residual.rows; begin += kMostMixerRows) {
        const std::size_t count = std::min(kMostMixerRows, residual.rows - begin);
        STRATA_CHECK(read_some(weights, residual.slice(begin, count), input.view().slice(begin, count),
                               inject == nullptr ? MatrixView{} : inject->view().slice(begin, count)));
    }
    return {};
}

Result<void> HyperConnection::read_some(const MixerWeights& weights, ConstMatrixView residual, MatrixView input,
                                        MatrixView inject) {
    const CpuKernels& kernels = *compute_.kernels;
    const std::size_t rows = residual.rows;
    const std::size_t hidden = config_->hidden_size;
    const std::size_t streams = config_->stream_count;
    const float per_stream = 1.0F / static_cast<float>(streams);
    STRATA_CHECK(normed_.resize(rows, config_->stream_width()));
    STRATA_CHECK(low_rank_.resize(rows, config_->stream_rank));
    STRATA_CHECK(gates_.resize(rows, config_->stream_width()));

    const std::size_t least = std::max<std::size_t>(1, 16384 / config_->stream_width());
    compute_.pool->run_ranges(rows, least, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            for (std::size_t stream = 0; stream < streams; ++stream) {
                const std::size_t at = stream * hidden;
                kernels.rms_norm(residual.row(row).data() + at, weights.norm.data() + at, config_->norm_epsilon, hidden,
                                 normed_.row(row) + at);
            }
        }
    });
    normed_input_.set(normed_.view());
    if (inject.rows == 0) {
        multiply(compute_, weights.down, normed_input_, low_rank_.view());
    } else {
        multiply(compute_, {{&weights.down, low_rank_.view()}, {&weights.inject, inject}}, normed_input_);
    }
    compute_.pool->run_ranges(rows, 32, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            kernels.silu(low_rank_.row(row), per_stream, config_->stream_rank, low_rank_.row(row));
        }
    });
    low_rank_input_.set(low_rank_.view());
    multiply(compute_, weights.up, low_rank_input_, gates_.view());
    compute_.pool->run_ranges(rows, least, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            kernels.gated_stream_mean(gates_.row(row), normed_.row(row), streams, hidden, input.row(row).data());
        }
    });
    for (std::size_t row = 0; row < inject.rows; ++row) {
        float* shares = inject.row(row).data();
        kernels.sigmoid(shares, per_stream, streams, shares);
        for (std::size_t stream = 0; stream < streams; ++stream) {
            shares[stream] *= 2.0F;
        }
    }
    return {};
}

void HyperConnection::write(ConstMatrixView inject, ConstMatrixView output, MatrixView residual) const {
    const std::size_t hidden = config_->hidden_size;
    const std::size_t least = std::max<std::size_t>(1, 32768 / config_->stream_width());
    compute_.pool->run_ranges(residual.rows, least, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            for (std::size_t stream = 0; stream < config_->stream_count; ++stream) {
                compute_.kernels->add_scaled(residual.row(row).data() + stream * hidden, output.row(row).data(),
                                             inject.row(row)[stream], hidden);
            }
        }
    });
}

}  // namespace strata::qwen4exp
