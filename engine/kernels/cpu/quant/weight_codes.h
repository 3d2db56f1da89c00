#pragma once

#include <cstddef>
#include <cstdint>

namespace strata::quant {

// What the kernels of every level multiply: weights taken apart into integer codes and scales. A kernel takes a unit of
// a weight row apart once and uses it for all activation rows of the call. Plain data without functions, because files
// compiled for different instruction sets share it.

/// A block of 256 weights. Weight j = d * scales[j / 16] * codes[j] - d_min * minimums[j / 16].
struct Codes256 {
    alignas(64) std::int8_t codes[256];
    alignas(32) std::int16_t scales[16];
    alignas(32) std::int16_t minimums[16];  ///< set only by types with a minimum
    float d;
    float d_min;  ///< set only by types with a minimum
};

/// 64 weights of blocks of 32, 64 or 128 values. Weight j = d[j / 16] * codes[j] + m[j / 16].
/// At the end of a row of an odd number of blocks of 32 the second half is all zero.
struct Codes64 {
    alignas(64) std::int8_t codes[64];
    alignas(16) float d[4];
    alignas(16) float m[4];  ///< set only by types with a minimum
};

/// One half of a Codes64, as a block of 32 values fills it.
struct Half {
    std::int8_t* codes;  ///< [32]
    float* d;            ///< [2], one per 16 values
    float* m;            ///< [2]
};

}  // namespace strata::quant
