#include "kernels/cpu/quant/block256_formats.h"
#include "kernels/cpu/quant/block256_vectors_avx2.h"
#include "kernels/cpu/quant/block_formats_avx2.h"
#include "kernels/cpu/quant/level_avx2_vnni.h"
#include "kernels/cpu_level_kernels.h"

namespace strata {

// The sums of a block are whole numbers, exact on both levels, and what follows is the same code: so are the bits.
void fill_quant_kernels_avx2_vnni(CpuKernels& kernels) {
    quant::set_block_formats_avx2<quant::Avx2Vnni>(kernels);
    quant::set_block256_formats<quant::Avx2Vnni, quant::EightRows<quant::Avx2Vnni>>(kernels);
}

}  // namespace strata
