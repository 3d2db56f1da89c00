#include "kernels/cpu/float_kernels.h"
#include "kernels/cpu/simd_avx512.h"
#include "kernels/cpu_level_kernels.h"

namespace strata {

void fill_float_kernels_avx512(CpuKernels& kernels) {
    fill_float_kernels<avx512::Simd>(kernels);
}

}  // namespace strata
