#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "kernels/cpu/quant/block_parts_avx2.h"
#include "kernels/cpu/quant/force_inline.h"
#include "kernels/cpu/quant/interleave_avx2.h"
#include "kernels/cpu/quant/level_avx2.h"
#include "kernels/cpu/quant/weight_codes.h"

namespace strata::quant {

/// BlockMatMul for many activation rows: eight weight rows side by side, unpacked once.
template <class F>
class BlockPanels : BlockParts<F> {
    using Base = BlockParts<F>;
    using Base::kBlock, Base::kByteDots, Base::kLanes, Base::kRules, Base::kUsesSums;
    using typename Base::Vectors;

public:
    static constexpr std::size_t kPanelRows = 8;
    static constexpr std::size_t kMostBlocks = 320;  ///< of a weight row; panels are on the stack

    /// How many of the first weight rows panels are good for.
    static std::size_t rows_of(std::size_t row_count) { return row_count / kPanelRows * kPanelRows; }

    /// All listed activation rows times the first `row_count` weight rows, which are as many as rows_of says.
    static void run(const BlockCall& call, std::size_t row_count, std::size_t index_count) {
        Panel panel;
        for (std::size_t begin = 0; begin < row_count; begin += kPanelRows) {
            fill(call, begin, panel);
            const bool last = begin + kPanelRows >= row_count;
            PanelAhead<Vectors> ahead{call.weights + (begin + kPanelRows) * call.row_bytes,
                                      last ? 0 : kPanelRows * call.row_bytes};
            for (std::size_t first = 0; first < index_count;) {
                const std::size_t left = index_count - first;
                ahead.fetch(kMostTile, left);
                first += multiply_some(call, panel, begin, first, left);
            }
        }
    }

private:
    template <int C>
    using TileSums = typename Base::template TileSums<C>;
    static constexpr std::size_t kMostTile = 6;
    /// Codes with signs and no dot product of bytes: magnitudes are multiplied with activations whose bits are flipped
    /// where the code is negative. That makes -x - 1 of x, and |w| (-x - 1) = w x + w: the products come out too small
    /// by the magnitudes of the negative codes. A change of sign proper would wait for the two units that multiply.
    static constexpr bool kFlips = kRules.steps == 0 && !kByteDots;

    /// Eight weight rows side by side: vector s of a block holds values 4s to 4s + 3 of each row.
    struct Panel {
        alignas(32) std::int8_t codes[kMostBlocks * kBlock * kPanelRows];
        alignas(32) float d[kMostBlocks * kPanelRows];
        alignas(32) float m[kRules.minimum ? kMostBlocks * kPanelRows : kPanelRows];
        alignas(32) std::int32_t missing[kFlips ? kMostBlocks * kPanelRows : kPanelRows];  ///< by flipped bits
    };

    /// One tile; how many activation rows it took.
    static std::size_t multiply_some(const BlockCall& call, const Panel& panel, std::size_t row, std::size_t first,
                                     std::size_t left) {
        if (left == 6 || left >= 9) {
            multiply<6>(call, panel, row, first);
            return 6;
        }
        if (left == 4 || left >= 7) {
            multiply<4>(call, panel, row, first);
            return 4;
        }
        if (left >= 3) {
            multiply<3>(call, panel, row, first);
            return 3;
        }
        if (left == 2) {
            multiply<2>(call, panel, row, first);
            return 2;
        }
        multiply<1>(call, panel, row, first);
        return 1;
    }

    static void fill(const BlockCall& call, std::size_t first_row, Panel& panel) {
        const std::uint8_t* rows = call.weights + first_row * call.row_bytes;
        for (std::size_t block = 0; block < call.blocks; block += 2) {
            alignas(32) std::int8_t codes[kPanelRows][2 * kBlock];
            const std::size_t blocks = call.blocks - block < 2 ? 1 : 2;
            for (std::size_t r = 0; r < kPanelRows; ++r) {
                const std::uint8_t* row = rows + r * call.row_bytes;
                if (blocks == 2) {
                    Vectors::store(codes[r], F::shifted_codes(row, block / 2));
                } else if constexpr (kRules.block_values == 32) {
                    Codes64 half;
                    F::unpack_half(row, block / 2, half);
                    Vectors::store(codes[r], F::shifted_codes_of(half));
                }
            }
            for (std::size_t b = 0; b < blocks; ++b) {
                const std::size_t to = block + b;
                __m256i* vectors = reinterpret_cast<__m256i*>(panel.codes) + to * kLanes;
                interleave<F>(codes[0] + b * kBlock, sizeof codes[0], vectors);
                interleave<F>(codes[0] + b * kBlock + 16, sizeof codes[0], vectors + 4);
                if constexpr (kFlips) {
                    _mm256_store_si256(reinterpret_cast<__m256i*>(panel.missing) + to, missing_of(vectors));
                }
                const std::uint8_t* from = rows + to * kBlock / kRules.block_values * kRules.block_bytes;
                _mm256_store_ps(panel.d + to * kPanelRows, Base::eight_halves(from, call.row_bytes));
                if constexpr (kRules.minimum) {
                    _mm256_store_ps(panel.m + to * kPanelRows, Base::eight_halves(from + 2, call.row_bytes));
                }
            }
        }
    }

    /// Of each row of a block the sum of its negative codes' magnitudes.
    static STRATA_FORCE_INLINE __m256i missing_of(const __m256i* w) {
        const __m256i zero = _mm256_setzero_si256();
        __m256i sum = zero;
        for (std::size_t s = 0; s < kLanes; ++s) {
            const __m256i negative = _mm256_min_epi8(w[s], zero);
            const __m256i pairs = _mm256_maddubs_epi16(_mm256_abs_epi8(negative), _mm256_set1_epi8(1));
            sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
        }
        return sum;
    }

    static STRATA_FORCE_INLINE __m256i four_codes(const std::int8_t* from) {
        std::int32_t value;
        std::memcpy(&value, from, sizeof value);
        return _mm256_set1_epi32(value);
    }

    /// Adds one block of eight weight rows times C activation rows, which are at x.
    template <int C>
    static STRATA_FORCE_INLINE void multiply_block(const __m256i* w, const std::int8_t* const (&x)[C], std::size_t at,
                                                   __m256i (&sums)[C]) {
        if constexpr (kFlips) {
            add_flipped<C>(w, x, at, sums, std::make_index_sequence<kLanes>{});
        } else {
            const __m256i ones = _mm256_set1_epi16(1);
            for (std::size_t begin = 0; begin < kLanes; begin += kRules.steps) {
                __m256i pairs[C];
                for (int c = 0; c < C; ++c) {
                    pairs[c] = _mm256_maddubs_epi16(_mm256_load_si256(w + begin), four_codes(x[c] + at + 4 * begin));
                }
                for (std::size_t s = begin + 1; s < begin + kRules.steps; ++s) {
                    const __m256i weights = _mm256_load_si256(w + s);
                    for (int c = 0; c < C; ++c) {
                        const __m256i more = _mm256_maddubs_epi16(weights, four_codes(x[c] + at + 4 * s));
                        pairs[c] = _mm256_add_epi16(pairs[c], more);
                        STRATA_SETTLE(pairs[c]);
                    }
                }
                for (int c = 0; c < C; ++c) {
                    sums[c] = _mm256_add_epi32(sums[c], _mm256_madd_epi16(pairs[c], ones));
                }
            }
        }
    }

    /// Written out: compilers leave a long loop as one and then move every sum about.
    template <int C, std::size_t... kS>
    static STRATA_FORCE_INLINE void add_flipped(const __m256i* w, const std::int8_t* const (&x)[C], std::size_t at,
                                                __m256i (&sums)[C], std::index_sequence<kS...>) {
        (add_flipped<C>(_mm256_load_si256(w + kS), x, at + 4 * kS, sums), ...);
    }
    template <int C>
    static STRATA_FORCE_INLINE void add_flipped(__m256i w, const std::int8_t* const (&x)[C], std::size_t at,
                                                __m256i (&sums)[C]) {
        const __m256i magnitudes = _mm256_abs_epi8(w);
        const __m256i negative = _mm256_cmpgt_epi8(_mm256_setzero_si256(), w);
        for (int c = 0; c < C; ++c) {
            const __m256i codes = _mm256_xor_si256(four_codes(x[c] + at), negative);
            const __m256i pairs = _mm256_maddubs_epi16(magnitudes, codes);
            sums[c] = _mm256_add_epi32(sums[c], _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
            STRATA_SETTLE(sums[c]);
        }
    }

    /// The same with dot products of bytes, on top of what the sums hold.
    template <int C>
    static STRATA_FORCE_INLINE void add_block(const __m256i* w, const std::int8_t* const (&x)[C], std::size_t at,
                                              __m256i (&sums)[C]) {
        for (std::size_t s = 0; s < kLanes; ++s) {
            const __m256i weights = _mm256_load_si256(w + s);
            for (int c = 0; c < C; ++c) {
                sums[c] = Vectors::add_products(sums[c], weights, four_codes(x[c] + at + 4 * s));
            }
        }
    }

    /// The exact sums of a block: of the codes without their offset.
    template <int C>
    static STRATA_FORCE_INLINE void sum_block(const Panel& panel, const Tile<C>& tile, const TileSums<C>& tile_sums,
                                              std::size_t block, __m256i (&sums)[C]) {
        const auto* weights = reinterpret_cast<const __m256i*>(panel.codes) + block * kLanes;
        const auto offset = [&](int c) { return _mm256_set1_epi32(tile_sums.offset[c][block % kLanes]); };
        if constexpr (kByteDots) {
            for (int c = 0; c < C; ++c) {
                sums[c] = kRules.offset == 0 ? _mm256_setzero_si256() : offset(c);
            }
            add_block<C>(weights, tile.codes, block * kBlock, sums);
        } else {
            for (int c = 0; c < C; ++c) {
                if constexpr (kFlips) {
                    sums[c] = _mm256_load_si256(reinterpret_cast<const __m256i*>(panel.missing) + block);
                } else {
                    sums[c] = _mm256_setzero_si256();
                }
            }
            multiply_block<C>(weights, tile.codes, block * kBlock, sums);
            for (int c = 0; c < C && kRules.offset != 0; ++c) {
                sums[c] = _mm256_add_epi32(sums[c], offset(c));
            }
        }
    }

    template <int C>
    static void multiply(const BlockCall& call, const Panel& panel, std::size_t row, std::size_t first) {
        const Tile<C> tile = tile_of<F, C>(call, first);
        TileSums<C> tile_sums;
        alignas(32) float lanes[kLanes][C][kPanelRows] = {};
        for (std::size_t block = 0; block < call.blocks; ++block) {
            const std::size_t lane = block % kLanes;
            if constexpr (kUsesSums) {
                if (lane == 0) {
                    tile_sums.set(tile, block / kLanes, call.blocks - block);
                }
            }
            __m256i sums[C];
            sum_block<C>(panel, tile, tile_sums, block, sums);
            const __m256 d = _mm256_load_ps(panel.d + block * kPanelRows);
            for (int c = 0; c < C; ++c) {
                const __m256 scale = _mm256_mul_ps(d, _mm256_broadcast_ss(tile.scales[c] + block));
                __m256 sum = _mm256_load_ps(lanes[lane][c]);
                sum = _mm256_fmadd_ps(_mm256_cvtepi32_ps(sums[c]), scale, sum);
                if constexpr (kRules.minimum) {
                    const __m256 m = _mm256_load_ps(panel.m + block * kPanelRows);
                    sum = _mm256_fmadd_ps(m, _mm256_broadcast_ss(&tile_sums.minimum[c][lane]), sum);
                }
                _mm256_store_ps(lanes[lane][c], sum);
            }
        }
        for (std::size_t c = 0; c < C; ++c) {
            _mm256_storeu_ps(call.out + (first + c) * call.out_stride + row, add_running_sums<C>(lanes, c));
        }
    }

    /// add_lanes for eight weight rows.
    template <int C>
    static __m256 add_running_sums(const float (&lanes)[kLanes][C][kPanelRows], std::size_t c) {
        const auto pair = [&](std::size_t a) {
            return _mm256_add_ps(_mm256_load_ps(lanes[a][c]), _mm256_load_ps(lanes[a + 4][c]));
        };
        return _mm256_add_ps(_mm256_add_ps(pair(0), pair(2)), _mm256_add_ps(pair(1), pair(3)));
    }
};

}  // namespace strata::quant
