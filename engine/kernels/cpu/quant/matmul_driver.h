#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/quant/force_inline.h"
#include "kernels/cpu/quant/weight_codes.h"
#include "kernels/cpu_kernels.h"

namespace strata::quant {

// The loops around the dot products, written once for all types and levels. Everything here is a template over a type
// of the level (`Math`), so that code compiled for one instruction set never stands in for another's.
//
// A level's Math has, for Codes = Codes64 and Codes256:
//   Math::Sums<Codes, R>                               the running sums of R activation rows, zero when made
//   Math::add<kShape, R>(codes, tile, unit, sums)      adds a whole unit; the same operations per row for every R
//   Math::add_half<kShape, R>(codes, tile, unit, sums) adds the first half of a Codes64
//   Math::finish<R>(sums, results)                     results[R]
//   Math::prefetch(address)                            asks for a cache line

/// What is particular to a weight type.
struct Shape {
    std::size_t block_values;
    std::size_t block_bytes;
    bool minimum = false;        ///< has the additive part (m, or d_min and minimums)
    bool signed_codes = true;    ///< codes may be negative
    bool wide_products = false;  ///< four products may not fit 16 bits: codes beyond 64 in magnitude
};

/// The activation rows of one pass over a weight row.
template <int R>
struct Tile {
    const std::int8_t* codes[R];
    const float* scales[R];
    const std::int16_t* sums[R];
};

/// Those that a call lists from `first` on. F: the format, so that each level has code of its own and none runs
/// another's.
template <class F, int R, class Call>
Tile<R> tile_of(const Call& call, std::size_t first) {
    Tile<R> tile;
    for (int r = 0; r < R; ++r) {
        const std::size_t listed = first + static_cast<std::size_t>(r);
        const std::size_t row = call.row_index == nullptr ? listed : static_cast<std::size_t>(call.row_index[listed]);
        tile.codes[r] = call.x.codes + row * call.x.stride;
        tile.scales[r] = call.x.scales + row * call.x.scale_stride;
        tile.sums[r] = call.x.sums + row * call.x.sum_stride;
    }
    return tile;
}

/// A weight type on one level. kUnpack takes one unit (64 values of small blocks or a block of 256) apart:
/// kUnpack(first byte of the row, unit, codes). kUnpackHalf: the same for a last half unit; blocks of 32 only.
template <class MathOfLevel, Shape kShapeOfType, class CodesOfType, auto kUnpack, auto kUnpackHalf>
struct Format {
    using Math = MathOfLevel;
    using Codes = CodesOfType;
    static constexpr Shape kShape = kShapeOfType;
    static constexpr std::size_t kUnitValues = sizeof(Codes::codes);

    static STRATA_FORCE_INLINE void unpack(const std::uint8_t* row, std::size_t unit, Codes& out) {
        kUnpack(row, unit, out);
    }
    static void unpack_half(const std::uint8_t* row, std::size_t unit, Codes& out) { kUnpackHalf(row, unit, out); }
};

template <class F>
class MatMul {
public:
    static void run(const std::byte* weights, std::size_t row_bytes, std::size_t row_count, const ActivationRows& x,
                    const std::int32_t* row_index, std::size_t index_count, float* out,
                    std::size_t out_stride) noexcept {
        const Call call{
            reinterpret_cast<const std::uint8_t*>(weights), row_bytes, row_count, x, row_index, out, out_stride};
        const std::size_t units = (x.columns + F::kUnitValues - 1) / F::kUnitValues;
        if (index_count == 0) {
            return;
        }
        if (index_count == 1) {
            direct<1>(call, 0);
        } else if (index_count == 2) {
            direct<2>(call, 0);
        } else if (index_count == 4) {
            direct<4>(call, 0);
        } else if (units > kBufferUnits) {
            for_tiles(index_count, [&](auto r, std::size_t first) { direct<r.value>(call, first); });
        } else {
            unpacked(call, units, index_count);
        }
    }

private:
    using Math = typename F::Math;
    using Codes = typename F::Codes;

    // 8 to 64 KiB of unpacked weights measure the same (kernels_bench --rows 16,64); with this a tile fits next to them
    // in the nearest cache or nearly so.
    static constexpr std::size_t kBufferUnits = 32768 / sizeof(Codes);
    static constexpr std::size_t kMostRows = 8;

    struct Call {
        const std::uint8_t* weights;
        std::size_t row_bytes;
        std::size_t row_count;
        const ActivationRows& x;
        const std::int32_t* row_index;
        float* out;
        std::size_t out_stride;
    };

    template <int kValue>
    struct Constant {
        static constexpr int value = kValue;
    };

    /// Calls fn(Constant<R>, first) for tiles of 4, 2 and 1 that cover [0, count).
    template <class Fn>
    static void for_tiles(std::size_t count, Fn&& fn) {
        std::size_t first = 0;
        for (; first + 4 <= count; first += 4) {
            fn(Constant<4>{}, first);
        }
        if (first + 2 <= count) {
            fn(Constant<2>{}, first);
            first += 2;
        }
        if (first < count) {
            fn(Constant<1>{}, first);
        }
    }

    template <int R>
    static void store(const Call& call, std::size_t weight_row, std::size_t first,
                      const typename Math::template Sums<Codes, R>& sums) {
        float results[R];
        Math::template finish<R>(sums, results);
        for (int r = 0; r < R; ++r) {
            call.out[(first + static_cast<std::size_t>(r)) * call.out_stride + weight_row] = results[r];
        }
    }

    static bool has_half(const Call& call) { return call.x.columns % F::kUnitValues != 0; }

    /// Few activation rows: each unit is used as soon as it is unpacked.
    template <int R>
    static void direct(const Call& call, std::size_t first) {
        const Tile<R> tile = tile_of<F, R>(call, first);
        const std::size_t whole = call.x.columns / F::kUnitValues;
        for (std::size_t w = 0; w < call.row_count; ++w) {
            const std::uint8_t* row = call.weights + w * call.row_bytes;
            typename Math::template Sums<Codes, R> sums;
            Codes codes;
            for (std::size_t unit = 0; unit < whole; ++unit) {
                F::unpack(row, unit, codes);
                Math::template add<F::kShape, R>(codes, tile, unit, sums);
            }
            if constexpr (F::kShape.block_values == 32) {
                if (has_half(call)) {
                    F::unpack_half(row, whole, codes);
                    Math::template add_half<F::kShape, R>(codes, tile, whole, sums);
                }
            }
            store<R>(call, w, first, sums);
        }
    }

    /// Many activation rows: a few weight rows are unpacked into a buffer, then every tile runs over all of them.
    static void unpacked(const Call& call, std::size_t units, std::size_t index_count) {
        Codes buffer[kBufferUnits];
        const std::size_t fit = kBufferUnits / (units == 0 ? 1 : units);
        const std::size_t most = fit < kMostRows ? fit : kMostRows;
        for (std::size_t begin = 0; begin < call.row_count; begin += most) {
            const std::size_t end = call.row_count - begin < most ? call.row_count : begin + most;
            for (std::size_t w = begin; w < end; ++w) {
                unpack_row(call, w, buffer + (w - begin) * units);
            }
            Ahead ahead(call, end, most, (end - begin) * ((index_count + 3) / 4));
            for_tiles(index_count, [&](auto r, std::size_t first) {
                const Tile<r.value> tile = tile_of<F, r.value>(call, first);
                for (std::size_t w = begin; w < end; ++w) {
                    ahead.fetch();
                    multiply<r.value>(call, w, first, tile, buffer + (w - begin) * units);
                }
            });
        }
    }

    /// Asks for the bytes of the next weight rows, a share at a time, while the present ones are multiplied: nothing
    /// else would read memory then. A fifth faster at 16 rows (kernels_bench --types Q8_0,Q4_K --rows 16).
    class Ahead {
    public:
        Ahead(const Call& call, std::size_t first_row, std::size_t most, std::size_t shares) {
            const std::size_t left = call.row_count - first_row;
            first_ = call.weights + first_row * call.row_bytes;
            bytes_ = (left < most ? left : most) * call.row_bytes;
            share_ = (bytes_ / shares + kLine) / kLine * kLine;
        }
        void fetch() {
            const std::size_t stop = done_ + share_ < bytes_ ? done_ + share_ : bytes_;
            for (; done_ < stop; done_ += kLine) {
                Math::prefetch(first_ + done_);
            }
        }

    private:
        static constexpr std::size_t kLine = 64;
        const std::uint8_t* first_;
        std::size_t bytes_;
        std::size_t share_;
        std::size_t done_ = 0;
    };

    static void unpack_row(const Call& call, std::size_t weight_row, Codes* out) {
        const std::uint8_t* row = call.weights + weight_row * call.row_bytes;
        const std::size_t whole = call.x.columns / F::kUnitValues;
        for (std::size_t unit = 0; unit < whole; ++unit) {
            F::unpack(row, unit, out[unit]);
        }
        if constexpr (F::kShape.block_values == 32) {
            if (has_half(call)) {
                F::unpack_half(row, whole, out[whole]);
            }
        }
    }

    template <int R>
    static void multiply(const Call& call, std::size_t weight_row, std::size_t first, const Tile<R>& tile,
                         const Codes* codes) {
        const std::size_t whole = call.x.columns / F::kUnitValues;
        typename Math::template Sums<Codes, R> sums;
        for (std::size_t unit = 0; unit < whole; ++unit) {
            Math::template add<F::kShape, R>(codes[unit], tile, unit, sums);
        }
        if constexpr (F::kShape.block_values == 32) {
            if (has_half(call)) {
                Math::template add_half<F::kShape, R>(codes[whole], tile, whole, sums);
            }
        }
        store<R>(call, weight_row, first, sums);
    }
};

}  // namespace strata::quant
