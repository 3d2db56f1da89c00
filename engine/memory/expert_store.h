#pragma once

#include <cstddef>
#include <vector>

#include "memory/weight_matrix.h"

namespace strata {

/// The three matrices of one routed expert.
struct ExpertWeights {
    WeightMatrix gate;  ///< [expert_ffn_size × hidden_size]
    WeightMatrix up;    ///< [expert_ffn_size × hidden_size]
    WeightMatrix down;  ///< [hidden_size × expert_ffn_size, or more columns that are fed zeros]
};

/// Where each routed expert's weights are read from. Today: in place, from the mapped model file. Immutable after loading.
class ExpertStore {
public:
    /// Each matrix holds all experts of a layer, one after the other: rows = experts × rows of one.
    struct LayerTensors {
        WeightMatrix gate, up, down;
        bool gate_and_up_fused = false;  ///< `gate` holds, per expert, the gate rows and then the up rows; `up` is unused
    };

    ExpertStore(std::size_t expert_count, std::vector<LayerTensors> layers)
        : expert_count_(expert_count), layers_(std::move(layers)) {}

    ExpertWeights expert(std::size_t layer, std::size_t index) const;
    std::size_t expert_count() const { return expert_count_; }
    /// Bytes of one expert of a layer.
    std::size_t expert_bytes(std::size_t layer) const;

private:
    std::size_t expert_count_;
    std::vector<LayerTensors> layers_;
};

}  // namespace strata
