#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/simd_compiler.h"
#include "kernels/cpu/simd_reduce.h"

namespace strata::avx512 {

/// Sixteen float32 lanes of AVX-512 F, BW, DQ and VL. The same interface as avx2::Simd, which describes it.
struct Simd {
    using F = __m512;
    static constexpr std::size_t kLanes = 16;
    /// Beside four weight rows: 24 sums, 6 activations and 1 weight of the 32 registers.
    static constexpr int kTileColumns = 6;
    static constexpr int kStateRows = 8;

    struct Whole {};
    struct Part {
        explicit STRATA_INLINE Part(std::size_t lanes) : mask(static_cast<__mmask16>((1U << lanes) - 1U)) {}
        __mmask16 mask;
    };

    // ---- Arithmetic ----

    static STRATA_INLINE F zero() { return _mm512_setzero_ps(); }
    static STRATA_INLINE F set(float x) { return _mm512_set1_ps(x); }
    static STRATA_INLINE F add(F a, F b) { return _mm512_add_ps(a, b); }
    static STRATA_INLINE F sub(F a, F b) { return _mm512_sub_ps(a, b); }
    static STRATA_INLINE F mul(F a, F b) { return _mm512_mul_ps(a, b); }
    static STRATA_INLINE F div(F a, F b) { return _mm512_div_ps(a, b); }
    static STRATA_INLINE F sqrt(F a) { return _mm512_sqrt_ps(a); }
    static STRATA_INLINE F min(F a, F b) { return _mm512_min_ps(a, b); }
    static STRATA_INLINE F max(F a, F b) { return _mm512_max_ps(a, b); }
    static STRATA_INLINE F fma(F a, F b, F c) { return _mm512_fmadd_ps(a, b, c); }
    static STRATA_INLINE F fnma(F a, F b, F c) { return _mm512_fnmadd_ps(a, b, c); }
    static STRATA_INLINE F abs(F a) { return _mm512_abs_ps(a); }
    static STRATA_INLINE F round(F a) { return _mm512_roundscale_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
    static STRATA_INLINE F select_negative(F x, F if_negative, F otherwise) {
        return _mm512_mask_mov_ps(otherwise, _mm512_movepi32_mask(_mm512_castps_si512(x)), if_negative);
    }
    static STRATA_INLINE F scale_by_power(F a, F n) { return _mm512_scalef_ps(a, n); }

    // ---- Sums across lanes, always by halves ----

    static STRATA_INLINE float sum(F v) { return Reduce::sum(fold(v)); }
    static STRATA_INLINE void sum4(F a, F b, F c, F d, float* out) {
        _mm_storeu_ps(out, Reduce::sum4(fold(a), fold(b), fold(c), fold(d)));
    }
    static STRATA_INLINE float largest(F v) {
        const __m256 half = _mm256_max_ps(_mm512_castps512_ps256(v), _mm512_extractf32x8_ps(v, 1));
        return Reduce::max(_mm_max_ps(_mm256_castps256_ps128(half), _mm256_extractf128_ps(half, 1)));
    }

    // ---- float32 in memory ----

    static STRATA_INLINE void prefetch(const std::byte* p) {
        _mm_prefetch(reinterpret_cast<const char*>(p), _MM_HINT_T1);
    }
    static STRATA_INLINE F load(const float* p, Whole) { return _mm512_loadu_ps(p); }
    static STRATA_INLINE F load(const float* p, Part part) { return _mm512_maskz_loadu_ps(part.mask, p); }
    static STRATA_INLINE F load_or(const float* p, F, Whole) { return _mm512_loadu_ps(p); }
    static STRATA_INLINE F load_or(const float* p, F missing, Part part) {
        return _mm512_mask_loadu_ps(missing, part.mask, p);
    }
    static STRATA_INLINE F keep(F v, Whole) { return v; }
    static STRATA_INLINE F keep(F v, Part part) { return _mm512_maskz_mov_ps(part.mask, v); }
    static STRATA_INLINE void store(float* p, F v, Whole) { _mm512_storeu_ps(p, v); }
    static STRATA_INLINE void store(float* p, F v, Part part) { _mm512_mask_storeu_ps(p, part.mask, v); }

    // ---- Stored values of other types; the pointer is to the first of them ----

    template <class Lanes>
    static STRATA_INLINE F load_f32(const std::byte* p, Lanes lanes) {
        return load(reinterpret_cast<const float*>(p), lanes);
    }
    template <class Lanes>
    static STRATA_INLINE F load_f16(const std::byte* p, Lanes lanes) {
        return _mm512_cvtph_ps(load_16bit(p, lanes));
    }
    template <class Lanes>
    static STRATA_INLINE F load_bf16(const std::byte* p, Lanes lanes) {
        return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(load_16bit(p, lanes)), 16));
    }
    template <class Lanes>
    static STRATA_INLINE F load_int8(const std::byte* p, Lanes lanes) {
        return _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(load_8bit(p, lanes)));
    }
    template <class Lanes>
    static STRATA_INLINE void store_f16(std::byte* p, F v, Lanes lanes) {
        _mm256_mask_storeu_epi16(p, mask(lanes), _mm512_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT));
    }
    template <class Lanes>
    static STRATA_INLINE void store_int8(std::byte* p, F v, Lanes lanes) {
        _mm_mask_storeu_epi8(p, mask(lanes), _mm512_cvtsepi32_epi8(_mm512_cvtps_epi32(v)));
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

    static STRATA_INLINE __m128 fold(F v) {
        const __m256 half = _mm256_add_ps(_mm512_castps512_ps256(v), _mm512_extractf32x8_ps(v, 1));
        return _mm_add_ps(_mm256_castps256_ps128(half), _mm256_extractf128_ps(half, 1));
    }
    static STRATA_INLINE __mmask16 mask(Whole) { return 0xffff; }
    static STRATA_INLINE __mmask16 mask(Part part) { return part.mask; }
    static STRATA_INLINE __m256i load_16bit(const std::byte* p, Whole) {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
    }
    static STRATA_INLINE __m128i load_8bit(const std::byte* p, Whole) {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    }
    static STRATA_INLINE __m256i load_16bit(const std::byte* p, Part part) {
        return _mm256_maskz_loadu_epi16(part.mask, p);
    }
    static STRATA_INLINE __m128i load_8bit(const std::byte* p, Part part) { return _mm_maskz_loadu_epi8(part.mask, p); }
};

}  // namespace strata::avx512
