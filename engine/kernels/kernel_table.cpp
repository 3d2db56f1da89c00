#include "kernels/cpu_kernels.h"
#include "kernels/cpu_level_kernels.h"

namespace strata {
namespace {

// A faster level starts as the scalar table and replaces what it has a kernel for, so every level can do everything.
CpuKernels make_kernels(CpuLevel level) {
    CpuKernels kernels;
    kernels.level = level;
    fill_float_kernels_scalar(kernels);
    fill_quant_kernels_scalar(kernels);
#if defined(__x86_64__) || defined(_M_X64)
    if (level == CpuLevel::avx2 || level == CpuLevel::avx2_vnni) {
        fill_float_kernels_avx2(kernels);
        fill_quant_kernels_avx2(kernels);
    }
    if (level == CpuLevel::avx2_vnni) {
        fill_quant_kernels_avx2_vnni(kernels);
    }
    if (level == CpuLevel::avx512 || level == CpuLevel::avx512_amx) {
        fill_float_kernels_avx512(kernels);
        fill_quant_kernels_avx512(kernels);
    }
    if (level == CpuLevel::avx512_amx) {
        fill_quant_kernels_avx512_amx(kernels);
    }
#endif
    return kernels;
}

// Only the table that is asked for is made: to fill a level's table runs code that is compiled for that level.
template <CpuLevel kLevel>
const CpuKernels& table() {
    static const CpuKernels kernels = make_kernels(kLevel);
    return kernels;
}

}  // namespace

ActivationFormat activation_format(QuantType type) {
    switch (type) {
        case QuantType::F32:
        case QuantType::F16:
        case QuantType::BF16:
            return ActivationFormat::f32;
        default:
            return quant_type_info(type).block_values == 256 ? ActivationFormat::q8_256 : ActivationFormat::q8_32;
    }
}

const CpuKernels& select_kernels(CpuLevel level) {
    switch (level) {
        case CpuLevel::avx2:
            return table<CpuLevel::avx2>();
        case CpuLevel::avx2_vnni:
            return table<CpuLevel::avx2_vnni>();
        case CpuLevel::avx512:
            return table<CpuLevel::avx512>();
        case CpuLevel::avx512_amx:
            return table<CpuLevel::avx512_amx>();
        case CpuLevel::scalar:
            break;
    }
    return table<CpuLevel::scalar>();
}

}  // namespace strata
