#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/cpu/quant/block256.h"
#include "kernels/cpu/quant/offset_grids.h"
#include "kernels/cpu/quant/vector_unpack_iq.h"

namespace strata::quant {

// Opened blocks with codebooks; see block256.h and offset_grids.h and, for the layouts, unpack_iq.cpp.

/// The signs of a block's values, a bit each, kept so that two instructions move 32 of them to the top bits of bytes.
template <class V>
class BlockSigns {
public:
    /// 32 bytes of eight signs, in order.
    STRATA_FORCE_INLINE void set(__m256i bytes) {
        set_words(_mm256_permute4x64_epi64(halves_apart(bytes), 0b11'01'10'00));
    }
    /// The same with the bytes of 0 to 7, 16 to 23, 8 to 15, 24 to 31, as packing two vectors of words leaves them.
    STRATA_FORCE_INLINE void set_packed(__m256i bytes) {
        const __m256i order = _mm256_set_epi32(7, 3, 6, 2, 5, 1, 4, 0);
        set_words(_mm256_permutevar8x32_epi32(halves_apart(bytes), order));
    }

    /// Of 32 values: codes where they are positive, mirror - codes where they are negative.
    template <int kPart>
    STRATA_FORCE_INLINE __m256i apply(__m256i codes, int mirror) const {
        const auto low = static_cast<std::int64_t>(0x0100'0100'0100'0100U + 0x0404'0404'0404'0404U * (kPart % 4));
        const __m256i pick = _mm256_broadcastsi128_si256(_mm_set_epi64x(low + 0x0202'0202'0202'0202, low));
        // Words of a byte twice, the low one moved by one: multiplied, each has its own bit on top.
        const __m256i to_top = _mm256_set1_epi64x(0x0001'0004'0010'0040);
        const __m256i words = _mm256_shuffle_epi8(kPart < 4 ? low_ : high_, pick);
        const __m256i negative = _mm256_mullo_epi16(words, to_top);
        const __m256i mirrored = _mm256_sub_epi8(_mm256_set1_epi8(static_cast<char>(mirror)), codes);
        return _mm256_blendv_epi8(codes, mirrored, negative);
    }

private:
    STRATA_FORCE_INLINE void set_words(__m256i bytes) {
        const __m256i moved = _mm256_add_epi8(bytes, bytes);
        low_ = _mm256_unpacklo_epi8(moved, bytes);
        high_ = _mm256_unpackhi_epi8(moved, bytes);
    }

    /// Of each four bytes in a lane: the first two to its low half, the others to its high half.
    static STRATA_FORCE_INLINE __m256i halves_apart(__m256i bytes) {
        const __m128i order = _mm_set_epi8(15, 14, 11, 10, 7, 6, 3, 2, 13, 12, 9, 8, 5, 4, 1, 0);
        return _mm256_shuffle_epi8(bytes, _mm256_broadcastsi128_si256(order));
    }

    __m256i low_, high_;  ///< of parts 0 to 3 and 4 to 7; values 0 to 15 of each in the low lane
};

// Indices are read two at a time, which spares the processor's scarce loads.

/// Two entries of eight bytes.
template <class V>
STRATA_FORCE_INLINE __m128i two_entries(const std::uint64_t* table, const std::uint16_t* index) {
    std::uint32_t pair;
    std::memcpy(&pair, index, sizeof pair);
    return _mm_set_epi64x(static_cast<std::int64_t>(table[pair >> 16]),
                          static_cast<std::int64_t>(table[pair & 0xffffU]));
}
template <class V>
STRATA_FORCE_INLINE __m256i four_entries(const std::uint64_t* table, const std::uint16_t* index) {
    return _mm256_set_m128i(two_entries<V>(table, index + 2), two_entries<V>(table, index));
}

/// Four entries of four bytes.
template <class V>
STRATA_FORCE_INLINE __m128i four_entries(const std::uint32_t* table, const std::uint16_t* index) {
    std::uint32_t a;
    std::uint32_t b;
    std::memcpy(&a, index, sizeof a);
    std::memcpy(&b, index + 2, sizeof b);
    return _mm_set_epi32(static_cast<int>(table[b >> 16]), static_cast<int>(table[b & 0xffffU]),
                         static_cast<int>(table[a >> 16]), static_cast<int>(table[a & 0xffffU]));
}
template <class V>
STRATA_FORCE_INLINE __m256i eight_entries(const std::uint32_t* table, const std::uint16_t* index) {
    return _mm256_set_m128i(four_entries<V>(table, index + 4), four_entries<V>(table, index));
}

/// Eight bytes of two nibbles s, for sixteen groups: 2s + 1 as bytes, first of even groups, then of odd ones.
template <class V>
STRATA_FORCE_INLINE __m128i odd_scales(const std::uint8_t* bytes) {
    const __m128i pairs = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(bytes));
    const __m128i s = _mm_and_si128(_mm_unpacklo_epi64(pairs, _mm_srli_epi16(pairs, 4)), _mm_set1_epi8(15));
    return _mm_or_si128(_mm_add_epi8(s, s), _mm_set1_epi8(1));
}

/// Such numbers in order, times a factor.
template <class V>
STRATA_FORCE_INLINE __m256i odd_offsets(__m128i scales, int factor) {
    const __m128i in_order = _mm_unpacklo_epi8(scales, _mm_srli_si128(scales, 8));
    return _mm256_mullo_epi16(_mm256_cvtepu8_epi16(in_order), _mm256_set1_epi16(static_cast<short>(factor)));
}

/// Eight 32-bit words with a number s in the top four bits: 2s + 1 as bytes.
template <class V>
STRATA_FORCE_INLINE __m128i odd_part_scales(__m256i words) {
    const __m256i s = _mm256_srli_epi32(words, 28);
    const __m128i eight = _mm_packus_epi32(_mm256_castsi256_si128(s), _mm256_extracti128_si256(s, 1));
    const __m128i bytes = _mm_packus_epi16(eight, eight);
    return _mm_or_si128(_mm_add_epi8(bytes, bytes), _mm_set1_epi8(1));
}

/// What the opened blocks with codebooks have in common. kIndices: of a block; 32 with entries of eight values, 64 with
/// entries of four.
template <class V, std::size_t kIndices>
class CodebookBlock {
public:
    using Vectors = V;
    static std::uint16_t d_bits(const std::uint8_t* block) { return bits_at<V>(block); }

protected:
    /// 32 values whose indices begin at kAt.
    template <int kPart, int kAt, class Table>
    STRATA_FORCE_INLINE __m256i signed_codes(const Table& table, int mirror) const {
        if constexpr (kIndices == 32) {
            return signs_.template apply<kPart>(four_entries<V>(entries_of<V>(table), index_ + kAt), mirror);
        } else {
            return signs_.template apply<kPart>(eight_entries<V>(entries_of<V>(table), index_ + kAt), mirror);
        }
    }

    alignas(32) std::uint16_t index_[kIndices];
    __m128i scales_;
    BlockSigns<V> signs_;
};

template <class V>
class BlockIq2Xs : public CodebookBlock<V, 32> {
    using Base = CodebookBlock<V, 32>;
    using Base::index_, Base::scales_, Base::signs_;

public:
    static constexpr Block256Rules kRules{
        .bytes = 74, .largest = kIq2Mirror, .offset = true, .indices = true, .factor = 0.125F};

    STRATA_FORCE_INLINE void open(const std::uint8_t* block) {
        const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(block + 2));
        const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(block + 34));
        store_16<V>(index_, _mm256_and_si256(a, _mm256_set1_epi16(511)));
        store_16<V>(index_ + 16, _mm256_and_si256(b, _mm256_set1_epi16(511)));
        const __m256i seven = _mm256_packus_epi16(_mm256_srli_epi16(a, 9), _mm256_srli_epi16(b, 9));
        signs_.set_packed(with_parity<V>(seven));
        scales_ = odd_scales<V>(block + 66);
    }

    template <int kPart>
    STRATA_FORCE_INLINE __m256i codes() const {
        return this->template signed_codes<kPart, 4 * kPart>(kIq2xsCodes, kIq2Mirror);
    }
    STRATA_FORCE_INLINE __m256i scales() const { return _mm256_cvtepu8_epi16(scales_); }
    STRATA_FORCE_INLINE __m256i offsets() const { return odd_offsets<V>(scales_, -kIq2Mirror / 2); }
};

template <class V>
class BlockIq3S : public CodebookBlock<V, 64> {
    using Base = CodebookBlock<V, 64>;
    using Base::index_, Base::scales_, Base::signs_;

public:
    static constexpr Block256Rules kRules{.bytes = 110, .largest = 15, .group = 32, .offset = true, .indices = true};

    STRATA_FORCE_INLINE void open(const std::uint8_t* block) {
        signs_.set(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(block + 74)));
        const __m128i bytes = _mm_cvtsi32_si128(load_as<V, std::int32_t>(block + 106));
        const __m128i s = _mm_and_si128(_mm_unpacklo_epi8(bytes, _mm_srli_epi16(bytes, 4)), _mm_set1_epi8(15));
        scales_ = _mm_or_si128(_mm_add_epi8(s, s), _mm_set1_epi8(1));
        // A bit of the eight bytes for each index; set it counts 256.
        const __m256i bit = _mm256_set1_epi64x(static_cast<std::int64_t>(0x8040'2010'0804'0201U));
        const __m256i high = _mm256_set1_epi64x(load_as<V, std::int64_t>(block + 66));
        for (int half = 0; half < 2; ++half) {
            const __m256i pick =
                _mm256_add_epi8(_mm256_set_epi64x(0x0303030303030303, 0x0202020202020202, 0x0101010101010101, 0),
                                _mm256_set1_epi8(static_cast<char>(4 * half)));
            const __m256i set = _mm256_cmpeq_epi8(_mm256_and_si256(_mm256_shuffle_epi8(high, pick), bit), bit);
            const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(block + 2 + 32 * half));
            const __m256i one = _mm256_abs_epi8(set);
            store_16<V>(index_ + 32 * half, _mm256_unpacklo_epi8(low, one));
            store_16<V>(index_ + 32 * half + 16, _mm256_unpackhi_epi8(low, one));
        }
    }

    template <int kPart>
    STRATA_FORCE_INLINE __m256i codes() const {
        // Unpacking by lanes put the indices of parts 0, 2, 1, 3 one after the other.
        constexpr int kAt = kPart / 4 * 32 + kPart % 2 * 16 + kPart / 2 % 2 * 8;
        return this->template signed_codes<kPart, kAt>(kIq3sCodes, kIq3sMirror);
    }
    STRATA_FORCE_INLINE __m256i scales() const { return scales_of_parts<V>(_mm_add_epi8(scales_, scales_)); }
    STRATA_FORCE_INLINE __m256i offsets() const { return offsets_of_parts<V>(scales_, -kIq3sMirror); }
};

template <class V>
class BlockIq2S : public CodebookBlock<V, 32> {
    using Base = CodebookBlock<V, 32>;
    using Base::index_, Base::scales_, Base::signs_;

public:
    static constexpr Block256Rules kRules{
        .bytes = 82, .largest = kIq2Mirror, .offset = true, .indices = true, .factor = 0.125F};

    STRATA_FORCE_INLINE void open(const std::uint8_t* block) {
        // Two bits each of a byte for four indices, moved to bits 8 and 9.
        const __m256i to_bit_8 = _mm256_set1_epi64x(0x0004'0010'0040'0100);
        for (int half = 0; half < 2; ++half) {
            const __m256i high = _mm256_mullo_epi16(each_byte_in_four<V>(block + 66 + 4 * half), to_bit_8);
            const __m256i low = widen_to_16<V>(block + 2 + 16 * half);
            store_16<V>(index_ + 16 * half, _mm256_or_si256(low, _mm256_and_si256(high, _mm256_set1_epi16(0x300))));
        }
        signs_.set(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(block + 34)));
        scales_ = odd_scales<V>(block + 74);
    }

    template <int kPart>
    STRATA_FORCE_INLINE __m256i codes() const {
        return this->template signed_codes<kPart, 4 * kPart>(kIq2sCodes, kIq2Mirror);
    }
    STRATA_FORCE_INLINE __m256i scales() const { return _mm256_cvtepu8_epi16(scales_); }
    STRATA_FORCE_INLINE __m256i offsets() const { return odd_offsets<V>(scales_, -kIq2Mirror / 2); }
};

template <class V>
class BlockIq2Xxs : public CodebookBlock<V, 32> {
    using Base = CodebookBlock<V, 32>;
    using Base::index_, Base::scales_, Base::signs_;

public:
    static constexpr Block256Rules kRules{
        .bytes = 66, .largest = kIq2Mirror, .group = 32, .offset = true, .indices = true, .factor = 0.125F};

    STRATA_FORCE_INLINE void open(const std::uint8_t* block) {
        const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(block + 2));
        const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(block + 34));
        // Words 0, 2, 4 .. of the 16 are indices, the others signs and scale. Put in order they make a half each.
        const __m256i order = _mm256_set_epi32(7, 5, 3, 1, 6, 4, 2, 0);
        const __m256i sorted_a = _mm256_permutevar8x32_epi32(a, order);
        const __m256i sorted_b = _mm256_permutevar8x32_epi32(b, order);
        store_16<V>(index_, _mm256_cvtepu8_epi16(_mm256_castsi256_si128(sorted_a)));
        store_16<V>(index_ + 16, _mm256_cvtepu8_epi16(_mm256_castsi256_si128(sorted_b)));
        const __m256i words = _mm256_permute2x128_si256(sorted_a, sorted_b, 0x31);
        signs_.set(packed_signs<V>(words));
        scales_ = odd_part_scales<V>(words);
    }

    template <int kPart>
    STRATA_FORCE_INLINE __m256i codes() const {
        return this->template signed_codes<kPart, 4 * kPart>(kIq2xxsCodes, kIq2Mirror);
    }
    STRATA_FORCE_INLINE __m256i scales() const { return scales_of_parts<V>(scales_); }
    STRATA_FORCE_INLINE __m256i offsets() const { return offsets_of_parts<V>(scales_, -kIq2Mirror / 2); }
};

template <class V>
class BlockIq3Xxs : public CodebookBlock<V, 64> {
    using Base = CodebookBlock<V, 64>;
    using Base::index_, Base::scales_, Base::signs_;

public:
    static constexpr Block256Rules kRules{
        .bytes = 98, .largest = kIq3xxsMirror, .group = 32, .offset = true, .indices = true, .factor = 0.25F};

    STRATA_FORCE_INLINE void open(const std::uint8_t* block) {
        for (int quarter = 0; quarter < 4; ++quarter) {
            store_16<V>(index_ + 16 * quarter, widen_to_16<V>(block + 2 + 16 * quarter));
        }
        const __m256i words = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(block + 66));
        signs_.set(packed_signs<V>(words));
        scales_ = odd_part_scales<V>(words);
    }

    template <int kPart>
    STRATA_FORCE_INLINE __m256i codes() const {
        return this->template signed_codes<kPart, 8 * kPart>(kIq3xxsCodes, kIq3xxsMirror);
    }
    STRATA_FORCE_INLINE __m256i scales() const { return scales_of_parts<V>(scales_); }
    STRATA_FORCE_INLINE __m256i offsets() const { return offsets_of_parts<V>(scales_, -kIq3xxsMirror / 2); }
};

}  // namespace strata::quant
