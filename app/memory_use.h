#pragma once

#include <cstdint>
#include <optional>

namespace strata::app {

/// How much of the PC's memory is taken. What the system does not tell is none.
struct MemoryUse {
    std::optional<std::uint64_t> own_bytes;   ///< of this process that lie in memory now, mapped model files included
    std::optional<std::uint64_t> free_bytes;  ///< that programs could have without anything being put on disk
    std::optional<std::uint64_t> all_bytes;   ///< that the PC has

    bool operator==(const MemoryUse&) const = default;
};

/// Asks the system. Takes microseconds and never waits for a disk.
MemoryUse readMemoryUse();

}  // namespace strata::app
