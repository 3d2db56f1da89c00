#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "kernels/cpu/quant/block_panel_avx512.h"
#include "kernels/cpu/quant/block_panels_avx512.h"
#include "kernels/cpu/quant/block_parts_avx2.h"
#include "kernels/cpu/quant/force_inline.h"
#include "kernels/cpu/quant/plain_formats.h"
#include "kernels/cpu/quant/tile_inputs_amx.h"
#include "kernels/cpu/quant/tile_registers_amx.h"
#include "kernels/cpu_kernels.h"

namespace strata::quant {

/// Sixteen weight rows times up to sixteen activation rows by tiles, in BlockPanels' order of sums: one tile holds the
/// exact sums of a block of all pairs. The blocks of one running sum come one after the other, so that the running sums
/// of all pairs stay in registers.
template <class F>
class BlockTiles : BlockParts<F> {
    using Base = BlockParts<F>;
    using Base::kBlock, Base::kLanes, Base::kRules;
    using Panel = BlockPanelAvx512<F, true>;
    using Inputs = TileInputs<F>;
    using Tiles = TileRegisters<typename Base::Vectors>;

public:
    /// What a thread tells its tiles before it uses them. M: activation rows of a tile.
    template <std::size_t M>
    static void configure() {
        Shapes shapes;
        for (std::size_t slot = 0; slot < 4; ++slot) {
            shapes.set(slot, M, 64);
        }
        shapes.set(4, M, kBlock);
        shapes.set(5, M, kBlock);
        shapes.set(6, Panel::kVectors, 64);
        shapes.set(7, Panel::kVectors, 64);
        Tiles::configure(&shapes);
    }

    /// out: of the first pair; `weight_rows` and `rows` of them count. G: groups of sixteen weight rows.
    template <std::size_t M, std::size_t G>
    static void multiply(const Panel& panel, const Inputs& inputs, std::size_t blocks, float* out,
                         std::size_t out_stride, std::size_t weight_rows, std::size_t rows) {
        alignas(64) float lanes[G][kLanes][M][Panel::kRows];
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const std::size_t count = lane < blocks ? (blocks - lane + kLanes - 1) / kLanes : 0;
            for (std::size_t group = 0; group < G; ++group) {
                add_lane<M>({panel, group, inputs, lane, count}, lanes[group][lane]);
            }
        }
        for (std::size_t r = 0; r < rows; ++r) {
            for (std::size_t group = 0; group < G; ++group) {
                const auto sum_of = [&](std::size_t lane) { return _mm512_load_ps(lanes[group][lane][r]); };
                _mm512_mask_storeu_ps(out + r * out_stride + group * Panel::kRows,
                                      mask_of_rows<F>(weight_rows - group * Panel::kRows), add_running_sums<F>(sum_of));
            }
        }
    }

private:
    /// As the processor reads it.
    struct alignas(64) Shapes {
        std::uint8_t palette = 1;
        std::uint8_t start_row = 0;
        std::uint8_t reserved[14] = {};
        std::uint16_t row_bytes[16] = {};
        std::uint8_t rows[16] = {};

        void set(std::size_t tile, std::size_t tile_rows, std::size_t tile_row_bytes) {
            rows[tile] = static_cast<std::uint8_t>(tile_rows);
            row_bytes[tile] = static_cast<std::uint16_t>(tile_row_bytes);
        }
    };
    static_assert(sizeof(Shapes) == 64);

    /// The blocks of one running sum.
    struct Lane {
        const Panel& panel;
        std::size_t group;
        const Inputs& inputs;
        std::size_t lane;
        std::size_t count;

        std::size_t block(std::size_t i) const { return lane + i * kLanes; }
    };

    template <std::size_t M>
    using Products = std::int32_t[M][Panel::kRows];

    /// The products of the lane's i-th block, begun. kSlot: which tiles.
    template <std::size_t M, int kSlot>
    static STRATA_FORCE_INLINE void begin(const Lane& lane, std::size_t i, Products<M>& products) {
        constexpr int kInputs = 4 + kSlot % 2;
        constexpr int kWeights = 6 + kSlot % 2;
        Tiles::template clear<kSlot>();
        Tiles::template load<kInputs>(lane.inputs.codes(lane.block(i)), Inputs::kTileRowBytes);
        Tiles::template load<kWeights>(lane.panel.codes(lane.block(i), lane.group), 64);
        Tiles::template add_products<kSlot, kInputs, kWeights>();
        Tiles::template store<kSlot>(products, 64);
    }

    /// Adds a block's products to the running sums. Written out row by row, so that these stay in registers.
    template <std::size_t M, std::size_t... kR>
    static STRATA_FORCE_INLINE void add(const Lane& lane, std::size_t i, const Products<M>& products, __m512 (&sums)[M],
                                        std::index_sequence<kR...>) {
        const std::size_t block = lane.block(i);
        ((sums[kR] = sum_with(lane, block, products[kR], kR, sums[kR])), ...);
    }

    static STRATA_FORCE_INLINE __m512 sum_with(const Lane& lane, std::size_t block, const std::int32_t* products,
                                               std::size_t row, __m512 sum) {
        const __m512 scale =
            _mm512_mul_ps(lane.panel.d(block, lane.group), _mm512_set1_ps(lane.inputs.scales(block)[row]));
        sum = _mm512_fmadd_ps(_mm512_cvtepi32_ps(_mm512_load_si512(products)), scale, sum);
        if constexpr (kRules.minimum) {
            const __m512 m = lane.panel.m(block, lane.group);
            sum = _mm512_fmadd_ps(m, _mm512_set1_ps(lane.inputs.minimums(block)[row]), sum);
        }
        return sum;
    }

    /// A tile's products take long to come, so the next two blocks' are begun before they are needed.
    template <std::size_t M, int kSlot>
    static STRATA_FORCE_INLINE void step(const Lane& lane, std::size_t i, Products<M> (&products)[4],
                                         __m512 (&sums)[M]) {
        if (i + 2 < lane.count) {
            begin<M, (kSlot + 2) % 4>(lane, i + 2, products[(kSlot + 2) % 4]);
        }
        if (i < lane.count) {
            add<M>(lane, i, products[kSlot], sums, std::make_index_sequence<M>{});
        }
    }

    template <std::size_t M>
    static void add_lane(const Lane& lane, float (&out)[M][Panel::kRows]) {
        alignas(64) Products<M> products[4];
        __m512 sums[M] = {};
        if (lane.count > 0) {
            begin<M, 0>(lane, 0, products[0]);
        }
        if (lane.count > 1) {
            begin<M, 1>(lane, 1, products[1]);
        }
        for (std::size_t i = 0; i < lane.count; i += 4) {
            step<M, 0>(lane, i, products, sums);
            step<M, 1>(lane, i + 1, products, sums);
            step<M, 2>(lane, i + 2, products, sums);
            step<M, 3>(lane, i + 3, products, sums);
        }
        store<M>(sums, out, std::make_index_sequence<M>{});
    }

    template <std::size_t M, std::size_t... kR>
    static STRATA_FORCE_INLINE void store(const __m512 (&sums)[M], float (&out)[M][Panel::kRows],
                                          std::index_sequence<kR...>) {
        (_mm512_store_ps(out[kR], sums[kR]), ...);
    }
};

/// BlockMatMul by tiles for many activation rows; for few the kernel that the table had before.
template <class F>
class TileMatMul {
public:
    static void set(CpuKernels& kernels, QuantType type) {
        without_tiles = matmul_of(kernels, type);
        set_matmul(kernels, type, &run);
    }

    static void run(const std::byte* weights, std::size_t row_bytes, std::size_t row_count, const ActivationRows& x,
                    const std::int32_t* row_index, std::size_t index_count, float* out,
                    std::size_t out_stride) noexcept {
        const BlockCall call{
            reinterpret_cast<const std::uint8_t*>(weights), row_bytes, x.columns / 32, x, row_index, out, out_stride};
        std::size_t row = 0;
        if (index_count >= kLeastRows && call.blocks <= Panel::kMostBlocks) {
            row = BlockPanelsAvx512<F>::rows_of(row_count);
            multiply(call, row, index_count);
        }
        if (row < row_count) {
            without_tiles(weights + row * row_bytes, row_bytes, row_count - row, x, row_index, index_count, out + row,
                          out_stride);
        }
    }

private:
    using Panel = BlockPanelAvx512<F, true>;
    using Inputs = TileInputs<F>;
    static constexpr std::size_t kLeastRows = 8;

    static inline CpuKernels::MatMul without_tiles = nullptr;

    /// The weight rows of a panel.
    struct Part {
        std::size_t begin, rows;
    };

    static void multiply(const BlockCall& call, std::size_t row_count, std::size_t index_count) {
        Panel panel;
        Inputs inputs;
        const std::size_t most_rows = Panel::most_groups(call.blocks) * Panel::kRows;
        std::size_t configured = 0;
        for (std::size_t begin = 0; begin < row_count; begin += most_rows) {
            const std::size_t rows = row_count - begin < most_rows ? row_count - begin : most_rows;
            const std::size_t left = row_count - begin - rows;
            panel.fill(call, begin, begin + rows, rows > Panel::kRows ? 2 : 1);
            PanelAhead<typename F::Vectors> ahead{call.weights + (begin + rows) * call.row_bytes,
                                                  (left < most_rows ? left : most_rows) * call.row_bytes};
            for (std::size_t first = 0; first < index_count; first += Inputs::kRows) {
                ahead.fetch(Inputs::kRows, index_count - first);
                if (index_count - first > 8) {
                    multiply_tile<16>(call, panel, {begin, rows}, inputs, first, index_count, configured);
                } else {
                    multiply_tile<8>(call, panel, {begin, rows}, inputs, first, index_count, configured);
                }
            }
        }
        TileRegisters<typename F::Vectors>::release();
    }

    template <std::size_t M>
    static void multiply_tile(const BlockCall& call, const Panel& panel, Part part, Inputs& inputs, std::size_t first,
                              std::size_t index_count, std::size_t& configured) {
        if (configured != M) {
            BlockTiles<F>::template configure<M>();
            configured = M;
        }
        const std::size_t rows = index_count - first < M ? index_count - first : M;
        inputs.template set<M>(call, first, rows);
        float* out = call.out + first * call.out_stride + part.begin;
        if (part.rows > Panel::kRows) {
            BlockTiles<F>::template multiply<M, 2>(panel, inputs, call.blocks, out, call.out_stride, part.rows, rows);
        } else {
            BlockTiles<F>::template multiply<M, 1>(panel, inputs, call.blocks, out, call.out_stride, part.rows, rows);
        }
    }
};

}  // namespace strata::quant
