#include "cli/synth/model_shape.h"

#include <array>
#include <string>
#include <utility>

#include "cli/synth/ngram_hash.h"
#include "cli/synth/vocabulary.h"

namespace strata::cli {
namespace {

constexpr std::array<std::pair<SynthPreset, std::string_view>, 4> kPresets = {{
    {SynthPreset::tiny, "tiny"},
    {SynthPreset::slice, "slice"},
    {SynthPreset::mid, "mid"},
    {SynthPreset::full, "full"},
}};

/// The released dimensions; the other presets change what is to be smaller.
ModelConfig released_config() {
    ModelConfig config;
    config.architecture = "qwen4exp";
    config.hidden_size = 2560;
    config.layer_count = 48;
    config.vocab_size = 248320;
    config.context_length = 262144;
    config.stream_count = 4;
    config.stream_rank = 320;
    config.head_count = 24;
    config.kv_head_count = 2;
    config.head_size = 256;
    config.rotary_size = 64;
    config.rope_base = 1e7;
    config.rope_sections = {11, 11, 10};
    config.indexer_head_count = 4;
    config.indexer_head_size = 128;
    config.indexer_budget = 2048;
    config.recurrent_key_heads = 16;
    config.recurrent_value_heads = 48;
    config.recurrent_head_size = 128;
    config.conv_taps = 4;
    config.expert_count = 512;
    config.experts_per_token = 10;
    config.expert_ffn_size = 640;
    config.shared_ffn_size = 640;
    NgramConfig ngram;
    ngram.layer = 1;
    ngram.ngram_size = 3;
    ngram.heads_per_ngram = 8;
    ngram.head_width = 160;
    ngram.conv_taps = 4;
    config.ngram = ngram;
    return config;
}

VisionShape released_vision() {
    VisionShape vision;
    vision.hidden_size = 1152;
    vision.ffn_size = 4304;
    vision.layer_count = 27;
    vision.head_count = 16;
    vision.grid = 48;
    return vision;
}

/// What one preset changes, and the smallest size of an n-gram head's table.
struct Draft {
    ModelConfig config = released_config();
    VisionShape vision = released_vision();
    std::uint64_t smallest_table = 20'000'000;
    std::size_t unused_ids = 243;
};

void make_tiny(Draft& draft) {
    ModelConfig& config = draft.config;
    config.hidden_size = 128;
    config.layer_count = 8;
    config.vocab_size = 1024;
    config.context_length = 4096;
    config.stream_rank = 24;
    config.head_count = 4;
    config.head_size = 128;
    config.rotary_size = 32;
    config.rope_sections = {6, 5, 5};
    config.indexer_head_size = 64;
    config.indexer_budget = 32;
    config.recurrent_key_heads = 2;
    config.recurrent_value_heads = 6;
    config.recurrent_head_size = 32;
    config.expert_count = 16;
    config.experts_per_token = 4;
    config.expert_ffn_size = 32;
    config.shared_ffn_size = 48;
    config.ngram->head_width = 8;
    draft.smallest_table = 500;
    draft.unused_ids = 8;
    draft.vision.hidden_size = 64;
    draft.vision.ffn_size = 96;
    draft.vision.layer_count = 3;
    draft.vision.head_count = 4;
    draft.vision.grid = 8;
}

void make_slice(Draft& draft) {
    draft.config.layer_count = 4;
    draft.config.vocab_size = 8192;
    draft.smallest_table = 4096;
    draft.unused_ids = 8;
}

void make_mid(Draft& draft) {
    ModelConfig& config = draft.config;
    config.hidden_size = 1280;
    config.layer_count = 8;
    config.vocab_size = 16384;
    config.context_length = 65536;
    config.stream_rank = 160;
    config.head_count = 12;
    config.indexer_budget = 512;
    config.recurrent_key_heads = 8;
    config.recurrent_value_heads = 24;
    config.expert_count = 64;
    config.experts_per_token = 6;
    config.expert_ffn_size = 320;
    config.shared_ffn_size = 320;
    config.ngram->heads_per_ngram = 4;
    draft.smallest_table = 20'000;
    draft.unused_ids = 8;
    draft.vision.hidden_size = 576;
    draft.vision.ffn_size = 2152;
    draft.vision.layer_count = 8;
    draft.vision.head_count = 8;
}

/// Every fourth layer attends, the others are recurrent; what the numbers above imply.
ModelShape finish(Draft draft, std::string_view name) {
    ModelShape shape;
    ModelConfig& config = draft.config;
    config.name = "Random " + std::string(name);
    for (std::size_t layer = 0; layer < config.layer_count; ++layer) {
        const bool attends = layer % 4 == 3;
        config.mixers.push_back(attends ? MixerKind::sparse_attention : MixerKind::gated_delta_net);
        config.indexer_blocks.push_back(attends ? 4 : 0);
    }
    shape.first_control = config.vocab_size - draft.unused_ids - control_token_count();
    NgramConfig& ngram = *config.ngram;
    ngram.multipliers = ngram_multipliers(config.vocab_size, ngram.ngram_size);
    ngram.sizes = primes_from(draft.smallest_table, ngram.head_count());
    for (const std::uint64_t size : ngram.sizes) {
        ngram.offsets.push_back(shape.ngram_rows);
        shape.ngram_rows += size;
    }
    shape.ngram_rows = (shape.ngram_rows + 127) / 128 * 128;
    ngram.end_of_text = static_cast<std::int32_t>(control_token_id("<|endoftext|>", shape.first_control));
    ngram.image_token = static_cast<std::int32_t>(control_token_id("<|image_pad|>", shape.first_control));
    shape.config = std::move(config);
    shape.vision = draft.vision;
    shape.vision.image_size = shape.vision.grid * shape.vision.patch_size;
    return shape;
}

}  // namespace

std::optional<SynthPreset> parse_preset(std::string_view word) {
    for (const auto& [preset, name] : kPresets) {
        if (name == word) {
            return preset;
        }
    }
    return std::nullopt;
}

std::string_view to_string(SynthPreset preset) {
    return kPresets[static_cast<std::size_t>(preset)].second;
}

ModelShape model_shape(SynthPreset preset) {
    Draft draft;
    switch (preset) {
        case SynthPreset::tiny:
            make_tiny(draft);
            break;
        case SynthPreset::slice:
            make_slice(draft);
            break;
        case SynthPreset::mid:
            make_mid(draft);
            break;
        case SynthPreset::full:
            break;
    }
    return finish(std::move(draft), to_string(preset));
}

}  // namespace strata::cli
