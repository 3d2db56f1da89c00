#pragma once

#include <cstring>

#include "kernels/cpu/quant/shapes.h"
#include "kernels/cpu/quant/unpack.h"

namespace strata::quant {

// The types of a level by the plain unpackings of unpack.h. The level's Math is a template parameter throughout, see
// matmul_driver.h.

template <class Math>
Half half_of(Codes64& out, int half) {
    return {out.codes + 32 * half, out.d + 2 * half, out.m + 2 * half};
}

template <class Math, Shape kShape, auto kUnpackBlock>
void unpack_two_blocks(const std::uint8_t* row, std::size_t unit, Codes64& out) {
    const std::uint8_t* first = row + 2 * unit * kShape.block_bytes;
    kUnpackBlock(first, half_of<Math>(out, 0));
    kUnpackBlock(first + kShape.block_bytes, half_of<Math>(out, 1));
}

template <class Math, Shape kShape, auto kUnpackBlock>
void unpack_last_block(const std::uint8_t* row, std::size_t unit, Codes64& out) {
    std::memset(&out, 0, sizeof out);
    kUnpackBlock(row + 2 * unit * kShape.block_bytes, half_of<Math>(out, 0));
}

template <class Math, Shape kShape, auto kUnpackBlock, class Codes>
void unpack_one_block(const std::uint8_t* row, std::size_t unit, Codes& out) {
    kUnpackBlock(row + unit * kShape.block_bytes, out);
}

template <class Math, Shape kShape, auto kUnpackPart>
void unpack_half_block(const std::uint8_t* row, std::size_t unit, Codes64& out) {
    kUnpackPart(row + unit / 2 * kShape.block_bytes, static_cast<int>(unit % 2), out);
}

/// Blocks of 32. kUnpackBlock(block, half).
template <class Math, Shape kShape, auto kUnpackBlock>
using PlainFormat32 = Format<Math, kShape, Codes64, unpack_two_blocks<Math, kShape, kUnpackBlock>,
                             unpack_last_block<Math, kShape, kUnpackBlock>>;

/// Blocks of 64. kUnpackBlock(block, codes).
template <class Math, Shape kShape, auto kUnpackBlock>
using PlainFormat64 = Format<Math, kShape, Codes64, unpack_one_block<Math, kShape, kUnpackBlock, Codes64>, nullptr>;

/// Blocks of 128. kUnpackPart(block, part, codes).
template <class Math, Shape kShape, auto kUnpackPart>
using PlainFormat128 = Format<Math, kShape, Codes64, unpack_half_block<Math, kShape, kUnpackPart>, nullptr>;

/// Blocks of 256. kUnpackBlock(block, codes).
template <class Math, Shape kShape, auto kUnpackBlock>
using PlainFormat256 = Format<Math, kShape, Codes256, unpack_one_block<Math, kShape, kUnpackBlock, Codes256>, nullptr>;

/// Enters a kernel into the table; the one that is there. No template and compiled once, because the table's std::array
/// has member functions.
void set_matmul(CpuKernels& kernels, QuantType type, CpuKernels::MatMul matmul);
CpuKernels::MatMul matmul_of(const CpuKernels& kernels, QuantType type);

template <class Format>
void set_matmul(CpuKernels& kernels, QuantType type) {
    set_matmul(kernels, type, &MatMul<Format>::run);
}

/// All quantised weight types.
template <class Math>
void set_plain_formats(CpuKernels& kernels) {
    using T = QuantType;
    set_matmul<PlainFormat32<Math, kQ4_0, unpack_q4_0>>(kernels, T::Q4_0);
    set_matmul<PlainFormat32<Math, kQ4_1, unpack_q4_1>>(kernels, T::Q4_1);
    set_matmul<PlainFormat32<Math, kQ5_0, unpack_q5_0>>(kernels, T::Q5_0);
    set_matmul<PlainFormat32<Math, kQ5_1, unpack_q5_1>>(kernels, T::Q5_1);
    set_matmul<PlainFormat32<Math, kQ8_0, unpack_q8_0>>(kernels, T::Q8_0);
    set_matmul<PlainFormat32<Math, kIQ4_NL, unpack_iq4_nl>>(kernels, T::IQ4_NL);
    set_matmul<PlainFormat32<Math, kMXFP4, unpack_mxfp4>>(kernels, T::MXFP4);
    set_matmul<PlainFormat64<Math, kQ2_0, unpack_q2_0>>(kernels, T::Q2_0);
    set_matmul<PlainFormat64<Math, kNVFP4, unpack_nvfp4>>(kernels, T::NVFP4);
    set_matmul<PlainFormat128<Math, kQ1_0, unpack_q1_0>>(kernels, T::Q1_0);
    set_matmul<PlainFormat256<Math, kQ2_K, unpack_q2_k>>(kernels, T::Q2_K);
    set_matmul<PlainFormat256<Math, kQ3_K, unpack_q3_k>>(kernels, T::Q3_K);
    set_matmul<PlainFormat256<Math, kQ4_K, unpack_q4_k>>(kernels, T::Q4_K);
    set_matmul<PlainFormat256<Math, kQ5_K, unpack_q5_k>>(kernels, T::Q5_K);
    set_matmul<PlainFormat256<Math, kQ6_K, unpack_q6_k>>(kernels, T::Q6_K);
    set_matmul<PlainFormat256<Math, kTQ1_0, unpack_tq1_0>>(kernels, T::TQ1_0);
    set_matmul<PlainFormat256<Math, kTQ2_0, unpack_tq2_0>>(kernels, T::TQ2_0);
    set_matmul<PlainFormat256<Math, kIQ2_XXS, unpack_iq2_xxs>>(kernels, T::IQ2_XXS);
    set_matmul<PlainFormat256<Math, kIQ2_XS, unpack_iq2_xs>>(kernels, T::IQ2_XS);
    set_matmul<PlainFormat256<Math, kIQ2_S, unpack_iq2_s>>(kernels, T::IQ2_S);
    set_matmul<PlainFormat256<Math, kIQ3_XXS, unpack_iq3_xxs>>(kernels, T::IQ3_XXS);
    set_matmul<PlainFormat256<Math, kIQ3_S, unpack_iq3_s>>(kernels, T::IQ3_S);
    set_matmul<PlainFormat256<Math, kIQ1_S, unpack_iq1_s>>(kernels, T::IQ1_S);
    set_matmul<PlainFormat256<Math, kIQ1_M, unpack_iq1_m>>(kernels, T::IQ1_M);
    set_matmul<PlainFormat256<Math, kIQ4_XS, unpack_iq4_xs>>(kernels, T::IQ4_XS);
}

}  // namespace strata::quant
