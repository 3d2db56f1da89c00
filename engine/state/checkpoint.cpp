#include "state/checkpoint.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace strata {

Result<void> CheckpointList::add(CheckpointKind kind, const RunningState& state) {
    if (capacity_ == 0) {
        return {};
    }
    const auto same = std::ranges::find(checkpoints_, state.position, [](const auto& c) { return c->length(); });
    if (same != checkpoints_.end()) {
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
    while (checkpoints_.size() > capacity_) {
        // A root is what every new conversation begins with; the newest one is what the caller has just asked for.
        auto leaving = std::find_if(checkpoints_.begin(), checkpoints_.end() - 1,
                                    [](const auto& c) { return c->kind != CheckpointKind::root; });
        if (capacity_ < 2 || leaving == checkpoints_.end() - 1) {
            leaving = checkpoints_.begin();
        }
        checkpoints_.erase(leaving);
    }
}

CheckpointPtr CheckpointList::deepest(std::size_t length) const {
    CheckpointPtr best;
    for (const CheckpointPtr& checkpoint : checkpoints_) {
        if (checkpoint->length() <= length && (!best || checkpoint->length() > best->length())) {
            best = checkpoint;
        }
    }
    return best;
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
