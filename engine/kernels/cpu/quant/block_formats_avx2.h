#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/quant/block_formats.h"
#include "kernels/cpu/quant/block_matmul.h"
#include "kernels/cpu/quant/block_panels_avx2.h"
#include "kernels/cpu/quant/block_rows_avx2.h"
#include "kernels/cpu/quant/force_inline.h"
#include "kernels/cpu/quant/vector_unpack_small.h"

namespace strata::quant {

/// Two-bit codes come with the offset 1 in them.
template <class V>
struct BlockFormatQ2_0 {
    using Vectors = V;
    static constexpr BlockRules kRules{
        .block_values = kQ2_0.block_values, .block_bytes = kQ2_0.block_bytes, .offset = 1, .steps = 8};

    static STRATA_FORCE_INLINE typename V::Bytes shifted_codes(const std::uint8_t* row, std::size_t unit) {
        const std::uint8_t* codes = row + unit * kQ2_0.block_bytes + 2;
        return {spread(codes), spread(codes + 8)};
    }

    /// The codes of a unit in planes: the lowest two bits of all 16 bytes, then the next two, and so on. Two steps for
    /// 32 codes, where their own order takes six.
    static STRATA_FORCE_INLINE typename V::Bytes planes(const std::uint8_t* row, std::size_t unit) {
        const auto* from = reinterpret_cast<const __m128i*>(row + unit * kQ2_0.block_bytes + 2);
        const __m256i bytes = _mm256_broadcastsi128_si256(_mm_loadu_si128(from));
        const __m256i mask = _mm256_set1_epi8(3);
        const __m256i low = _mm256_srlv_epi64(bytes, _mm256_set_epi64x(2, 2, 0, 0));
        const __m256i high = _mm256_srlv_epi64(bytes, _mm256_set_epi64x(6, 6, 4, 4));
        return {_mm256_and_si256(low, mask), _mm256_and_si256(high, mask)};
    }

    /// 64 activations in the order of planes: out[16 p + j] = x[4 j + p].
    static STRATA_FORCE_INLINE void to_planes(const std::int8_t* x, std::int8_t* out) {
        const __m128i by_place = _mm_set_epi8(15, 11, 7, 3, 14, 10, 6, 2, 13, 9, 5, 1, 12, 8, 4, 0);
        __m128i parts[4];
        for (int i = 0; i < 4; ++i) {
            parts[i] = _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(x) + i), by_place);
        }
        const __m128i a = _mm_unpacklo_epi32(parts[0], parts[1]);
        const __m128i b = _mm_unpacklo_epi32(parts[2], parts[3]);
        const __m128i c = _mm_unpackhi_epi32(parts[0], parts[1]);
        const __m128i d = _mm_unpackhi_epi32(parts[2], parts[3]);
        auto* to = reinterpret_cast<__m128i*>(out);
        _mm_store_si128(to, _mm_unpacklo_epi64(a, b));
        _mm_store_si128(to + 1, _mm_unpackhi_epi64(a, b));
        _mm_store_si128(to + 2, _mm_unpacklo_epi64(c, d));
        _mm_store_si128(to + 3, _mm_unpackhi_epi64(c, d));
    }

private:
    /// Eight bytes of four codes. Each byte goes to the four bytes of a lane and its upper half to the bottom of the
    /// last two; masks leave the code of each place, in bits 0 and 1 or 2 and 3, and a table moves it down.
    static STRATA_FORCE_INLINE __m256i spread(const std::uint8_t* from) {
        const __m256i eight = _mm256_set1_epi64x(load_as<V, std::int64_t>(from));
        const __m256i pick =
            _mm256_set_epi32(0x07070707, 0x06060606, 0x05050505, 0x04040404, 0x03030303, 0x02020202, 0x01010101, 0);
        const __m256i bytes = _mm256_shuffle_epi8(eight, pick);
        const __m256i halves = _mm256_blend_epi16(bytes, _mm256_srli_epi16(bytes, 4), 0b1010'1010);
        const __m256i masked = _mm256_and_si256(halves, _mm256_set1_epi32(0x0c03'0c03));
        const __m256i table = _mm256_broadcastsi128_si256(_mm_set_epi32(3, 2, 1, 0x0302'0100));
        return _mm256_shuffle_epi8(table, masked);
    }
};

template <class F>
using BlockMatMulAvx2 = BlockMatMul<F, BlockRows<F>, BlockPanels<F>>;

/// V: Avx2 or Avx2Vnni.
template <class V>
void set_block_formats_avx2(CpuKernels& kernels) {
    set_block_formats<V, BlockMatMulAvx2, BlockFormatQ2_0<V>>(kernels);
}

}  // namespace strata::quant
