#pragma once

#include "kernels/cpu_kernels.h"

namespace strata {

// Each instruction set's source files fill their part of the table. The AVX files are compiled with their own flags and
// must therefore not be called, nor instantiate anything shared, unless the processor has the level.

void fill_float_kernels_scalar(CpuKernels& kernels);
void fill_float_kernels_avx2(CpuKernels& kernels);
void fill_float_kernels_avx512(CpuKernels& kernels);

void fill_quant_kernels_scalar(CpuKernels& kernels);
void fill_quant_kernels_avx2(CpuKernels& kernels);
void fill_quant_kernels_avx512(CpuKernels& kernels);

/// On top of AVX2's: the same bits, faster.
void fill_quant_kernels_avx2_vnni(CpuKernels& kernels);
/// On top of AVX-512's: the same bits, by tiles for many rows.
void fill_quant_kernels_avx512_amx(CpuKernels& kernels);

}  // namespace strata
