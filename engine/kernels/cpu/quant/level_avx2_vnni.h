#pragma once

#include <immintrin.h>

#include "kernels/cpu/quant/level_avx2.h"

namespace strata::quant {

/// AVX2 with dot products of bytes (AVX-VNNI): processors for desktops and laptops that have no AVX-512.
struct Avx2VnniLevel {
    static constexpr bool kByteDots = true;
    static constexpr bool kSignedDots = false;

    /// Adds four products of bytes without and with signs to each 32-bit lane.
    static __m256i add_products(__m256i sum, __m256i without_signs, __m256i with_signs) {
        return _mm256_dpbusd_avx_epi32(sum, without_signs, with_signs);
    }
    /// Adds two products of 16-bit numbers to each 32-bit lane.
    static __m256i add_pairs(__m256i sum, __m256i a, __m256i b) { return _mm256_dpwssd_avx_epi32(sum, a, b); }
};
using Avx2Vnni = Avx2Vectors<Avx2VnniLevel>;

}  // namespace strata::quant
