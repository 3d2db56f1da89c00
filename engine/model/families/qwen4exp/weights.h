#pragma once

#include <optional>
#include <vector>

#include "gguf/gguf_file.h"
#include "memory/expert_layout.h"
#include "memory/ngram_table.h"
#include "memory/weight_matrix.h"
#include "model/model_config.h"
#include "strata/result.h"

namespace strata::qwen4exp {

/// A small weight kept as float32: norms, gates, convolution taps.
using Vector = std::vector<float>;

/// Hyper-connection mixer: reads one input from the residual streams and says how the output is written back.
struct MixerWeights {
    Vector norm;          ///< [streams × hidden]
    WeightMatrix down;    ///< [rank × streams·hidden]
    WeightMatrix up;      ///< [streams·hidden × rank]
    WeightMatrix inject;  ///< [streams × streams·hidden]; empty in the final mixer
};

struct DeltaNetWeights {
    WeightMatrix qkv;    ///< [conv channels × hidden]
    WeightMatrix gate;   ///< [value heads·size × hidden]
    WeightMatrix beta;   ///< [value heads × hidden]
    WeightMatrix alpha;  ///< [value heads × hidden]
    WeightMatrix out;    ///< [hidden × value heads·size]
    Vector conv;         ///< [taps × channels], transposed from the file
    Vector dt_bias;      ///< [value heads]
    Vector a;            ///< [value heads], −exp(A_log)
    Vector norm;         ///< [head size], without +1
};

struct AttentionWeights {
    WeightMatrix q;                         ///< [heads × (query size + gate size) × hidden]
    WeightMatrix k, v;                      ///< [K/V heads·size × hidden]
    WeightMatrix out;                       ///< [hidden × heads·size]
    Vector q_norm, k_norm;                  ///< [head size]
    WeightMatrix indexer_q;                 ///< [indexer heads·size × hidden]; empty without an indexer
    WeightMatrix indexer_k;                 ///< [indexer size × hidden]
    Vector indexer_q_norm, indexer_k_norm;  ///< [indexer size]
};

struct FeedForwardWeights {
    WeightMatrix router;                  ///< [experts × hidden]
    Vector shared_router;                 ///< [hidden]
    WeightMatrix shared_gate, shared_up;  ///< [shared width × hidden]
    WeightMatrix shared_down;             ///< [hidden × shared width]
};

struct NgramWeights {
    WeightMatrix key;                        ///< [streams·hidden × embedding width]
    WeightMatrix value;                      ///< [hidden × embedding width]
    Vector norm_key, norm_query, norm_conv;  ///< [streams × hidden]
    Vector conv;                             ///< [taps × streams·hidden], transposed from the file
};

struct LayerWeights {
    MixerWeights mixer_in;  ///< before attention or recurrence
    MixerWeights ffn_in;    ///< before the experts
    std::optional<DeltaNetWeights> delta_net;
    std::optional<AttentionWeights> attention;
    FeedForwardWeights feed_forward;
};

/// All weights of a model: matrices are views of the mapped file, small vectors are copied. Immutable after loading.
struct Weights {
    WeightMatrix token_embedding;  ///< [vocabulary × hidden]
    WeightMatrix head;             ///< [vocabulary × hidden]; the embedding's own matrix where the file has no other
    MixerWeights final_mixer;
    std::vector<LayerWeights> layers;
    std::optional<NgramWeights> ngram;
    NgramTable ngram_table;
    ExpertLayout experts;
};

/// Finds every tensor that the config asks for and checks its shape and type. Errors: bad_file or unsupported_format,
/// naming the tensor. Draft blocks are left alone.
Result<Weights> read_weights(const GgufFile& file, const ModelConfig& config);

/// Bytes of all matrices that a window reads whatever its tokens: not experts, embedding and n-gram rows.
std::size_t dense_bytes(const Weights& weights);

}  // namespace strata::qwen4exp
