#include "kernels/cpu/quant/block_formats_avx512.h"
#include "kernels/cpu/quant/block_tiles_amx.h"
#include "kernels/cpu/quant/level_avx512_amx.h"
#include "kernels/cpu_level_kernels.h"

namespace strata {

void fill_quant_kernels_avx512_amx(CpuKernels& kernels) {
    using namespace quant;
    set_block_formats<Avx512Amx, TileMatMul, BlockFormatQ2_0Avx512<Avx512Amx>>(kernels);
}

}  // namespace strata
