#include "kernels/cpu/float_kernels.h"
#include "kernels/cpu/simd_avx2.h"
#include "kernels/cpu_level_kernels.h"

namespace strata {

void fill_float_kernels_avx2(CpuKernels& kernels) {
    fill_float_kernels<avx2::Simd>(kernels);
}

}  // namespace strata
