#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "state/running_state.h"
#include "strata/result.h"

namespace strata {

/// Where in a prompt a checkpoint was taken.
enum class CheckpointKind {
    root,      ///< end of a long system prompt
    turn,      ///< at the last turn opener
    periodic,  ///< after so many fresh tokens
};

/// A copy of the running state at one length of a sequence. The K/V cells below that length are not copied: they stay
/// as long as the sequence is not overwritten before it. Immutable, so that sessions, parked conversations and the
/// writer of files share one.
struct Checkpoint {
    CheckpointKind kind = CheckpointKind::turn;
    RunningState state;

    std::size_t length() const { return state.position; }
};
using CheckpointPtr = std::shared_ptr<const Checkpoint>;  // shared: see Checkpoint

/// The one of exactly `length` tokens; null: there is none.
CheckpointPtr checkpoint_at(std::span<const CheckpointPtr> checkpoints, std::size_t length);
/// The longest one of at most `length` tokens; null: there is none.
CheckpointPtr deepest_checkpoint(std::span<const CheckpointPtr> checkpoints, std::size_t length);

/// Drops entries until at most `most` are left: the least recently used (first) one leaves, a root last, as every new
/// conversation begins with it, and the newest (last) one never, as somebody has just asked for it. With room for one
/// only, a root is like any other. kind_of: CheckpointKind of an entry.
template <class Entry, class KindOf>
void drop_least_recent(std::vector<Entry>& entries, std::size_t most, KindOf&& kind_of) {
    while (entries.size() > most) {
        auto leaving = std::find_if(entries.begin(), entries.end() - 1,
                                    [&](const Entry& entry) { return kind_of(entry) != CheckpointKind::root; });
        if (most < 2 || leaving == entries.end() - 1) {
            leaving = entries.begin();
        }
        entries.erase(leaving);
    }
}

/// The checkpoints of one sequence, least recently used first. All are prefixes of the sequence: who goes back or takes
/// another course truncates.
class CheckpointList {
public:
    explicit CheckpointList(std::size_t capacity = 6) : capacity_(capacity) {}

    /// Copies `state`. A checkpoint of the same length is only marked as used. Makes room as `drop_least_recent` does.
    /// Errors: out_of_memory.
    Result<void> add(CheckpointKind kind, const RunningState& state);
    /// Takes one that was kept elsewhere.
    void add(CheckpointPtr checkpoint);

    /// The longest one of at most `length` tokens; marks nothing.
    CheckpointPtr deepest(std::size_t length) const { return deepest_checkpoint(checkpoints_, length); }
    /// Marks the one of exactly this length as used just now.
    void touch(std::size_t length);
    /// Drops those longer than `length`.
    void truncate(std::size_t length);
    void clear() { checkpoints_.clear(); }

    std::size_t capacity() const { return capacity_; }
    void set_capacity(std::size_t capacity);
    std::span<const CheckpointPtr> all() const { return checkpoints_; }
    bool empty() const { return checkpoints_.empty(); }
    std::size_t bytes() const;

private:
    void make_room();

    std::size_t capacity_;
    std::vector<CheckpointPtr> checkpoints_;
};

}  // namespace strata
