#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "memory/weight_matrix.h"

namespace strata {

/// The three matrices of one routed expert.
struct ExpertWeights {
    WeightMatrix gate;  ///< [expert_ffn_size × hidden_size]
    WeightMatrix up;    ///< [expert_ffn_size × hidden_size]
    WeightMatrix down;  ///< [hidden_size × expert_ffn_size, or more columns that are fed zeros]
};

/// One of all experts of a model.
struct ExpertId {
    std::size_t layer = 0, expert = 0;

    bool operator==(const ExpertId&) const = default;
};

/// A piece of one of the model's files.
struct FileRange {
    std::size_t shard = 0;  ///< which file of a split set
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

/// One kind of matrix of all experts of a layer, one after the other: rows = experts × rows of one.
struct ExpertTensor {
    WeightMatrix matrix;  ///< in the mapped file
    std::size_t shard = 0;
    std::uint64_t file_offset = 0;
};

/// Where the experts of a model lie in its files, and how one expert's bytes are made up. Immutable.
///
/// An expert has up to three parts, each of which lies in one piece: gate, up, down. Where a file holds gate and up of
/// an expert together, they are one part.
class ExpertLayout {
public:
    static constexpr std::size_t kMostParts = 3;
    /// Where the parts of one expert begin in memory.
    using Places = std::array<const std::byte*, kMostParts>;

    struct Layer {
        std::vector<ExpertTensor> parts;  ///< gate, up, down; or gate-and-up, down
        bool gate_and_up_fused() const { return parts.size() == 2; }
    };

    ExpertLayout() = default;
    ExpertLayout(std::size_t expert_count, std::vector<Layer> layers)
        : expert_count_(expert_count), layers_(std::move(layers)) {}

    std::size_t expert_count() const { return expert_count_; }
    std::size_t layer_count() const { return layers_.size(); }
    std::size_t part_count(std::size_t layer) const { return layers_[layer].parts.size(); }
    const ExpertTensor& tensor(std::size_t layer, std::size_t part) const { return layers_[layer].parts[part]; }

    /// Bytes of one part of any expert of a layer, of a whole expert, of all experts of all layers.
    std::size_t part_bytes(std::size_t layer, std::size_t part) const {
        return tensor(layer, part).matrix.bytes() / expert_count_;
    }
    std::size_t expert_bytes(std::size_t layer) const;
    std::uint64_t total_bytes() const;

    FileRange range(std::size_t layer, std::size_t part, std::size_t expert) const {
        const std::size_t bytes = part_bytes(layer, part);
        return {tensor(layer, part).shard, tensor(layer, part).file_offset + expert * bytes, bytes};
    }

    /// Where an expert lies in the mapped file.
    Places mapped(std::size_t layer, std::size_t expert) const;
    /// The matrices of an expert of this layer whose parts lie at `places`.
    ExpertWeights weights(std::size_t layer, const Places& places) const;

private:
    std::size_t expert_count_ = 0;
    std::vector<Layer> layers_;
};

}  // namespace strata
