#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/quant/force_inline.h"
#include "kernels/cpu/quant/matmul_driver.h"

namespace strata::quant {

/// Vectors of 64 bytes for the unpackings, and the dot products, for AVX-512 with VNNI.
///
/// A dot product multiplies magnitudes of weights (unsigned) with activations that carry the weights' signs, four
/// products per 32-bit lane. Sixteen float lanes per activation row run over the units and are added in one fixed tree.
/// Level: AVX-512 or with more, so that each has code of its own.
template <class Level>
struct Avx512Vectors : Level {
    using Bytes = __m512i;

    static Bytes load(const void* from) { return _mm512_loadu_si512(from); }
    static void store(void* to, Bytes x) { _mm512_storeu_si512(to, x); }
    static Bytes fill(int byte) { return _mm512_set1_epi8(static_cast<char>(byte)); }

    /// The 32 bytes at `from`, twice.
    static Bytes twice(const void* from) {
        return _mm512_broadcast_i64x4(_mm256_loadu_si256(static_cast<const __m256i*>(from)));
    }
    /// The 32 bytes at `a`, then those at `b`.
    static Bytes halves(const void* a, const void* b) {
        const __m512i low = _mm512_castsi256_si512(_mm256_loadu_si256(static_cast<const __m256i*>(a)));
        return _mm512_inserti64x4(low, _mm256_loadu_si256(static_cast<const __m256i*>(b)), 1);
    }
    /// The 16 bytes at `a` twice, then those at `b` twice.
    static Bytes quarters(const void* a, const void* b) {
        const __m256i low = _mm256_broadcastsi128_si256(_mm_loadu_si128(static_cast<const __m128i*>(a)));
        const __m256i high = _mm256_broadcastsi128_si256(_mm_loadu_si128(static_cast<const __m128i*>(b)));
        return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
    }
    /// Each of the 8 bytes at `from` eight times.
    static Bytes each_eight_times(const void* from) {
        const __m512i all = _mm512_broadcastq_epi64(_mm_loadl_epi64(static_cast<const __m128i*>(from)));
        const __m512i pick =
            _mm512_set_epi64(0x0707070707070707, 0x0606060606060606, 0x0505050505050505, 0x0404040404040404,
                             0x0303030303030303, 0x0202020202020202, 0x0101010101010101, 0);
        return _mm512_shuffle_epi8(all, pick);
    }
    /// Entries of a table of eight-byte entries.
    static STRATA_FORCE_INLINE Bytes entries(const std::uint64_t* table, const std::uint16_t* index) {
        return _mm512_inserti64x4(_mm512_castsi256_si512(four_entries(table, index)), four_entries(table, index + 4),
                                  1);
    }
    /// Entries of a table of four-byte entries.
    static STRATA_FORCE_INLINE Bytes entries(const std::uint32_t* table, const std::uint16_t* index) {
        return _mm512_inserti64x4(_mm512_castsi256_si512(eight_entries(table, index)), eight_entries(table, index + 8),
                                  1);
    }

    /// Shifts within 64-bit lanes, by another count in each 16 bytes; bits of neighbouring bytes move in.
    template <int kA, int kB, int kC, int kD>
    static Bytes shift_right(Bytes x) {
        return _mm512_srlv_epi64(x, _mm512_set_epi64(kD, kD, kC, kC, kB, kB, kA, kA));
    }
    template <int kBits>
    static Bytes shift_left(Bytes x) {
        return _mm512_slli_epi32(x, kBits);
    }
    static Bytes both(Bytes a, Bytes b) { return _mm512_and_si512(a, b); }
    static Bytes either(Bytes a, Bytes b) { return _mm512_or_si512(a, b); }
    static Bytes add(Bytes a, Bytes b) { return _mm512_add_epi8(a, b); }
    static Bytes subtract(Bytes a, Bytes b) { return _mm512_sub_epi8(a, b); }
    /// levels[x] for codes x below 16.
    static Bytes look_up(const void* levels, Bytes x) {
        const __m512i table = _mm512_broadcast_i32x4(_mm_loadu_si128(static_cast<const __m128i*>(levels)));
        return _mm512_shuffle_epi8(table, x);
    }
    /// `byte` where the bit is set, else 0.
    static Bytes where(std::uint64_t bits, int byte) { return _mm512_maskz_set1_epi8(bits, static_cast<char>(byte)); }
    /// -x where the bit is set, else x.
    static Bytes negate_where(std::uint64_t bits, Bytes x) {
        return _mm512_mask_sub_epi8(x, bits, _mm512_setzero_si512(), x);
    }
    /// The 16 bytes at `from`, each in the low byte of a 32-bit lane.
    static Bytes widen_to_32(const void* from) {
        return _mm512_cvtepu8_epi32(_mm_loadu_si128(static_cast<const __m128i*>(from)));
    }

    template <class Codes, int R>
    struct Sums {
        __m512 value[R];
        __m128 minimum[R];  ///< the additive part of Codes64

        Sums() {
            for (int r = 0; r < R; ++r) {
                value[r] = _mm512_setzero_ps();
                minimum[r] = _mm_setzero_ps();
            }
        }
    };

    template <Shape kShape, int R>
    static STRATA_FORCE_INLINE void add(const Codes256& w, const Tile<R>& x, std::size_t unit,
                                        Sums<Codes256, R>& sums) {
        const __m256i scales16 = _mm256_load_si256(reinterpret_cast<const __m256i*>(w.scales));
        // As 32-bit numbers for a full multiplication, else as the low one of two 16-bit numbers, the other zero.
        const __m512i scales = kShape.wide_products ? _mm512_cvtepi16_epi32(scales16) : _mm512_cvtepu16_epi32(scales16);
        __m512i products[R];
        for (int r = 0; r < R; ++r) {
            products[r] = _mm512_setzero_si512();
        }
        for (int part = 0; part < 4; ++part) {
            const __m512i spread = _mm512_add_epi32(_mm512_set_epi32(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0),
                                                    _mm512_set1_epi32(4 * part));
            const __m512i scale = _mm512_permutexvar_epi32(spread, scales);
            const Weights weights = split<kShape>(_mm512_load_si512(w.codes + 64 * part));
            for (int r = 0; r < R; ++r) {
                const __m512i codes = _mm512_loadu_si512(x.codes[r] + unit * 256 + 64 * part);
                const __m512i sum = dot<kShape>(weights, codes);
                if constexpr (kShape.wide_products) {
                    products[r] = _mm512_add_epi32(products[r], _mm512_mullo_epi32(sum, scale));
                } else {
                    products[r] = _mm512_dpwssd_epi32(products[r], sum, scale);
                }
            }
        }
        for (int r = 0; r < R; ++r) {
            const __m512 scale = _mm512_set1_ps(x.scales[r][unit]);
            const __m512 d = _mm512_mul_ps(scale, _mm512_set1_ps(w.d));
            sums.value[r] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(products[r]), d, sums.value[r]);
            if constexpr (kShape.minimum) {
                const __m256i minimums = _mm256_load_si256(reinterpret_cast<const __m256i*>(w.minimums));
                const __m256i code_sums = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x.sums[r] + unit * 16));
                const __m512i part = _mm512_zextsi256_si512(_mm256_madd_epi16(minimums, code_sums));
                const __m512 d_min = _mm512_mul_ps(scale, _mm512_set1_ps(w.d_min));
                sums.value[r] = _mm512_fnmadd_ps(_mm512_cvtepi32_ps(part), d_min, sums.value[r]);
            }
        }
    }

    template <Shape kShape, int R>
    static STRATA_FORCE_INLINE void add(const Codes64& w, const Tile<R>& x, std::size_t unit, Sums<Codes64, R>& sums) {
        const Weights weights = split<kShape>(_mm512_load_si512(w.codes));
        const __m512 d = each_four_times(_mm_load_ps(w.d));
        for (int r = 0; r < R; ++r) {
            const float* scales = x.scales[r] + unit * 2;
            const __m512 scale = _mm512_mask_broadcastss_ps(_mm512_set1_ps(scales[0]), 0xff00, _mm_load_ss(scales + 1));
            const __m512i codes = _mm512_loadu_si512(x.codes[r] + unit * 64);
            const __m512i products = dot<kShape>(weights, codes);
            sums.value[r] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(products), _mm512_mul_ps(d, scale), sums.value[r]);
            if constexpr (kShape.minimum) {
                const __m128 pair = _mm_castsi128_ps(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(scales)));
                const __m128i code_sums = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(x.sums[r] + unit * 4));
                add_minimum(w, _mm_unpacklo_ps(pair, pair), code_sums, sums.minimum[r]);
            }
        }
    }

    template <Shape kShape, int R>
    static STRATA_FORCE_INLINE void add_half(const Codes64& w, const Tile<R>& x, std::size_t unit,
                                             Sums<Codes64, R>& sums) {
        const Weights weights = split<kShape>(_mm512_load_si512(w.codes));
        const __m512 d = each_four_times(_mm_load_ps(w.d));
        for (int r = 0; r < R; ++r) {
            const float scale = x.scales[r][unit * 2];
            const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x.codes[r] + unit * 64));
            const __m512i products = dot<kShape>(weights, _mm512_zextsi256_si512(low));
            sums.value[r] =
                _mm512_fmadd_ps(_mm512_cvtepi32_ps(products), _mm512_mul_ps(d, _mm512_set1_ps(scale)), sums.value[r]);
            if constexpr (kShape.minimum) {
                const __m128i code_sums = _mm_loadu_si32(x.sums[r] + unit * 4);
                add_minimum(w, _mm_set1_ps(scale), code_sums, sums.minimum[r]);
            }
        }
    }

    template <int R, class Codes>
    static void finish(const Sums<Codes, R>& sums, float* results) {
        for (int r = 0; r < R; ++r) {
            const __m256 eight =
                _mm256_add_ps(_mm512_castps512_ps256(sums.value[r]), _mm512_extractf32x8_ps(sums.value[r], 1));
            const __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
            const __m128 all = _mm_add_ps(four, sums.minimum[r]);
            const __m128 two = _mm_add_ps(all, _mm_movehl_ps(all, all));
            results[r] = _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
        }
    }

    static void prefetch(const void* address) { _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0); }
    static void prefetch_second_level(const void* address) {
        _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T1);
    }

private:
    struct Weights {
        __m512i magnitudes;
        __mmask64 negative;
    };

    template <Shape kShape>
    static Weights split(__m512i codes) {
        if constexpr (kShape.signed_codes) {
            return {_mm512_abs_epi8(codes), _mm512_movepi8_mask(codes)};
        } else {
            return {codes, 0};
        }
    }

    /// Sums of four products. A weight of -128 has the magnitude 128 (unsigned); activations stay within -127 and 127.
    template <Shape kShape>
    static __m512i dot(const Weights& weights, __m512i codes) {
        const __m512i zero = _mm512_setzero_si512();
        if constexpr (kShape.signed_codes) {
            codes = _mm512_mask_sub_epi8(codes, weights.negative, zero, codes);
        }
        return _mm512_dpbusd_epi32(zero, weights.magnitudes, codes);
    }

    static __m512 each_four_times(__m128 x) {
        return _mm512_permutexvar_ps(_mm512_set_epi32(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0),
                                     _mm512_castps128_ps512(x));
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

struct Avx512Level {
    static constexpr bool kByteDots = true;
    static constexpr bool kSignedDots = false;

    // With half of a vector.
    static __m256i add_products(__m256i sum, __m256i without_signs, __m256i with_signs) {
        return _mm256_dpbusd_epi32(sum, without_signs, with_signs);
    }
    static __m256i add_pairs(__m256i sum, __m256i a, __m256i b) { return _mm256_dpwssd_epi32(sum, a, b); }
};
using Avx512 = Avx512Vectors<Avx512Level>;

}  // namespace strata::quant
