#include "kernels/cpu/quant/block256_formats.h"
#include "kernels/cpu/quant/block256_vectors_avx2.h"
#include "kernels/cpu/quant/block_formats_avx2.h"
#include "kernels/cpu/quant/level_avx2.h"
#include "kernels/cpu/quant/vector_formats.h"
#include "kernels/cpu_level_kernels.h"

namespace strata {

void fill_quant_kernels_avx2(CpuKernels& kernels) {
    quant::set_vector_formats<quant::Avx2>(kernels);
    quant::set_block_formats_avx2<quant::Avx2>(kernels);
    quant::set_block256_formats<quant::Avx2, quant::EightRows<quant::Avx2>>(kernels);
}

}  // namespace strata
