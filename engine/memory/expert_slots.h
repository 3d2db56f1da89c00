#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "memory/expert_layout.h"

namespace strata {

/// How the memory of an expert cache is cut into slots that hold one expert each. Layers whose experts take the same
/// room share a class of slots, so no memory is lost where layers differ, and nothing is ever moved. Numbers only.
///
/// Large parts are read straight into their slot, past the system's file cache: such reads begin and end at multiples
/// of kDiskBlock in the file and in memory, so a part begins in its slot as far behind a multiple as it does in the
/// file.
class ExpertSlots {
public:
    static constexpr std::size_t kDiskBlock = 4096;
    /// Parts from this size on are read straight into their slot; smaller ones are read together and copied.
    static constexpr std::size_t kLeastDirect = std::size_t{128} << 10;

    struct Class {
        std::size_t slot_bytes = 0;  ///< a multiple of kDiskBlock
        std::size_t experts = 0;     ///< that share these slots
        std::size_t slots = 0;
    };

    ExpertSlots() = default;
    /// As many slots as `bytes` has room for, in each class in proportion to what its experts take; at least as many as
    /// `least_bytes` counts.
    ExpertSlots(const ExpertLayout& layout, std::size_t experts_per_token, std::uint64_t bytes);

    /// The smallest cache: in each class what two tokens need of a layer.
    static std::uint64_t least_bytes(const ExpertLayout& layout, std::size_t experts_per_token);

    const std::vector<Class>& classes() const { return classes_; }
    std::size_t class_of(std::size_t layer) const { return class_of_[layer]; }
    std::uint64_t bytes() const;

    static bool is_direct(const ExpertLayout& layout, std::size_t layer, std::size_t part) {
        return layout.part_bytes(layer, part) >= kLeastDirect;
    }
    /// Where the first byte of a part belongs in a slot.
    static std::size_t offset(const ExpertLayout& layout, std::size_t layer, std::size_t part, std::size_t expert);

private:
    std::vector<Class> classes_;
    std::vector<std::size_t> class_of_;  ///< [layers]
};

}  // namespace strata
