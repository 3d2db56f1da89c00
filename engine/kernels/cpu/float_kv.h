#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/float_matmul.h"
#include "kernels/cpu/vector_loop.h"
#include "kernels/cpu_kernels.h"

namespace strata {

/// Values of an int8 cell that share a scale. A multiple of every vector's lanes.
inline constexpr std::size_t kKvValuesPerScale = 64;

/// Cells of int8 codes: the pieces that Row types have, and the scales.
template <class V>
struct Int8Cell {
    static constexpr std::size_t kBytes = 1;
    template <class Lanes>
    static STRATA_INLINE typename V::F load(const std::byte* p, Lanes lanes) {
        return V::load_int8(p, lanes);
    }
    static STRATA_INLINE std::size_t groups(std::size_t size) {
        return (size + kKvValuesPerScale - 1) / kKvValuesPerScale;
    }
    /// The factor of the codes of cell j from value d on, times p.
    static STRATA_INLINE typename V::F factor(float p, const KvRun& run, std::size_t size, std::size_t j,
                                              std::size_t d) {
        const std::uint16_t scale = run.scales[j * groups(size) + d / kKvValuesPerScale];
        return V::mul(V::set(p), V::set(V::f16_to_float(scale)));
    }
};

/// Cells of float values: no scales.
template <class V, class Row>
struct FloatCell : Row {
    static STRATA_INLINE typename V::F factor(float p, const KvRun&, std::size_t, std::size_t, std::size_t) {
        return V::set(p);
    }
};

/// KvKernels::accumulate. Each lane of the sum takes the cells one after the other, with one fused step for each: a run
/// may be cut anywhere.
template <class V, class Cell>
struct KvAccumulate {
    static void run(const float* p, std::size_t size, const KvRun& run, float* acc) noexcept {
        std::size_t d = 0;
        for (; d + kTileValues <= size; d += kTileValues) {
            add_cells<kTileVectors>(p, size, run, acc, d, typename V::Whole{});
        }
        each_vector<V>(size - d, [&](std::size_t i, auto lanes)
                                     STRATA_INLINE_LAMBDA { add_cells<1>(p, size, run, acc, d + i, lanes); });
    }

private:
    using F = typename V::F;
    /// One group of an int8 cell: the sums stay in registers and one factor serves all of them.
    static constexpr std::size_t kTileValues = kKvValuesPerScale;
    static constexpr std::size_t kTileVectors = kTileValues / V::kLanes;

    template <std::size_t N, class Lanes>
    static STRATA_INLINE void add_cells(const float* p, std::size_t size, const KvRun& run, float* acc, std::size_t d,
                                        Lanes lanes) {
        F sums[N];
        STRATA_UNROLL
        for (std::size_t i = 0; i < N; ++i) {
            sums[i] = V::load(acc + d + i * V::kLanes, lanes);
        }
        for (std::size_t j = 0; j < run.cells; ++j) {
            const F factor = Cell::factor(p[j], run, size, j, d);
            const std::byte* const cell = run.data + (j * size + d) * Cell::kBytes;
            STRATA_UNROLL
            for (std::size_t i = 0; i < N; ++i) {
                sums[i] = V::fma(factor, Cell::load(cell + i * V::kLanes * Cell::kBytes, lanes), sums[i]);
            }
        }
        STRATA_UNROLL
        for (std::size_t i = 0; i < N; ++i) {
            V::store(acc + d + i * V::kLanes, sums[i], lanes);
        }
    }
};

/// KvKernels of float values.
template <class V, class Row>
struct FloatKv {
    static void dot(const float* q, std::size_t size, const KvRun& run, float scale, float* out) noexcept {
        const float* const x[1] = {q};
        const std::size_t bytes = size * Row::kBytes;
        std::size_t j = 0;
        for (; j + kTileRows <= run.cells; j += kTileRows) {
            dot_tile<V, Row, kTileRows, 1>(run.data + j * bytes, bytes, x, size, out + j, 0);
        }
        for (; j < run.cells; ++j) {
            dot_tile<V, Row, 1, 1>(run.data + j * bytes, bytes, x, size, out + j, 0);
        }
        each_vector<V>(run.cells, [&](std::size_t i, auto lanes) STRATA_INLINE_LAMBDA {
            V::store(out + i, V::mul(V::set(scale), V::load(out + i, lanes)), lanes);
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

    static void dot(const float* q, std::size_t size, const KvRun& run, float scale, float* out) noexcept {
        std::size_t j = 0;
        for (; j + kTileRows <= run.cells; j += kTileRows) {
            dot_cells<kTileRows>(q, size, run, j, scale, out + j);
        }
        for (; j < run.cells; ++j) {
            dot_cells<1>(q, size, run, j, scale, out + j);
        }
    }

private:
    using F = typename V::F;
    using Cell = Int8Cell<V>;

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

    /// R neighbouring cells: per group a running vector of q times codes, then that times the scale into the cell's.
    template <int R>
    static STRATA_INLINE void dot_cells(const float* q, std::size_t size, const KvRun& run, std::size_t j, float scale,
                                        float* out) {
        F sums[R];
        clear(sums);
        for (std::size_t d = 0; d < size; d += kKvValuesPerScale) {
            F group[R];
            clear(group);
            each_vector<V>(group_values(size, d), [&](std::size_t i, auto lanes) STRATA_INLINE_LAMBDA {
                const F x = V::load(q + d + i, lanes);
                STRATA_UNROLL
                for (std::size_t r = 0; r < static_cast<std::size_t>(R); ++r) {
                    group[r] = V::fma(x, Cell::load(run.data + (j + r) * size + d + i, lanes), group[r]);
                }
            });
            STRATA_UNROLL
            for (std::size_t r = 0; r < static_cast<std::size_t>(R); ++r) {
                sums[r] = V::fma(Cell::factor(scale, run, size, j + r, d), group[r], sums[r]);
            }
        }
        if constexpr (R == kTileRows) {
            V::sum4(sums[0], sums[1], sums[2], sums[3], out);
        } else {
            static_assert(R == 1);
            *out = V::sum(sums[0]);
        }
    }

    template <int R>
    static STRATA_INLINE void clear(F (&sums)[R]) {
        STRATA_UNROLL
        for (int r = 0; r < R; ++r) {
            sums[r] = V::zero();
        }
    }
};

}  // namespace strata
