#pragma once

#include <optional>
#include <string_view>

#include "strata/load_options.h"
#include "strata/result.h"

namespace strata {

/// The instruction sets that kernels are built for, slowest first.
enum class CpuLevel {
    scalar,  ///< plain C++
    avx2,    ///< AVX2, FMA and F16C
    avx512,  ///< AVX-512 F, BW, DQ, VL and VNNI
};

/// What this processor and its operating system allow.
struct CpuFeatures {
    CpuLevel best_level = CpuLevel::scalar;
    int logical_cores = 1;
    int physical_cores = 1;
};

/// Asks the processor (cpuid and the saved register state) and the operating system (cores).
CpuFeatures detect_cpu_features();

/// The level to compute with; unsupported_device if this processor lacks the one that was asked for.
Result<CpuLevel> choose_cpu_level(CpuChoice choice, const CpuFeatures& features);

/// "scalar", "avx2", "avx512".
std::string_view to_string(CpuLevel level);

/// The inverse of to_string; nothing for other words.
std::optional<CpuLevel> parse_cpu_level(std::string_view word);

}  // namespace strata
