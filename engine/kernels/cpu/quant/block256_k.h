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
    STRATA_FORCE_INLINE __m256i scales() const { return scales_of_parts<V>(pairs_); }
    STRATA_FORCE_INLINE __m256i minimums() const { return _mm256_cvtepu8_epi16(_mm_unpackhi_epi8(pairs_, pairs_)); }
    static std::uint16_t d_bits(const std::uint8_t* block) { return bits_at<V>(block); }
    static std::uint16_t d_min_bits(const std::uint8_t* block) { return bits_at<V>(block + 2); }

private:
    const std::uint8_t* codes_;
    __m128i pairs_;
};

template <class V>
class BlockQ5K {
public:
    using Vectors = V;
    static constexpr Block256Rules kRules{.bytes = 176, .largest = 31, .group = 32, .minimum = true};

    STRATA_FORCE_INLINE void open(const std::uint8_t* block) {
        block_ = block;
        pairs_ = scale_pairs<V>(block + 4);
    }

    template <int kPart>
    STRATA_FORCE_INLINE __m256i codes() const {
        const __m256i low = bits_of<V, kPart % 2 * 4>(block_ + 48 + kPart / 2 * 32, 15);
        return _mm256_or_si256(low, _mm256_slli_epi16(bits_of<V, kPart>(block_ + 16, 1), 4));
    }
    STRATA_FORCE_INLINE __m256i scales() const { return scales_of_parts<V>(pairs_); }
    STRATA_FORCE_INLINE __m256i minimums() const { return _mm256_cvtepu8_epi16(_mm_unpackhi_epi8(pairs_, pairs_)); }
    static std::uint16_t d_bits(const std::uint8_t* block) { return bits_at<V>(block); }
    static std::uint16_t d_min_bits(const std::uint8_t* block) { return bits_at<V>(block + 2); }

private:
    const std::uint8_t* block_;
    __m128i pairs_;
};

template <class V>
class BlockQ3K {
public:
    using Vectors = V;
    static constexpr Block256Rules kRules{.bytes = 110, .largest = 7, .offset = true};

    STRATA_FORCE_INLINE void open(const std::uint8_t* block) {
        block_ = block;
        const __m128i eight = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(block + 96));
        const __m128i nibbles = _mm_unpacklo_epi64(eight, _mm_srli_epi16(eight, 4));
        const __m128i four = _mm_set1_epi32(load_as<V, std::int32_t>(block + 104));
        const __m128i crumbs = _mm_and_si128(_mm_srlv_epi32(four, _mm_set_epi32(6, 4, 2, 0)), _mm_set1_epi8(3));
        const __m128i scales = _mm_or_si128(_mm_and_si128(nibbles, _mm_set1_epi8(15)), _mm_slli_epi16(crumbs, 4));
        scales_ = _mm_sub_epi8(scales, _mm_set1_epi8(32));
    }

    template <int kPart>
    STRATA_FORCE_INLINE __m256i codes() const {
        const __m256i low = bits_of<V, kPart % 4 * 2>(block_ + 32 + kPart / 4 * 32, 3);
        return _mm256_or_si256(low, _mm256_slli_epi16(bits_of<V, kPart>(block_, 1), 2));
    }
    STRATA_FORCE_INLINE __m256i scales() const { return scales_of_groups<V>(scales_); }
    STRATA_FORCE_INLINE __m256i offsets() const {
        return _mm256_mullo_epi16(_mm256_cvtepi8_epi16(scales_), _mm256_set1_epi16(-4));
    }
    static std::uint16_t d_bits(const std::uint8_t* block) { return bits_at<V>(block + 108); }

private:
    const std::uint8_t* block_;
    __m128i scales_;
};

template <class V>
class BlockQ6K {
public:
    using Vectors = V;
    static constexpr Block256Rules kRules{.bytes = 210, .largest = 63, .offset = true};

    STRATA_FORCE_INLINE void open(const std::uint8_t* block) {
        block_ = block;
        scales_ = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + 192));
    }

    template <int kPart>
    STRATA_FORCE_INLINE __m256i codes() const {
        constexpr int kHalf = kPart / 4;
        const __m256i low = bits_of<V, kPart % 4 / 2 * 4>(block_ + 64 * kHalf + kPart % 2 * 32, 15);
        const __m256i high = bits_of<V, kPart % 4 * 2>(block_ + 128 + 32 * kHalf, 3);
        return _mm256_or_si256(low, _mm256_slli_epi16(high, 4));
    }
    STRATA_FORCE_INLINE __m256i scales() const { return scales_of_groups<V>(scales_); }
    STRATA_FORCE_INLINE __m256i offsets() const {
        return _mm256_mullo_epi16(_mm256_cvtepi8_epi16(scales_), _mm256_set1_epi16(-32));
    }
    static std::uint16_t d_bits(const std::uint8_t* block) { return bits_at<V>(block + 208); }

private:
    const std::uint8_t* block_;
    __m128i scales_;
};

}  // namespace strata::quant
