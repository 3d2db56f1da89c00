#pragma once

#include <immintrin.h>

#include <cstdint>

#include "kernels/cpu/quant/block256.h"

namespace strata::quant {

// Opened blocks with plain codes; see block256.h and, for the layouts, unpack_k.cpp.

/// Bits kLow upwards of 32 bytes.
template <class V, int kLow>
STRATA_FORCE_INLINE __m256i bits_of(const std::uint8_t* from, int mask) {
    const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
    const __m256i shifted = kLow == 0 ? bytes : _mm256_srli_epi16(bytes, kLow);
    return _mm256_and_si256(shifted, _mm256_set1_epi8(static_cast<char>(mask)));
}

/// Eight pairs of a 6-bit scale and a 6-bit minimum in 12 bytes, a pair for each 32 values: the scales as bytes, then
/// the minimums.
template <class V>
STRATA_FORCE_INLINE __m128i scale_pairs(const std::uint8_t* s) {
    const auto a = load_as<V, std::uint32_t>(s);
    const auto b = load_as<V, std::uint32_t>(s + 4);
    const auto c = load_as<V, std::uint32_t>(s + 8);
    const std::uint32_t high_scales = (c & 0x0f0f0f0fU) | (a >> 2 & 0x30303030U);
    const std::uint32_t high_minimums = (c >> 4 & 0x0f0f0f0fU) | (b >> 2 & 0x30303030U);
    return _mm_set_epi32(static_cast<int>(high_minimums), static_cast<int>(b & 0x3f3f3f3fU),
                         static_cast<int>(high_scales), static_cast<int>(a & 0x3f3f3f3fU));
}

template <class V>
class BlockQ4K {
public:
    using Vectors = V;
    static constexpr Block256Rules kRules{.bytes = 144, .largest = 15, .group = 32, .minimum = true};

    STRATA_FORCE_INLINE void open(const std::uint8_t* block) {
        codes_ = block + 16;
        pairs_ = scale_pairs<V>(block + 4);
    }

    template <int kPart>
    STRATA_FORCE_INLINE __m256i codes() const {
        return bits_of<V, kPart % 2 * 4>(codes_ + kPart / 2 * 32, 15);
    }
    STRATA_FORCE_INLINE __m256i scales() const { return _mm256_broadcastsi128_si256(_mm_cvtepu8_epi16(pairs_)); }
    STRATA_FORCE_INLINE __m256i minimums() const { return _mm256_cvtepu8_epi16(_mm_unpackhi_epi8(pairs_, pairs_)); }
    static std::uint16_t d_bits(const std::uint8_t* block) { return bits_at<V>(block); }
    static std::uint16_t d_min_bits(const std::uint8_t* block) { return bits_at<V>(block + 2); }

private:
    const std::uint8_t* codes_;
    __m128i pairs_;
};

}  // namespace strata::quant
