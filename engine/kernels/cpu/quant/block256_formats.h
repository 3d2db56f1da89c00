#pragma once

#include "kernels/cpu/quant/block256_iq.h"
#include "kernels/cpu/quant/block256_k.h"
#include "kernels/cpu/quant/block256_matmul.h"
#include "kernels/cpu/quant/plain_formats.h"

namespace strata::quant {

/// The types that Block256MatMul multiplies (not Q2_K, of which one row would be a seventh slower). V: the level.
template <class V, class... PanelRows>
void set_block256_formats(CpuKernels& kernels) {
    using T = QuantType;
    set_matmul(kernels, T::Q3_K, &Block256MatMul<BlockQ3K<V>, PanelRows...>::run);
    set_matmul(kernels, T::Q4_K, &Block256MatMul<BlockQ4K<V>, PanelRows...>::run);
    set_matmul(kernels, T::Q5_K, &Block256MatMul<BlockQ5K<V>, PanelRows...>::run);
    set_matmul(kernels, T::Q6_K, &Block256MatMul<BlockQ6K<V>, PanelRows...>::run);
    set_matmul(kernels, T::IQ2_XXS, &Block256MatMul<BlockIq2Xxs<V>, PanelRows...>::run);
    set_matmul(kernels, T::IQ2_XS, &Block256MatMul<BlockIq2Xs<V>, PanelRows...>::run);
    set_matmul(kernels, T::IQ2_S, &Block256MatMul<BlockIq2S<V>, PanelRows...>::run);
    set_matmul(kernels, T::IQ3_XXS, &Block256MatMul<BlockIq3Xxs<V>, PanelRows...>::run);
    set_matmul(kernels, T::IQ3_S, &Block256MatMul<BlockIq3S<V>, PanelRows...>::run);
}

}  // namespace strata::quant
