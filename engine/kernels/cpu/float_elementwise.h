#pragma once

#include <cstddef>

#include "kernels/cpu/vector_exp.h"
#include "kernels/cpu/vector_loop.h"

namespace strata {

/// The element-wise kernels and the norms of CpuKernels over a vector wrapper V.
template <class V>
struct FloatElementwise {
    using F = typename V::F;

    static float dot(const float* a, const float* b, std::size_t n) noexcept { return sum_of_products<V>(a, b, n); }

    static void add_scaled(float* y, const float* x, float a, std::size_t n) noexcept {
        const F factor = V::set(a);
        each_vector<V>(n, [&](std::size_t i, auto lanes) STRATA_INLINE_LAMBDA {
            V::store(y + i, V::fma(factor, V::load(x + i, lanes), V::load(y + i, lanes)), lanes);
        });
    }

    static void rms_norm(const float* x, const float* weight, float eps, std::size_t n, float* y) noexcept {
        const F mean_square = V::div(V::set(sum_of_products<V>(x, x, n)), V::set(static_cast<float>(n)));
        const F scale = V::div(V::set(1.0F), V::sqrt(V::add(mean_square, V::set(eps))));
        if (weight == nullptr) {
            multiply(x, scale, n, y);
            return;
        }
        each_vector<V>(n, [&](std::size_t i, auto lanes) STRATA_INLINE_LAMBDA {
            V::store(y + i, V::mul(V::mul(V::load(x + i, lanes), scale), V::load(weight + i, lanes)), lanes);
        });
    }

    static void l2_normalize(const float* x, float eps, float scale, std::size_t n, float* y) noexcept {
        const F length = V::sqrt(V::add(V::set(sum_of_products<V>(x, x, n)), V::set(eps)));
        multiply(x, V::div(V::set(scale), length), n, y);
    }

    static void silu(const float* x, float scale, std::size_t n, float* y) noexcept {
        const F factor = V::set(scale);
        each_vector<V>(n, [&](std::size_t i, auto lanes) STRATA_INLINE_LAMBDA {
            V::store(y + i, vector_silu<V>(V::mul(factor, V::load(x + i, lanes))), lanes);
        });
    }

    static void sigmoid(const float* x, float scale, std::size_t n, float* y) noexcept {
        const F factor = V::set(scale);
        each_vector<V>(n, [&](std::size_t i, auto lanes) STRATA_INLINE_LAMBDA {
            V::store(y + i, vector_sigmoid<V>(V::mul(factor, V::load(x + i, lanes))), lanes);
        });
    }

    static void silu_mul(const float* gate, const float* up, std::size_t n, float* y) noexcept {
        each_vector<V>(n, [&](std::size_t i, auto lanes) STRATA_INLINE_LAMBDA {
            V::store(y + i, V::mul(vector_silu<V>(V::load(gate + i, lanes)), V::load(up + i, lanes)), lanes);
        });
    }

    static void sigmoid_mul(const float* gate, const float* x, std::size_t n, float* y) noexcept {
        each_vector<V>(n, [&](std::size_t i, auto lanes) STRATA_INLINE_LAMBDA {
            V::store(y + i, V::mul(vector_sigmoid<V>(V::load(gate + i, lanes)), V::load(x + i, lanes)), lanes);
        });
    }

    static void gated_stream_mean(const float* gate, const float* x, std::size_t streams, std::size_t n,
                                  float* y) noexcept {
        const F count = V::set(static_cast<float>(streams));
        each_vector<V>(n, [&](std::size_t c, auto lanes) STRATA_INLINE_LAMBDA {
            F sum = V::zero();
            for (std::size_t i = 0; i < streams; ++i) {
                const F open = vector_sigmoid<V>(V::load(gate + i * n + c, lanes));
                sum = V::fma(open, V::load(x + i * n + c, lanes), sum);
            }
            V::store(y + c, V::div(sum, count), lanes);
        });
    }

    static void conv_silu(const float* const* taps, const float* weights, std::size_t tap_count, std::size_t n,
                          float* y) noexcept {
        each_vector<V>(n, [&](std::size_t c, auto lanes) STRATA_INLINE_LAMBDA {
            F sum = V::zero();
            for (std::size_t k = 0; k < tap_count; ++k) {
                sum = V::fma(V::load(weights + k * n + c, lanes), V::load(taps[k] + c, lanes), sum);
            }
            V::store(y + c, vector_silu<V>(sum), lanes);
        });
    }

    static void softmax(float* x, std::size_t n) noexcept {
        F largest = V::set(x[0]);
        each_vector<V>(n, [&](std::size_t i, auto lanes)
                              STRATA_INLINE_LAMBDA { largest = V::max(largest, V::load_or(x + i, largest, lanes)); });
        const F offset = V::set(V::largest(largest));
        F sum = V::zero();
        each_vector<V>(n, [&](std::size_t i, auto lanes) STRATA_INLINE_LAMBDA {
            const F e = vector_exp<V>(V::sub(V::load(x + i, lanes), offset));
            V::store(x + i, e, lanes);
            sum = V::add(sum, V::keep(e, lanes));
        });
        multiply(x, V::div(V::set(1.0F), V::set(V::sum(sum))), n, x);
    }

private:
    static STRATA_INLINE void multiply(const float* x, F factor, std::size_t n, float* y) {
        each_vector<V>(n, [&](std::size_t i, auto lanes)
                              STRATA_INLINE_LAMBDA { V::store(y + i, V::mul(V::load(x + i, lanes), factor), lanes); });
    }
};

}  // namespace strata
