#include "model/families/qwen4exp/weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/error.h"
#include "model/tensor_reader.h"

namespace strata::qwen4exp {
namespace {

Result<MixerWeights> read_mixer(const TensorReader& tensors, const ModelConfig& config, const std::string& prefix,
                                bool injects) {
    const std::size_t width = config.stream_width();
    MixerWeights mixer;
    STRATA_TRY(mixer.norm, tensors.vector(prefix + "_norm.weight", width));
    STRATA_TRY(mixer.down, tensors.matrix(prefix + "_down.weight", width, config.stream_rank));
    STRATA_TRY(mixer.up, tensors.matrix(prefix + "_up.weight", config.stream_rank, width));
    if (injects) {
        STRATA_TRY(mixer.inject, tensors.matrix(prefix + "_inject.weight", width, config.stream_count));
    }
    return mixer;
}

Result<DeltaNetWeights> read_delta_net(const TensorReader& tensors, const ModelConfig& config,
                                       const std::string& block) {
    const std::size_t hidden = config.hidden_size;
    const std::size_t heads = config.recurrent_value_heads;
    DeltaNetWeights w;
    STRATA_TRY(w.qkv, tensors.matrix(block + "attn_qkv.weight", hidden, config.conv_channels()));
    STRATA_TRY(w.gate, tensors.matrix(block + "attn_gate.weight", hidden, config.recurrent_width()));
    STRATA_TRY(w.beta, tensors.matrix(block + "ssm_beta.weight", hidden, heads));
    STRATA_TRY(w.alpha, tensors.matrix(block + "ssm_alpha.weight", hidden, heads));
    STRATA_TRY(w.out, tensors.matrix(block + "ssm_out.weight", config.recurrent_width(), hidden));
    STRATA_TRY(w.conv, tensors.conv_taps(block + "ssm_conv1d.weight", config.conv_taps, config.conv_channels()));
    STRATA_TRY(w.dt_bias, tensors.vector(block + "ssm_dt.bias", heads));
    STRATA_TRY(w.a, tensors.vector(block + "ssm_a", heads));
    STRATA_TRY(w.norm, tensors.vector(block + "ssm_norm.weight", config.recurrent_head_size));
    return w;
}

Result<AttentionWeights> read_attention(const TensorReader& tensors, const ModelConfig& config, std::size_t layer,
                                        const std::string& block) {
    const std::size_t hidden = config.hidden_size;
    const std::size_t query = config.head_count * config.head_size;
    const std::size_t kv = config.kv_head_count * config.head_size;
    AttentionWeights w;
    STRATA_TRY(w.q, tensors.matrix(block + "attn_q.weight", hidden, 2 * query));
    STRATA_TRY(w.k, tensors.matrix(block + "attn_k.weight", hidden, kv));
    STRATA_TRY(w.v, tensors.matrix(block + "attn_v.weight", hidden, kv));
    STRATA_TRY(w.out, tensors.matrix(block + "attn_output.weight", query, hidden));
    STRATA_TRY(w.q_norm, tensors.vector(block + "attn_q_norm.weight", config.head_size));
    STRATA_TRY(w.k_norm, tensors.vector(block + "attn_k_norm.weight", config.head_size));
    if (config.indexer_blocks[layer] != 0) {
        const std::size_t size = config.indexer_head_size;
        STRATA_TRY(w.indexer_q,
                   tensors.matrix(block + "indexer.q_proj.weight", hidden, config.indexer_head_count * size));
        STRATA_TRY(w.indexer_k, tensors.matrix(block + "indexer.k_proj.weight", hidden, size));
        STRATA_TRY(w.indexer_q_norm, tensors.vector(block + "indexer.q_norm.weight", size));
        STRATA_TRY(w.indexer_k_norm, tensors.vector(block + "indexer.k_norm.weight", size));
    }
    return w;
}

Result<FeedForwardWeights> read_feed_forward(const TensorReader& tensors, const ModelConfig& config,
                                             const std::string& block) {
    const std::size_t hidden = config.hidden_size;
    FeedForwardWeights w;
    STRATA_TRY(w.router, tensors.matrix(block + "ffn_gate_inp.weight", hidden, config.expert_count));
    STRATA_TRY(w.shared_router, tensors.vector(block + "ffn_gate_inp_shexp.weight", hidden));
    STRATA_TRY(w.shared_gate, tensors.matrix(block + "ffn_gate_shexp.weight", hidden, config.shared_ffn_size));
    STRATA_TRY(w.shared_up, tensors.matrix(block + "ffn_up_shexp.weight", hidden, config.shared_ffn_size));
    STRATA_TRY(w.shared_down, tensors.matrix(block + "ffn_down_shexp.weight", config.shared_ffn_size, hidden));
    return w;
}

Result<ExpertLayout::Layer> read_experts(const TensorReader& tensors, const GgufFile& file, const ModelConfig& config,
                                         const std::string& block) {
    const std::size_t hidden = config.hidden_size;
    const std::size_t all_rows = config.expert_count * config.expert_ffn_size;
    ExpertLayout::Layer experts;
    const auto add = [&](const std::string& name, std::size_t columns, std::size_t rows) -> Result<void> {
        STRATA_TRY(const WeightMatrix matrix, tensors.matrix(name, columns, rows));
        const TensorInfo* tensor = file.find_tensor(name);
        experts.parts.push_back({matrix, tensor->shard, tensor->file_offset});
        return {};
    };
    if (tensors.has(block + "ffn_gate_up_exps.weight")) {
        STRATA_CHECK(add(block + "ffn_gate_up_exps.weight", hidden, 2 * all_rows));
    } else {
        STRATA_CHECK(add(block + "ffn_gate_exps.weight", hidden, all_rows));
        STRATA_CHECK(add(block + "ffn_up_exps.weight", hidden, all_rows));
    }
    // Some files pad the rows of the down matrices; the extra inputs are zeros.
    const std::string down = block + "ffn_down_exps.weight";
    const TensorInfo* tensor = file.find_tensor(down);
    const std::size_t columns = tensor == nullptr ? config.expert_ffn_size : tensor->dims[0];
    if (columns < config.expert_ffn_size || columns > 4 * config.expert_ffn_size + 256) {
        return tensors.bad(down,
                           fmt::format("has rows of {} values, the model needs {}", columns, config.expert_ffn_size));
    }
    STRATA_CHECK(add(down, columns, config.expert_count * hidden));
    return experts;
}

Result<void> read_ngram(const TensorReader& tensors, const GgufFile& file, const ModelConfig& config,
                        Weights& weights) {
    const NgramConfig& ngram = *config.ngram;
    const std::string block = fmt::format("blk.{}.ple_", ngram.layer);
    NgramWeights w;
    STRATA_TRY(w.key, tensors.matrix(block + "key.weight", ngram.width(), config.stream_width()));
    STRATA_TRY(w.value, tensors.matrix(block + "value.weight", ngram.width(), config.hidden_size));
    STRATA_TRY(w.norm_key, tensors.vector(block + "norm_key.weight", config.stream_width()));
    STRATA_TRY(w.norm_query, tensors.vector(block + "norm_query.weight", config.stream_width()));
    STRATA_TRY(w.norm_conv, tensors.vector(block + "norm_conv.weight", config.stream_width()));
    STRATA_TRY(w.conv, tensors.conv_taps(block + "conv1d.weight", ngram.conv_taps, config.stream_width()));
    weights.ngram = std::move(w);

    constexpr const char* kTable = "per_layer_token_embd.weight";
    const TensorInfo* table = file.find_tensor(kTable);
    if (table == nullptr) {
        return tensors.bad(kTable, "is missing; if the model is split into several files, one of them is not there");
    }
    std::uint64_t needed = 0;
    for (std::size_t head = 0; head < ngram.head_count(); ++head) {
        needed = std::max(needed, ngram.offsets[head] + ngram.sizes[head]);
    }
    if (table->row_count() < needed) {
        return tensors.bad(kTable, fmt::format("has {} rows, the hashes reach {}", table->row_count(), needed));
    }
    STRATA_CHECK(tensors.matrix(kTable, ngram.head_width, table->row_count()));
    weights.ngram_table = NgramTable(file, *table);
    return {};
}

Result<LayerWeights> read_layer(const TensorReader& tensors, const ModelConfig& config, std::size_t layer) {
    const std::string block = fmt::format("blk.{}.", layer);
    LayerWeights weights;
    STRATA_TRY(weights.mixer_in, read_mixer(tensors, config, block + "hc_attn", true));
    STRATA_TRY(weights.ffn_in, read_mixer(tensors, config, block + "hc_ffn", true));
    if (config.mixers[layer] == MixerKind::gated_delta_net) {
        STRATA_TRY(weights.delta_net, read_delta_net(tensors, config, block));
    } else {
        STRATA_TRY(weights.attention, read_attention(tensors, config, layer, block));
    }
    STRATA_TRY(weights.feed_forward, read_feed_forward(tensors, config, block));
    return weights;
}

std::size_t mixer_bytes(const MixerWeights& w) {
    return w.down.bytes() + w.up.bytes() + w.inject.bytes();
}

std::size_t layer_bytes(const LayerWeights& layer) {
    std::size_t bytes = mixer_bytes(layer.mixer_in) + mixer_bytes(layer.ffn_in);
    if (layer.delta_net) {
        const DeltaNetWeights& w = *layer.delta_net;
        bytes += w.qkv.bytes() + w.gate.bytes() + w.beta.bytes() + w.alpha.bytes() + w.out.bytes();
    } else {
        const AttentionWeights& w = *layer.attention;
        bytes += w.q.bytes() + w.k.bytes() + w.v.bytes() + w.out.bytes() + w.indexer_q.bytes() + w.indexer_k.bytes();
    }
    const FeedForwardWeights& w = layer.feed_forward;
    return bytes + w.router.bytes() + w.shared_gate.bytes() + w.shared_up.bytes() + w.shared_down.bytes();
}

}  // namespace

std::size_t dense_bytes(const Weights& weights) {
    std::size_t bytes = weights.head.bytes() + mixer_bytes(weights.final_mixer);
    for (const LayerWeights& layer : weights.layers) {
        bytes += layer_bytes(layer);
    }
    if (weights.ngram) {
        bytes += weights.ngram->key.bytes() + weights.ngram->value.bytes();
    }
    return bytes;
}

Result<Weights> read_weights(const GgufFile& file, const ModelConfig& config) {
    const TensorReader tensors(file);
    for (const TensorInfo& tensor : file.tensors()) {
        if (tensor.name.ends_with(".scale")) {
            return fail(ErrorCode::unsupported_format,
                        fmt::format("{}: has extra scales ({}), which this program does not support",
                                    printable(file.path().filename().string()), printable(tensor.name)));
        }
    }
    Weights weights;
    STRATA_TRY(weights.token_embedding, tensors.matrix("token_embd.weight", config.hidden_size, config.vocab_size));
    weights.head = weights.token_embedding;
    if (tensors.has("output.weight")) {
        STRATA_TRY(weights.head, tensors.matrix("output.weight", config.hidden_size, config.vocab_size));
    }
    STRATA_TRY(weights.final_mixer, read_mixer(tensors, config, "output_hc", false));
    std::vector<ExpertLayout::Layer> experts;
    for (std::size_t layer = 0; layer < config.layer_count; ++layer) {
        STRATA_TRY(LayerWeights one, read_layer(tensors, config, layer));
        weights.layers.push_back(std::move(one));
        STRATA_TRY(ExpertLayout::Layer experts_of_layer,
                   read_experts(tensors, file, config, fmt::format("blk.{}.", layer)));
        experts.push_back(std::move(experts_of_layer));
    }
    weights.experts = ExpertLayout(config.expert_count, std::move(experts));
    if (config.ngram) {
        STRATA_CHECK(read_ngram(tensors, file, config, weights));
    }
    return weights;
}

}  // namespace strata::qwen4exp
