#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/float_matmul.h"
#include "kernels/cpu/vector_loop.h"
#include "kernels/cpu_kernels.h"

namespace strata {

/// Values of an int8 cell that share a scale. A multiple of every vector's lanes.
inline constexpr std::size_t kKvValuesPerScale = 64;

/// KvKernels::unpack of float values.
template <class V, class Row>
struct FloatKv {
    static void unpack(const KvRun& run, std::size_t size, float* out) noexcept {
        each_vector<V>(run.cells * size, [&](std::size_t i, auto lanes) STRATA_INLINE_LAMBDA {
            V::store(out + i, Row::load(run.data + i * Row::kBytes, lanes), lanes);
        });
    }

    static void store_f32(const float* x, std::size_t size, std::byte* data, std::uint16_t*) noexcept {
        each_vector<V>(size, [&](std::size_t i, auto lanes) STRATA_INLINE_LAMBDA {
            V::store(reinterpret_cast<float*>(data) + i, V::load(x + i, lanes), lanes);
        });
    }

    static void store_f16(const float* x, std::size_t size, std::byte* data, std::uint16_t*) noexcept {
        each_vector<V>(size, [&](std::size_t i, auto lanes) STRATA_INLINE_LAMBDA {
            V::store_f16(data + i * Row::kBytes, V::load(x + i, lanes), lanes);
        });
    }
};

/// KvKernels of int8 codes with an f16 scale for every 64 values.
template <class V>
struct Int8Kv {
    static void store(const float* x, std::size_t size, std::byte* data, std::uint16_t* scales) noexcept {
        for (std::size_t d = 0; d < size; d += kKvValuesPerScale) {
            store_group(x + d, group_values(size, d), data + d, scales + d / kKvValuesPerScale);
        }
    }

    static void unpack(const KvRun& run, std::size_t size, float* out) noexcept {
        const std::uint16_t* scale = run.scales;
        const std::byte* codes = run.data;
        for (std::size_t j = 0; j < run.cells; ++j) {
            for (std::size_t d = 0; d < size; d += kKvValuesPerScale) {
                const F factor = V::set(V::f16_to_float(*scale++));
                const std::size_t n = group_values(size, d);
                each_vector<V>(n, [&](std::size_t i, auto lanes) STRATA_INLINE_LAMBDA {
                    V::store(out + i, V::mul(factor, V::load_int8(codes + i, lanes)), lanes);
                });
                codes += n;
                out += n;
            }
        }
    }

private:
    using F = typename V::F;

    static STRATA_INLINE std::size_t group_values(std::size_t size, std::size_t d) {
        return size - d < kKvValuesPerScale ? size - d : kKvValuesPerScale;
    }

    /// The codes are made with the scale that a reader will see, the one rounded to f16.
    static STRATA_INLINE void store_group(const float* x, std::size_t n, std::byte* codes, std::uint16_t* scale_bits) {
        constexpr float kLargestCode = 127.0F;
        constexpr float kLargestF16 = 65504.0F;
        F magnitude = V::zero();
        each_vector<V>(n, [&](std::size_t i, auto lanes)
                              STRATA_INLINE_LAMBDA { magnitude = V::max(V::abs(V::load(x + i, lanes)), magnitude); });
        const float ideal = V::largest(magnitude) / kLargestCode;
        *scale_bits = V::float_to_f16(ideal < kLargestF16 ? ideal : kLargestF16);
        const F scale = V::set(V::f16_to_float(*scale_bits));
        const bool empty = (*scale_bits & 0x7fffU) == 0;
        each_vector<V>(n, [&](std::size_t i, auto lanes) STRATA_INLINE_LAMBDA {
            const F code = empty ? V::zero() : V::div(V::load(x + i, lanes), scale);
            V::store_int8(codes + i, V::min(V::max(code, V::set(-kLargestCode)), V::set(kLargestCode)), lanes);
        });
    }
};

/// CpuKernels::add_weighted_rows: some heads and values at a time stay in registers while all rows run past.
///
/// Each lane of a sum takes the rows one after the other, with one fused step for each, whatever the tile: the rows may
/// come in any number of calls.
template <class V>
struct AddWeightedRows {
    static void run(const float* p, std::size_t p_stride, std::size_t heads, const float* rows, std::size_t size,
                    std::size_t count, float* acc) noexcept {
        const Call call{p, p_stride, rows, size, count, acc};
        std::size_t d = 0;
        for (; d + kVectors * V::kLanes <= size; d += kVectors * V::kLanes) {
            add_heads<kVectors>(call, heads, d, typename V::Whole{});
        }
        each_vector<V>(
            size - d, [&](std::size_t i, auto lanes) STRATA_INLINE_LAMBDA { add_heads<1>(call, heads, d + i, lanes); });
    }

private:
    using F = typename V::F;
    /// 12 sums, 2 values and a weight fit 16 registers.
    static constexpr int kHeads = 6;
    static constexpr std::size_t kVectors = 2;

    struct Call {
        const float* p;
        std::size_t p_stride;
        const float* rows;
        std::size_t size, count;
        float* acc;
    };

    template <std::size_t N, class Lanes>
    static STRATA_INLINE void add_heads(const Call& call, std::size_t heads, std::size_t d, Lanes lanes) {
        for (std::size_t head = 0; head < heads; head += kHeads) {
            add_some<kHeads, N>(call, head, heads - head, d, lanes);
        }
    }

    /// The next H of `left` heads, or all that are left if those are fewer.
    template <int H, std::size_t N, class Lanes>
    static STRATA_INLINE void add_some(const Call& call, std::size_t head, std::size_t left, std::size_t d,
                                       Lanes lanes) {
        if (left >= static_cast<std::size_t>(H)) {
            add_tile<H, N>(call, head, d, lanes);
        } else if constexpr (H > 1) {
            add_some<H - 1, N>(call, head, left, d, lanes);
        }
    }

    template <int H, std::size_t N, class Lanes>
    static void add_tile(const Call& call, std::size_t head, std::size_t d, Lanes lanes) {
        const float* p[H];
        F sums[H][N];
        STRATA_UNROLL
        for (std::size_t h = 0; h < static_cast<std::size_t>(H); ++h) {
            p[h] = call.p + (head + h) * call.p_stride;
            STRATA_UNROLL
            for (std::size_t i = 0; i < N; ++i) {
                sums[h][i] = V::load(call.acc + (head + h) * call.size + d + i * V::kLanes, lanes);
            }
        }
        for (std::size_t j = 0; j < call.count; ++j) {
            F values[N];
            STRATA_UNROLL
            for (std::size_t i = 0; i < N; ++i) {
                values[i] = V::load(call.rows + j * call.size + d + i * V::kLanes, lanes);
            }
            STRATA_UNROLL
            for (std::size_t h = 0; h < static_cast<std::size_t>(H); ++h) {
                const F weight = V::set(p[h][j]);
                STRATA_UNROLL
                for (std::size_t i = 0; i < N; ++i) {
                    sums[h][i] = V::fma(weight, values[i], sums[h][i]);
                }
            }
        }
        STRATA_UNROLL
        for (std::size_t h = 0; h < static_cast<std::size_t>(H); ++h) {
            STRATA_UNROLL
            for (std::size_t i = 0; i < N; ++i) {
                V::store(call.acc + (head + h) * call.size + d + i * V::kLanes, sums[h][i], lanes);
            }
        }
    }
};

}  // namespace strata
