#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "strata/load_options.h"
#include "strata/result.h"

namespace strata {

/// The instruction sets that kernels are built for. A processor may have one without those before it.
enum class CpuLevel {
    scalar,      ///< plain C++
    avx2,        ///< AVX2, FMA and F16C
    avx2_vnni,   ///< AVX2 with dot products of bytes (AVX-VNNI)
    avx512,      ///< AVX-512 F, BW, DQ, VL and VNNI
    avx512_amx,  ///< AVX-512 with tiles of bytes (AMX) for many rows
};

/// What this processor and its operating system allow.
struct CpuFeatures {
    std::vector<CpuLevel> levels{CpuLevel::scalar};  ///< slowest first, as measured (docs/performance.md)
    int logical_cores = 1;
    int physical_cores = 1;

    bool has(CpuLevel level) const { return std::ranges::find(levels, level) != levels.end(); }
    CpuLevel best_level() const { return levels.back(); }
};

/// Asks the processor (cpuid and the saved register state) and the operating system (cores, and the use of tiles, which
/// is granted to the whole process).
CpuFeatures detect_cpu_features();

/// The level to compute with; unsupported_device if this processor lacks the one that was asked for.
Result<CpuLevel> choose_cpu_level(CpuChoice choice, const CpuFeatures& features);

/// "scalar", "avx2", "avx2_vnni", "avx512", "avx512_amx".
std::string_view to_string(CpuLevel level);

/// The inverse of to_string; nothing for other words.
std::optional<CpuLevel> parse_cpu_level(std::string_view word);

}  // namespace strata
