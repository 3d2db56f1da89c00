#include "model/families/qwen4exp/cpu_dense_runner.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "model/tap_sink.h"

namespace strata::qwen4exp {
namespace {

// Below this the sum of the chosen experts' probabilities is not divided by (half precision's smallest normal number).
constexpr float kLeastWeightSum = 6.103515625e-5F;

void tap(Window& window, const char* name, int layer, ConstMatrixView values) {
    if (window.taps != nullptr) {
        window.taps->rows(name, layer, values);
    }
}

}  // namespace

Result<std::unique_ptr<CpuDenseRunner>> CpuDenseRunner::create(const Compute& compute, const ModelConfig& config,
                                                               const Weights& weights, std::size_t most_rows) {
    STRATA_TRY(HyperConnection connection, HyperConnection::create(compute, config, most_rows));
    STRATA_TRY(DeltaNet delta_net, DeltaNet::create(compute, config, most_rows));
    STRATA_TRY(SparseAttention attention, SparseAttention::create(compute, config, most_rows));
    std::unique_ptr<CpuDenseRunner> runner(new CpuDenseRunner(compute, config, weights, std::move(connection),
                                                              std::move(delta_net), std::move(attention)));
    if (config.ngram) {
        STRATA_TRY(runner->ngram_, NgramEmbedding::create(compute, config, most_rows));
    }
    STRATA_TRY(runner->ffn_input_, LinearInput::create(most_rows, config.hidden_size));
    STRATA_TRY(runner->shared_input_, LinearInput::create(most_rows, config.shared_ffn_size));
    STRATA_TRY(runner->head_input_, LinearInput::create(most_rows, config.hidden_size));
    return runner;
}

Result<void> CpuDenseRunner::begin(Window& window) {
    const std::size_t hidden = config_->hidden_size;
    STRATA_CHECK(window.residual.resize(window.rows(), config_->stream_width()));
    Matrix embedding;
    if (window.taps != nullptr) {
        STRATA_CHECK(embedding.resize(window.rows(), hidden));
    }
    const WeightMatrix& table = weights_->token_embedding;
    for (std::size_t row = 0; row < window.rows(); ++row) {
        float* streams = window.residual.row(row);
        dequantize_row(table.type, {table.row(static_cast<std::size_t>(window.tokens[row])), table.row_bytes},
                       {streams, hidden});
        for (std::size_t stream = 1; stream < config_->stream_count; ++stream) {
            std::memcpy(streams + stream * hidden, streams, hidden * sizeof(float));
        }
        if (window.taps != nullptr) {
            std::memcpy(embedding.row(row), streams, hidden * sizeof(float));
        }
    }
    tap(window, "embedding", -1, embedding.view());
    STRATA_CHECK(attention_.begin(window));
    if (ngram_) {
        STRATA_CHECK(ngram_->prefetch(weights_->ngram_table, window));
    }
    return {};
}

Result<void> CpuDenseRunner::run_mixer(std::size_t layer, Window& window) {
    const LayerWeights& weights = weights_->layers[layer];
    if (ngram_ && config_->ngram->layer == layer) {
        STRATA_CHECK(ngram_->run(*weights_->ngram, weights_->ngram_table, window));
    }
    STRATA_CHECK(connection_.read(weights.mixer_in, window.residual.view(), window.input, &window.inject));
    const std::size_t index = config_->index_in_kind(layer);
    if (weights.delta_net) {
        STRATA_CHECK(delta_net_.run(*weights.delta_net, index, window));
    } else {
        STRATA_CHECK(attention_.run(*weights.attention, layer, index, window));
    }
    tap(window, "attn_out", static_cast<int>(layer), window.output.view());
    connection_.write(window.inject.view(), window.output.view(), window.residual.view());
    return {};
}

// p = softmax(l) over all experts; the best `experts_per_token`, the lower index first among equals; weights sum to
// one.
void CpuDenseRunner::choose_for_row(std::size_t row, const float* logits, RoutedTokens& routed) {
    const std::size_t experts = config_->expert_count;
    const std::size_t chosen = config_->experts_per_token;
    float* p = router_shares_.row(row);
    float most = -std::numeric_limits<float>::infinity();
    for (std::size_t e = 0; e < experts; ++e) {
        most = std::max(most, logits[e]);
    }
    float sum = 0.0F;
    for (std::size_t e = 0; e < experts; ++e) {
        p[e] = std::exp(logits[e] - most);
        sum += p[e];
    }
    std::int32_t* best = routed.experts.data() + row * chosen;
    float* weights = routed.weights.data() + row * chosen;
    std::size_t count = 0;
    for (std::size_t e = 0; e < experts; ++e) {
        const float share = p[e] / sum;
        p[e] = std::isnan(share) ? 0.0F : share;  // damaged weights must not choose an expert twice or none
        if (count == chosen && !(p[e] > p[static_cast<std::size_t>(best[count - 1])])) {
            continue;
        }
        std::size_t place = count < chosen ? count++ : count - 1;
        for (; place > 0 && p[e] > p[static_cast<std::size_t>(best[place - 1])]; --place) {
            best[place] = best[place - 1];
        }
        best[place] = static_cast<std::int32_t>(e);
    }
    float total = 0.0F;
    for (std::size_t rank = 0; rank < chosen; ++rank) {
        total += p[static_cast<std::size_t>(best[rank])];
    }
    total = std::max(total, kLeastWeightSum);
    for (std::size_t rank = 0; rank < chosen; ++rank) {
        weights[rank] = p[static_cast<std::size_t>(best[rank])] / total * config_->expert_weights_scale;
    }
}

Result<void> CpuDenseRunner::choose_experts(const Matrix& logits, RoutedTokens& routed) {
    const std::size_t rows = logits.rows();
    STRATA_CHECK(router_shares_.resize(rows, config_->expert_count));
    routed.per_token = config_->experts_per_token;
    routed.experts.resize(rows * routed.per_token);
    routed.weights.resize(rows * routed.per_token);
    compute_.pool->run_ranges(rows, 16, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            choose_for_row(row, logits.row(row), routed);
        }
    });
    return {};
}

Result<void> CpuDenseRunner::run_router(std::size_t layer, Window& window, RoutedTokens& routed) {
    const LayerWeights& weights = weights_->layers[layer];
    const std::size_t rows = window.rows();
    STRATA_CHECK(connection_.read(weights.ffn_in, window.residual.view(), window.input, &window.inject));
    STRATA_CHECK(router_logits_.resize(rows, config_->expert_count));
    ffn_input_.set(window.input.view());
    // The shared expert's first step has the same input as the router: the threads meet once for both.
    STRATA_CHECK(shared_gate_.resize(rows, config_->shared_ffn_size));
    STRATA_CHECK(shared_up_.resize(rows, config_->shared_ffn_size));
    multiply(compute_,
             {{&weights.feed_forward.shared_gate, shared_gate_.view()},
              {&weights.feed_forward.shared_up, shared_up_.view()},
              {&weights.feed_forward.router, router_logits_.view()}},
             ffn_input_);
    STRATA_CHECK(choose_experts(router_logits_, routed));
    if (window.taps != nullptr) {
        tap_router(layer, routed, window);
    }
    return run_shared_expert(weights.feed_forward, window);
}

// So many tokens choose most of a layer's experts; guessing which would take longer than it saves.
Result<void> CpuDenseRunner::predict_experts(std::size_t layer, std::vector<std::int32_t>& experts) {
    constexpr std::size_t kMostRows = 64;
    experts.clear();
    if (ffn_input_.rows() > kMostRows) {
        experts.resize(config_->expert_count);
        std::iota(experts.begin(), experts.end(), 0);
        return {};
    }
    STRATA_CHECK(predicted_logits_.resize(ffn_input_.rows(), config_->expert_count));
    multiply(compute_, weights_->layers[layer].feed_forward.router, ffn_input_, predicted_logits_.view());
    STRATA_CHECK(choose_experts(predicted_logits_, predicted_));
    for (std::size_t rank = 0; rank < predicted_.per_token; ++rank) {
        for (std::size_t slot = rank; slot < predicted_.experts.size(); slot += predicted_.per_token) {
            if (std::ranges::find(experts, predicted_.experts[slot]) == experts.end()) {
                experts.push_back(predicted_.experts[slot]);
            }
        }
    }
    return {};
}

// output = σ(w_s · x) · W_down(silu(W_gate x) ⊙ W_up x); W_gate x and W_up x are there already.
Result<void> CpuDenseRunner::run_shared_expert(const FeedForwardWeights& weights, Window& window) {
    const CpuKernels& kernels = *compute_.kernels;
    const std::size_t rows = window.rows();
    const std::size_t width = config_->shared_ffn_size;
    STRATA_CHECK(window.output.resize(rows, config_->hidden_size));
    compute_.pool->run_ranges(rows, 16, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            kernels.silu_mul(shared_gate_.row(row), shared_up_.row(row), width, shared_gate_.row(row));
        }
    });
    shared_input_.set(shared_gate_.view());
    multiply(compute_, weights.shared_down, shared_input_, window.output.view());
    compute_.pool->run_ranges(rows, 16, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            const float logit = kernels.dot(weights.shared_router.data(), window.input.row(row), config_->hidden_size);
            const float gate = 1.0F / (1.0F + std::exp(-logit));
            for (std::size_t c = 0; c < config_->hidden_size; ++c) {
                window.output.row(row)[c] *= gate;
            }
        }
    });
    return {};
}

// y = Σ w_e y_e in order of rank, then the shared expert: one order, whoever computed which expert.
Result<void> CpuDenseRunner::combine(std::size_t layer, const RoutedTokens& routed, const ExpertOutputs& outputs,
                                     Window& window) {
    const std::size_t hidden = config_->hidden_size;
    compute_.pool->run_ranges(
        window.rows(), std::max<std::size_t>(1, 4096 / hidden), [&](std::size_t begin, std::size_t end) {
            for (std::size_t row = begin; row < end; ++row) {
                float* sum = window.input.row(row);  // the block's input is no longer needed
                std::memset(sum, 0, hidden * sizeof(float));
                for (std::size_t rank = 0; rank < routed.per_token; ++rank) {
                    const std::size_t slot = row * routed.per_token + rank;
                    compute_.kernels->add_scaled(sum, outputs.values.row(slot), routed.weights[slot], hidden);
                }
                compute_.kernels->add_scaled(window.output.row(row), sum, 1.0F, hidden);
            }
        });
    tap(window, "ffn_out", static_cast<int>(layer), window.output.view());
    connection_.write(window.inject.view(), window.output.view(), window.residual.view());
    tap(window, "residual", static_cast<int>(layer), window.residual.view());
    return {};
}

Result<void> CpuDenseRunner::run_head(Window& window, LogitRows which, Matrix& logits) {
    const std::size_t rows = which == LogitRows::all ? window.rows() : (which == LogitRows::last ? 1 : 0);
    if (rows == 0) {
        return logits.resize(0, config_->vocab_size);
    }
    const std::size_t first = window.rows() - rows;
    const MatrixView residual = window.residual.view().slice(first, rows);
    STRATA_CHECK(connection_.read(weights_->final_mixer, residual, head_in_, nullptr));
    tap(window, "final_hidden", -1, head_in_.view());
    STRATA_CHECK(logits.resize(rows, config_->vocab_size));
    head_input_.set(head_in_.view());
    multiply(compute_, weights_->head, head_input_, logits.view());
    return {};
}

void CpuDenseRunner::tap_router(std::size_t layer, const RoutedTokens& routed, Window& window) const {
    const int number = static_cast<int>(layer);
    window.taps->rows("router_logits", number, router_logits_.view());
    window.taps->integer_rows("router_ids", number, routed.experts, routed.per_token);
    Matrix weights;
    if (weights.resize(window.rows(), routed.per_token)) {
        for (std::size_t row = 0; row < window.rows(); ++row) {
            std::memcpy(weights.row(row), routed.weights.data() + row * routed.per_token,
                        routed.per_token * sizeof(float));
        }
        window.taps->rows("router_weights", number, weights.view());
    }
}

void CpuDenseRunner::replay(std::size_t rows, Window& window) {
    RunningState& state = window.state->running;
    for (std::size_t layer = 0; layer < config_->layer_count; ++layer) {
        const std::size_t index = config_->index_in_kind(layer);
        if (config_->mixers[layer] == MixerKind::gated_delta_net) {
            delta_net_.replay(index, rows, state);
        } else {
            attention_.replay(layer, index, rows, state);
        }
    }
    if (ngram_) {
        ngram_->replay(rows, window.tokens, state);
    }
}

}  // namespace strata::qwen4exp
