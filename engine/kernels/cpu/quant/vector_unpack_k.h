#pragma once

#include <immintrin.h>

#include <cstdint>

#include "kernels/cpu/quant/vector_unpack_small.h"

namespace strata::quant {

// Blocks of 256 weights with plain codes, with vectors; see vector_unpack_small.h and, for the layouts, unpack_k.cpp.

/// An f16 number as a float.
template <class V>
STRATA_FORCE_INLINE float load_scale(const std::uint8_t* from) {
    return _mm_cvtss_f32(_mm_cvtph_ps(_mm_cvtsi32_si128(load_as<V, std::uint16_t>(from))));
}

/// 16 signed bytes as the scales (or minimums) of a block.
template <class V>
STRATA_FORCE_INLINE void store_scales(std::int16_t* out, __m128i bytes) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(out), _mm256_cvtepi8_epi16(bytes));
}

/// Bits kLow (first 32 values) and kLow + kStep (last 32 values) upwards of the 32 bytes at q.
template <class V, int kLow, int kStep>
STRATA_FORCE_INLINE typename V::Bytes planes(const std::uint8_t* q, int mask) {
    const auto shifted = V::template shift_right<kLow, kLow, kLow + kStep, kLow + kStep>(V::twice(q));
    return V::both(shifted, V::fill(mask));
}

/// Calls store(part, codes) for the four parts of 64 of a block of two-bit planes.
template <class V, class Store>
STRATA_FORCE_INLINE void for_two_bit_parts(const std::uint8_t* q, Store&& store) {
    store(0, planes<V, 0, 2>(q, 3));
    store(1, planes<V, 4, 2>(q, 3));
    store(2, planes<V, 0, 2>(q + 32, 3));
    store(3, planes<V, 4, 2>(q + 32, 3));
}

/// The bit planes of values 64 * kPart to 64 * kPart + 63, moved up to bit kTo.
template <class V, int kPart, int kTo>
STRATA_FORCE_INLINE typename V::Bytes high_bits(const std::uint8_t* q) {
    return V::template shift_left<kTo>(planes<V, 2 * kPart, 1>(q, 1));
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_q2_k(const std::uint8_t* row, std::size_t unit, Codes256& out) {
    const std::uint8_t* block = row + unit * kQ2_K.block_bytes;
    for_two_bit_parts<V>(block + 16, [&](int part, auto codes) { V::store(out.codes + 64 * part, codes); });
    const __m128i pairs = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block));
    store_scales<V>(out.scales, _mm_and_si128(pairs, _mm_set1_epi8(15)));
    store_scales<V>(out.minimums, _mm_and_si128(_mm_srli_epi16(pairs, 4), _mm_set1_epi8(15)));
    out.d = load_scale<V>(block + 80);
    out.d_min = load_scale<V>(block + 82);
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_q3_k(const std::uint8_t* row, std::size_t unit, Codes256& out) {
    const std::uint8_t* block = row + unit * kQ3_K.block_bytes;
    const typename V::Bytes high[4] = {high_bits<V, 0, 2>(block), high_bits<V, 1, 2>(block), high_bits<V, 2, 2>(block),
                                       high_bits<V, 3, 2>(block)};
    for_two_bit_parts<V>(block + 32, [&](int part, auto codes) {
        V::store(out.codes + 64 * part, V::subtract(V::either(codes, high[part]), V::fill(4)));
    });
    const __m128i eight = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(block + 96));
    const __m128i nibbles = _mm_unpacklo_epi64(eight, _mm_srli_epi16(eight, 4));
    const __m128i four = _mm_set1_epi32(load_as<V, std::int32_t>(block + 104));
    const __m128i crumbs = _mm_and_si128(_mm_srlv_epi32(four, _mm_set_epi32(6, 4, 2, 0)), _mm_set1_epi8(3));
    const __m128i scales = _mm_or_si128(_mm_and_si128(nibbles, _mm_set1_epi8(15)), _mm_slli_epi16(crumbs, 4));
    store_scales<V>(out.scales, _mm_sub_epi8(scales, _mm_set1_epi8(32)));
    out.d = load_scale<V>(block + 108);
}

/// Eight pairs of a 6-bit scale and a 6-bit minimum in 12 bytes, a pair for each 32 values.
template <class V>
STRATA_FORCE_INLINE void store_scale_pairs(const std::uint8_t* s, Codes256& out) {
    const auto a = load_as<V, std::uint32_t>(s);
    const auto b = load_as<V, std::uint32_t>(s + 4);
    const auto c = load_as<V, std::uint32_t>(s + 8);
    const std::uint32_t high_scales = (c & 0x0f0f0f0fU) | (a >> 2 & 0x30303030U);
    const std::uint32_t high_minimums = (c >> 4 & 0x0f0f0f0fU) | (b >> 2 & 0x30303030U);
    const __m128i pairs = _mm_set_epi32(static_cast<int>(high_minimums), static_cast<int>(b & 0x3f3f3f3fU),
                                        static_cast<int>(high_scales), static_cast<int>(a & 0x3f3f3f3fU));
    store_scales<V>(out.scales, _mm_unpacklo_epi8(pairs, pairs));
    store_scales<V>(out.minimums, _mm_unpackhi_epi8(pairs, pairs));
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_q4_k(const std::uint8_t* row, std::size_t unit, Codes256& out) {
    const std::uint8_t* block = row + unit * kQ4_K.block_bytes;
    for (int part = 0; part < 4; ++part) {
        V::store(out.codes + 64 * part, planes<V, 0, 4>(block + 16 + 32 * part, 15));
    }
    store_scale_pairs<V>(block + 4, out);
    out.d = load_scale<V>(block);
    out.d_min = load_scale<V>(block + 2);
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_q5_k(const std::uint8_t* row, std::size_t unit, Codes256& out) {
    const std::uint8_t* block = row + unit * kQ5_K.block_bytes;
    const typename V::Bytes high[4] = {high_bits<V, 0, 4>(block + 16), high_bits<V, 1, 4>(block + 16),
                                       high_bits<V, 2, 4>(block + 16), high_bits<V, 3, 4>(block + 16)};
    for (int part = 0; part < 4; ++part) {
        V::store(out.codes + 64 * part, V::either(planes<V, 0, 4>(block + 48 + 32 * part, 15), high[part]));
    }
    store_scale_pairs<V>(block + 4, out);
    out.d = load_scale<V>(block);
    out.d_min = load_scale<V>(block + 2);
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_q6_k(const std::uint8_t* row, std::size_t unit, Codes256& out) {
    const std::uint8_t* block = row + unit * kQ6_K.block_bytes;
    for (int half = 0; half < 2; ++half) {
        const auto low = V::load(block + 64 * half);
        const std::uint8_t* upper = block + 128 + 32 * half;
        const auto first = V::either(V::both(low, V::fill(15)), V::template shift_left<4>(planes<V, 0, 2>(upper, 3)));
        const auto high = V::both(V::template shift_right<4, 4, 4, 4>(low), V::fill(15));
        const auto last = V::either(high, V::template shift_left<4>(planes<V, 4, 2>(upper, 3)));
        V::store(out.codes + 128 * half, V::subtract(first, V::fill(32)));
        V::store(out.codes + 128 * half + 64, V::subtract(last, V::fill(32)));
    }
    store_scales<V>(out.scales, _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + 192)));
    out.d = load_scale<V>(block + 208);
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_tq2_0(const std::uint8_t* row, std::size_t unit, Codes256& out) {
    const std::uint8_t* block = row + unit * kTQ2_0.block_bytes;
    for_two_bit_parts<V>(
        block, [&](int part, auto codes) { V::store(out.codes + 64 * part, V::subtract(codes, V::fill(1))); });
    store_scales<V>(out.scales, _mm_set1_epi8(1));
    out.d = load_scale<V>(block + 64);
}

}  // namespace strata::quant
