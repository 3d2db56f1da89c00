#pragma once

#include <immintrin.h>

#include "kernels/cpu/simd_compiler.h"

namespace strata {

/// The last steps of summing a vector, for levels whose vectors end as four lanes.
///
/// A template over the level, because the same inline function built with two sets of flags must stay two functions.
template <class Level>
struct Reduce128 {
    /// (v0 + v2) + (v1 + v3)
    static STRATA_INLINE float sum(__m128 v) {
        const __m128 pairs = _mm_add_ps(v, _mm_movehl_ps(v, v));
        return _mm_cvtss_f32(_mm_add_ss(pairs, _mm_shuffle_ps(pairs, pairs, 1)));
    }

    /// The sums of four vectors at once, each with the additions of sum(): the same bits.
    static STRATA_INLINE __m128 sum4(__m128 a, __m128 b, __m128 c, __m128 d) {
        _MM_TRANSPOSE4_PS(a, b, c, d);
        return _mm_add_ps(_mm_add_ps(a, c), _mm_add_ps(b, d));
    }

    static STRATA_INLINE float max(__m128 v) {
        const __m128 pairs = _mm_max_ps(v, _mm_movehl_ps(v, v));
        return _mm_cvtss_f32(_mm_max_ss(pairs, _mm_shuffle_ps(pairs, pairs, 1)));
    }
};

}  // namespace strata
