#pragma once

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "gguf/quant_tables.h"
#include "kernels/cpu/quant/force_inline.h"
#include "kernels/cpu/quant/shapes.h"

namespace strata::quant {

// Units of 64 weights of small blocks with vectors. V: the level's vectors (level_avx2.h, level_avx512.h); everything
// is a template over it, so that nothing compiled for one level stands in for another's. The layouts are explained in
// unpack_small.cpp, which is also what the results must equal.

template <class V, class T>
STRATA_FORCE_INLINE T load_as(const std::uint8_t* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

/// The f16 numbers at a and b, as floats, each twice.
template <class V>
STRATA_FORCE_INLINE __m128 two_scales(const std::uint8_t* a, const std::uint8_t* b) {
    const __m128i first = _mm_cvtsi32_si128(load_as<V, std::uint16_t>(a));
    const auto second = load_as<V, std::uint16_t>(b);  // some compilers' insert is a macro
    const __m128i pair = _mm_insert_epi16(first, second, 1);
    return _mm_cvtph_ps(_mm_unpacklo_epi16(pair, pair));
}

/// The nibbles of two blocks of 16 bytes: value j is the low half of byte j, value j + 16 its high half.
template <class V>
STRATA_FORCE_INLINE typename V::Bytes block_nibbles(const std::uint8_t* a, const std::uint8_t* b) {
    return V::both(V::template shift_right<0, 4, 0, 4>(V::quarters(a, b)), V::fill(15));
}

/// 16 where the fifth bits of two blocks, 32 bits at a and at b, are set.
template <class V>
STRATA_FORCE_INLINE typename V::Bytes fifth_bits(const std::uint8_t* a, const std::uint8_t* b) {
    const std::uint64_t bits = load_as<V, std::uint32_t>(a) | std::uint64_t{load_as<V, std::uint32_t>(b)} << 32;
    return V::where(bits, 16);
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_q4_0(const std::uint8_t* row, std::size_t unit, Codes64& out) {
    const std::uint8_t* a = row + 2 * unit * kQ4_0.block_bytes;
    const std::uint8_t* b = a + kQ4_0.block_bytes;
    V::store(out.codes, V::subtract(block_nibbles<V>(a + 2, b + 2), V::fill(8)));
    _mm_store_ps(out.d, two_scales<V>(a, b));
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_q4_1(const std::uint8_t* row, std::size_t unit, Codes64& out) {
    const std::uint8_t* a = row + 2 * unit * kQ4_1.block_bytes;
    const std::uint8_t* b = a + kQ4_1.block_bytes;
    V::store(out.codes, block_nibbles<V>(a + 4, b + 4));
    _mm_store_ps(out.d, two_scales<V>(a, b));
    _mm_store_ps(out.m, two_scales<V>(a + 2, b + 2));
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_q5_0(const std::uint8_t* row, std::size_t unit, Codes64& out) {
    const std::uint8_t* a = row + 2 * unit * kQ5_0.block_bytes;
    const std::uint8_t* b = a + kQ5_0.block_bytes;
    const auto codes = V::either(block_nibbles<V>(a + 6, b + 6), fifth_bits<V>(a + 2, b + 2));
    V::store(out.codes, V::subtract(codes, V::fill(16)));
    _mm_store_ps(out.d, two_scales<V>(a, b));
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_q5_1(const std::uint8_t* row, std::size_t unit, Codes64& out) {
    const std::uint8_t* a = row + 2 * unit * kQ5_1.block_bytes;
    const std::uint8_t* b = a + kQ5_1.block_bytes;
    V::store(out.codes, V::either(block_nibbles<V>(a + 8, b + 8), fifth_bits<V>(a + 4, b + 4)));
    _mm_store_ps(out.d, two_scales<V>(a, b));
    _mm_store_ps(out.m, two_scales<V>(a + 2, b + 2));
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_q8_0(const std::uint8_t* row, std::size_t unit, Codes64& out) {
    const std::uint8_t* a = row + 2 * unit * kQ8_0.block_bytes;
    const std::uint8_t* b = a + kQ8_0.block_bytes;
    V::store(out.codes, V::halves(a + 2, b + 2));
    _mm_store_ps(out.d, two_scales<V>(a, b));
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_iq4_nl(const std::uint8_t* row, std::size_t unit, Codes64& out) {
    const std::uint8_t* a = row + 2 * unit * kIQ4_NL.block_bytes;
    const std::uint8_t* b = a + kIQ4_NL.block_bytes;
    V::store(out.codes, V::look_up(&kIq4nlLevels, block_nibbles<V>(a + 2, b + 2)));
    _mm_store_ps(out.d, two_scales<V>(a, b));
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_mxfp4(const std::uint8_t* row, std::size_t unit, Codes64& out) {
    const std::uint8_t* a = row + 2 * unit * kMXFP4.block_bytes;
    const std::uint8_t* b = a + kMXFP4.block_bytes;
    V::store(out.codes, V::look_up(&kFp4Levels, block_nibbles<V>(a + 1, b + 1)));
    // 2^(e - 128) is 2^(e - 1) as an exponent field; for e = 0 and 1 the pattern of a subnormal number.
    const __m128i e = _mm_set_epi32(b[0], b[0], a[0], a[0]);
    const __m128i normal = _mm_slli_epi32(_mm_sub_epi32(e, _mm_set1_epi32(1)), 23);
    const __m128i subnormal = _mm_sllv_epi32(_mm_set1_epi32(0x0020'0000), e);
    const __m128i bits = _mm_blendv_epi8(normal, subnormal, _mm_cmplt_epi32(e, _mm_set1_epi32(2)));
    _mm_store_ps(out.d, _mm_castsi128_ps(bits));
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_q2_0(const std::uint8_t* row, std::size_t unit, Codes64& out) {
    const std::uint8_t* block = row + unit * kQ2_0.block_bytes;
    // Four codes of a byte go to the bottoms of the four bytes of a lane: bits 2p of the byte to bits 8p of the lane.
    const auto wide = V::widen_to_32(block + 2);
    const auto pairs = V::either(wide, V::template shift_left<12>(wide));
    const auto codes = V::both(V::either(pairs, V::template shift_left<6>(pairs)), V::fill(3));
    V::store(out.codes, V::subtract(codes, V::fill(1)));
    _mm_store_ps(out.d, two_scales<V>(block, block));
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_q1_0(const std::uint8_t* row, std::size_t unit, Codes64& out) {
    const std::uint8_t* block = row + unit / 2 * kQ1_0.block_bytes;
    const auto bits = load_as<V, std::uint64_t>(block + 2 + unit % 2 * 8);
    V::store(out.codes, V::subtract(V::where(bits, 2), V::fill(1)));
    _mm_store_ps(out.d, two_scales<V>(block, block));
}

}  // namespace strata::quant
