#pragma once

#include <cstdint>

namespace strata {

/// Memory of the machine and of this process in bytes; 0 where the operating system does not tell.
struct SystemMemory {
    std::uint64_t total_bytes = 0;
    std::uint64_t available_bytes = 0;        ///< what programs can still take without swapping
    std::uint64_t process_resident_bytes = 0;  ///< of this process, mapped files included
    std::uint64_t process_private_bytes = 0;   ///< of it, what is not backed by a file
};

SystemMemory read_system_memory();

}  // namespace strata
