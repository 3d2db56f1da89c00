#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace strata {

/// A graphics card, as far as its driver tells.
struct GpuInfo {
    std::string name;
    std::string vendor;                        ///< "NVIDIA", …; empty: unknown
    int capability = 0;                        ///< of CUDA: 10 × major + minor; 0: none or unknown
    std::string driver;                        ///< version; empty: unknown
    std::uint64_t memory_bytes = 0;            ///< 0: unknown
    std::uint64_t available_memory_bytes = 0;  ///< 0: unknown

    bool operator==(const GpuInfo&) const = default;
};

/// What this machine offers the engine.
struct HardwareInfo {
    std::string cpu_level;  ///< "scalar", "avx2", "avx2_vnni", "avx512", "avx512_amx"
    std::string cpu_name;   ///< as the processor calls itself; empty: unknown
    int physical_cores = 1;
    int logical_cores = 1;
    std::uint64_t ram_bytes = 0;            ///< 0: unknown
    std::uint64_t available_ram_bytes = 0;  ///< 0: unknown
    std::vector<GpuInfo> gpus;              ///< all that were found, usable or not
};

HardwareInfo detect_hardware();

}  // namespace strata
