#pragma once

#include <immintrin.h>

#include <cstdint>

#include "kernels/cpu/quant/block_parts_avx2.h"
#include "kernels/cpu/quant/force_inline.h"

namespace strata::quant {

/// Sums of the products of eight blocks of one weight row and one activation row. They are formed from four units of 64
/// values and then joined, so that lane b has the sum of block b.
template <class F>
struct BlockDots : private BlockParts<F> {
    using Base = BlockParts<F>;
    using Base::kByteDots, Base::kRules;
    using Bytes = typename Base::Vectors::Bytes;
    /// What is kept of a unit: two sums of eight values from either block in each half, side by side or in turn.
    using Unit = __m256i;

    static STRATA_FORCE_INLINE Unit nothing() { return _mm256_setzero_si256(); }

    static STRATA_FORCE_INLINE Unit whole_unit(const Bytes& w, const Bytes& x) {
        return add_neighbours(products(w.low, x.low), products(w.high, x.high));
    }

    /// Only the first block of a unit.
    static STRATA_FORCE_INLINE Unit half_unit(const Bytes& w, const std::int8_t* x) {
        const __m256i codes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x));
        return add_neighbours(products(w.low, codes), nothing());
    }

    /// As whole_unit, for two-bit codes in four planes of 16. A plane has eight values of the first block and then
    /// eight of the second, so sums of four neighbours belong to one block.
    static STRATA_FORCE_INLINE Unit plane_unit(const Bytes& w, const Bytes& x) {
        const __m256i pairs =
            _mm256_add_epi16(_mm256_maddubs_epi16(w.low, x.low), _mm256_maddubs_epi16(w.high, x.high));
        return _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
    }

    static STRATA_FORCE_INLINE __m256i block_sums(const Unit (&units)[4]) {
        const __m256i low = join(units[0], units[1]);
        const __m256i high = join(units[2], units[3]);
        return _mm256_add_epi32(_mm256_permute2x128_si256(low, high, 0x20), _mm256_permute2x128_si256(low, high, 0x31));
    }

private:
    /// Eight sums of four products.
    static STRATA_FORCE_INLINE __m256i products(__m256i w, __m256i x) {
        const __m256i ones = _mm256_set1_epi16(1);
        if constexpr (kByteDots) {
            return Base::Vectors::add_products(_mm256_setzero_si256(), w, x);
        } else if constexpr (kRules.steps == 0) {
            return _mm256_madd_epi16(_mm256_maddubs_epi16(_mm256_abs_epi8(w), _mm256_sign_epi8(x, w)), ones);
        } else {
            return _mm256_madd_epi16(_mm256_maddubs_epi16(w, x), ones);
        }
    }

    /// Two sums of a and two of b in each half. Small codes stay within 16 bits up to sums of eight. For others a, b,
    /// a, b: adding what was interleaved takes fewer steps than adding neighbours.
    static STRATA_FORCE_INLINE __m256i add_neighbours(__m256i a, __m256i b) {
        if constexpr (kRules.steps == 0) {
            return _mm256_add_epi32(_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
        } else {
            return _mm256_madd_epi16(_mm256_packs_epi32(a, b), _mm256_set1_epi16(1));
        }
    }

    /// The sums of the halves of four blocks, in order, in each half.
    static STRATA_FORCE_INLINE __m256i join(Unit a, Unit b) {
        if constexpr (kRules.steps == 0) {
            return _mm256_add_epi32(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
        } else {
            return add_neighbours(a, b);
        }
    }
};

}  // namespace strata::quant
