#include "memory/expert_layout.h"

namespace strata {

std::size_t ExpertLayout::expert_bytes(std::size_t layer) const {
    std::size_t bytes = 0;
    for (std::size_t part = 0; part < part_count(layer); ++part) {
        bytes += part_bytes(layer, part);
    }
    return bytes;
}

std::uint64_t ExpertLayout::total_bytes() const {
    std::uint64_t bytes = 0;
    for (const Layer& layer : layers_) {
        for (const ExpertTensor& tensor : layer.parts) {
            bytes += tensor.matrix.bytes();
        }
    }
    return bytes;
}

ExpertLayout::Places ExpertLayout::mapped(std::size_t layer, std::size_t expert) const {
    Places places{};
    for (std::size_t part = 0; part < part_count(layer); ++part) {
        places[part] = tensor(layer, part).matrix.data + expert * part_bytes(layer, part);
    }
    return places;
}

ExpertWeights ExpertLayout::weights(std::size_t layer, const Places& places) const {
    const auto matrix = [&](std::size_t part) {
        WeightMatrix one = tensor(layer, part).matrix;
        one.rows /= expert_count_;
        one.data = places[part];
        return one;
    };
    if (layers_[layer].gate_and_up_fused()) {
        const WeightMatrix both = matrix(0);
        return {both.slice(0, both.rows / 2), both.slice(both.rows / 2, both.rows / 2), matrix(1)};
    }
    return {matrix(0), matrix(1), matrix(2)};
}

}  // namespace strata
