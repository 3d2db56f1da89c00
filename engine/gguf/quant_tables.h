#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace strata {

// The codebooks of the quantised tensor types. An entry of a grid holds the values of one index: byte j (bits 8j to
// 8j+7) is value j, on a little-endian machine also in memory. The tables are part of the file format; quant_tables.cpp
// is generated.

extern const std::array<std::uint64_t, 2048> kIq1sGrid;   ///< IQ1_S, IQ1_M: eight int8 of -1, 0, 1
extern const std::array<std::uint64_t, 256> kIq2xxsGrid;  ///< IQ2_XXS: eight magnitudes of 8, 25, 43
extern const std::array<std::uint64_t, 512> kIq2xsGrid;   ///< IQ2_XS: eight magnitudes of 8, 25, 43
extern const std::array<std::uint64_t, 1024> kIq2sGrid;   ///< IQ2_S: eight magnitudes of 8, 25, 43
extern const std::array<std::uint32_t, 256> kIq3xxsGrid;  ///< IQ3_XXS: four magnitudes of 4, 12, 20, 28, 36, 44, 52, 62
extern const std::array<std::uint32_t, 512> kIq3sGrid;    ///< IQ3_S: four odd magnitudes, 1 to 15

/// IQ2_XXS, IQ2_XS, IQ3_XXS: 7-bit sign index to 8 sign bits; bit j set: value j is negative. Bit 7 is the others'
/// parity.
extern const std::array<std::uint8_t, 128> kSignMasks;

extern const std::array<std::int8_t, 16> kIq4nlLevels;  ///< IQ4_NL, IQ4_XS: level of a 4-bit code
extern const std::array<std::int8_t, 16> kFp4Levels;    ///< MXFP4, NVFP4: twice the E2M1 number of a 4-bit code

/// MXFP4: the factor that goes with kFp4Levels, 2^(e - 128) for every scale byte; subnormal for 0 and 1, never NaN.
constexpr float mxfp4_scale(std::uint8_t e) {
    const std::uint32_t bits = e < 2 ? 0x0020'0000U << e : static_cast<std::uint32_t>(e - 1) << 23;
    return std::bit_cast<float>(bits);
}

/// NVFP4: the factor that goes with kFp4Levels, half of the unsigned E4M3 number of the scale byte. Bit 7 is ignored,
/// 0x7f is the format's NaN and counts as 0; 0xff is 240.
constexpr float nvfp4_scale(std::uint8_t scale) {
    if (scale == 0x7f) {
        return 0.0F;
    }
    const std::uint32_t exponent = (scale >> 3) & 15U;
    const std::uint32_t mantissa = scale & 7U;
    if (exponent == 0) {
        return static_cast<float>(mantissa) * 0x1p-10F;
    }
    return std::bit_cast<float>((exponent - 8 + 127) << 23 | mantissa << 20);
}

}  // namespace strata
