#pragma once

#include "kernels/cpu/quant/level_avx512.h"

namespace strata::quant {

/// AVX-512 with tiles of bytes, which may have signs on both sides (AMX).
struct Avx512AmxLevel {
    static constexpr bool kByteDots = true;
    static constexpr bool kSignedDots = true;
};
using Avx512Amx = Avx512Vectors<Avx512AmxLevel>;

}  // namespace strata::quant
