#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cli/synth/model_plan.h"
#include "cli/synth/vocabulary.h"

namespace strata::cli {
namespace {

/// Writes the keys `qwen4exp.*`.
class Keys {
public:
    explicit Keys(GgufWriter& writer) : writer_(writer) {}

    void number(std::string_view key, std::size_t value) {
        writer_.add_u32(name(key), static_cast<std::uint32_t>(value));
    }
    void real(std::string_view key, double value) { writer_.add_f32(name(key), static_cast<float>(value)); }
    void integers(std::string_view key, const std::vector<std::int32_t>& values) {
        writer_.add_i32s(name(key), values);
    }
    void wide(std::string_view key, const std::vector<std::uint64_t>& values) { writer_.add_u64s(name(key), values); }
    void flags(std::string_view key, const std::vector<bool>& values) { writer_.add_bools(name(key), values); }

private:
    static std::string name(std::string_view key) { return "qwen4exp." + std::string(key); }

    GgufWriter& writer_;
};

void add_layers(Keys& keys, const ModelConfig& config, bool drafts) {
    std::vector<bool> recurrent;
    std::vector<std::int32_t> ratios;
    for (std::size_t layer = 0; layer < config.layer_count; ++layer) {
        recurrent.push_back(config.mixers[layer] == MixerKind::gated_delta_net);
        ratios.push_back(static_cast<std::int32_t>(config.indexer_blocks[layer]));
    }
    if (drafts) {
        recurrent.push_back(false);
        ratios.push_back(ratios.back());
        keys.number("nextn_predict_layers", 1);
    }
    keys.number("block_count", recurrent.size());
    keys.flags("attention.recurrent_layers", recurrent);
    keys.integers("attention.compress_ratios", ratios);
    keys.number("full_attention_interval", 4);
}

void add_dimensions(Keys& keys, const ModelConfig& config) {
    keys.number("context_length", config.context_length);
    keys.number("embedding_length", config.hidden_size);
    keys.number("attention.head_count", config.head_count);
    keys.number("attention.head_count_kv", config.kv_head_count);
    keys.number("attention.key_length", config.head_size);
    keys.number("attention.value_length", config.head_size);
    keys.real("attention.layer_norm_rms_epsilon", 1e-6);
    keys.integers("rope.dimension_sections", {static_cast<std::int32_t>(config.rope_sections[0]),
                                              static_cast<std::int32_t>(config.rope_sections[1]),
                                              static_cast<std::int32_t>(config.rope_sections[2]), 0});
    keys.real("rope.freq_base", config.rope_base);
    keys.number("rope.dimension_count", config.rotary_size);
    keys.number("expert_count", config.expert_count);
    keys.number("expert_used_count", config.experts_per_token);
    keys.number("expert_feed_forward_length", config.expert_ffn_size);
    keys.number("expert_shared_feed_forward_length", config.shared_ffn_size);
    keys.number("ssm.conv_kernel", config.conv_taps);
    keys.number("ssm.state_size", config.recurrent_head_size);
    keys.number("ssm.group_count", config.recurrent_key_heads);
    keys.number("ssm.time_step_rank", config.recurrent_value_heads);
    keys.number("ssm.inner_size", config.recurrent_width());
    keys.number("hyper_connection.count", config.stream_count);
    keys.number("hyper_connection.low_rank", config.stream_rank);
    keys.number("attention.indexer.head_count", config.indexer_head_count);
    keys.number("attention.indexer.key_length", config.indexer_head_size);
    keys.number("attention.indexer.top_k", config.indexer_budget);
}

void add_ngram_keys(Keys& keys, const NgramConfig& ngram) {
    keys.integers("ple.layers", {static_cast<std::int32_t>(ngram.layer)});
    keys.number("ple.ngram_size", ngram.ngram_size);
    keys.number("ple.heads_per_ngram", ngram.heads_per_ngram);
    keys.number("ple.conv_kernel", ngram.conv_taps);
    keys.number("ple.eos_token_id", static_cast<std::size_t>(ngram.end_of_text));
    keys.number("ple.image_token_id", static_cast<std::size_t>(ngram.image_token));
    keys.number("embedding_length_per_layer_input", ngram.head_width);
    keys.wide("ple.layer_multipliers", ngram.multipliers);
    keys.wide("ple.head_offsets", ngram.offsets);
    keys.wide("ple.head_vocab_sizes", ngram.sizes);
}

void add_tokenizer(GgufWriter& writer, const ModelShape& shape) {
    const Vocabulary vocabulary = make_vocabulary(shape.config.vocab_size, shape.first_control);
    const auto id = [&](std::string_view spelling) {
        return static_cast<std::uint32_t>(control_token_id(spelling, shape.first_control));
    };
    writer.add_string("tokenizer.ggml.model", "gpt2");
    writer.add_string("tokenizer.ggml.pre", "qwen35");
    writer.add_strings("tokenizer.ggml.tokens", vocabulary.tokens);
    writer.add_i32s("tokenizer.ggml.token_type", vocabulary.kinds);
    writer.add_strings("tokenizer.ggml.merges", vocabulary.merges);
    writer.add_u32("tokenizer.ggml.eos_token_id", id("<|im_end|>"));
    writer.add_u32("tokenizer.ggml.padding_token_id", id("<|endoftext|>"));
    writer.add_bool("tokenizer.ggml.add_bos_token", false);
}

}  // namespace

void add_model_metadata(GgufWriter& writer, const ModelShape& shape, DraftLayer draft, std::uint64_t seed) {
    writer.add_string("general.architecture", shape.config.architecture);
    writer.add_string("general.type", "model");
    writer.add_string("general.name", shape.config.name);
    writer.add_string("general.description",
                      fmt::format("Random weights (seed {}): what it writes means nothing.", seed));
    writer.add_u32("general.quantization_version", 2);
    Keys keys(writer);
    add_layers(keys, shape.config, draft == DraftLayer::with);
    add_dimensions(keys, shape.config);
    add_ngram_keys(keys, *shape.config.ngram);
    add_tokenizer(writer, shape);
}

}  // namespace strata::cli
