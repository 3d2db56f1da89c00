#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "kernels/cpu/quant/block_panel_avx512.h"
#include "kernels/cpu/quant/block_parts_avx2.h"
#include "kernels/cpu/quant/force_inline.h"

namespace strata::quant {

/// BlockMatMul for many activation rows with vectors of 64 bytes, in BlockPanels' order of sums.
template <class F>
class BlockPanelsAvx512 : BlockParts<F> {
    using Base = BlockParts<F>;
    using Base::kBlock, Base::kLanes, Base::kRules, Base::kUsesSums;
    using Panel = BlockPanelAvx512<F>;
    using typename Base::Vectors;

public:
    static constexpr std::size_t kMostBlocks = Panel::kMostBlocks;

    /// A panel that is not full costs as much as a full one: not for fewer than four rows.
    static std::size_t rows_of(std::size_t row_count) {
        const std::size_t rest = row_count % Panel::kRows;
        return rest < 4 ? row_count - rest : row_count;
    }

    /// All listed activation rows times the first `row_count` weight rows, which are as many as rows_of says.
    static void run(const BlockCall& call, std::size_t row_count, std::size_t index_count) {
        Panel panel;
        const std::size_t most_rows = Panel::most_groups(call.blocks) * Panel::kRows;
        for (std::size_t begin = 0; begin < row_count; begin += most_rows) {
            const std::size_t rows = row_count - begin < most_rows ? row_count - begin : most_rows;
            const std::size_t left = row_count - begin - rows;
            panel.fill(call, begin, begin + rows, rows > Panel::kRows ? 2 : 1);
            PanelAhead<Vectors> ahead{call.weights + (begin + rows) * call.row_bytes,
                                      (left < most_rows ? left : most_rows) * call.row_bytes};
            for (std::size_t first = 0; first < index_count;) {
                ahead.fetch(kMostTile, index_count - first);
                if (rows > Panel::kRows) {
                    first += multiply_some<2>(call, panel, {begin, rows}, first, index_count - first);
                } else {
                    first += multiply_some<1>(call, panel, {begin, rows}, first, index_count - first);
                }
            }
        }
    }

private:
    template <int C>
    using TileSums = typename Base::template TileSums<C>;
    static constexpr std::size_t kMostTile = 8;

    /// The weight rows of a panel.
    struct Part {
        std::size_t begin, rows;
    };

    /// One tile; how many activation rows it took. G: groups of sixteen weight rows.
    template <int G>
    static std::size_t multiply_some(const BlockCall& call, const Panel& panel, Part part, std::size_t first,
                                     std::size_t left) {
        if (left == 8 || left >= 11) {
            multiply<8, G>(call, panel, part, first);
            return 8;
        }
        if (left == 6 || left >= 9) {
            multiply<6, G>(call, panel, part, first);
            return 6;
        }
        if (left == 4 || left == 7) {
            multiply<4, G>(call, panel, part, first);
            return 4;
        }
        if (left >= 3) {
            multiply<3, G>(call, panel, part, first);
            return 3;
        }
        if (left == 2) {
            multiply<2, G>(call, panel, part, first);
            return 2;
        }
        multiply<1, G>(call, panel, part, first);
        return 1;
    }

    static STRATA_FORCE_INLINE __m512i four_codes(const std::int8_t* from) {
        std::int32_t value;
        std::memcpy(&value, from, sizeof value);
        return _mm512_set1_epi32(value);
    }

    /// The exact sums of a block: of the codes without their offset.
    template <int C, int G>
    static STRATA_FORCE_INLINE void sum_block(const __m512i* weights, const Tile<C>& tile, const TileSums<C>& tile_sums,
                                              std::size_t block, __m512i (&sums)[C][G]) {
        for (int c = 0; c < C; ++c) {
            for (int g = 0; g < G; ++g) {
                sums[c][g] = kRules.offset == 0 ? _mm512_setzero_si512()
                                                : _mm512_set1_epi32(tile_sums.offset[c][block % kLanes]);
            }
        }
        add_products<C, G>(weights, tile, block * kBlock, sums, std::make_index_sequence<Panel::kVectors>{});
    }

    /// Written out: compilers leave a long loop as one and then move every sum about.
    template <int C, int G, std::size_t... kS>
    static STRATA_FORCE_INLINE void add_products(const __m512i* weights, const Tile<C>& tile, std::size_t at,
                                                 __m512i (&sums)[C][G], std::index_sequence<kS...>) {
        (add_products<C, G>(weights + kS, tile, at + 4 * kS, sums), ...);
    }

    /// Four values of each weight row, whose vectors begin at w.
    template <int C, int G>
    static STRATA_FORCE_INLINE void add_products(const __m512i* w, const Tile<C>& tile, std::size_t at,
                                                 __m512i (&sums)[C][G]) {
        for (int c = 0; c < C; ++c) {
            const __m512i codes = four_codes(tile.codes[c] + at);
            for (std::size_t g = 0; g < G; ++g) {
                sums[c][g] = _mm512_dpbusd_epi32(sums[c][g], _mm512_load_si512(w + g * Panel::kVectors), codes);
            }
        }
    }

    template <int C, int G>
    static void multiply(const BlockCall& call, const Panel& panel, Part part, std::size_t first) {
        const Tile<C> tile = tile_of<F, C>(call, first);
        TileSums<C> tile_sums;
        alignas(64) float lanes[kLanes][C][G][Panel::kRows] = {};
        for (std::size_t block = 0; block < call.blocks; ++block) {
            const std::size_t lane = block % kLanes;
            if constexpr (kUsesSums) {
                if (lane == 0) {
                    tile_sums.set(tile, block / kLanes, call.blocks - block);
                }
            }
            __m512i sums[C][G];
            sum_block<C, G>(panel.codes(block, 0), tile, tile_sums, block, sums);
            for (int c = 0; c < C; ++c) {
                const __m512 x_scale = _mm512_set1_ps(tile.scales[c][block]);
                for (std::size_t g = 0; g < G; ++g) {
                    const __m512 scale = _mm512_mul_ps(panel.d(block, g), x_scale);
                    __m512 sum = _mm512_load_ps(lanes[lane][c][g]);
                    sum = _mm512_fmadd_ps(_mm512_cvtepi32_ps(sums[c][g]), scale, sum);
                    if constexpr (kRules.minimum) {
                        sum = _mm512_fmadd_ps(panel.m(block, g), _mm512_set1_ps(tile_sums.minimum[c][lane]), sum);
                    }
                    _mm512_store_ps(lanes[lane][c][g], sum);
                }
            }
        }
        for (std::size_t c = 0; c < C; ++c) {
            for (std::size_t g = 0; g < G; ++g) {
                const auto sum_of = [&](std::size_t lane) { return _mm512_load_ps(lanes[lane][c][g]); };
                float* out = call.out + (first + c) * call.out_stride + part.begin + g * Panel::kRows;
                _mm512_mask_storeu_ps(out, mask_of_rows<F>(part.rows - g * Panel::kRows), add_running_sums<F>(sum_of));
            }
        }
    }
};

}  // namespace strata::quant
