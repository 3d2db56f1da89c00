#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/quant/force_inline.h"
#include "kernels/cpu/quant/matmul_driver.h"

namespace strata::quant {

/// Vectors of 64 bytes (two registers) for the unpackings, and the dot products, for AVX2 with FMA and F16C.
///
/// A dot product multiplies magnitudes of weights (unsigned) with activations that carry the weights' signs; pairs of
/// products are added in 16 bits, which 128 * 127 * 2 does not overflow. Eight or sixteen float lanes per activation
/// row run over the units and are added in one fixed tree.
/// Level: AVX2 alone or with more, so that each has code of its own.
template <class Level>
struct Avx2Vectors : Level {
    struct Bytes {
        __m256i low, high;
    };

    static Bytes load(const void* from) { return halves(from, static_cast<const char*>(from) + 32); }
    static void store(void* to, Bytes x) {
        _mm256_storeu_si256(static_cast<__m256i*>(to), x.low);
        _mm256_storeu_si256(static_cast<__m256i*>(to) + 1, x.high);
    }
    static Bytes fill(int byte) { return same(_mm256_set1_epi8(static_cast<char>(byte))); }

    /// The 32 bytes at `from`, twice.
    static Bytes twice(const void* from) { return same(_mm256_loadu_si256(static_cast<const __m256i*>(from))); }
    /// The 32 bytes at `a`, then those at `b`.
    static Bytes halves(const void* a, const void* b) {
        return {_mm256_loadu_si256(static_cast<const __m256i*>(a)), _mm256_loadu_si256(static_cast<const __m256i*>(b))};
    }
    /// The 16 bytes at `a` twice, then those at `b` twice.
    static Bytes quarters(const void* a, const void* b) {
        return {_mm256_broadcastsi128_si256(_mm_loadu_si128(static_cast<const __m128i*>(a))),
                _mm256_broadcastsi128_si256(_mm_loadu_si128(static_cast<const __m128i*>(b)))};
    }
    /// Each of the 8 bytes at `from` eight times.
    static Bytes each_eight_times(const void* from) {
        const __m256i all = _mm256_broadcastq_epi64(_mm_loadl_epi64(static_cast<const __m128i*>(from)));
        const __m256i low = _mm256_set_epi64x(0x0303030303030303, 0x0202020202020202, 0x0101010101010101, 0);
        const __m256i high = _mm256_add_epi8(low, _mm256_set1_epi8(4));
        return {_mm256_shuffle_epi8(all, low), _mm256_shuffle_epi8(all, high)};
    }
    /// Entries of a table of eight-byte entries.
    static STRATA_FORCE_INLINE Bytes entries(const std::uint64_t* table, const std::uint16_t* index) {
        return {four_entries(table, index), four_entries(table, index + 4)};
    }
    /// Entries of a table of four-byte entries.
    static STRATA_FORCE_INLINE Bytes entries(const std::uint32_t* table, const std::uint16_t* index) {
        return {eight_entries(table, index), eight_entries(table, index + 8)};
    }

    /// Shifts within 64-bit lanes, by another count in each 16 bytes; bits of neighbouring bytes move in.
    template <int kA, int kB, int kC, int kD>
    static Bytes shift_right(Bytes x) {
        return {shift_right<kA, kB>(x.low), shift_right<kC, kD>(x.high)};
    }
    template <int kBits>
    static Bytes shift_left(Bytes x) {
        return {_mm256_slli_epi32(x.low, kBits), _mm256_slli_epi32(x.high, kBits)};
    }
    static Bytes both(Bytes a, Bytes b) { return {_mm256_and_si256(a.low, b.low), _mm256_and_si256(a.high, b.high)}; }
    static Bytes either(Bytes a, Bytes b) { return {_mm256_or_si256(a.low, b.low), _mm256_or_si256(a.high, b.high)}; }
    static Bytes add(Bytes a, Bytes b) { return {_mm256_add_epi8(a.low, b.low), _mm256_add_epi8(a.high, b.high)}; }
    static Bytes subtract(Bytes a, Bytes b) { return {_mm256_sub_epi8(a.low, b.low), _mm256_sub_epi8(a.high, b.high)}; }
    /// levels[x] for codes x below 16.
    static Bytes look_up(const void* levels, Bytes x) {
        const __m256i table = _mm256_broadcastsi128_si256(_mm_loadu_si128(static_cast<const __m128i*>(levels)));
        return {_mm256_shuffle_epi8(table, x.low), _mm256_shuffle_epi8(table, x.high)};
    }
    /// `byte` where the bit is set, else 0.
    static Bytes where(std::uint64_t bits, int byte) { return both(spread(bits), fill(byte)); }
    /// -x where the bit is set, else x.
    static Bytes negate_where(std::uint64_t bits, Bytes x) {
        const Bytes all_ones = spread(bits);
        return subtract({_mm256_xor_si256(x.low, all_ones.low), _mm256_xor_si256(x.high, all_ones.high)}, all_ones);
    }
    /// The 16 bytes at `from`, each in the low byte of a 32-bit lane.
    static Bytes widen_to_32(const void* from) {
        const __m128i bytes = _mm_loadu_si128(static_cast<const __m128i*>(from));
        return {_mm256_cvtepu8_epi32(bytes), _mm256_cvtepu8_epi32(_mm_srli_si128(bytes, 8))};
    }

    /// Codes64 uses two vectors per row, one for each half of a unit; Codes256 the first.
    template <class Codes, int R>
    struct Sums {
        __m256 value[R][2];
        __m128 minimum[R];  ///< the additive part of Codes64

        Sums() {
            for (int r = 0; r < R; ++r) {
                value[r][0] = _mm256_setzero_ps();
                value[r][1] = _mm256_setzero_ps();
                minimum[r] = _mm_setzero_ps();
            }
        }
    };

    template <Shape kShape, int R>
    static STRATA_FORCE_INLINE void add(const Codes256& w, const Tile<R>& x, std::size_t unit,
                                        Sums<Codes256, R>& sums) {
        __m256i products[R];
        for (int r = 0; r < R; ++r) {
            products[r] = _mm256_setzero_si256();
        }
        for (int part = 0; part < 8; ++part) {
            const __m256i scale = spread_scales(w.scales + part / 4 * 8, part % 4);
            const __m256i weights = _mm256_load_si256(reinterpret_cast<const __m256i*>(w.codes) + part);
            const __m256i magnitudes = kShape.signed_codes ? _mm256_abs_epi8(weights) : weights;
            for (int r = 0; r < R; ++r) {
                const __m256i pairs = dot_pairs<kShape>(magnitudes, weights, x.codes[r] + unit * 256 + 32 * part);
                products[r] = _mm256_add_epi32(products[r], _mm256_madd_epi16(pairs, scale));
            }
        }
        for (int r = 0; r < R; ++r) {
            const __m256 scale = _mm256_broadcast_ss(x.scales[r] + unit);
            __m256& sum = sums.value[r][0];
            const __m256 d = _mm256_mul_ps(scale, _mm256_set1_ps(w.d));
            sum = _mm256_fmadd_ps(_mm256_cvtepi32_ps(products[r]), d, sum);
            if constexpr (kShape.minimum) {
                const __m256i minimums = _mm256_load_si256(reinterpret_cast<const __m256i*>(w.minimums));
                const __m256i code_sums = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x.sums[r] + unit * 16));
                const __m256 part = _mm256_cvtepi32_ps(_mm256_madd_epi16(minimums, code_sums));
                sum = _mm256_fnmadd_ps(part, _mm256_mul_ps(scale, _mm256_set1_ps(w.d_min)), sum);
            }
        }
    }

    template <Shape kShape, int R>
    static STRATA_FORCE_INLINE void add(const Codes64& w, const Tile<R>& x, std::size_t unit, Sums<Codes64, R>& sums) {
        add_block<kShape, R, 0>(w, x, unit, sums);
        add_block<kShape, R, 1>(w, x, unit, sums);
        if constexpr (kShape.minimum) {
            for (int r = 0; r < R; ++r) {
                const float* scales = x.scales[r] + unit * 2;
                const __m128 pair = _mm_castsi128_ps(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(scales)));
                const __m128i code_sums = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(x.sums[r] + unit * 4));
                add_minimum(w, _mm_unpacklo_ps(pair, pair), code_sums, sums.minimum[r]);
            }
        }
    }

    template <Shape kShape, int R>
    static STRATA_FORCE_INLINE void add_half(const Codes64& w, const Tile<R>& x, std::size_t unit,
                                             Sums<Codes64, R>& sums) {
        add_block<kShape, R, 0>(w, x, unit, sums);
        if constexpr (kShape.minimum) {
            for (int r = 0; r < R; ++r) {
                const __m128i code_sums = _mm_loadu_si32(x.sums[r] + unit * 4);
                add_minimum(w, _mm_set1_ps(x.scales[r][unit * 2]), code_sums, sums.minimum[r]);
            }
        }
    }

    template <int R, class Codes>
    static void finish(const Sums<Codes, R>& sums, float* results) {
        for (int r = 0; r < R; ++r) {
            const __m256 eight = _mm256_add_ps(sums.value[r][0], sums.value[r][1]);
            const __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
            const __m128 all = _mm_add_ps(four, sums.minimum[r]);
            const __m128 two = _mm_add_ps(all, _mm_movehl_ps(all, all));
            results[r] = _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
        }
    }

    static void prefetch(const void* address) { _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0); }
    /// For what would push out of the nearest cache what is in use.
    static void prefetch_second_level(const void* address) {
        _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T1);
    }

private:
    static Bytes same(__m256i x) { return {x, x}; }

    template <int kA, int kB>
    static __m256i shift_right(__m256i x) {
        if constexpr (kA == kB) {
            return _mm256_srli_epi64(x, kA);
        } else {
            return _mm256_srlv_epi64(x, _mm256_set_epi64x(kB, kB, kA, kA));
        }
    }

    /// 0xff where the bit is set, else 0.
    static Bytes spread(std::uint64_t bits) {
        return {spread32(static_cast<std::uint32_t>(bits)), spread32(static_cast<std::uint32_t>(bits >> 32))};
    }
    static __m256i spread32(std::uint32_t bits) {
        const __m256i all = _mm256_set1_epi32(static_cast<int>(bits));
        const __m256i pick = _mm256_set_epi64x(0x0303030303030303, 0x0202020202020202, 0x0101010101010101, 0);
        const __m256i bit = _mm256_set1_epi64x(static_cast<std::int64_t>(0x8040'2010'0804'0201U));
        return _mm256_cmpeq_epi8(_mm256_and_si256(_mm256_shuffle_epi8(all, pick), bit), bit);
    }

    /// Scales 2 * pair and 2 * pair + 1 of eight, each in eight 16-bit lanes.
    static __m256i spread_scales(const std::int16_t* scales, int pair) {
        const __m256i eight = _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(scales)));
        const auto low = static_cast<std::int16_t>(0x0100 + 0x0404 * pair);
        const __m256i pick =
            _mm256_set_m128i(_mm_set1_epi16(static_cast<std::int16_t>(low + 0x0202)), _mm_set1_epi16(low));
        return _mm256_shuffle_epi8(eight, pick);
    }

    /// Sums of two products. A weight of -128 has the magnitude 128 (unsigned); activations stay within -127 and 127.
    template <Shape kShape>
    static __m256i dot_pairs(__m256i magnitudes, __m256i weights, const std::int8_t* codes) {
        __m256i x = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(codes));
        if constexpr (kShape.signed_codes) {
            x = _mm256_sign_epi8(x, weights);
        }
        return _mm256_maddubs_epi16(magnitudes, x);
    }

    /// Half kHalf of a Codes64.
    template <Shape kShape, int R, int kHalf>
    static STRATA_FORCE_INLINE void add_block(const Codes64& w, const Tile<R>& x, std::size_t unit,
                                              Sums<Codes64, R>& sums) {
        const __m256i weights = _mm256_load_si256(reinterpret_cast<const __m256i*>(w.codes) + kHalf);
        const __m256i magnitudes = kShape.signed_codes ? _mm256_abs_epi8(weights) : weights;
        const __m256 d = _mm256_set_m128(_mm_set1_ps(w.d[2 * kHalf + 1]), _mm_set1_ps(w.d[2 * kHalf]));
        const __m256i ones = _mm256_set1_epi16(1);
        for (int r = 0; r < R; ++r) {
            const __m256i pairs = dot_pairs<kShape>(magnitudes, weights, x.codes[r] + unit * 64 + 32 * kHalf);
            const __m256 products = _mm256_cvtepi32_ps(_mm256_madd_epi16(pairs, ones));
            const __m256 scale = _mm256_mul_ps(d, _mm256_broadcast_ss(x.scales[r] + unit * 2 + kHalf));
            sums.value[r][kHalf] = _mm256_fmadd_ps(products, scale, sums.value[r][kHalf]);
        }
    }

    /// code_sums: four 16-bit sums, in the low half.
    static void add_minimum(const Codes64& w, __m128 scales, __m128i code_sums, __m128& sum) {
        const __m128 values = _mm_cvtepi32_ps(_mm_cvtepi16_epi32(code_sums));
        sum = _mm_fmadd_ps(values, _mm_mul_ps(_mm_load_ps(w.m), scales), sum);
    }

    static STRATA_FORCE_INLINE __m256i four_entries(const std::uint64_t* table, const std::uint16_t* index) {
        return _mm256_set_epi64x(static_cast<std::int64_t>(table[index[3]]), static_cast<std::int64_t>(table[index[2]]),
                                 static_cast<std::int64_t>(table[index[1]]),
                                 static_cast<std::int64_t>(table[index[0]]));
    }

    static STRATA_FORCE_INLINE __m256i eight_entries(const std::uint32_t* table, const std::uint16_t* index) {
        return _mm256_set_epi32(static_cast<int>(table[index[7]]), static_cast<int>(table[index[6]]),
                                static_cast<int>(table[index[5]]), static_cast<int>(table[index[4]]),
                                static_cast<int>(table[index[3]]), static_cast<int>(table[index[2]]),
                                static_cast<int>(table[index[1]]), static_cast<int>(table[index[0]]));
    }
};

struct Avx2Level {
    static constexpr bool kByteDots = false;    ///< has dot products of bytes, of one side without signs
    static constexpr bool kSignedDots = false;  ///< has those of bytes with signs on both sides

    /// Adds two products of 16-bit numbers to each 32-bit lane.
    static __m256i add_pairs(__m256i sum, __m256i a, __m256i b) {
        return _mm256_add_epi32(sum, _mm256_madd_epi16(a, b));
    }
};
using Avx2 = Avx2Vectors<Avx2Level>;

}  // namespace strata::quant
