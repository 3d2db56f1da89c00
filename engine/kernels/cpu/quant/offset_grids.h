#pragma once

#include <array>
#include <cstdint>

namespace strata::quant {

// The codebooks of quant_tables.h as kernels want them: a value w = +magnitude or -magnitude becomes a code that is not
// negative. The tables hold the codes of positive values; `mirror - code` is the code of the negative one.

/// w = code - 43
inline constexpr int kIq2Mirror = 86;
extern const std::array<std::uint64_t, 256> kIq2xxsCodes;
extern const std::array<std::uint64_t, 512> kIq2xsCodes;
extern const std::array<std::uint64_t, 1024> kIq2sCodes;

/// w = code - 62
inline constexpr int kIq3xxsMirror = 124;
extern const std::array<std::uint32_t, 256> kIq3xxsCodes;

/// w = 2 * code - 15
inline constexpr int kIq3sMirror = 15;
extern const std::array<std::uint32_t, 512> kIq3sCodes;

}  // namespace strata::quant
