#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cpu_kernels.h"

namespace strata::quant {

/// A call of Block256MatMul.
struct Block256Call {
    const std::uint8_t* weights;
    std::size_t row_bytes;
    std::size_t blocks;  ///< of a row
    const ActivationRows& x;
    const std::int32_t* row_index;
    float* out;
    std::size_t out_stride;
};

}  // namespace strata::quant
