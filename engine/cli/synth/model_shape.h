#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "model/model_config.h"

namespace strata::cli {

/// Dimensions of a vision tower whose embeddings fit the model.
struct VisionShape {
    std::size_t hidden_size = 0, ffn_size = 0, layer_count = 0, head_count = 0;
    std::size_t patch_size = 16, merge = 2;
    std::size_t grid = 0;        ///< learned positions: grid × grid
    std::size_t image_size = 0;  ///< grid · patch_size
};

/// The sizes that random models come in.
enum class SynthPreset {
    tiny,   ///< 8 layers of 128: for tests
    slice,  ///< the released widths, 4 layers, small vocabulary and n-gram table: one machine's share of the real work
    mid,    ///< half the released widths, 8 layers, 64 experts
    full,   ///< the released model's own dimensions
};

std::optional<SynthPreset> parse_preset(std::string_view word);
std::string_view to_string(SynthPreset preset);

/// What a random model looks like, apart from its weights.
struct ModelShape {
    ModelConfig config;             ///< as a reader of the file will see it
    std::size_t first_control = 0;  ///< id of the first control token; unused ids follow the last one
    std::uint64_t ngram_rows = 0;   ///< rows of the n-gram table, padding included
    VisionShape vision;
};

ModelShape model_shape(SynthPreset preset);

}  // namespace strata::cli
