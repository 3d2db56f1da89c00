#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/quant/force_inline.h"
#include "kernels/cpu/quant/vector_unpack_small.h"

namespace strata::quant {

// Blocks of 256 weights, opened for products with vectors of 32 bytes. An opened block (block256_k.h, block256_iq.h)
// makes 32 codes at a time, in order, which are used while they are in a register:
//
//   weight j = d * factor * (scale of j's group * code j + offset of j's group) - d_min * minimum of j's group
//
// Codes are not negative, which is what the processor's products of bytes want; what was added to them is taken out
// again by the offsets, times the sums of the activations' codes. Scales, offsets and minimums are 16-bit numbers, one
// for each group of 16 values. All of it is exact in 32-bit integers over a whole block.
//
//   B::kRules, B::Vectors           the latter is V
//   B(block)                        opens the block at a pointer to its first byte, unaligned
//   codes<kPart>()                  values 32 * kPart to 32 * kPart + 31
//   scales()                        those of even groups in the low lane, of odd groups in the high lane
//   offsets(), minimums()           in order; only where the rules say that there are any
//   d_bits(block), d_min_bits(block)  f16
//
// V keeps the code of one level apart from another's.

struct Block256Rules {
    std::size_t bytes;
    int largest;             ///< of the codes
    std::size_t group = 16;  ///< values that have one scale: 16 or 32
    bool offset = false;
    bool minimum = false;
    bool indices = false;  ///< codes come from a codebook
    float factor = 1;      ///< a power of two
};

/// Numbers of sixteen groups, given in order as bytes with signs, as scales.
template <class V>
STRATA_FORCE_INLINE __m256i scales_of_groups(__m128i bytes) {
    const __m128i order = _mm_set_epi8(15, 13, 11, 9, 7, 5, 3, 1, 14, 12, 10, 8, 6, 4, 2, 0);
    return _mm256_cvtepi8_epi16(_mm_shuffle_epi8(bytes, order));
}

/// Eight numbers as bytes, one for each 32 values, as scales.
template <class V>
STRATA_FORCE_INLINE __m256i scales_of_parts(__m128i bytes) {
    return _mm256_broadcastsi128_si256(_mm_cvtepu8_epi16(bytes));
}

/// The same in order, times a factor.
template <class V>
STRATA_FORCE_INLINE __m256i offsets_of_parts(__m128i bytes, int factor) {
    const __m256i in_order = _mm256_cvtepu8_epi16(_mm_unpacklo_epi8(bytes, bytes));
    return _mm256_mullo_epi16(in_order, _mm256_set1_epi16(static_cast<short>(factor)));
}

/// The scale of each of 32 values.
template <class V, int kPart>
STRATA_FORCE_INLINE __m256i part_scales(__m256i scales) {
    return _mm256_shuffle_epi8(scales, _mm256_set1_epi16(static_cast<short>(0x0100 + 0x0202 * kPart)));
}

template <class V>
STRATA_FORCE_INLINE std::uint16_t bits_at(const std::uint8_t* from) {
    return load_as<V, std::uint16_t>(from);
}

}  // namespace strata::quant
