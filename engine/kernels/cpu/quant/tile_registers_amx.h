#pragma once

#include <immintrin.h>

#include <cstddef>

#include "kernels/cpu/quant/force_inline.h"

namespace strata::quant {

/// The tile registers of the thread, by number. Level: see Avx512Vectors.
///
/// GCC's own functions for them take distances as `long`, which is too short on Windows, and do not tell the compiler
/// that they read memory.
template <class Level>
struct TileRegisters {
    static STRATA_FORCE_INLINE void configure(const void* shapes) { _tile_loadconfig(shapes); }
    static STRATA_FORCE_INLINE void release() { _tile_release(); }

#if defined(__GNUC__) && !defined(__clang__)
    template <int kTile>
    static STRATA_FORCE_INLINE void clear() {
        __asm__ volatile("tilezero %%tmm%c0" : : "i"(kTile));
    }
    template <int kTile>
    static STRATA_FORCE_INLINE void load(const void* from, std::size_t row_bytes) {
        __asm__ volatile("tileloadd (%0,%1,1), %%tmm%c2" : : "r"(from), "r"(row_bytes), "i"(kTile) : "memory");
    }
    template <int kTile>
    static STRATA_FORCE_INLINE void store(void* to, std::size_t row_bytes) {
        __asm__ volatile("tilestored %%tmm%c2, (%0,%1,1)" : : "r"(to), "r"(row_bytes), "i"(kTile) : "memory");
    }
    /// Sums of products of bytes with signs.
    template <int kSum, int kRows, int kColumns>
    static STRATA_FORCE_INLINE void add_products() {
        __asm__ volatile("tdpbssd %%tmm%c2, %%tmm%c1, %%tmm%c0" : : "i"(kSum), "i"(kRows), "i"(kColumns));
    }
#else
    template <int kTile>
    static STRATA_FORCE_INLINE void clear() {
        _tile_zero(kTile);
    }
    template <int kTile>
    static STRATA_FORCE_INLINE void load(const void* from, std::size_t row_bytes) {
        _tile_loadd(kTile, from, static_cast<int>(row_bytes));
    }
    template <int kTile>
    static STRATA_FORCE_INLINE void store(void* to, std::size_t row_bytes) {
        _tile_stored(kTile, to, static_cast<int>(row_bytes));
    }
    template <int kSum, int kRows, int kColumns>
    static STRATA_FORCE_INLINE void add_products() {
        _tile_dpbssd(kSum, kRows, kColumns);
    }
#endif
};

}  // namespace strata::quant
