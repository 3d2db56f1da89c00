#pragma once

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

/// A copy of the running state at one length of a sequence. The K/V cells below that length are not copied: they stay as
/// long as the sequence is not overwritten before it. Immutable, so that sessions, parked conversations and the writer of
/// files share one.
struct Checkpoint {
    CheckpointKind kind = CheckpointKind::turn;
    RunningState state;

    std::size_t length() const { return state.position; }
};
using CheckpointPtr = std::shared_ptr<const Checkpoint>;  // shared: see Checkpoint

/// The checkpoints of one sequence, least recently used first. All are prefixes of the sequence: who goes back or takes
/// another course truncates.
class CheckpointList {
public:
    explicit CheckpointList(std::size_t capacity = 6) : capacity_(capacity) {}

    /// Copies `state`. A checkpoint of the same length is only marked as used. To make room the least recently used one
    /// leaves, a root last; with a capacity below 2 a root is like any other. Errors: out_of_memory.
    Result<void> add(CheckpointKind kind, const RunningState& state);
    /// Takes one that was kept elsewhere.
    void add(CheckpointPtr checkpoint);

    /// The longest one of at most `length` tokens; marks nothing.
    CheckpointPtr deepest(std::size_t length) const;
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
