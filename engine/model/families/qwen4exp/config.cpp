#include "model/families/qwen4exp/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "model/families/qwen4exp/metadata.h"

namespace strata::qwen4exp {
namespace {

// Far above any real model, low enough that products of a few of them stay in 64 bits.
constexpr std::size_t kMostWidth = 1U << 20;
constexpr std::size_t kMostLayers = 1024;
constexpr std::size_t kMostHeads = 4096;
constexpr std::size_t kMostTaps = 64;

Result<void> read_trunk(const Metadata& keys, ModelConfig& config) {
    STRATA_TRY(const std::size_t blocks, keys.size("block_count", 1, kMostLayers));
    STRATA_TRY(config.draft_layer_count, keys.size_or("nextn_predict_layers", 0, 0, blocks));
    if (config.draft_layer_count >= blocks) {
        return keys.bad("nextn_predict_layers", "leaves no layer of the model itself");
    }
    config.layer_count = blocks - config.draft_layer_count;
    STRATA_TRY(config.context_length, keys.size("context_length", 1, 1U << 30));
    STRATA_TRY(config.hidden_size, keys.size("embedding_length", 1, kMostWidth));
    STRATA_TRY(config.stream_count, keys.size("hyper_connection.count", 1, 64));
    STRATA_TRY(config.stream_rank, keys.size("hyper_connection.low_rank", 1, kMostWidth));
    STRATA_TRY(const double epsilon, keys.number("attention.layer_norm_rms_epsilon"));
    if (epsilon <= 0.0 || epsilon > 1.0) {
        return keys.bad("attention.layer_norm_rms_epsilon", fmt::format("is {}, allowed are numbers up to 1", epsilon));
    }
    config.norm_epsilon = static_cast<float>(epsilon);
    return {};
}

// Layers are recurrent as `attention.recurrent_layers` says, else all but every `full_attention_interval`-th.
Result<void> read_mixers(const Metadata& keys, ModelConfig& config) {
    const std::size_t blocks = config.layer_count + config.draft_layer_count;
    std::vector<std::int64_t> recurrent(blocks);
    if (keys.has("attention.recurrent_layers")) {
        STRATA_TRY(recurrent, keys.integers("attention.recurrent_layers", blocks));
    } else {
        STRATA_TRY(const std::size_t interval, keys.size("full_attention_interval", 1, kMostLayers));
        for (std::size_t layer = 0; layer < blocks; ++layer) {
            recurrent[layer] = (layer + 1) % interval == 0 ? 0 : 1;
        }
    }
    for (std::size_t layer = 0; layer < config.layer_count; ++layer) {
        config.mixers.push_back(recurrent[layer] != 0 ? MixerKind::gated_delta_net : MixerKind::sparse_attention);
    }
    return {};
}

Result<void> read_attention(const Metadata& keys, ModelConfig& config) {
    STRATA_TRY(config.head_count, keys.size("attention.head_count", 1, kMostHeads));
    STRATA_TRY(config.kv_head_count, keys.size("attention.head_count_kv", 1, config.head_count));
    if (config.head_count % config.kv_head_count != 0) {
        return keys.bad("attention.head_count_kv", "does not divide attention.head_count");
    }
    STRATA_TRY(config.head_size, keys.size("attention.key_length", 1, kMostWidth));
    STRATA_TRY(const std::size_t value_size, keys.size("attention.value_length", 1, kMostWidth));
    if (value_size != config.head_size) {
        return keys.bad("attention.value_length", "differs from attention.key_length, which this program does not support");
    }
    STRATA_TRY(config.rotary_size, keys.size("rope.dimension_count", 2, config.head_size));
    if (config.rotary_size % 2 != 0) {
        return keys.bad("rope.dimension_count", "is odd");
    }
    STRATA_TRY(config.rope_base, keys.number("rope.freq_base"));
    if (config.rope_base <= 1.0) {
        return keys.bad("rope.freq_base", "is not above 1");
    }
    STRATA_TRY(const auto sections, keys.integers("rope.dimension_sections", 4));
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (sections[axis] < 0 || sections[axis] > static_cast<std::int64_t>(config.rotary_size)) {
            return keys.bad("rope.dimension_sections", "has a section outside the rotating values");
        }
        config.rope_sections[axis] = static_cast<std::size_t>(sections[axis]);
    }
    return {};
}

Result<void> read_indexer(const Metadata& keys, ModelConfig& config) {
    config.indexer_blocks.assign(config.layer_count, 0);
    if (!keys.has("attention.compress_ratios")) {
        return {};
    }
    const std::size_t blocks = config.layer_count + config.draft_layer_count;
    STRATA_TRY(const auto ratios, keys.integers("attention.compress_ratios", blocks));
    std::size_t block = 0;
    for (std::size_t layer = 0; layer < config.layer_count; ++layer) {
        if (config.mixers[layer] != MixerKind::sparse_attention || ratios[layer] == 0) {
            continue;
        }
        // Pages hold whole blocks, and one state holds the tails of all layers: one block length for all.
        if (ratios[layer] < 1 || ratios[layer] > 64 || 256 % ratios[layer] != 0 ||
            (block != 0 && static_cast<std::size_t>(ratios[layer]) != block)) {
            return keys.bad("attention.compress_ratios", fmt::format("has {} for layer {}", ratios[layer], layer));
        }
        block = static_cast<std::size_t>(ratios[layer]);
        config.indexer_blocks[layer] = block;
    }
    if (block == 0) {
        return {};
    }
    STRATA_TRY(config.indexer_head_count, keys.size("attention.indexer.head_count", 1, kMostHeads));
    STRATA_TRY(config.indexer_head_size, keys.size("attention.indexer.key_length", config.rotary_size, kMostWidth));
    STRATA_TRY(config.indexer_budget, keys.size("attention.indexer.top_k", block, 1U << 30));
    return {};
}

Result<void> read_recurrence(const Metadata& keys, ModelConfig& config) {
    STRATA_TRY(config.conv_taps, keys.size("ssm.conv_kernel", 2, kMostTaps));
    STRATA_TRY(config.recurrent_head_size, keys.size("ssm.state_size", 1, kMostWidth));
    STRATA_TRY(config.recurrent_key_heads, keys.size("ssm.group_count", 1, kMostHeads));
    STRATA_TRY(config.recurrent_value_heads, keys.size("ssm.time_step_rank", 1, kMostHeads));
    if (config.recurrent_value_heads % config.recurrent_key_heads != 0) {
        return keys.bad("ssm.time_step_rank", "is not a multiple of ssm.group_count");
    }
    STRATA_TRY(const std::size_t inner, keys.size("ssm.inner_size", 1, kMostWidth * 64));
    if (inner != config.recurrent_width()) {
        return keys.bad("ssm.inner_size", fmt::format("is {}, but the value heads have {} values", inner,
                                                      config.recurrent_width()));
    }
    return {};
}

// `expert_feed_forward_length` may be one number or one per block; all blocks of the model are then alike.
Result<std::size_t> expert_width(const Metadata& keys, std::size_t blocks) {
    const GgufValue* value = keys.find("expert_feed_forward_length");
    if (value == nullptr || value->array_size() == 0) {
        return keys.size("expert_feed_forward_length", 1, kMostWidth);
    }
    STRATA_TRY(const auto widths, keys.integers("expert_feed_forward_length", blocks));
    if (widths[0] < 1 || widths[0] > static_cast<std::int64_t>(kMostWidth) ||
        !std::ranges::all_of(widths, [&](std::int64_t width) { return width == widths[0]; })) {
        return keys.bad("expert_feed_forward_length", "differs between layers, which this program does not support");
    }
    return static_cast<std::size_t>(widths[0]);
}

Result<void> read_experts(const Metadata& keys, ModelConfig& config) {
    STRATA_TRY(config.expert_count, keys.size("expert_count", 1, 65536));
    STRATA_TRY(config.experts_per_token, keys.size("expert_used_count", 1, config.expert_count));
    STRATA_TRY(config.expert_ffn_size, expert_width(keys, config.layer_count + config.draft_layer_count));
    STRATA_TRY(const std::size_t dense, keys.size_or("feed_forward_length", config.expert_ffn_size, 1, kMostWidth));
    STRATA_TRY(config.shared_ffn_size, keys.size_or("expert_shared_feed_forward_length", dense, 1, kMostWidth));
    if (keys.has("expert_weights_scale")) {
        STRATA_TRY(const double scale, keys.number("expert_weights_scale"));
        config.expert_weights_scale = scale == 0.0 ? 1.0F : static_cast<float>(scale);
    }
    return {};
}

Result<void> read_hashes(const Metadata& keys, NgramConfig& ngram) {
    STRATA_TRY(ngram.multipliers, keys.unsigneds("ple.layer_multipliers", ngram.ngram_size));
    STRATA_TRY(ngram.offsets, keys.unsigneds("ple.head_offsets", ngram.head_count()));
    STRATA_TRY(ngram.sizes, keys.unsigneds("ple.head_vocab_sizes", ngram.head_count()));
    // Row numbers are kept in 32 bits; the sums below cannot wrap.
    constexpr std::uint64_t kMostRows = std::numeric_limits<std::int32_t>::max();
    for (std::size_t head = 0; head < ngram.head_count(); ++head) {
        if (ngram.sizes[head] == 0 || ngram.sizes[head] > kMostRows || ngram.offsets[head] > kMostRows - ngram.sizes[head]) {
            return keys.bad("ple.head_vocab_sizes", fmt::format("and head_offsets of head {} leave the table", head));
        }
    }
    return {};
}

Result<void> read_ngram(const Metadata& keys, ModelConfig& config) {
    const GgufValue* layers = keys.find("ple.layers");
    if (layers == nullptr || layers->array_size() == 0) {
        return {};
    }
    STRATA_TRY(const auto at, keys.integers("ple.layers", 1));
    if (at[0] < 0 || at[0] >= static_cast<std::int64_t>(config.layer_count) ||
        config.mixers[static_cast<std::size_t>(at[0])] != MixerKind::gated_delta_net) {
        return keys.bad("ple.layers", fmt::format("names layer {}, which is not a recurrent layer of the model", at[0]));
    }
    NgramConfig ngram;
    ngram.layer = static_cast<std::size_t>(at[0]);
    STRATA_TRY(ngram.ngram_size, keys.size("ple.ngram_size", 2, 16));
    STRATA_TRY(ngram.heads_per_ngram, keys.size("ple.heads_per_ngram", 1, 256));
    STRATA_TRY(ngram.conv_taps, keys.size("ple.conv_kernel", 2, kMostTaps));
    STRATA_TRY(ngram.head_width, keys.size("embedding_length_per_layer_input", 1, kMostWidth));
    constexpr std::size_t kMostId = std::numeric_limits<std::int32_t>::max();
    STRATA_TRY(const std::size_t end, keys.size("ple.eos_token_id", 0, kMostId));
    STRATA_TRY(const std::size_t image, keys.size_or("ple.image_token_id", end, 0, kMostId));
    ngram.end_of_text = static_cast<std::int32_t>(end);
    ngram.image_token = static_cast<std::int32_t>(image);
    STRATA_CHECK(read_hashes(keys, ngram));
    config.ngram = std::move(ngram);
    return {};
}

}  // namespace

Result<ModelConfig> read_config(const GgufFile& file) {
    const Metadata keys(file);
    ModelConfig config;
    config.architecture = "qwen4exp";
    const GgufValue* name = file.find("general.name");
    config.name = name != nullptr && name->as_string() != nullptr ? printable(*name->as_string())
                                                                  : printable(file.path().stem().string());
    STRATA_CHECK(read_trunk(keys, config));
    STRATA_CHECK(read_mixers(keys, config));
    STRATA_CHECK(read_attention(keys, config));
    STRATA_CHECK(read_indexer(keys, config));
    STRATA_CHECK(read_recurrence(keys, config));
    STRATA_CHECK(read_experts(keys, config));
    STRATA_CHECK(read_ngram(keys, config));
    const TensorInfo* embedding = file.find_tensor("token_embd.weight");
    if (embedding == nullptr || embedding->dims[1] == 0 || embedding->dims[1] > (1U << 30)) {
        return keys.bad("embedding_length", "has no tensor token_embd.weight beside it");
    }
    config.vocab_size = embedding->dims[1];
    if (config.ngram && static_cast<std::size_t>(config.ngram->end_of_text) >= config.vocab_size) {
        return keys.bad("ple.eos_token_id", "lies outside the vocabulary");
    }
    return config;
}

}  // namespace strata::qwen4exp
