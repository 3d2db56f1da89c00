#pragma once

#include <immintrin.h>

#include <cstdint>

#include "gguf/quant_tables.h"
#include "kernels/cpu/quant/vector_unpack_k.h"

namespace strata::quant {

// The IQ types with vectors; see vector_unpack_small.h and, for the layouts, unpack_iq.cpp. Indices into the codebooks
// are put together with vectors, written down, and used one by one: gather instructions are slower where they are
// available at all.

/// The indices of a block's codebook entries, and one sign bit per value.
template <int kEntries>
struct Lookups {
    alignas(32) std::uint16_t index[kEntries];
    alignas(32) std::uint64_t signs[4];
};

/// The first entry of a table. (A member function of std::array would be compiled for this level and then shared.)
template <class V, class Table>
STRATA_FORCE_INLINE const typename Table::value_type* entries_of(const Table& table) {
    return reinterpret_cast<const typename Table::value_type*>(&table);
}

template <class V>
STRATA_FORCE_INLINE void store_16(std::uint16_t* out, __m256i x) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(out), x);
}

/// 16 bytes as 16-bit numbers.
template <class V>
STRATA_FORCE_INLINE __m256i widen_to_16(const std::uint8_t* from) {
    return _mm256_cvtepu8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
}

/// Bytes with seven sign bits get the eighth, their parity.
template <class V>
STRATA_FORCE_INLINE __m256i with_parity(__m256i seven) {
    const __m256i folded = _mm256_and_si256(_mm256_xor_si256(seven, _mm256_srli_epi16(seven, 4)), _mm256_set1_epi8(15));
    // 0x80 for the nibbles with an odd number of ones.
    const auto low = static_cast<std::int64_t>(0x8000'0080'0080'8000U);
    const auto high = static_cast<std::int64_t>(0x0080'8000'8000'0080U);
    const __m256i parity = _mm256_set_epi64x(high, low, high, low);
    return _mm256_or_si256(seven, _mm256_shuffle_epi8(parity, folded));
}

/// Eight 32-bit words with four 7-bit sign indices each (bits 0 to 27): the 256 sign bits.
template <class V>
STRATA_FORCE_INLINE __m256i packed_signs(__m256i words) {
    const __m256i low14 = _mm256_and_si256(words, _mm256_set1_epi32(0x3fff));
    const __m256i high14 = _mm256_and_si256(_mm256_slli_epi32(words, 2), _mm256_set1_epi32(0x3fff'0000));
    const __m256i pairs = _mm256_or_si256(low14, high14);
    const __m256i even = _mm256_and_si256(pairs, _mm256_set1_epi16(0x7f));
    const __m256i odd = _mm256_and_si256(_mm256_slli_epi16(pairs, 1), _mm256_set1_epi16(0x7f00));
    return with_parity<V>(_mm256_or_si256(even, odd));
}
template <class V>
STRATA_FORCE_INLINE void store_packed_signs(std::uint64_t* signs, __m256i words) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(signs), packed_signs<V>(words));
}

/// Eight small numbers s, one per 32-bit lane: scales 2s + 1 of eight groups of 32 values.
template <class V>
STRATA_FORCE_INLINE void store_odd_group_scales(Codes256& out, __m256i s) {
    const __m256i odd = _mm256_or_si256(_mm256_slli_epi32(s, 1), _mm256_set1_epi32(1));
    _mm256_store_si256(reinterpret_cast<__m256i*>(out.scales), _mm256_or_si256(odd, _mm256_slli_epi32(odd, 16)));
}

/// Eight bytes of two nibbles s: scales 2s + 1 of sixteen groups of 16 values.
template <class V>
STRATA_FORCE_INLINE void store_odd_scales(Codes256& out, const std::uint8_t* bytes) {
    const __m128i pairs = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(bytes));
    const __m128i s = _mm_and_si128(_mm_unpacklo_epi8(pairs, _mm_srli_epi16(pairs, 4)), _mm_set1_epi8(15));
    store_scales<V>(out.scales, _mm_or_si128(_mm_add_epi8(s, s), _mm_set1_epi8(1)));
}

/// The nibbles of the four bytes at `from`, low ones first, in eight 32-bit lanes.
template <class V>
STRATA_FORCE_INLINE __m256i eight_nibbles(const std::uint8_t* from) {
    const __m128i bytes = _mm_cvtsi32_si128(load_as<V, std::int32_t>(from));
    const __m128i nibbles = _mm_and_si128(_mm_unpacklo_epi8(bytes, _mm_srli_epi16(bytes, 4)), _mm_set1_epi8(15));
    return _mm256_cvtepu8_epi32(nibbles);
}

/// Codes of a block: entries of the table, negated where the sign bits say so. Entry: 64 bits for eight values, or 32
/// for four.
template <class V, class Entry, int kEntries>
STRATA_FORCE_INLINE void store_signed_entries(Codes256& out, const Entry* table, const Lookups<kEntries>& lookups) {
    for (int part = 0; part < 4; ++part) {
        const auto magnitudes = V::entries(table, lookups.index + kEntries / 4 * part);
        V::store(out.codes + 64 * part, V::negate_where(lookups.signs[part], magnitudes));
    }
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_iq2_xxs(const std::uint8_t* row, std::size_t unit, Codes256& out) {
    const std::uint8_t* block = row + unit * kIQ2_XXS.block_bytes;
    const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(block + 2));
    const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(block + 34));
    // Words 0, 2, 4 .. of the 16 are indices, the others signs and scale. Put in order they make a half each.
    const __m256i order = _mm256_set_epi32(7, 5, 3, 1, 6, 4, 2, 0);
    const __m256i sorted_a = _mm256_permutevar8x32_epi32(a, order);
    const __m256i sorted_b = _mm256_permutevar8x32_epi32(b, order);
    Lookups<32> lookups;
    store_16<V>(lookups.index, _mm256_cvtepu8_epi16(_mm256_castsi256_si128(sorted_a)));
    store_16<V>(lookups.index + 16, _mm256_cvtepu8_epi16(_mm256_castsi256_si128(sorted_b)));
    const __m256i words = _mm256_permute2x128_si256(sorted_a, sorted_b, 0x31);
    store_packed_signs<V>(lookups.signs, words);
    store_signed_entries<V>(out, entries_of<V>(kIq2xxsGrid), lookups);
    store_odd_group_scales<V>(out, _mm256_srli_epi32(words, 28));
    out.d = load_scale<V>(block) * 0.125F;
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_iq2_xs(const std::uint8_t* row, std::size_t unit, Codes256& out) {
    const std::uint8_t* block = row + unit * kIQ2_XS.block_bytes;
    const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(block + 2));
    const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(block + 34));
    Lookups<32> lookups;
    store_16<V>(lookups.index, _mm256_and_si256(a, _mm256_set1_epi16(511)));
    store_16<V>(lookups.index + 16, _mm256_and_si256(b, _mm256_set1_epi16(511)));
    const __m256i seven = _mm256_packus_epi16(_mm256_srli_epi16(a, 9), _mm256_srli_epi16(b, 9));
    _mm256_store_si256(reinterpret_cast<__m256i*>(lookups.signs),
                       with_parity<V>(_mm256_permute4x64_epi64(seven, 0b11'01'10'00)));
    store_signed_entries<V>(out, entries_of<V>(kIq2xsGrid), lookups);
    store_odd_scales<V>(out, block + 66);
    out.d = load_scale<V>(block) * 0.125F;
}

/// The four bytes at `from`, each in four 16-bit lanes.
template <class V>
STRATA_FORCE_INLINE __m256i each_byte_in_four(const std::uint8_t* from) {
    const __m256i all = _mm256_set1_epi32(load_as<V, std::int32_t>(from));
    const auto zero_extended = static_cast<std::int64_t>(0x8000'8000'8000'8000U);
    const __m256i pick = _mm256_set_epi64x(0x0003'0003'0003'0003, 0x0002'0002'0002'0002, 0x0001'0001'0001'0001, 0);
    return _mm256_shuffle_epi8(all, _mm256_or_si256(pick, _mm256_set1_epi64x(zero_extended)));
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_iq2_s(const std::uint8_t* row, std::size_t unit, Codes256& out) {
    const std::uint8_t* block = row + unit * kIQ2_S.block_bytes;
    Lookups<32> lookups;
    // Two bits each of a byte for four indices, moved to bits 8 and 9.
    const __m256i to_bit_8 = _mm256_set1_epi64x(0x0004'0010'0040'0100);
    for (int half = 0; half < 2; ++half) {
        const __m256i high = _mm256_mullo_epi16(each_byte_in_four<V>(block + 66 + 4 * half), to_bit_8);
        const __m256i low = widen_to_16<V>(block + 2 + 16 * half);
        store_16<V>(lookups.index + 16 * half, _mm256_or_si256(low, _mm256_and_si256(high, _mm256_set1_epi16(0x300))));
    }
    std::memcpy(lookups.signs, block + 34, sizeof lookups.signs);
    store_signed_entries<V>(out, entries_of<V>(kIq2sGrid), lookups);
    store_odd_scales<V>(out, block + 74);
    out.d = load_scale<V>(block) * 0.125F;
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_iq3_xxs(const std::uint8_t* row, std::size_t unit, Codes256& out) {
    const std::uint8_t* block = row + unit * kIQ3_XXS.block_bytes;
    Lookups<64> lookups;
    for (int quarter = 0; quarter < 4; ++quarter) {
        store_16<V>(lookups.index + 16 * quarter, widen_to_16<V>(block + 2 + 16 * quarter));
    }
    const __m256i words = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(block + 66));
    store_packed_signs<V>(lookups.signs, words);
    store_signed_entries<V>(out, entries_of<V>(kIq3xxsGrid), lookups);
    store_odd_group_scales<V>(out, _mm256_srli_epi32(words, 28));
    out.d = load_scale<V>(block) * 0.25F;
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_iq3_s(const std::uint8_t* row, std::size_t unit, Codes256& out) {
    const std::uint8_t* block = row + unit * kIQ3_S.block_bytes;
    Lookups<64> lookups;
    const __m256i bit = _mm256_set_epi64x(static_cast<std::int64_t>(0x8000'4000'2000'1000U), 0x0800'0400'0200'0100,
                                          0x0080'0040'0020'0010, 0x0008'0004'0002'0001);
    for (int quarter = 0; quarter < 4; ++quarter) {
        // One bit of 16 for each of 16 indices, to bit 8.
        const __m256i bits = _mm256_set1_epi16(load_as<V, std::int16_t>(block + 66 + 2 * quarter));
        const __m256i set = _mm256_cmpeq_epi16(_mm256_and_si256(bits, bit), bit);
        const __m256i low = widen_to_16<V>(block + 2 + 16 * quarter);
        store_16<V>(lookups.index + 16 * quarter,
                    _mm256_or_si256(low, _mm256_and_si256(set, _mm256_set1_epi16(0x100))));
    }
    std::memcpy(lookups.signs, block + 74, sizeof lookups.signs);
    store_signed_entries<V>(out, entries_of<V>(kIq3sGrid), lookups);
    store_odd_group_scales<V>(out, eight_nibbles<V>(block + 106));
    out.d = load_scale<V>(block);
}

/// Ternary entries in eighths: 8 * entry plus the offset (1 or -1, one for each entry of 8 values).
template <class V>
STRATA_FORCE_INLINE void store_ternary_entries(Codes256& out, const std::uint16_t* index, const std::int8_t* offsets) {
    for (int part = 0; part < 4; ++part) {
        const auto entries = V::entries(entries_of<V>(kIq1sGrid), index + 8 * part);
        const auto eighths = V::both(V::template shift_left<3>(entries), V::fill(0xf8));
        V::store(out.codes + 64 * part, V::add(eighths, V::each_eight_times(offsets + 8 * part)));
    }
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_iq1_s(const std::uint8_t* row, std::size_t unit, Codes256& out) {
    const std::uint8_t* block = row + unit * kIQ1_S.block_bytes;
    const __m128i words = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + 34));
    alignas(32) std::uint16_t index[32];
    alignas(32) std::int8_t offsets[32];
    // Three bits of a word for each of four indices, moved to bits 8 to 10 by way of bits 9 to 11.
    const __m256i to_bit_9 = _mm256_set1_epi64x(0x0001'0008'0040'0200);
    const __m256i pick =
        _mm256_set_epi64x(0x0706'0706'0706'0706, 0x0504'0504'0504'0504, 0x0302'0302'0302'0302, 0x0100'0100'0100'0100);
    for (int half = 0; half < 2; ++half) {
        const __m256i four = _mm256_broadcastsi128_si256(half == 0 ? words : _mm_srli_si128(words, 8));
        const __m256i high = _mm256_srli_epi16(_mm256_mullo_epi16(_mm256_shuffle_epi8(four, pick), to_bit_9), 1);
        const __m256i low = widen_to_16<V>(block + 2 + 16 * half);
        store_16<V>(index + 16 * half, _mm256_or_si256(low, _mm256_and_si256(high, _mm256_set1_epi16(0x700))));
    }
    // Bit 15 of a word: all ones or zero, in four bytes; or 1 makes -1 or 1.
    const __m256i wide = _mm256_cvtepi16_epi32(words);
    const __m256i negative = _mm256_srai_epi32(wide, 31);
    _mm256_store_si256(reinterpret_cast<__m256i*>(offsets), _mm256_or_si256(negative, _mm256_set1_epi8(1)));
    store_ternary_entries<V>(out, index, offsets);
    store_odd_group_scales<V>(out, _mm256_and_si256(_mm256_srli_epi32(wide, 12), _mm256_set1_epi32(7)));
    out.d = load_scale<V>(block) * 0.125F;
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_iq1_m(const std::uint8_t* row, std::size_t unit, Codes256& out) {
    const std::uint8_t* block = row + unit * kIQ1_M.block_bytes;
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + 32));
    const __m128i upper = _mm_srli_epi16(bytes, 4);
    const __m128i nibbles[2] = {_mm_and_si128(_mm_unpacklo_epi8(bytes, upper), _mm_set1_epi8(15)),
                                _mm_and_si128(_mm_unpackhi_epi8(bytes, upper), _mm_set1_epi8(15))};
    alignas(32) std::uint16_t index[32];
    alignas(32) std::int8_t offsets[32];
    for (int half = 0; half < 2; ++half) {
        const __m256i high = _mm256_slli_epi16(_mm256_cvtepu8_epi16(nibbles[half]), 8);
        const __m256i low = widen_to_16<V>(block + 16 * half);
        store_16<V>(index + 16 * half, _mm256_or_si256(low, _mm256_and_si256(high, _mm256_set1_epi16(0x700))));
        const __m128i negative = _mm_cmpgt_epi8(nibbles[half], _mm_set1_epi8(7));
        _mm_store_si128(reinterpret_cast<__m128i*>(offsets) + half, _mm_or_si128(negative, _mm_set1_epi8(1)));
    }
    store_ternary_entries<V>(out, index, offsets);

    // Four words: each has four 3-bit scales and, in the upper four bits, a quarter of the f16 scale.
    const auto c = load_as<V, std::uint64_t>(block + 48);
    const __m256i words = _mm256_shuffle_epi8(
        _mm256_set1_epi64x(static_cast<std::int64_t>(c)),
        _mm256_set_epi64x(0x0706'0706'0706'0706, 0x0504'0504'0504'0504, 0x0302'0302'0302'0302, 0x0100'0100'0100'0100));
    const __m256i to_bit_10 = _mm256_set1_epi64x(0x0002'0010'0080'0400);
    const __m256i s2 =
        _mm256_and_si256(_mm256_srli_epi16(_mm256_mullo_epi16(words, to_bit_10), 9), _mm256_set1_epi16(14));
    _mm256_store_si256(reinterpret_cast<__m256i*>(out.scales), _mm256_or_si256(s2, _mm256_set1_epi16(1)));
    const std::uint64_t d = (c >> 12 & 0xfU) | (c >> 24 & 0xf0U) | (c >> 36 & 0xf00U) | (c >> 48 & 0xf000U);
    out.d = _mm_cvtss_f32(_mm_cvtph_ps(_mm_cvtsi32_si128(static_cast<int>(d)))) * 0.125F;
}

template <class V>
STRATA_FORCE_INLINE void vector_unpack_iq4_xs(const std::uint8_t* row, std::size_t unit, Codes256& out) {
    const std::uint8_t* block = row + unit * kIQ4_XS.block_bytes;
    for (int part = 0; part < 4; ++part) {
        const std::uint8_t* q = block + 8 + 32 * part;
        V::store(out.codes + 64 * part, V::look_up(&kIq4nlLevels, block_nibbles<V>(q, q + 16)));
    }
    const __m256i all_high = _mm256_set1_epi32(load_as<V, std::uint16_t>(block + 2));
    const __m256i shifted = _mm256_srlv_epi32(all_high, _mm256_set_epi32(14, 12, 10, 8, 6, 4, 2, 0));
    const __m256i high = _mm256_slli_epi32(_mm256_and_si256(shifted, _mm256_set1_epi32(3)), 4);
    const __m256i scales = _mm256_sub_epi32(_mm256_or_si256(high, eight_nibbles<V>(block + 4)), _mm256_set1_epi32(32));
    _mm256_store_si256(
        reinterpret_cast<__m256i*>(out.scales),
        _mm256_or_si256(_mm256_and_si256(scales, _mm256_set1_epi32(0xffff)), _mm256_slli_epi32(scales, 16)));
    out.d = load_scale<V>(block);
}

}  // namespace strata::quant
