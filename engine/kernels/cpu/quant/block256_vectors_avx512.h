#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/quant/block_panel_avx512.h"
#include "kernels/cpu/quant/force_inline.h"

namespace strata::quant {

/// EightRows (block256_vectors_avx2.h) with vectors of 64 bytes, which hold sixteen weight rows.
template <class V>
struct SixteenRows {
    static constexpr std::size_t kRows = 16;
    static constexpr bool kByteDots = true;
    using Ints = __m512i;
    using Floats = __m512;

    static Ints zero() { return _mm512_setzero_si512(); }
    static Ints each(std::int32_t value) { return _mm512_set1_epi32(value); }
    static Ints add_32(Ints a, Ints b) { return _mm512_add_epi32(a, b); }
    static Ints times_32(Ints a, Ints b) { return _mm512_mullo_epi32(a, b); }
    static Ints upper_halves(Ints a) { return _mm512_srai_epi32(a, 16); }
    static Ints add_pairs(Ints sum, Ints a, Ints b) { return _mm512_dpwssd_epi32(sum, a, b); }
    static Ints add_products(Ints sum, Ints w, Ints x) { return _mm512_dpbusd_epi32(sum, w, x); }
    template <int kHalf>
    static Ints half_twice(Ints pairs) {
        const __m128i lanes = _mm_set_epi32(0x0d0c'0d0c, 0x0908'0908, 0x0504'0504, 0x0100'0100);
        const __m128i pick = _mm_add_epi8(lanes, _mm_set1_epi8(2 * kHalf));
        return _mm512_shuffle_epi8(pairs, _mm512_broadcast_i32x4(pick));
    }

    static Floats load(const float* from) { return _mm512_load_ps(from); }
    static void store(float* to, Floats a) { _mm512_store_ps(to, a); }
    static void store_unaligned(float* to, Floats a) { _mm512_storeu_ps(to, a); }
    static Floats each(const float* value) { return _mm512_set1_ps(*value); }
    static Floats add(Floats a, Floats b) { return _mm512_add_ps(a, b); }
    static Floats times(Floats a, Floats b) { return _mm512_mul_ps(a, b); }
    static Floats plus_product(Floats sum, Ints a, Floats b) { return _mm512_fmadd_ps(_mm512_cvtepi32_ps(a), b, sum); }
    static Floats minus_product(Floats sum, Ints a, Floats b) {
        return _mm512_fnmadd_ps(_mm512_cvtepi32_ps(a), b, sum);
    }
    static Floats halves(const std::uint16_t* bits) {
        return _mm512_cvtph_ps(_mm256_load_si256(reinterpret_cast<const __m256i*>(bits)));
    }

    static STRATA_FORCE_INLINE void side_by_side(const void* first_row, std::size_t step, Ints* to) {
        const char* from = static_cast<const char*>(first_row);
        transpose_sixteen<V>([&](std::size_t row) { return from + row * step; }, to);
    }
};

}  // namespace strata::quant
