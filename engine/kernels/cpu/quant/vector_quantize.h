#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/quant/activation_rules.h"

namespace strata::quant {

// Activations to codes with vectors of eight floats: the same bits as the plain version in quant_scalar.cpp. V only
// keeps the code of one level apart from another's.

/// The largest magnitude of `values` floats, as a bit pattern.
template <class V>
int top_bits(const float* x, std::size_t values) {
    __m256i top = _mm256_setzero_si256();
    for (std::size_t i = 0; i < values; i += 8) {
        const __m256i bits = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x + i));
        top = _mm256_max_epi32(top, _mm256_and_si256(bits, _mm256_set1_epi32(static_cast<int>(kMagnitudeBits))));
    }
    __m128i four = _mm_max_epi32(_mm256_castsi256_si128(top), _mm256_extracti128_si256(top, 1));
    four = _mm_max_epi32(four, _mm_shuffle_epi32(four, 0b01'00'11'10));
    four = _mm_max_epi32(four, _mm_shuffle_epi32(four, 0b10'11'00'01));
    return _mm_cvtsi128_si32(four);
}

/// 32 activations times `factor`, rounded to nearest even, and the sums of each 16 codes.
template <class V>
void store_codes(const float* x, float factor, std::int8_t* codes, std::int16_t* sums) {
    const __m256 factors = _mm256_set1_ps(factor);
    __m256i part[4];
    for (int i = 0; i < 4; ++i) {
        part[i] = _mm256_cvtps_epi32(_mm256_mul_ps(_mm256_loadu_ps(x + 8 * i), factors));
    }
    const __m256i low = _mm256_packs_epi32(part[0], part[1]);
    const __m256i high = _mm256_packs_epi32(part[2], part[3]);
    const __m256i order = _mm256_set_epi32(7, 3, 6, 2, 5, 1, 4, 0);
    const __m256i all = _mm256_permutevar8x32_epi32(_mm256_packs_epi16(low, high), order);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(codes), all);

    const __m256i pairs = _mm256_maddubs_epi16(_mm256_set1_epi8(1), all);
    const __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
    const __m256i eights = _mm256_hadd_epi32(fours, fours);
    const __m256i sixteens = _mm256_hadd_epi32(eights, eights);
    sums[0] = static_cast<std::int16_t>(_mm256_extract_epi32(sixteens, 0));
    sums[1] = static_cast<std::int16_t>(_mm256_extract_epi32(sixteens, 4));
}

template <class V, std::size_t kGroup>
void vector_quantize_row(const float* x, std::size_t n, std::int8_t* codes, float* scales,
                         std::int16_t* sums) noexcept {
    for (std::size_t begin = 0; begin < n; begin += kGroup) {
        const int bits = top_bits<V>(x + begin, kGroup);
        const float top = _mm_cvtss_f32(_mm_castsi128_ps(_mm_cvtsi32_si128(bits)));
        float& scale = scales[begin / kGroup];
        if (bits >= static_cast<int>(kInfinityBits) || top < kLeastMagnitude) {
            const int special = bits >= static_cast<int>(kInfinityBits) ? static_cast<int>(kNanBits) : 0;
            scale = _mm_cvtss_f32(_mm_castsi128_ps(_mm_cvtsi32_si128(special)));
            for (std::size_t i = begin; i < begin + kGroup; ++i) {
                codes[i] = 0;
                sums[i / 16] = 0;
            }
            continue;
        }
        const float factor = 127.0F / top;
        for (std::size_t i = begin; i < begin + kGroup; i += 32) {
            store_codes<V>(x + i, factor, codes + i, sums + i / 16);
        }
        scale = top / 127.0F;
    }
}

}  // namespace strata::quant
