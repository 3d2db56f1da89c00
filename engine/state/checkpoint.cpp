#include "state/checkpoint.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace strata {

CheckpointPtr checkpoint_at(std::span<const CheckpointPtr> checkpoints, std::size_t length) {
    const auto found = std::ranges::find(checkpoints, length, [](const auto& c) { return c->length(); });
    return found == checkpoints.end() ? nullptr : *found;
}

CheckpointPtr deepest_checkpoint(std::span<const CheckpointPtr> checkpoints, std::size_t length) {
    CheckpointPtr best;
    for (const CheckpointPtr& checkpoint : checkpoints) {
        if (checkpoint->length() <= length && (!best || checkpoint->length() > best->length())) {
            best = checkpoint;
        }
    }
    return best;
}

Result<void> CheckpointList::add(CheckpointKind kind, const RunningState& state) {
    if (capacity_ == 0) {
        return {};
    }
    if (checkpoint_at(checkpoints_, state.position)) {
        touch(state.position);
        return {};
    }
    auto checkpoint = std::make_shared<Checkpoint>();
    checkpoint->kind = kind;
    STRATA_TRY(checkpoint->state, RunningState::copy_of(state));
    add(std::move(checkpoint));
    return {};
}

void CheckpointList::add(CheckpointPtr checkpoint) {
    if (capacity_ == 0) {
        return;
    }
    checkpoints_.push_back(std::move(checkpoint));
    make_room();
}

void CheckpointList::make_room() {
    drop_least_recent(checkpoints_, capacity_, [](const CheckpointPtr& checkpoint) { return checkpoint->kind; });
}

void CheckpointList::touch(std::size_t length) {
    const auto used = std::ranges::find(checkpoints_, length, [](const auto& c) { return c->length(); });
    if (used != checkpoints_.end()) {
        std::rotate(used, used + 1, checkpoints_.end());
    }
}

void CheckpointList::truncate(std::size_t length) {
    std::erase_if(checkpoints_, [length](const auto& checkpoint) { return checkpoint->length() > length; });
}

void CheckpointList::set_capacity(std::size_t capacity) {
    capacity_ = capacity;
    make_room();
}

std::size_t CheckpointList::bytes() const {
    std::size_t bytes = 0;
    for (const CheckpointPtr& checkpoint : checkpoints_) {
        bytes += checkpoint->state.bytes();
    }
    return bytes;
}

}  // namespace strata
