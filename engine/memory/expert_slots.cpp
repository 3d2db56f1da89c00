#include "memory/expert_slots.h"

#include <algorithm>

namespace strata {
namespace {

constexpr std::size_t kVector = 64;  // parts that are copied begin where a kernel likes to read

std::size_t up_to(std::size_t bytes, std::size_t multiple) {
    return (bytes + multiple - 1) / multiple * multiple;
}

/// Room for a part wherever it lies in its file.
std::size_t part_room(const ExpertLayout& layout, std::size_t layer, std::size_t part) {
    const std::size_t bytes = layout.part_bytes(layer, part);
    return ExpertSlots::is_direct(layout, layer, part)
               ? up_to(bytes + ExpertSlots::kDiskBlock - 1, ExpertSlots::kDiskBlock)
               : up_to(bytes, kVector);
}

/// Direct parts come first, so that they begin at multiples of kDiskBlock.
std::size_t room_before(const ExpertLayout& layout, std::size_t layer, std::size_t part) {
    const bool direct = ExpertSlots::is_direct(layout, layer, part);
    std::size_t bytes = 0;
    for (std::size_t other = 0; other < layout.part_count(layer); ++other) {
        const bool other_direct = ExpertSlots::is_direct(layout, layer, other);
        if (other_direct == direct ? other < part : other_direct) {
            bytes += part_room(layout, layer, other);
        }
    }
    return bytes;
}

std::size_t slot_bytes(const ExpertLayout& layout, std::size_t layer) {
    std::size_t bytes = 0;
    for (std::size_t part = 0; part < layout.part_count(layer); ++part) {
        bytes += part_room(layout, layer, part);
    }
    return up_to(bytes, ExpertSlots::kDiskBlock);
}

std::size_t least_slots(const ExpertSlots::Class& kind, std::size_t experts_per_token) {
    return std::min(kind.experts, 2 * experts_per_token);
}

}  // namespace

ExpertSlots::ExpertSlots(const ExpertLayout& layout, std::size_t experts_per_token, std::uint64_t bytes) {
    std::uint64_t all = 0;
    for (std::size_t layer = 0; layer < layout.layer_count(); ++layer) {
        const std::size_t size = slot_bytes(layout, layer);
        const auto found = std::ranges::find(classes_, size, &Class::slot_bytes);
        class_of_.push_back(static_cast<std::size_t>(found - classes_.begin()));
        if (found == classes_.end()) {
            classes_.push_back({size, 0, 0});
        }
        classes_[class_of_.back()].experts += layout.expert_count();
        all += std::uint64_t{size} * layout.expert_count();
    }
    const double share = all == 0 ? 0.0 : std::min(1.0, static_cast<double>(bytes) / static_cast<double>(all));
    for (Class& kind : classes_) {
        const auto slots = static_cast<std::size_t>(static_cast<double>(kind.experts) * share);
        kind.slots = std::clamp(slots, least_slots(kind, experts_per_token), kind.experts);
    }
}

std::uint64_t ExpertSlots::least_bytes(const ExpertLayout& layout, std::size_t experts_per_token) {
    return ExpertSlots(layout, experts_per_token, 0).bytes();
}

std::uint64_t ExpertSlots::bytes() const {
    std::uint64_t bytes = 0;
    for (const Class& kind : classes_) {
        bytes += std::uint64_t{kind.slots} * kind.slot_bytes;
    }
    return bytes;
}

std::size_t ExpertSlots::offset(const ExpertLayout& layout, std::size_t layer, std::size_t part, std::size_t expert) {
    const FileRange range = layout.range(layer, part, expert);
    const std::size_t lead = is_direct(layout, layer, part) ? range.offset % kDiskBlock : 0;
    return room_before(layout, layer, part) + lead;
}

}  // namespace strata
