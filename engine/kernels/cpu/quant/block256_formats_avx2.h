#pragma once

#include "kernels/cpu/quant/block256_iq.h"
#include "kernels/cpu/quant/block256_k.h"
#include "kernels/cpu/quant/block256_matmul_avx2.h"
#include "kernels/cpu/quant/plain_formats.h"

namespace strata::quant {

template <class V>
void set_block256_formats_avx2(CpuKernels& kernels) {
    using T = QuantType;
    set_matmul(kernels, T::Q4_K, &Block256MatMul<BlockQ4K<V>>::run);
    set_matmul(kernels, T::IQ2_XS, &Block256MatMul<BlockIq2Xs<V>>::run);
    set_matmul(kernels, T::IQ3_S, &Block256MatMul<BlockIq3S<V>>::run);
}

}  // namespace strata::quant
