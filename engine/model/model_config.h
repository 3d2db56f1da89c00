#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace strata {

/// What mixes tokens in a layer.
enum class MixerKind { gated_delta_net, sparse_attention };

/// The hashed n-gram module in front of one layer.
struct NgramConfig {
    std::size_t layer = 0;
    std::size_t ngram_size = 0;       ///< longest n-gram
    std::size_t heads_per_ngram = 0;  ///< hash functions per n-gram length
    std::size_t head_width = 0;       ///< values per table row
    std::size_t conv_taps = 0;        ///< taps lie `ngram_size` tokens apart
    std::int32_t end_of_text = 0;     ///< stands for "missing" and hides what is before it
    std::int32_t image_token = 0;
    std::vector<std::uint64_t> multipliers;  ///< [ngram_size]
    std::vector<std::uint64_t> offsets;      ///< [head_count()]
    std::vector<std::uint64_t> sizes;        ///< [head_count()]

    std::size_t head_count() const { return (ngram_size - 1) * heads_per_ngram; }
    std::size_t width() const { return head_count() * head_width; }
    std::size_t history_rows() const { return (conv_taps - 1) * ngram_size; }
};

/// Every dimension of a model, read from its file and checked. Immutable after loading.
struct ModelConfig {
    std::string name;
    std::string architecture;

    std::size_t hidden_size = 0;
    std::size_t layer_count = 0;        ///< trunk layers; a draft layer is not counted
    std::size_t draft_layer_count = 0;  ///< further blocks in the file that only draft
    std::size_t vocab_size = 0;         ///< rows of the embedding matrix
    std::size_t context_length = 0;     ///< trained
    float norm_epsilon = 1e-6F;

    std::size_t stream_count = 0;  ///< residual streams of the hyper-connections
    std::size_t stream_rank = 0;   ///< low rank of their mixers

    std::vector<MixerKind> mixers;  ///< [layer_count]

    // Attention layers
    std::size_t head_count = 0;
    std::size_t kv_head_count = 0;
    std::size_t head_size = 0;
    std::size_t rotary_size = 0;              ///< leading values of a head that rotate
    double rope_base = 0.0;
    std::array<std::size_t, 3> rope_sections{};  ///< rotating pairs of the axes T, H, W

    // Indexer of the attention layers; block 0 = this layer attends to everything
    std::vector<std::size_t> indexer_blocks;  ///< [layer_count] tokens per block
    std::size_t indexer_head_count = 0;
    std::size_t indexer_head_size = 0;
    std::size_t indexer_budget = 0;           ///< tokens that a query selects

    // Recurrent layers
    std::size_t recurrent_key_heads = 0;
    std::size_t recurrent_value_heads = 0;
    std::size_t recurrent_head_size = 0;      ///< of keys and of values
    std::size_t conv_taps = 0;

    // Experts
    std::size_t expert_count = 0;
    std::size_t experts_per_token = 0;
    std::size_t expert_ffn_size = 0;
    std::size_t shared_ffn_size = 0;
    float expert_weights_scale = 1.0F;

    std::optional<NgramConfig> ngram;

    std::size_t stream_width() const { return stream_count * hidden_size; }
    std::size_t conv_channels() const {
        return (2 * recurrent_key_heads + recurrent_value_heads) * recurrent_head_size;
    }
    std::size_t recurrent_width() const { return recurrent_value_heads * recurrent_head_size; }
    std::size_t attention_layer_count() const;
    /// Position of a layer among the layers of its kind.
    std::size_t index_in_kind(std::size_t layer) const;
};

}  // namespace strata
