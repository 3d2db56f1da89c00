#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/quant/block256.h"
#include "kernels/cpu/quant/block_call.h"
#include "kernels/cpu/quant/force_inline.h"
#include "kernels/cpu/quant/matmul_driver.h"

namespace strata::quant {

/// Block256MatMul for few activation rows: along each weight row, four blocks at a time.
template <class B>
class Block256Rows {
public:
    /// R activation rows, from the listed one `first` on, times weight rows begin to end - 1.
    template <int R>
    static void run(const BlockCall& call, std::size_t begin, std::size_t end, std::size_t first) {
        const Tile<R> tile = tile_of<B, R>(call, first);
        for (std::size_t w = begin; w < end; ++w) {
            const std::uint8_t* row = call.weights + w * call.row_bytes;
            __m128 sums[R];
            for (int r = 0; r < R; ++r) {
                sums[r] = _mm_setzero_ps();
            }
            std::size_t block = 0;
            for (; block + kLanes <= call.blocks; block += kLanes) {
                add_blocks<R>(row + block * kRules.bytes, kLanes, block, tile, sums);
            }
            if (block < call.blocks) {
                add_blocks<R>(row + block * kRules.bytes, call.blocks - block, block, tile, sums);
            }
            for (std::size_t r = 0; r < R; ++r) {
                call.out[(first + r) * call.out_stride + w] = add_lanes(sums[r]);
            }
        }
    }

private:
    static constexpr Block256Rules kRules = B::kRules;
    static constexpr std::size_t kLanes = 4;  ///< running sums, and blocks that are taken together

    /// Integer sums of the products of blocks with R activation rows, eight numbers each that are still to be added.
    template <int R>
    struct Products {
        __m256i codes[R][kLanes];
        __m256i minimums[R][kLanes];
    };

    /// `count` blocks from `at` on, the first of which is number `first` of its row.
    template <int R>
    static STRATA_FORCE_INLINE void add_blocks(const std::uint8_t* at, std::size_t count, std::size_t first,
                                               const Tile<R>& x, __m128 (&sums)[R]) {
        Products<R> products;
        if constexpr (kRules.indices) {
            // All are opened before the first is used, so that the long way to an entry is not waited for each time.
            B opened[kLanes];
            STRATA_NO_UNROLL
            for (std::size_t i = 0; i < count; ++i) {
                opened[i].open(at + i * kRules.bytes);
            }
            STRATA_NO_UNROLL
            for (std::size_t i = 0; i < count; ++i) {
                multiply<R>(opened[i], x, first + i, products, i);
            }
        } else {
            STRATA_NO_UNROLL
            for (std::size_t i = 0; i < count; ++i) {
                B block;
                block.open(at + i * kRules.bytes);
                multiply<R>(block, x, first + i, products, i);
            }
        }
        for (std::size_t i = count; i < kLanes; ++i) {
            for (int r = 0; r < R; ++r) {
                products.codes[r][i] = products.minimums[r][i] = _mm256_setzero_si256();
            }
        }
        const __m128 d = block_scales(at, count);
        __m128 d_min = _mm_setzero_ps();
        if constexpr (kRules.minimum) {
            d_min = of_blocks(at, count, [](const std::uint8_t* block) { return B::d_min_bits(block); });
        }
        for (int r = 0; r < R; ++r) {
            const __m128 scales = activation_scales(x.scales[r] + first, count);
            sums[r] = _mm_fmadd_ps(_mm_cvtepi32_ps(add_four(products.codes[r])), _mm_mul_ps(d, scales), sums[r]);
            if constexpr (kRules.minimum) {
                const __m128 minimums = _mm_cvtepi32_ps(add_four(products.minimums[r]));
                sums[r] = _mm_fnmadd_ps(minimums, _mm_mul_ps(d_min, scales), sums[r]);
            }
        }
    }

    template <int R>
    static STRATA_FORCE_INLINE void multiply(const B& block, const Tile<R>& x, std::size_t index, Products<R>& products,
                                             std::size_t lane) {
        const std::int8_t* codes[R];
        __m256i sums[R];
        for (int r = 0; r < R; ++r) {
            codes[r] = x.codes[r] + index * 256;
            sums[r] = _mm256_setzero_si256();
            if constexpr (kRules.offset || kRules.minimum) {
                const __m256i group_sums = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x.sums[r] + index * 16));
                if constexpr (kRules.offset) {
                    sums[r] = _mm256_madd_epi16(block.offsets(), group_sums);
                }
                if constexpr (kRules.minimum) {
                    products.minimums[r][lane] = _mm256_madd_epi16(block.minimums(), group_sums);
                }
            }
        }
        const __m256i scales = block.scales();
        add_part<0, R>(block, scales, codes, sums);
        add_part<1, R>(block, scales, codes, sums);
        add_part<2, R>(block, scales, codes, sums);
        add_part<3, R>(block, scales, codes, sums);
        add_part<4, R>(block, scales, codes, sums);
        add_part<5, R>(block, scales, codes, sums);
        add_part<6, R>(block, scales, codes, sums);
        add_part<7, R>(block, scales, codes, sums);
        for (int r = 0; r < R; ++r) {
            products.codes[r][lane] = sums[r];
        }
    }

    template <int kPart, int R>
    static STRATA_FORCE_INLINE void add_part(const B& block, __m256i scales, const std::int8_t* const (&x)[R],
                                             __m256i (&sums)[R]) {
        const __m256i w = block.template codes<kPart>();
        const __m256i scale = part_scales<B, kPart>(scales);
        for (int r = 0; r < R; ++r) {
            const __m256i codes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x[r] + 32 * kPart));
            const __m256i pairs = _mm256_maddubs_epi16(w, codes);
            sums[r] = B::Vectors::add_pairs(sums[r], pairs, scale);
            STRATA_SETTLE(sums[r]);
        }
    }

    /// The sum of the numbers of each of four vectors.
    static STRATA_FORCE_INLINE __m128i add_four(const __m256i (&of)[kLanes]) {
        const __m256i a = _mm256_add_epi32(_mm256_unpacklo_epi32(of[0], of[1]), _mm256_unpackhi_epi32(of[0], of[1]));
        const __m256i b = _mm256_add_epi32(_mm256_unpacklo_epi32(of[2], of[3]), _mm256_unpackhi_epi32(of[2], of[3]));
        const __m256i all = _mm256_add_epi32(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
        return _mm_add_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
    }

    /// 0 + 2 and 1 + 3, then both.
    static float add_lanes(__m128 four) {
        const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
    }

    /// f16 numbers of the blocks, zeros behind them.
    template <class Bits>
    static STRATA_FORCE_INLINE __m128 of_blocks(const std::uint8_t* at, std::size_t count, Bits&& bits) {
        const auto of = [&](std::size_t i) { return static_cast<short>(i < count ? bits(at + i * kRules.bytes) : 0); };
        return _mm_cvtph_ps(_mm_set_epi16(0, 0, 0, 0, of(3), of(2), of(1), of(0)));
    }
    static STRATA_FORCE_INLINE __m128 block_scales(const std::uint8_t* at, std::size_t count) {
        const __m128 d = of_blocks(at, count, [](const std::uint8_t* block) { return B::d_bits(block); });
        return kRules.factor == 1 ? d : _mm_mul_ps(d, _mm_set1_ps(kRules.factor));
    }

    static STRATA_FORCE_INLINE __m128 activation_scales(const float* scales, std::size_t count) {
        if (count == kLanes) {
            return _mm_loadu_ps(scales);
        }
        const auto of = [&](std::size_t i) { return i < count ? scales[i] : 0.0F; };
        return _mm_set_ps(0, of(2), of(1), of(0));
    }
};

}  // namespace strata::quant
