#pragma once

#include <immintrin.h>

#include <cstdint>

#include "kernels/cpu/quant/block_parts_avx2.h"
#include "kernels/cpu/quant/force_inline.h"

namespace strata::quant {

/// BlockDots (block_dots_avx2.h) with vectors of 64 bytes.
template <class F>
struct BlockDotsAvx512 : private BlockParts<F> {
    using Base = BlockParts<F>;
    using Base::kRules;
    /// Sums of four products: of one block in the lower half, of the next in the upper one.
    using Unit = __m512i;

    static STRATA_FORCE_INLINE Unit nothing() { return _mm512_setzero_si512(); }
    static STRATA_FORCE_INLINE Unit whole_unit(__m512i w, __m512i x) {
        return _mm512_dpbusd_epi32(_mm512_setzero_si512(), w, x);
    }
    static STRATA_FORCE_INLINE Unit half_unit(__m512i w, const std::int8_t* x) {
        const __m256i codes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x));
        return whole_unit(w, _mm512_zextsi256_si512(codes));
    }

    static STRATA_FORCE_INLINE __m256i block_sums(const Unit (&units)[4]) {
        const __m512i quarters = join(units[0], units[1], units[2], units[3]);
        const __m512i other = _mm512_shuffle_i32x4(quarters, quarters, 0b10'11'00'01);
        // Even blocks in the first quarter, odd ones in the third.
        const __m512i sums = _mm512_add_epi32(quarters, other);
        const __m512i order = _mm512_set_epi32(0, 0, 0, 0, 0, 0, 0, 0, 11, 3, 10, 2, 9, 1, 8, 0);
        return _mm512_castsi512_si256(_mm512_permutexvar_epi32(order, sums));
    }

private:
    /// Lane i of each quarter has the sum of a quarter of the i-th vector.
    static STRATA_FORCE_INLINE __m512i join(__m512i a, __m512i b, __m512i c, __m512i d) {
        if constexpr (kRules.steps == 0) {
            const __m512i ab = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
            const __m512i cd = _mm512_add_epi32(_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
            return _mm512_add_epi32(_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
        } else {
            // Small codes stay within 16 bits up to sums of eight.
            const __m512i ones = _mm512_set1_epi16(1);
            const __m512i ab = _mm512_madd_epi16(_mm512_packs_epi32(a, b), ones);
            const __m512i cd = _mm512_madd_epi16(_mm512_packs_epi32(c, d), ones);
            return _mm512_madd_epi16(_mm512_packs_epi32(ab, cd), ones);
        }
    }
};

}  // namespace strata::quant
