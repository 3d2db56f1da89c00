#include "model/families/qwen4exp/delta_net.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "model/tap_sink.h"

namespace strata::qwen4exp {
namespace {

constexpr float kL2Epsilon = 1e-6F;

float softplus(float x) {
    return x > 20.0F ? x : std::log1p(std::exp(x));
}

void copy_rows(ConstMatrixView from, std::size_t first_column, Matrix& to) {
    for (std::size_t row = 0; row < to.rows(); ++row) {
        std::memcpy(to.row(row), from.row(row).data() + first_column, to.columns() * sizeof(float));
    }
}

}  // namespace

Result<DeltaNet> DeltaNet::create(const Compute& compute, const ModelConfig& config, std::size_t most_rows) {
    DeltaNet net(compute, config);
    const std::size_t rows = std::min(most_rows, kMostMixerRows);
    STRATA_TRY(net.input_, LinearInput::create(rows, config.hidden_size));
    STRATA_TRY(net.rule_input_, LinearInput::create(rows, config.recurrent_width()));
    net.records_.resize(config.layer_count - config.attention_layer_count());
    return net;
}

// The state behind a part is where the next one starts.
Result<void> DeltaNet::run(const DeltaNetWeights& weights, std::size_t index, Window& window) {
    STRATA_CHECK(window.output.resize(window.rows(), config_->hidden_size));
    const RunningState* state = &window.state->running;
    for (std::size_t begin = 0; begin < window.rows(); begin += kMostMixerRows) {
        const std::size_t rows = std::min(kMostMixerRows, window.rows() - begin);
        const Part part{window.input.view().slice(begin, rows), window.output.view().slice(begin, rows), state,
                        window.next};
        STRATA_CHECK(run_part(weights, index, part, window.keeps_rows()));
        state = window.next;
    }
    return {};
}

Result<void> DeltaNet::run_part(const DeltaNetWeights& weights, std::size_t index, const Part& part, bool keeps_rows) {
    const std::size_t rows = part.input.rows;
    const std::size_t heads = config_->recurrent_value_heads;
    STRATA_CHECK(projected_.resize(rows, config_->conv_channels()));
    STRATA_CHECK(mixed_.resize(rows, config_->conv_channels()));
    STRATA_CHECK(gate_.resize(rows, config_->recurrent_width()));
    STRATA_CHECK(beta_.resize(rows, heads));
    STRATA_CHECK(decay_.resize(rows, heads));
    STRATA_CHECK(rule_out_.resize(rows, config_->recurrent_width()));

    input_.set(part.input);
    multiply(compute_,
             {{&weights.qkv, projected_.view()},
              {&weights.gate, gate_.view()},
              {&weights.beta, beta_.view()},
              {&weights.alpha, decay_.view()}},
             input_);
    run_conv(weights, index, part);
    run_gates(weights, rows);
    normalize_heads(rows);
    if (keeps_rows) {
        STRATA_CHECK(keep_rows(index, rows));
    }
    run_rule(index, part);
    run_output_gate(weights, rows);
    rule_input_.set(rule_out_.view());
    multiply(compute_, weights.out, rule_input_, part.output);
    return {};
}

// c_t = silu(Σ_k w_k ⊙ m_{t−(taps−1)+k}); rows before the part come from the history.
void DeltaNet::run_conv(const DeltaNetWeights& weights, std::size_t index, const Part& part) {
    const std::size_t rows = part.input.rows;
    const ConstMatrixView history = part.state->conv(index);
    const std::size_t taps = config_->conv_taps;
    const std::size_t channels = config_->conv_channels();
    const std::size_t least = std::max<std::size_t>(1, 8192 / channels);
    compute_.pool->run_ranges(rows, least, [&](std::size_t begin, std::size_t end) {
        const float* rows_of_taps[64];
        for (std::size_t row = begin; row < end; ++row) {
            for (std::size_t tap = 0; tap < taps; ++tap) {
                const std::size_t joined = row + tap;
                rows_of_taps[tap] =
                    joined < history.rows ? history.row(joined).data() : projected_.row(joined - history.rows);
            }
            compute_.kernels->conv_silu(rows_of_taps, weights.conv.data(), taps, channels, mixed_.row(row));
        }
    });
    advance_history(history, projected_.view(), rows, part.next->conv(index));
}

// β = σ(b);  decay = exp(a · softplus(α + dt)), a ≤ 0.
void DeltaNet::run_gates(const DeltaNetWeights& weights, std::size_t rows) {
    const std::size_t heads = config_->recurrent_value_heads;
    compute_.pool->run_ranges(rows, 64, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            compute_.kernels->sigmoid(beta_.row(row), 1.0F, heads, beta_.row(row));
            float* decay = decay_.row(row);
            for (std::size_t head = 0; head < heads; ++head) {
                decay[head] = std::exp(weights.a[head] * softplus(decay[head] + weights.dt_bias[head]));
            }
        }
    });
}

void DeltaNet::normalize_heads(std::size_t rows) {
    const std::size_t size = config_->recurrent_head_size;
    const std::size_t key_heads = config_->recurrent_key_heads;
    const float query_scale = 1.0F / std::sqrt(static_cast<float>(size));
    compute_.pool->run_ranges(rows, std::max<std::size_t>(1, 8192 / (2 * key_heads * size)),
                              [&](std::size_t begin, std::size_t end) {
                                  for (std::size_t row = begin; row < end; ++row) {
                                      float* heads = mixed_.row(row);
                                      for (std::size_t head = 0; head < 2 * key_heads; ++head, heads += size) {
                                          const float scale = head < key_heads ? query_scale : 1.0F;
                                          compute_.kernels->l2_normalize(heads, kL2Epsilon, scale, size, heads);
                                      }
                                  }
                              });
}

Result<void> DeltaNet::keep_rows(std::size_t index, std::size_t rows) {
    Record& record = records_[index];
    const std::size_t key_width = config_->recurrent_key_heads * config_->recurrent_head_size;
    STRATA_CHECK(record.conv_input.resize(rows, config_->conv_channels()));
    STRATA_CHECK(record.keys.resize(rows, key_width));
    STRATA_CHECK(record.values.resize(rows, config_->recurrent_width()));
    STRATA_CHECK(record.decay.resize(rows, config_->recurrent_value_heads));
    STRATA_CHECK(record.beta.resize(rows, config_->recurrent_value_heads));
    copy_rows(projected_.view(), 0, record.conv_input);
    copy_rows(mixed_.view(), key_width, record.keys);
    copy_rows(mixed_.view(), 2 * key_width, record.values);
    copy_rows(decay_.view(), 0, record.decay);
    copy_rows(beta_.view(), 0, record.beta);
    return {};
}

void DeltaNet::run_rule(std::size_t index, const Part& part) {
    const std::size_t size = config_->recurrent_head_size;
    const std::size_t key_heads = config_->recurrent_key_heads;
    const std::size_t heads = config_->recurrent_value_heads;
    const std::size_t key_width = key_heads * size;
    // A head's value rows are independent of each other: few heads still fill many threads.
    const std::size_t parts = heads >= static_cast<std::size_t>(compute_.pool->threads()) || size < 8 ? 1 : 4;
    compute_.pool->run(static_cast<int>(heads * parts), [&](int slice) {
        const std::size_t head = static_cast<std::size_t>(slice) / parts;
        const std::size_t piece = static_cast<std::size_t>(slice) % parts;
        const std::size_t key_head = head % key_heads;
        DeltaRuleArgs args;
        args.state_in = part.state->recurrence(index, head);
        args.state_out = part.next->recurrence(index, head);
        args.key_size = size;
        args.value_begin = size * piece / parts;
        args.value_end = size * (piece + 1) / parts;
        args.tokens = part.input.rows;
        args.q = mixed_.row(0) + key_head * size;
        args.k = mixed_.row(0) + key_width + key_head * size;
        args.v = mixed_.row(0) + 2 * key_width + head * size;
        args.q_stride = args.k_stride = args.v_stride = mixed_.stride();
        args.decay = decay_.row(0) + head;
        args.beta = beta_.row(0) + head;
        args.gate_stride = decay_.stride();
        args.out = rule_out_.row(0) + head * size;
        args.out_stride = rule_out_.stride();
        compute_.kernels->delta_rule(args);
    });
}

// o' = RMS(o) ⊙ norm ⊙ σ(z), per value head.
void DeltaNet::run_output_gate(const DeltaNetWeights& weights, std::size_t rows) {
    const std::size_t size = config_->recurrent_head_size;
    const std::size_t width = config_->recurrent_width();
    compute_.pool->run_ranges(rows, std::max<std::size_t>(1, 4096 / width), [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            for (std::size_t at = 0; at < width; at += size) {
                float* head = rule_out_.row(row) + at;
                compute_.kernels->rms_norm(head, weights.norm.data(), config_->norm_epsilon, size, head);
            }
            compute_.kernels->sigmoid_mul(gate_.row(row), rule_out_.row(row), width, rule_out_.row(row));
        }
    });
}

void DeltaNet::replay(std::size_t index, std::size_t rows, RunningState& state) const {
    const Record& record = records_[index];
    const std::size_t size = config_->recurrent_head_size;
    compute_.pool->run(static_cast<int>(config_->recurrent_value_heads), [&](int slice) {
        const std::size_t head = static_cast<std::size_t>(slice);
        DeltaRuleArgs args;
        args.state_out = state.recurrence(index, head);
        args.state_in = args.state_out;
        args.key_size = size;
        args.value_end = size;
        args.tokens = rows;
        args.k = record.keys.row(0) + head % config_->recurrent_key_heads * size;
        args.q = args.k;
        args.v = record.values.row(0) + head * size;
        args.q_stride = args.k_stride = record.keys.stride();
        args.v_stride = record.values.stride();
        args.decay = record.decay.row(0) + head;
        args.beta = record.beta.row(0) + head;
        args.gate_stride = record.decay.stride();
        compute_.kernels->delta_rule(args);
    });
    advance_history(state.conv(index), record.conv_input.view(), rows, state.conv(index));
}

}  // namespace strata::qwen4exp
