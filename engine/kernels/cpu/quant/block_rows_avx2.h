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

    /// Codes of some types take fewer steps in an order of their own, which the activations are put into once for all
    /// weight rows: see BlockFormatQ2_0.
    static constexpr bool kHasPlanes = requires(typename Dots::Unit unit, typename Vectors::Bytes bytes) {
        F::planes(nullptr, 0);
        unit = Dots::plane_unit(bytes, bytes);
    };

public:
    /// So many activation rows are better multiplied with panels.
    static constexpr std::size_t kLeastForPanels = kHasPlanes ? 33 : 5;

    /// R activation rows, from the listed one `first` on, times weight rows begin to end - 1.
    template <int R>
    static void run(const BlockCall& call, std::size_t begin, std::size_t end, std::size_t first) {
        const Tile<R> tile = tile_of<F, R>(call, first);
        if constexpr (kHasPlanes) {
            if (call.blocks <= kMostBlocks) {
                run_in_planes<R>(call, begin, end, first, tile);
                return;
            }
        }
        run_rows<R, false>(call, begin, end, first, tile);
    }

private:
    static constexpr std::size_t kHalf = kLanes / 2;
    static constexpr std::size_t kMostBlocks = 320;  ///< of an activation row that is copied to the stack
    template <int R>
    static void run_in_planes(const BlockCall& call, std::size_t begin, std::size_t end, std::size_t first,
                              Tile<R> tile) {
        alignas(32) std::int8_t codes[R][kMostBlocks * kBlock];
        for (int r = 0; r < R; ++r) {
            for (std::size_t at = 0; at < call.blocks * kBlock; at += 64) {
                F::to_planes(tile.codes[r] + at, codes[r] + at);
            }
            tile.codes[r] = codes[r];
        }
        run_rows<R, true>(call, begin, end, first, tile);
    }

    template <int R, bool kInPlanes>
    static STRATA_FORCE_INLINE void run_rows(const BlockCall& call, std::size_t begin, std::size_t end,
                                             std::size_t first, const Tile<R>& tile) {
        std::size_t w = begin;
        if (call.blocks % kLanes == kHalf) {
            for (; w + 2 <= end; w += 2) {
                run_two<R, kInPlanes>(call, tile, w, first);
            }
        }
        for (; w < end; ++w) {
            const std::uint8_t* row = call.weights + w * call.row_bytes;
            __m256 sums[R];
            add_whole<R, kInPlanes>(call, row, tile, sums);
            if (call.blocks % kLanes != 0) {
                add_last<R, kInPlanes>(call, row, tile, sums);
            }
            store<R>(call, w, first, sums);
        }
    }

    /// Two weight rows whose last halves of eight blocks are computed together: rows of 640 values are common.
    template <int R, bool kInPlanes>
    static STRATA_FORCE_INLINE void run_two(const BlockCall& call, const Tile<R>& tile, std::size_t w,
                                            std::size_t first) {
        const std::uint8_t* a = call.weights + w * call.row_bytes;
        const std::uint8_t* b = a + call.row_bytes;
        __m256 sums_a[R], sums_b[R];
        add_whole<R, kInPlanes>(call, a, tile, sums_a);
        add_whole<R, kInPlanes>(call, b, tile, sums_b);
        add_halves<R, kInPlanes>(call, a, b, tile, sums_a, sums_b);
        store<R>(call, w, first, sums_a);
        store<R>(call, w + 1, first, sums_b);
    }

    template <int R>
    static STRATA_FORCE_INLINE void store(const BlockCall& call, std::size_t w, std::size_t first,
                                          const __m256 (&sums)[R]) {
        for (std::size_t r = 0; r < R; ++r) {
            call.out[(first + r) * call.out_stride + w] = add_lanes(sums[r]);
        }
    }

    /// sums: those of all whole eights of blocks.
    template <int R, bool kInPlanes>
    static STRATA_FORCE_INLINE void add_whole(const BlockCall& call, const std::uint8_t* row, const Tile<R>& tile,
                                              __m256 (&sums)[R]) {
        for (int r = 0; r < R; ++r) {
            sums[r] = _mm256_setzero_ps();
        }
        for (std::size_t chunk = 0; chunk < call.blocks / kLanes; ++chunk) {
            typename Dots::Unit products[R][4];
            for (int place = 0; place < 4; ++place) {
                const std::size_t unit = chunk * 4 + static_cast<std::size_t>(place);
                multiply_unit<R, kInPlanes>(row, tile, unit, products, place);
            }
            const __m256 d = eight_scales(row, chunk, 0);
            const __m256 m = kRules.minimum ? eight_scales(row, chunk, 2) : _mm256_setzero_ps();
            for (int r = 0; r < R; ++r) {
                sums[r] =
                    add_eight(products[r], d, m, Base::eight_blocks(tile.scales[r], tile.sums[r], chunk), sums[r]);
            }
        }
    }

    /// The last four blocks of two rows, in one go: a's in the lower halves, b's in the upper ones.
    template <int R, bool kInPlanes>
    static STRATA_FORCE_INLINE void add_halves(const BlockCall& call, const std::uint8_t* a, const std::uint8_t* b,
                                               const Tile<R>& tile, __m256 (&sums_a)[R], __m256 (&sums_b)[R]) {
        const std::size_t chunk = call.blocks / kLanes;
        typename Dots::Unit products[R][4];
        for (int place = 0; place < 4; ++place) {
            const std::size_t unit = chunk * 4 + static_cast<std::size_t>(place % 2);
            multiply_unit<R, kInPlanes>(place < 2 ? a : b, tile, unit, products, place);
        }
        const __m256 d = half_scales(a, b, chunk, 0);
        const __m256 m = kRules.minimum ? half_scales(a, b, chunk, 2) : _mm256_setzero_ps();
        for (int r = 0; r < R; ++r) {
            const EightBlocks x = Base::four_blocks_twice(tile.scales[r], tile.sums[r], chunk);
            const __m256 values = _mm256_cvtepi32_ps(without_offset(Dots::block_sums(products[r]), x.sums));
            const __m256 scales = _mm256_mul_ps(d, x.scales);
            sums_a[r] = _mm256_fmadd_ps(lower(values), lower(scales), sums_a[r]);
            sums_b[r] = _mm256_fmadd_ps(upper(values), upper(scales), sums_b[r]);
            if constexpr (kRules.minimum) {
                const __m256 sums = _mm256_mul_ps(_mm256_cvtepi32_ps(x.sums), x.scales);
                sums_a[r] = _mm256_fmadd_ps(lower(m), lower(sums), sums_a[r]);
                sums_b[r] = _mm256_fmadd_ps(upper(m), upper(sums), sums_b[r]);
            }
        }
    }

    /// One half in the lower lanes, zeros above.
    static STRATA_FORCE_INLINE __m256 lower(__m256 v) { return _mm256_blend_ps(_mm256_setzero_ps(), v, 0x0f); }
    static STRATA_FORCE_INLINE __m256 upper(__m256 v) { return _mm256_permute2f128_ps(v, v, 0x81); }

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

    /// The same for four blocks of each of two rows.
    static STRATA_FORCE_INLINE __m256 half_scales(const std::uint8_t* a, const std::uint8_t* b, std::size_t chunk,
                                                  std::size_t at) {
        const auto bits = [&](std::size_t i) {
            const std::size_t block = chunk * kLanes + i % kHalf;
            return static_cast<short>(
                Base::load_16((i < kHalf ? a : b) + block * kBlock / kRules.block_values * kRules.block_bytes + at));
        };
        return _mm256_cvtph_ps(_mm_set_epi16(bits(7), bits(6), bits(5), bits(4), bits(3), bits(2), bits(1), bits(0)));
    }

    /// The same for the last `count` blocks, with zeros behind. Numbers come straight from the row: vectors that are
    /// read from what was just stored in pieces have to wait.
    static STRATA_FORCE_INLINE __m256 last_scales(const std::uint8_t* row, std::size_t chunk, std::size_t count,
                                                  std::size_t at) {
        const auto bits = [&](std::size_t i) {
            const std::size_t block = chunk * kLanes + (i < count ? i : count - 1);
            return static_cast<short>(
                Base::load_16(row + block * kBlock / kRules.block_values * kRules.block_bytes + at));
        };
        const __m128i eight = _mm_set_epi16(bits(7), bits(6), bits(5), bits(4), bits(3), bits(2), bits(1), bits(0));
        return _mm256_and_ps(_mm256_cvtph_ps(eight), _mm256_castsi256_ps(Base::first_lanes(count)));
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

    template <int R, bool kInPlanes>
    static STRATA_FORCE_INLINE void multiply_unit(const std::uint8_t* row, const Tile<R>& x, std::size_t unit,
                                                  typename Dots::Unit (&products)[R][4], int place) {
        if constexpr (kInPlanes) {
            const typename Vectors::Bytes w = F::planes(row, unit);
            for (int r = 0; r < R; ++r) {
                products[r][place] = Dots::plane_unit(w, Vectors::load(x.codes[r] + unit * 64));
            }
        } else {
            const typename Vectors::Bytes w = F::shifted_codes(row, unit);
            for (int r = 0; r < R; ++r) {
                products[r][place] = Dots::whole_unit(w, Vectors::load(x.codes[r] + unit * 64));
            }
        }
    }

    /// The unit behind the whole ones: one block of 32.
    template <int R>
    static void multiply_half(const std::uint8_t* row, const Tile<R>& x, std::size_t unit,
                              typename Dots::Unit (&products)[R][4], int place) {
        Codes64 half;
        F::unpack_half(row, unit, half);
        const typename Vectors::Bytes w = F::shifted_codes_of(half);
        for (int r = 0; r < R; ++r) {
            products[r][place] = Dots::half_unit(w, x.codes[r] + unit * 64);
        }
    }

    /// The blocks behind the last whole eight.
    template <int R, bool kInPlanes>
    static void add_last(const BlockCall& call, const std::uint8_t* row, const Tile<R>& tile, __m256 (&sums)[R]) {
        const std::size_t chunk = call.blocks / kLanes;
        const std::size_t count = call.blocks % kLanes;
        typename Dots::Unit products[R][4];
        for (int place = 0; place < 4; ++place) {
            const std::size_t first = 2 * static_cast<std::size_t>(place);
            const std::size_t unit = chunk * 4 + static_cast<std::size_t>(place);
            if (first + 1 < count) {
                multiply_unit<R, kInPlanes>(row, tile, unit, products, place);
                continue;
            }
            if constexpr (kRules.block_values == kBlock) {
                if (first < count) {
                    multiply_half<R>(row, tile, unit, products, place);
                    continue;
                }
            }
            for (int r = 0; r < R; ++r) {
                products[r][place] = Dots::nothing();
            }
        }
        const __m256 d = last_scales(row, chunk, count, 0);
        const __m256 m = kRules.minimum ? last_scales(row, chunk, count, 2) : _mm256_setzero_ps();
        for (int r = 0; r < R; ++r) {
            sums[r] =
                add_eight(products[r], d, m, Base::last_blocks(tile.scales[r], tile.sums[r], chunk, count), sums[r]);
        }
    }
};

}  // namespace strata::quant
