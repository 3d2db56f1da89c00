#pragma once

#include <cstdint>

#include "strata/hardware.h"
#include "strata/load_options.h"

namespace strata::app {

/// What settings ask of the memory of this PC, in bytes.
struct MemoryPlan {
    std::uint64_t model = 0;         ///< weights
    std::uint64_t experts = 0;       ///< of these, those that may be read from the disk when they are needed
    bool low_memory = false;         ///< few of these are to lie in memory
    std::uint64_t kv_per_token = 0;  ///< keys and values of one token, as they are kept
    int context_length = 0;          ///< tokens
    std::uint64_t parking = 0;       ///< for chats that are kept in memory
    std::uint64_t for_others = 0;    ///< that the person wants to leave to other programs
};

enum class MemoryFit {
    unknown,  ///< this PC does not tell its memory, or the model its size
    fits,
    tight,      ///< there is room, but less than wanted for other programs
    from_disk,  ///< there is room for a part of the experts; the others are read from the disk
    does_not_fit,
};

struct MemoryJudgement {
    MemoryFit fit = MemoryFit::unknown;
    std::uint64_t needed = 0;     ///< without what is left to others
    std::uint64_t available = 0;  ///< all memory of this PC; 0: unknown
};

/// Whether it fits. All of the memory counts, whoever has it now: what is free changes while one looks at it.
MemoryJudgement judgeMemory(const MemoryPlan& plan, const HardwareInfo& hardware);

/// Keys and values of one token in another type than the one that was measured.
std::uint64_t kvPerTokenAs(KvType wanted, KvType measured, std::uint64_t bytes);

}  // namespace strata::app
