#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/cpu/simd_compiler.h"
#include "kernels/cpu/simd_reduce.h"

namespace strata::avx2 {

/// Eight float32 lanes of AVX2 with FMA and F16C. The kernels are templates over this interface and Avx512's.
///
/// Loads and stores need no alignment. Each comes for a whole vector and for the first lanes of one (Part): the other
/// lanes then read as zero, are not written, and no memory of theirs is touched.
struct Simd {
    using F = __m256;
    static constexpr std::size_t kLanes = 8;
    /// Activation rows beside four weight rows in a tile: 12 sums, 3 activations and 1 weight fill the 16 registers.
    static constexpr int kTileColumns = 3;
    /// State rows that the delta rule carries together: a sum for each hides the latency of the others.
    static constexpr int kStateRows = 8;

    struct Whole {};
    struct Part {
        explicit STRATA_INLINE Part(std::size_t lanes)
            : count(lanes), mask(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(kMask + kLanes - lanes))) {}
        std::size_t count;
        __m256i mask;
    };

    // ---- Arithmetic ----

    static STRATA_INLINE F zero() { return _mm256_setzero_ps(); }
    static STRATA_INLINE F set(float x) { return _mm256_set1_ps(x); }
    static STRATA_INLINE F add(F a, F b) { return _mm256_add_ps(a, b); }
    static STRATA_INLINE F sub(F a, F b) { return _mm256_sub_ps(a, b); }
    static STRATA_INLINE F mul(F a, F b) { return _mm256_mul_ps(a, b); }
    static STRATA_INLINE F div(F a, F b) { return _mm256_div_ps(a, b); }
    static STRATA_INLINE F sqrt(F a) { return _mm256_sqrt_ps(a); }
    /// b where either is NaN.
    static STRATA_INLINE F min(F a, F b) { return _mm256_min_ps(a, b); }
    /// b where either is NaN.
    static STRATA_INLINE F max(F a, F b) { return _mm256_max_ps(a, b); }
    /// a b + c, rounded once.
    static STRATA_INLINE F fma(F a, F b, F c) { return _mm256_fmadd_ps(a, b, c); }
    /// c - a b, rounded once.
    static STRATA_INLINE F fnma(F a, F b, F c) { return _mm256_fnmadd_ps(a, b, c); }
    static STRATA_INLINE F abs(F a) { return _mm256_andnot_ps(set(-0.0F), a); }
    /// To the nearest integer, ties to even.
    static STRATA_INLINE F round(F a) { return _mm256_round_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
    /// if_negative where x has its sign bit set, otherwise elsewhere.
    static STRATA_INLINE F select_negative(F x, F if_negative, F otherwise) {
        return _mm256_blendv_ps(otherwise, if_negative, x);
    }
    /// a 2^n for whole n in [-252, 254], rounded once: in two steps, because 2^n itself need not be a normal number.
    static STRATA_INLINE F scale_by_power(F a, F n) {
        const __m256i whole = _mm256_cvtps_epi32(n);
        const __m256i half = _mm256_srai_epi32(whole, 1);
        return mul(mul(a, power_of_two(half)), power_of_two(_mm256_sub_epi32(whole, half)));
    }

    // ---- Sums across lanes, always by halves ----

    static STRATA_INLINE float sum(F v) { return Reduce::sum(fold(v)); }
    /// out[0..3] = the four sums, with the bits that sum() gives.
    static STRATA_INLINE void sum4(F a, F b, F c, F d, float* out) {
        _mm_storeu_ps(out, Reduce::sum4(fold(a), fold(b), fold(c), fold(d)));
    }
    static STRATA_INLINE float largest(F v) {
        return Reduce::max(_mm_max_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1)));
    }

    // ---- float32 in memory ----

    /// Brings the line of p into the second-level cache, if it is memory at all.
    static STRATA_INLINE void prefetch(const std::byte* p) {
        _mm_prefetch(reinterpret_cast<const char*>(p), _MM_HINT_T1);
    }
    static STRATA_INLINE F load(const float* p, Whole) { return _mm256_loadu_ps(p); }
    static STRATA_INLINE F load(const float* p, Part part) { return _mm256_maskload_ps(p, part.mask); }
    /// Missing lanes read as those of `missing`.
    static STRATA_INLINE F load_or(const float* p, F, Whole) { return _mm256_loadu_ps(p); }
    static STRATA_INLINE F load_or(const float* p, F missing, Part part) {
        return _mm256_blendv_ps(missing, _mm256_maskload_ps(p, part.mask), _mm256_castsi256_ps(part.mask));
    }
    /// v with missing lanes set to zero.
    static STRATA_INLINE F keep(F v, Whole) { return v; }
    static STRATA_INLINE F keep(F v, Part part) { return _mm256_and_ps(v, _mm256_castsi256_ps(part.mask)); }
    static STRATA_INLINE void store(float* p, F v, Whole) { _mm256_storeu_ps(p, v); }
    static STRATA_INLINE void store(float* p, F v, Part part) { _mm256_maskstore_ps(p, part.mask, v); }

    // ---- Stored values of other types; the pointer is to the first of them ----

    template <class Lanes>
    static STRATA_INLINE F load_f32(const std::byte* p, Lanes lanes) {
        return load(reinterpret_cast<const float*>(p), lanes);
    }
    template <class Lanes>
    static STRATA_INLINE F load_f16(const std::byte* p, Lanes lanes) {
        return _mm256_cvtph_ps(load_16bit(p, lanes));
    }
    template <class Lanes>
    static STRATA_INLINE F load_bf16(const std::byte* p, Lanes lanes) {
        return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(load_16bit(p, lanes)), 16));
    }
    template <class Lanes>
    static STRATA_INLINE F load_int8(const std::byte* p, Lanes lanes) {
        return _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(load_8bit(p, lanes)));
    }
    /// To nearest even; overflow to infinity.
    template <class Lanes>
    static STRATA_INLINE void store_f16(std::byte* p, F v, Lanes lanes) {
        alignas(16) std::byte bytes[16];
        _mm_store_si128(reinterpret_cast<__m128i*>(bytes), _mm256_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT));
        std::memcpy(p, bytes, count(lanes) * 2);
    }
    /// To nearest even; the values must lie in [-128, 127].
    template <class Lanes>
    static STRATA_INLINE void store_int8(std::byte* p, F v, Lanes lanes) {
        const __m256i whole = _mm256_cvtps_epi32(v);
        const __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(whole), _mm256_extracti128_si256(whole, 1));
        alignas(16) std::byte bytes[16];
        _mm_store_si128(reinterpret_cast<__m128i*>(bytes), _mm_packs_epi16(words, words));
        std::memcpy(p, bytes, count(lanes));
    }
    static STRATA_INLINE float f16_to_float(std::uint16_t bits) {
        return _mm_cvtss_f32(_mm_cvtph_ps(_mm_cvtsi32_si128(bits)));
    }
    static STRATA_INLINE std::uint16_t float_to_f16(float x) {
        const __m128i bits = _mm_cvtps_ph(_mm_set_ss(x), _MM_FROUND_TO_NEAREST_INT);
        return static_cast<std::uint16_t>(_mm_extract_epi16(bits, 0));
    }

private:
    using Reduce = Reduce128<Simd>;
    static constexpr std::int32_t kMask[2 * kLanes] = {-1, -1, -1, -1, -1, -1, -1, -1};

    static STRATA_INLINE __m128 fold(F v) { return _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1)); }
    static STRATA_INLINE F power_of_two(__m256i n) {
        return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_add_epi32(n, _mm256_set1_epi32(127)), 23));
    }
    static STRATA_INLINE std::size_t count(Whole) { return kLanes; }
    static STRATA_INLINE std::size_t count(Part part) { return part.count; }
    static STRATA_INLINE __m128i load_16bit(const std::byte* p, Whole) {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    }
    static STRATA_INLINE __m128i load_8bit(const std::byte* p, Whole) {
        return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p));
    }
    static STRATA_INLINE __m128i load_16bit(const std::byte* p, Part part) { return load_bytes(p, part.count * 2); }
    static STRATA_INLINE __m128i load_8bit(const std::byte* p, Part part) { return load_bytes(p, part.count); }
    // AVX2 has no masked loads of small lanes; this is for the end of a row only.
    static STRATA_INLINE __m128i load_bytes(const std::byte* p, std::size_t bytes) {
        alignas(16) std::byte padded[16] = {};
        std::memcpy(padded, p, bytes);
        return _mm_load_si128(reinterpret_cast<const __m128i*>(padded));
    }
};

}  // namespace strata::avx2
