#include "kernels/cpu/quant/level_avx512.h"
#include "kernels/cpu/quant/vector_formats.h"
#include "kernels/cpu_level_kernels.h"

namespace strata {

void fill_quant_kernels_avx512(CpuKernels& kernels) {
    quant::set_vector_formats<quant::Avx512>(kernels);
    quant::set_block_formats<quant::Avx512>(kernels);
}

}  // namespace strata
