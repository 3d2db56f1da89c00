#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "strata/load_options.h"
#include "strata/result.h"

namespace strata {

/// What running a model takes and what the machine has, in bytes.
struct MemoryFacts {
    std::uint64_t total_ram = 0;      ///< 0: unknown
    std::uint64_t available_ram = 0;  ///< that programs can still take without swapping; 0: unknown

    std::uint64_t dense = 0;        ///< weights that every token reads; mapped from the file
    std::uint64_t experts = 0;      ///< all routed experts
    std::uint64_t least_cache = 0;  ///< the smallest expert cache that a token can be computed with
    std::uint64_t kv = 0;           ///< keys and values of a full context
    std::uint64_t running = 0;      ///< running state and its checkpoints
    std::uint64_t working = 0;      ///< buffers for the largest chunk

    /// What is needed whatever becomes of the experts.
    std::uint64_t fixed() const { return dense + kv + running + working; }
};

/// What the person asked for.
struct MemoryWishes {
    ExpertPlacement experts = ExpertPlacement::automatic;
    std::optional<std::uint64_t> expert_bytes;  ///< for experts in budget mode
    std::optional<std::uint64_t> total_bytes;   ///< for all that the engine takes
};

/// What becomes of the experts.
struct MemoryPlan {
    ExpertPlacement placement = ExpertPlacement::mapped;  ///< never automatic
    std::uint64_t expert_bytes = 0;    ///< memory that experts take: of our own, or of the system's file cache (mapped)
    std::uint64_t expected_bytes = 0;  ///< memory that everything together takes
    std::string why;                   ///< a sentence for the log and for people
};

/// Decides where experts lie. A pure function of its arguments: no clock, no system calls.
///
/// Errors: out_of_memory if the model cannot run without pushing something out of memory, whatever becomes of its
/// experts, or if what was asked for does not fit; the message says how much is needed, and how much there is.
Result<MemoryPlan> plan_memory(const MemoryFacts& facts, const MemoryWishes& wishes);

}  // namespace strata
