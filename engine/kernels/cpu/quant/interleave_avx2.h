#pragma once

#include <immintrin.h>

#include <cstddef>

#include "kernels/cpu/quant/force_inline.h"

namespace strata::quant {

/// 16 bytes of each of eight rows, `step` bytes apart: vector s gets bytes 4s to 4s + 3 of every row. F keeps the code
/// of one level apart from another's.
template <class F>
STRATA_FORCE_INLINE void interleave(const void* first_row, std::size_t step, __m256i* to) {
    const char* from = static_cast<const char*>(first_row);
    __m256i rows[4];
    for (std::size_t r = 0; r < 4; ++r) {
        const __m128i low = _mm_load_si128(reinterpret_cast<const __m128i*>(from + r * step));
        const __m128i high = _mm_load_si128(reinterpret_cast<const __m128i*>(from + (r + 4) * step));
        rows[r] = _mm256_set_m128i(high, low);
    }
    const __m256i a = _mm256_unpacklo_epi32(rows[0], rows[1]);
    const __m256i b = _mm256_unpackhi_epi32(rows[0], rows[1]);
    const __m256i c = _mm256_unpacklo_epi32(rows[2], rows[3]);
    const __m256i d = _mm256_unpackhi_epi32(rows[2], rows[3]);
    _mm256_store_si256(to, _mm256_unpacklo_epi64(a, c));
    _mm256_store_si256(to + 1, _mm256_unpackhi_epi64(a, c));
    _mm256_store_si256(to + 2, _mm256_unpacklo_epi64(b, d));
    _mm256_store_si256(to + 3, _mm256_unpackhi_epi64(b, d));
}

}  // namespace strata::quant
