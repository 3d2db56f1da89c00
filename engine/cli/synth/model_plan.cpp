#include "cli/synth/model_plan.h"

#include <string>

#include <fmt/format.h>

namespace strata::cli {
namespace {

/// Collects the tensors of one file.
class Planner {
public:
    Planner(const ModelShape& shape, std::vector<TensorPlan>& plan)
        : shape_(shape), config_(shape.config), plan_(plan) {}

    void add_global();
    void add_layer(std::size_t layer);
    void add_draft_layer(std::size_t block);

private:
    void matrix(const std::string& name, std::size_t columns, std::size_t rows, TensorRole role, float gain) {
        plan_.push_back(matrix_plan(name + ".weight", columns, rows, role, gain));
    }
    void vector(const std::string& name, std::size_t size, float mean, float spread) {
        plan_.push_back(vector_plan(name, size, mean, spread));
    }
    void norm(const std::string& name, std::size_t size) { vector(name + ".weight", size, 1.0F, 0.05F); }
    void taps(const std::string& name, std::size_t count, std::size_t channels);

    void add_embedding();
    void add_mixer(const std::string& prefix, bool injects);
    void add_recurrence(const std::string& block);
    void add_attention(const std::string& block);
    void add_indexer(const std::string& block);
    void add_experts(const std::string& block);
    void add_ngram(const std::string& block);

    const ModelShape& shape_;
    const ModelConfig& config_;
    std::vector<TensorPlan>& plan_;
};

void Planner::taps(const std::string& name, std::size_t count, std::size_t channels) {
    TensorPlan plan{name + ".weight", {count, channels}, TensorRole::exact, {}};
    plan.rule.spread = 0.5F;
    plan_.push_back(plan);
}

void Planner::add_embedding() {
    // A part that all tokens have in common keeps the indexer's scores, which are cut at zero, apart from each other.
    TensorPlan plan{"token_embd.weight", {config_.hidden_size, config_.vocab_size}, TensorRole::embed, {}};
    plan.rule.spread = 0.87F;
    plan.rule.shared_spread = 0.5F;
    plan.rule.shared_name = "token_embd.common";
    plan_.push_back(plan);
}

void Planner::add_global() {
    matrix("output", config_.hidden_size, config_.vocab_size, TensorRole::head, 6.0F);
    add_mixer("output_hc", false);
    TensorPlan table{
        "per_layer_token_embd.weight", {config_.ngram->head_width, shape_.ngram_rows}, TensorRole::ngram, {}};
    plan_.push_back(table);
    add_embedding();
}

void Planner::add_mixer(const std::string& prefix, bool injects) {
    // What the first two products give is divided by the number of streams before it is used; the gains undo that.
    const auto streams = static_cast<float>(config_.stream_count);
    const std::size_t width = config_.stream_width();
    matrix(prefix + "_down", width, config_.stream_rank, TensorRole::hyper, streams);
    if (injects) {
        matrix(prefix + "_inject", width, config_.stream_count, TensorRole::gates, streams);
    }
    norm(prefix + "_norm", width);
    matrix(prefix + "_up", config_.stream_rank, width, TensorRole::hyper, 3.0F);
}

void Planner::add_recurrence(const std::string& block) {
    const std::size_t hidden = config_.hidden_size;
    const std::size_t heads = config_.recurrent_value_heads;
    matrix(block + "attn_gate", hidden, config_.recurrent_width(), TensorRole::dense, 2.0F);
    matrix(block + "attn_qkv", hidden, config_.conv_channels(), TensorRole::dense, 2.0F);
    TensorPlan rates = vector_plan(block + "ssm_a", heads, 0.0F, 0.0F);
    rates.rule.decay_rates = true;
    plan_.push_back(rates);
    matrix(block + "ssm_alpha", hidden, heads, TensorRole::gates, 2.0F);
    matrix(block + "ssm_beta", hidden, heads, TensorRole::gates, 2.0F);
    taps(block + "ssm_conv1d", config_.conv_taps, config_.conv_channels());
    vector(block + "ssm_dt.bias", heads, -1.0F, 1.0F);
    norm(block + "ssm_norm", config_.recurrent_head_size);
    matrix(block + "ssm_out", config_.recurrent_width(), hidden, TensorRole::dense, 0.8F);
}

void Planner::add_attention(const std::string& block) {
    const std::size_t hidden = config_.hidden_size;
    const std::size_t query = config_.head_count * config_.head_size;
    const std::size_t kv = config_.kv_head_count * config_.head_size;
    matrix(block + "attn_k", hidden, kv, TensorRole::dense, 2.0F);
    norm(block + "attn_k_norm", config_.head_size);
    // The more cells a softmax averages over, the smaller the mean; this gain suits some hundred cells.
    matrix(block + "attn_output", query, hidden, TensorRole::dense, 2.0F);
    matrix(block + "attn_q", hidden, 2 * query, TensorRole::dense, 2.0F);
    norm(block + "attn_q_norm", config_.head_size);
    matrix(block + "attn_v", hidden, kv, TensorRole::dense, 2.0F);
    add_indexer(block);
}

void Planner::add_indexer(const std::string& block) {
    // Queries and keys have a part in common, so that most scores are above zero, where the best ones differ.
    const std::size_t size = config_.indexer_head_size;
    const auto add = [&](const char* name, std::size_t rows) {
        TensorPlan plan = matrix_plan(block + name, config_.hidden_size, rows, TensorRole::gates, 1.2F);
        plan.rule.shared_spread = plan.rule.spread * 1.3F;
        plan.rule.shared_period = size;
        plan.rule.shared_name = block + "indexer.common";
        plan_.push_back(plan);
    };
    norm(block + "indexer.k_norm", size);
    add("indexer.k_proj.weight", size);
    norm(block + "indexer.q_norm", size);
    add("indexer.q_proj.weight", config_.indexer_head_count * size);
}

void Planner::add_experts(const std::string& block) {
    const std::size_t hidden = config_.hidden_size;
    const auto expert_matrix = [&](const char* name, std::size_t columns, std::size_t rows, TensorRole role,
                                   float gain) {
        TensorPlan plan = matrix_plan(block + name, columns, rows, role, gain);
        plan.dims.push_back(config_.expert_count);
        plan_.push_back(plan);
    };
    expert_matrix("ffn_down_exps.weight", config_.expert_ffn_size, hidden, TensorRole::down, 2.0F);
    matrix(block + "ffn_down_shexp", config_.shared_ffn_size, hidden, TensorRole::dense, 1.0F);
    expert_matrix("ffn_gate_exps.weight", hidden, config_.expert_ffn_size, TensorRole::experts, 2.5F);
    matrix(block + "ffn_gate_inp", hidden, config_.expert_count, TensorRole::exact, 4.0F);
    TensorPlan shared_gate = matrix_plan(block + "ffn_gate_inp_shexp.weight", hidden, 1, TensorRole::exact, 2.0F);
    shared_gate.dims.pop_back();
    plan_.push_back(shared_gate);
    matrix(block + "ffn_gate_shexp", hidden, config_.shared_ffn_size, TensorRole::dense, 2.5F);
    expert_matrix("ffn_up_exps.weight", hidden, config_.expert_ffn_size, TensorRole::experts, 2.5F);
    matrix(block + "ffn_up_shexp", hidden, config_.shared_ffn_size, TensorRole::dense, 2.5F);
}

void Planner::add_ngram(const std::string& block) {
    const NgramConfig& ngram = *config_.ngram;
    taps(block + "ple_conv1d", ngram.conv_taps, config_.stream_width());
    matrix(block + "ple_key", ngram.width(), config_.stream_width(), TensorRole::dense, 1.0F);
    norm(block + "ple_norm_conv", config_.stream_width());
    norm(block + "ple_norm_key", config_.stream_width());
    norm(block + "ple_norm_query", config_.stream_width());
    matrix(block + "ple_value", ngram.width(), config_.hidden_size, TensorRole::dense, 0.5F);
}

void Planner::add_layer(std::size_t layer) {
    const std::string block = fmt::format("blk.{}.", layer);
    if (config_.mixers[layer] == MixerKind::gated_delta_net) {
        add_recurrence(block);
    } else {
        add_attention(block);
    }
    add_experts(block);
    add_mixer(block + "hc_attn", true);
    add_mixer(block + "hc_ffn", true);
    if (config_.ngram->layer == layer) {
        add_ngram(block);
    }
}

void Planner::add_draft_layer(std::size_t index) {
    const std::string block = fmt::format("blk.{}.", index);
    add_attention(block);
    add_experts(block);
    add_mixer(block + "hc_attn", true);
    add_mixer(block + "hc_ffn", true);
    matrix(block + "nextn.eh_proj", 2 * config_.hidden_size, config_.hidden_size, TensorRole::dense, 1.4F);
    norm(block + "nextn.enorm", config_.hidden_size);
    add_mixer(block + "nextn.hc_head", false);
    norm(block + "nextn.hnorm", config_.stream_width());
}

}  // namespace

std::vector<TensorPlan> model_plan(const ModelShape& shape, DraftLayer draft) {
    std::vector<TensorPlan> plan;
    Planner planner(shape, plan);
    planner.add_global();
    for (std::size_t layer = 0; layer < shape.config.layer_count; ++layer) {
        planner.add_layer(layer);
    }
    if (draft == DraftLayer::with) {
        planner.add_draft_layer(shape.config.layer_count);
    }
    return plan;
}

}  // namespace strata::cli
