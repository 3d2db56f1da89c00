#pragma once

#include <cstdint>
#include <string>

namespace strata {

/// What this machine offers the engine.
struct HardwareInfo {
    std::string cpu_level;  ///< "scalar", "avx2", "avx512"
    int physical_cores = 1;
    int logical_cores = 1;
    std::uint64_t ram_bytes = 0;            ///< 0: unknown
    std::uint64_t available_ram_bytes = 0;  ///< 0: unknown
};

HardwareInfo detect_hardware();

}  // namespace strata
