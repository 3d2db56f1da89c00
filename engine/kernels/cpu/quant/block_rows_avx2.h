#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/quant/block_dots_avx2.h"
#include "kernels/cpu/quant/block_parts_avx2.h"
#include "kernels/cpu/quant/force_inline.h"
#include "kernels/cpu/quant/level_avx2.h"
#include "kernels/cpu/quant/weight_codes.h"

namespace strata::quant {

/// BlockMatMul for few activation rows: along each weight row, eight blocks at a time.
/// Dots: what sums the products of eight blocks with the level's vectors, see BlockDots.
template <class F, class Dots = BlockDots<F>>
class BlockRows : BlockParts<F> {
    using Base = BlockParts<F>;
    using Base::kBlock, Base::kLanes, Base::kRules, Base::kUsesSums;
    using typename Base::EightBlocks;
    using typename Base::Vectors;

public:
    /// R activation rows, from the listed one `first` on, times weight rows begin to end - 1.
    template <int R>
    static void run(const BlockCall& call, std::size_t begin, std::size_t end, std::size_t first) {
        const Tile<R> tile = tile_of<F, R>(call, first);
        const std::size_t chunks = call.blocks / kLanes;
        for (std::size_t w = begin; w < end; ++w) {
            const std::uint8_t* row = call.weights + w * call.row_bytes;
            __m256 sums[R];
            for (int r = 0; r < R; ++r) {
                sums[r] = _mm256_setzero_ps();
            }
            for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
                typename Dots::Unit products[R][4];
                for (int place = 0; place < 4; ++place) {
                    const std::size_t unit = chunk * 4 + static_cast<std::size_t>(place);
                    multiply_unit<R>(F::unsigned_codes(row, unit), tile, unit, products, place);
                }
                const __m256 d = eight_scales(row, chunk, 0);
                const __m256 m = kRules.minimum ? eight_scales(row, chunk, 2) : _mm256_setzero_ps();
                for (int r = 0; r < R; ++r) {
                    sums[r] =
                        add_eight(products[r], d, m, Base::eight_blocks(tile.scales[r], tile.sums[r], chunk), sums[r]);
                }
            }
            if (call.blocks % kLanes != 0) {
                add_last<R>(call, row, tile, sums);
            }
            for (std::size_t r = 0; r < R; ++r) {
                call.out[(first + r) * call.out_stride + w] = add_lanes(sums[r]);
            }
        }
    }

private:
    static STRATA_FORCE_INLINE __m256i without_offset(__m256i sums, __m256i activation_sums) {
        if constexpr (kRules.offset == 0) {
            return sums;
        } else {
            return _mm256_add_epi32(sums, Base::times_minus_offset(activation_sums));
        }
    }

    /// (0 + 4) + (2 + 6), (1 + 5) + (3 + 7), then both.
    static float add_lanes(__m256 lanes) {
        const __m128 four = _mm_add_ps(_mm256_castps256_ps128(lanes), _mm256_extractf128_ps(lanes, 1));
        const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
    }

    // ---- Eight blocks of a row ----

    /// The f16 numbers at `at` in the blocks that hold eight blocks of 32 of a row.
    static STRATA_FORCE_INLINE __m256 eight_scales(const std::uint8_t* row, std::size_t chunk, std::size_t at) {
        if constexpr (kRules.block_values == kBlock) {
            return Base::eight_halves(row + chunk * kLanes * kRules.block_bytes + at, kRules.block_bytes);
        } else {
            const std::uint8_t* from = row + chunk * (kLanes / 2) * kRules.block_bytes + at;
            const auto bits = [&](std::size_t i) {
                return static_cast<short>(Base::load_16(from + i * kRules.block_bytes));
            };
            const __m128i four = _mm_set_epi16(0, 0, 0, 0, bits(3), bits(2), bits(1), bits(0));
            return _mm256_cvtph_ps(_mm_unpacklo_epi16(four, four));
        }
    }

    static STRATA_FORCE_INLINE __m256 add_eight(const typename Dots::Unit (&products)[4], __m256 d, __m256 m,
                                                const EightBlocks& x, __m256 sum) {
        const __m256 values = _mm256_cvtepi32_ps(without_offset(Dots::block_sums(products), x.sums));
        sum = _mm256_fmadd_ps(values, _mm256_mul_ps(d, x.scales), sum);
        if constexpr (kRules.minimum) {
            sum = _mm256_fmadd_ps(m, _mm256_mul_ps(_mm256_cvtepi32_ps(x.sums), x.scales), sum);
        }
        return sum;
    }

    template <int R>
    static STRATA_FORCE_INLINE void multiply_unit(const typename Vectors::Bytes& w, const Tile<R>& x, std::size_t unit,
                                                  typename Dots::Unit (&products)[R][4], int place) {
        for (int r = 0; r < R; ++r) {
            products[r][place] = Dots::whole_unit(w, Vectors::load(x.codes[r] + unit * 64));
        }
    }

    /// The unit behind the whole ones: one block of 32.
    template <int R>
    static void multiply_half(const std::uint8_t* row, const Tile<R>& x, std::size_t unit,
                              typename Dots::Unit (&products)[R][4], int place) {
        Codes64 half;
        F::unpack_half(row, unit, half);
        const typename Vectors::Bytes w = F::unsigned_codes_of(half);
        for (int r = 0; r < R; ++r) {
            products[r][place] = Dots::half_unit(w, x.codes[r] + unit * 64);
        }
    }

    /// The blocks behind the last whole eight.
    template <int R>
    static void add_last(const BlockCall& call, const std::uint8_t* row, const Tile<R>& tile, __m256 (&sums)[R]) {
        const std::size_t chunk = call.blocks / kLanes;
        const std::size_t count = call.blocks % kLanes;
        typename Dots::Unit products[R][4];
        for (int r = 0; r < R; ++r) {
            for (int place = 0; place < 4; ++place) {
                products[r][place] = Dots::nothing();
            }
        }
        for (std::size_t pair = 0; pair < count / 2; ++pair) {
            multiply_unit<R>(F::unsigned_codes(row, chunk * 4 + pair), tile, chunk * 4 + pair, products,
                             static_cast<int>(pair));
        }
        if constexpr (kRules.block_values == 32) {
            if (count % 2 != 0) {
                multiply_half<R>(row, tile, chunk * 4 + count / 2, products, static_cast<int>(count / 2));
            }
        }
        alignas(16) std::uint16_t d[kLanes] = {};
        alignas(16) std::uint16_t m[kLanes] = {};
        for (std::size_t block = 0; block < count; ++block) {
            const std::uint8_t* from =
                row + (chunk * kLanes + block) * kBlock / kRules.block_values * kRules.block_bytes;
            d[block] = Base::load_16(from);
            m[block] = Base::load_16(from + 2);
        }
        const auto floats = [](const std::uint16_t* bits) {
            return _mm256_cvtph_ps(_mm_load_si128(reinterpret_cast<const __m128i*>(bits)));
        };
        for (int r = 0; r < R; ++r) {
            sums[r] = add_eight(products[r], floats(d), floats(m),
                                Base::last_blocks(tile.scales[r], tile.sums[r], chunk, count), sums[r]);
        }
    }
};

}  // namespace strata::quant
