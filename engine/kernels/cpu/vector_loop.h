#pragma once

#include <cstddef>

#include "kernels/cpu/simd_compiler.h"

namespace strata {

/// Calls body(i, lanes) for i = 0, kLanes, 2 kLanes, ...: the last time, if n is no multiple, with V::Part lanes.
///
/// So the end of a row goes through the same arithmetic as the rest of it, and a value's bits do not depend on where in
/// the row it stands.
template <class V, class Body>
STRATA_INLINE void each_vector(std::size_t n, const Body& body) {
    std::size_t i = 0;
    for (; i + V::kLanes <= n; i += V::kLanes) {
        body(i, typename V::Whole{});
    }
    if (i < n) {
        body(i, typename V::Part(n - i));
    }
}

/// Whether a tile asks for memory that a later tile will read.
enum class ReadAhead { off, on };

/// Asks for `bytes` (a constant) from p on; p may lie beyond the end of the data.
template <class V, std::size_t bytes>
STRATA_INLINE void prefetch_bytes(const void* p) {
    STRATA_UNROLL
    for (std::size_t line = 0; line < bytes; line += 64) {
        V::prefetch(static_cast<const std::byte*>(p) + line);
    }
}

/// sum of a[i] b[i]: four running vectors that take turns, then (0 + 1) + (2 + 3), then across the lanes.
template <class V>
STRATA_INLINE float sum_of_products(const float* a, const float* b, std::size_t n) {
    using F = typename V::F;
    const auto advance = [&](F sum, std::size_t i, auto lanes)
                             STRATA_INLINE_LAMBDA { return V::fma(V::load(a + i, lanes), V::load(b + i, lanes), sum); };
    constexpr typename V::Whole whole;
    F sums[4] = {V::zero(), V::zero(), V::zero(), V::zero()};
    std::size_t i = 0;
    for (; i + 4 * V::kLanes <= n; i += 4 * V::kLanes) {
        STRATA_UNROLL
        for (std::size_t s = 0; s < 4; ++s) {
            sums[s] = advance(sums[s], i + s * V::kLanes, whole);
        }
    }
    STRATA_UNROLL
    for (std::size_t s = 0; s < 3; ++s) {
        if (i + V::kLanes <= n) {
            sums[s] = advance(sums[s], i, whole);
            i += V::kLanes;
        }
    }
    if (i < n) {
        sums[3] = advance(sums[3], i, typename V::Part(n - i));
    }
    return V::sum(V::add(V::add(sums[0], sums[1]), V::add(sums[2], sums[3])));
}

}  // namespace strata
