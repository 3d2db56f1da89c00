#pragma once

#include "kernels/cpu/quant/plain_formats.h"
#include "kernels/cpu/quant/vector_quantize.h"
#include "kernels/cpu/quant/vector_unpack_iq.h"
#include "kernels/cpu/quant/vector_unpack_k.h"
#include "kernels/cpu/quant/vector_unpack_small.h"

namespace strata::quant {

// The types of a vector level, those without a vector unpacking by the plain one. V: the level (level_avx2.h,
// level_avx512.h).

/// Blocks of 32. The last block of a row of an odd number of them is unpacked plainly.
template <class V, Shape kShape, auto kUnpack, auto kUnpackBlock>
using VectorFormat32 = Format<V, kShape, Codes64, kUnpack, unpack_last_block<V, kShape, kUnpackBlock>>;

template <class V, Shape kShape, auto kUnpack>
using VectorFormat64 = Format<V, kShape, Codes64, kUnpack, nullptr>;

template <class V, Shape kShape, auto kUnpack>
using VectorFormat256 = Format<V, kShape, Codes256, kUnpack, nullptr>;

/// The types that have no products of their own (block_formats.h), and the quantisation.
template <class V>
void set_vector_formats(CpuKernels& kernels) {
    using T = QuantType;
    set_matmul<VectorFormat32<V, kMXFP4, vector_unpack_mxfp4<V>, unpack_mxfp4>>(kernels, T::MXFP4);
    set_matmul<PlainFormat64<V, kNVFP4, unpack_nvfp4>>(kernels, T::NVFP4);
    set_matmul<VectorFormat64<V, kQ1_0, vector_unpack_q1_0<V>>>(kernels, T::Q1_0);
    set_matmul<VectorFormat256<V, kQ2_K, vector_unpack_q2_k<V>>>(kernels, T::Q2_K);
    set_matmul<VectorFormat256<V, kQ3_K, vector_unpack_q3_k<V>>>(kernels, T::Q3_K);
    set_matmul<VectorFormat256<V, kQ4_K, vector_unpack_q4_k<V>>>(kernels, T::Q4_K);
    set_matmul<VectorFormat256<V, kQ5_K, vector_unpack_q5_k<V>>>(kernels, T::Q5_K);
    set_matmul<VectorFormat256<V, kQ6_K, vector_unpack_q6_k<V>>>(kernels, T::Q6_K);
    set_matmul<PlainFormat256<V, kTQ1_0, unpack_tq1_0>>(kernels, T::TQ1_0);
    set_matmul<VectorFormat256<V, kTQ2_0, vector_unpack_tq2_0<V>>>(kernels, T::TQ2_0);
    set_matmul<VectorFormat256<V, kIQ2_XXS, vector_unpack_iq2_xxs<V>>>(kernels, T::IQ2_XXS);
    set_matmul<VectorFormat256<V, kIQ2_XS, vector_unpack_iq2_xs<V>>>(kernels, T::IQ2_XS);
    set_matmul<VectorFormat256<V, kIQ2_S, vector_unpack_iq2_s<V>>>(kernels, T::IQ2_S);
    set_matmul<VectorFormat256<V, kIQ3_XXS, vector_unpack_iq3_xxs<V>>>(kernels, T::IQ3_XXS);
    set_matmul<VectorFormat256<V, kIQ3_S, vector_unpack_iq3_s<V>>>(kernels, T::IQ3_S);
    set_matmul<VectorFormat256<V, kIQ1_S, vector_unpack_iq1_s<V>>>(kernels, T::IQ1_S);
    set_matmul<VectorFormat256<V, kIQ1_M, vector_unpack_iq1_m<V>>>(kernels, T::IQ1_M);
    set_matmul<VectorFormat256<V, kIQ4_XS, vector_unpack_iq4_xs<V>>>(kernels, T::IQ4_XS);
    kernels.quantize_q8_32 = vector_quantize_row<V, 32>;
    kernels.quantize_q8_256 = vector_quantize_row<V, 256>;
}

}  // namespace strata::quant
