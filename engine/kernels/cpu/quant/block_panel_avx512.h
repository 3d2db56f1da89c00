#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/quant/block_parts_avx2.h"
#include "kernels/cpu/quant/force_inline.h"
#include "kernels/cpu/quant/weight_codes.h"

namespace strata::quant {

/// out[i]: the i-th four bytes of each of sixteen rows. row(r): where 16 bytes of row r lie. F: see tile_of.
template <class F, class Row>
STRATA_FORCE_INLINE void transpose_sixteen(const Row& row, __m512i* out) {
    // Every fourth row in one vector.
    const auto four_rows = [&](std::size_t first) {
        const auto sixteen_bytes = [&](std::size_t r) {
            return _mm_loadu_si128(reinterpret_cast<const __m128i*>(row(r)));
        };
        __m512i rows = _mm512_castsi128_si512(sixteen_bytes(first));
        rows = _mm512_inserti32x4(rows, sixteen_bytes(first + 4), 1);
        rows = _mm512_inserti32x4(rows, sixteen_bytes(first + 8), 2);
        return _mm512_inserti32x4(rows, sixteen_bytes(first + 12), 3);
    };
    const __m512i rows[4] = {four_rows(0), four_rows(1), four_rows(2), four_rows(3)};
    const __m512i a = _mm512_unpacklo_epi32(rows[0], rows[1]);
    const __m512i b = _mm512_unpackhi_epi32(rows[0], rows[1]);
    const __m512i c = _mm512_unpacklo_epi32(rows[2], rows[3]);
    const __m512i d = _mm512_unpackhi_epi32(rows[2], rows[3]);
    _mm512_store_si512(out, _mm512_unpacklo_epi64(a, c));
    _mm512_store_si512(out + 1, _mm512_unpackhi_epi64(a, c));
    _mm512_store_si512(out + 2, _mm512_unpacklo_epi64(b, d));
    _mm512_store_si512(out + 3, _mm512_unpackhi_epi64(b, d));
}

/// Sixteen weight rows side by side, or twice sixteen if they are short: unpacked once for all activation rows.
///
/// Vector s of a block holds values 4s to 4s + 3 of each of sixteen rows. Block b of the first sixteen is followed by
/// block b of the second.
/// kByLane: the blocks of one running sum lie together.
template <class F, bool kByLane = false>
class BlockPanelAvx512 : BlockParts<F> {
    using Base = BlockParts<F>;
    using Base::kBlock, Base::kLanes, Base::kRules;
    using typename Base::Vectors;

public:
    static constexpr std::size_t kRows = 16;
    static constexpr std::size_t kVectors = 8;       ///< of a block
    static constexpr std::size_t kMostBlocks = 320;  ///< of a weight row; panels are on the stack

    /// How many times sixteen rows may lie side by side.
    static std::size_t most_groups(std::size_t blocks) { return blocks <= kMostBlocks / 2 ? 2 : 1; }

    /// Takes weight rows from `first` on: 16 * groups of them, or what there is up to `end`; the last one stands in for
    /// those that are missing.
    void fill(const BlockCall& call, std::size_t first, std::size_t end, std::size_t groups) {
        groups_ = groups;
        per_lane_ = (call.blocks + kLanes - 1) / kLanes;
        for (std::size_t group = 0; group < groups; ++group) {
            const std::uint8_t* rows[kRows];
            for (std::size_t r = 0; r < kRows; ++r) {
                const std::size_t row = first + group * kRows + r;
                rows[r] = call.weights + (row < end ? row : end - 1) * call.row_bytes;
            }
            fill_group(rows, call.blocks, group);
        }
        const std::size_t places = (kByLane ? per_lane_ * kLanes : call.blocks) * groups;
        make_floats(halves_d_, d_, places);
        if constexpr (kRules.minimum) {
            make_floats(halves_m_, m_, places);
        }
    }

    const __m512i* codes(std::size_t block, std::size_t group) const {
        return reinterpret_cast<const __m512i*>(codes_) + place(block, group) * kVectors;
    }
    __m512 d(std::size_t block, std::size_t group) const { return _mm512_load_ps(d_ + place(block, group) * kRows); }
    __m512 m(std::size_t block, std::size_t group) const { return _mm512_load_ps(m_ + place(block, group) * kRows); }

private:
    static constexpr std::size_t kScales = kMostBlocks * kRows;

    std::size_t groups_;
    std::size_t per_lane_;  ///< blocks, at most
    alignas(64) std::int8_t codes_[kMostBlocks * kBlock * kRows];
    alignas(64) float d_[kScales];
    alignas(64) float m_[kRules.minimum ? kScales : kRows];
    // The same as f16, collected first: converting them one by one would take long.
    alignas(64) std::uint16_t halves_d_[kScales];
    alignas(64) std::uint16_t halves_m_[kRules.minimum ? kScales : kRows];

    std::size_t place(std::size_t block, std::size_t group) const {
        const std::size_t at = kByLane ? block % kLanes * per_lane_ + block / kLanes : block;
        return at * groups_ + group;
    }

    static void make_floats(const std::uint16_t* halves, float* floats, std::size_t blocks) {
        for (std::size_t i = 0; i < blocks * kRows; i += kRows) {
            const __m256i sixteen = _mm256_load_si256(reinterpret_cast<const __m256i*>(halves + i));
            _mm512_store_ps(floats + i, _mm512_cvtph_ps(sixteen));
        }
    }

    void fill_group(const std::uint8_t* const (&rows)[kRows], std::size_t blocks, std::size_t group) {
        for (std::size_t block = 0; block < blocks; block += 2) {
            alignas(64) std::int8_t codes[kRows][2 * kBlock];
            const std::size_t count = blocks - block < 2 ? 1 : 2;
            for (std::size_t r = 0; r < kRows; ++r) {
                if (count == 2) {
                    Vectors::store(codes[r], F::shifted_codes(rows[r], block / 2));
                } else if constexpr (kRules.block_values == 32) {
                    Codes64 half;
                    F::unpack_half(rows[r], block / 2, half);
                    Vectors::store(codes[r], F::shifted_codes_of(half));
                }
            }
            for (std::size_t b = 0; b < count; ++b) {
                const std::size_t to = place(block + b, group);
                interleave(codes, b * kBlock, reinterpret_cast<__m512i*>(codes_) + to * kVectors);
                const std::size_t at = (block + b) * kBlock / kRules.block_values * kRules.block_bytes;
                for (std::size_t r = 0; r < kRows; ++r) {
                    halves_d_[to * kRows + r] = Base::load_16(rows[r] + at);
                    if constexpr (kRules.minimum) {
                        halves_m_[to * kRows + r] = Base::load_16(rows[r] + at + 2);
                    }
                }
            }
        }
    }

    static STRATA_FORCE_INLINE void interleave(const std::int8_t (&codes)[kRows][2 * kBlock], std::size_t at,
                                               __m512i* out) {
        for (std::size_t half = 0; half < 2; ++half, at += 16, out += 4) {
            transpose_sixteen<F>([&](std::size_t row) { return codes[row] + at; }, out);
        }
    }
};

/// For the first `rows` weight rows of sixteen.
template <class F>
STRATA_FORCE_INLINE __mmask16 mask_of_rows(std::size_t rows) {
    return static_cast<__mmask16>(rows < 16 ? (1U << rows) - 1 : 0xffffU);
}

/// BlockRows::add_lanes for sixteen weight rows. sum_of(lane): a running sum.
template <class F, class SumOf>
STRATA_FORCE_INLINE __m512 add_running_sums(const SumOf& sum_of) {
    const auto pair = [&](std::size_t a) { return _mm512_add_ps(sum_of(a), sum_of(a + 4)); };
    return _mm512_add_ps(_mm512_add_ps(pair(0), pair(2)), _mm512_add_ps(pair(1), pair(3)));
}

}  // namespace strata::quant
