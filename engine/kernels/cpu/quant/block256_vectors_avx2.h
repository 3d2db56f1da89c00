#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/quant/force_inline.h"
#include "kernels/cpu/quant/interleave_avx2.h"

namespace strata::quant {

/// What Block256Panels does with vectors of 32 bytes, which hold eight weight rows side by side. V: the level.
template <class V>
struct EightRows {
    static constexpr std::size_t kRows = 8;
    static constexpr bool kByteDots = V::kByteDots;
    using Ints = __m256i;
    using Floats = __m256;

    static Ints zero() { return _mm256_setzero_si256(); }
    static Ints each(std::int32_t value) { return _mm256_set1_epi32(value); }
    static Ints add_16(Ints a, Ints b) { return _mm256_add_epi16(a, b); }
    static Ints add_32(Ints a, Ints b) { return _mm256_add_epi32(a, b); }
    static Ints times_32(Ints a, Ints b) { return _mm256_mullo_epi32(a, b); }
    static Ints upper_halves(Ints a) { return _mm256_srai_epi32(a, 16); }
    /// Sums of two products of bytes, of which w's have no sign, in 16 bits.
    static Ints pairs_of_products(Ints w, Ints x) { return _mm256_maddubs_epi16(w, x); }
    /// Adds sums of two products of 16-bit numbers.
    static Ints add_pairs(Ints sum, Ints a, Ints b) { return V::add_pairs(sum, a, b); }
    /// Adds sums of four products of bytes; only with kByteDots.
    static Ints add_products(Ints sum, Ints w, Ints x) { return V::add_products(sum, w, x); }
    /// 32-bit lanes: the low or the upper half of those of `pairs`, twice.
    template <int kHalf>
    static Ints half_twice(Ints pairs) {
        const __m128i lanes = _mm_set_epi32(0x0d0c'0d0c, 0x0908'0908, 0x0504'0504, 0x0100'0100);
        const __m128i pick = _mm_add_epi8(lanes, _mm_set1_epi8(2 * kHalf));
        return _mm256_shuffle_epi8(pairs, _mm256_broadcastsi128_si256(pick));
    }

    static Floats load(const float* from) { return _mm256_load_ps(from); }
    static void store(float* to, Floats a) { _mm256_store_ps(to, a); }
    static void store_unaligned(float* to, Floats a) { _mm256_storeu_ps(to, a); }
    static Floats each(const float* value) { return _mm256_broadcast_ss(value); }
    static Floats add(Floats a, Floats b) { return _mm256_add_ps(a, b); }
    static Floats times(Floats a, Floats b) { return _mm256_mul_ps(a, b); }
    static Floats plus_product(Floats sum, Ints a, Floats b) { return _mm256_fmadd_ps(_mm256_cvtepi32_ps(a), b, sum); }
    static Floats minus_product(Floats sum, Ints a, Floats b) {
        return _mm256_fnmadd_ps(_mm256_cvtepi32_ps(a), b, sum);
    }
    static Floats halves(const std::uint16_t* bits) {
        return _mm256_cvtph_ps(_mm_load_si128(reinterpret_cast<const __m128i*>(bits)));
    }

    /// 16 bytes of each row, `step` bytes apart: vector s gets bytes 4s to 4s + 3 of every row.
    static STRATA_FORCE_INLINE void side_by_side(const void* first_row, std::size_t step, Ints* to) {
        interleave<V>(first_row, step, to);
    }
};

}  // namespace strata::quant
