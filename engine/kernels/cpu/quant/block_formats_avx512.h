#pragma once

#include "kernels/cpu/quant/block_dots_avx512.h"
#include "kernels/cpu/quant/block_formats.h"
#include "kernels/cpu/quant/block_matmul.h"
#include "kernels/cpu/quant/block_panels_avx512.h"
#include "kernels/cpu/quant/block_rows_avx2.h"
#include "kernels/cpu/quant/vector_unpack_small.h"

namespace strata::quant {

/// Two-bit codes have the offset 1.
template <class V>
using BlockFormatQ2_0Avx512 = BlockFormat<V, kQ2_0, vector_unpack_q2_0<V>, nullptr, 1, 8>;

template <class F>
using BlockMatMulAvx512 = BlockMatMul<F, BlockRows<F, BlockDotsAvx512<F>>, BlockPanelsAvx512<F>>;

}  // namespace strata::quant
