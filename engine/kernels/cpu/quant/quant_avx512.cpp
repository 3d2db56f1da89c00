#include "kernels/cpu/quant/block256_formats.h"
#include "kernels/cpu/quant/block256_vectors_avx2.h"
#include "kernels/cpu/quant/block256_vectors_avx512.h"
#include "kernels/cpu/quant/block_formats_avx512.h"
#include "kernels/cpu/quant/level_avx512.h"
#include "kernels/cpu/quant/vector_formats.h"
#include "kernels/cpu_level_kernels.h"

namespace strata {

void fill_quant_kernels_avx512(CpuKernels& kernels) {
    using namespace quant;
    set_vector_formats<Avx512>(kernels);
    set_block_formats<Avx512, BlockMatMulAvx512, BlockFormatQ2_0Avx512<Avx512>>(kernels);
    set_block256_formats<Avx512, SixteenRows<Avx512>, EightRows<Avx512>>(kernels);
}

}  // namespace strata
