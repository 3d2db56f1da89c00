#include "kernels/cpu_level_kernels.h"

namespace strata {

void fill_quant_kernels_avx512(CpuKernels&) {}

}  // namespace strata
