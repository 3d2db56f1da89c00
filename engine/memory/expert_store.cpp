#include "memory/expert_store.h"

namespace strata {

ExpertWeights ExpertStore::expert(std::size_t layer, std::size_t index) const {
    const LayerTensors& tensors = layers_[layer];
    const auto part = [&](const WeightMatrix& all) {
        const std::size_t rows = all.rows / expert_count_;
        return all.slice(index * rows, rows);
    };
    ExpertWeights weights;
    weights.down = part(tensors.down);
    if (tensors.gate_and_up_fused) {
        const WeightMatrix both = part(tensors.gate);
        weights.gate = both.slice(0, both.rows / 2);
        weights.up = both.slice(both.rows / 2, both.rows / 2);
    } else {
        weights.gate = part(tensors.gate);
        weights.up = part(tensors.up);
    }
    return weights;
}

std::size_t ExpertStore::expert_bytes(std::size_t layer) const {
    const LayerTensors& tensors = layers_[layer];
    return (tensors.gate.bytes() + tensors.up.bytes() + tensors.down.bytes()) / expert_count_;
}

}  // namespace strata
