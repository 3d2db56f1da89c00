#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/quant/block_parts_avx2.h"
#include "kernels/cpu/quant/plain_formats.h"
#include "kernels/cpu/quant/vector_unpack_small.h"

namespace strata::quant {

// The types that BlockMatMul multiplies: blocks of 32 or 64 with an f16 scale in front.

/// V: the level's vectors.
template <class V, Shape kShape, auto kUnpack, auto kUnpackBlock, int kCodeOffset, int kSteps>
struct BlockFormat {
    using Vectors = V;
    using Bytes = typename V::Bytes;
    // A dot product of bytes adds in 32 bits, so codes with signs may have an offset too.
    static constexpr int kUnsignedOffset = V::kByteDots && kSteps == 0 ? 128 : kCodeOffset;
    static constexpr int kOffset = V::kSignedDots ? 0 : kUnsignedOffset;
    static constexpr BlockRules kRules{.block_values = kShape.block_values,
                                       .block_bytes = kShape.block_bytes,
                                       .offset = kOffset,
                                       .steps = kSteps,
                                       .minimum = kShape.minimum};

    static void unpack_half(const std::uint8_t* row, std::size_t unit, Codes64& out) {
        unpack_last_block<V, kShape, kUnpackBlock>(row, unit, out);
    }
    static STRATA_FORCE_INLINE Bytes shifted_codes_of(const Codes64& codes) {
        const Bytes bytes = V::load(codes.codes);
        return kOffset == 0 ? bytes : V::add(bytes, V::fill(kOffset));
    }
    static STRATA_FORCE_INLINE Bytes shifted_codes(const std::uint8_t* row, std::size_t unit) {
        Codes64 codes;
        kUnpack(row, unit, codes);
        return shifted_codes_of(codes);
    }
};

/// Product: the level's BlockMatMul. FormatQ2_0: the level's own.
template <class V, template <class> class Product, class FormatQ2_0>
void set_block_formats(CpuKernels& kernels) {
    using T = QuantType;
    // What is last: the offset, and see BlockRules::steps.
    Product<BlockFormat<V, kQ4_0, vector_unpack_q4_0<V>, unpack_q4_0, 8, 8>>::set(kernels, T::Q4_0);
    Product<BlockFormat<V, kQ4_1, vector_unpack_q4_1<V>, unpack_q4_1, 0, 8>>::set(kernels, T::Q4_1);
    Product<BlockFormat<V, kQ5_0, vector_unpack_q5_0<V>, unpack_q5_0, 16, 4>>::set(kernels, T::Q5_0);
    Product<BlockFormat<V, kQ5_1, vector_unpack_q5_1<V>, unpack_q5_1, 0, 4>>::set(kernels, T::Q5_1);
    Product<BlockFormat<V, kQ8_0, vector_unpack_q8_0<V>, unpack_q8_0, 0, 0>>::set(kernels, T::Q8_0);
    Product<BlockFormat<V, kIQ4_NL, vector_unpack_iq4_nl<V>, unpack_iq4_nl, 0, 0>>::set(kernels, T::IQ4_NL);
    Product<FormatQ2_0>::set(kernels, T::Q2_0);
}

}  // namespace strata::quant
