#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cpu_kernels.h"

namespace strata::quant {

/// A call of BlockMatMul or Block256MatMul.
struct BlockCall {
    const std::uint8_t* weights;
    std::size_t row_bytes;
    std::size_t blocks;  ///< of a row: of 32 values, or of 256
    const ActivationRows& x;
    const std::int32_t* row_index;
    float* out;
    std::size_t out_stride;
};

/// All listed activation rows times weight rows begin to end - 1, kMost activation rows at a time (3 or 4).
/// Rows::run<R>(call, begin, end, first): R of them, from the listed one `first` on.
template <class Rows, std::size_t kMost>
void multiply_few(const BlockCall& call, std::size_t begin, std::size_t end, std::size_t index_count) {
    static_assert(kMost == 3 || kMost == 4);
    std::size_t first = 0;
    for (; first + kMost <= index_count; first += kMost) {
        Rows::template run<kMost>(call, begin, end, first);
    }
    switch (index_count - first) {
        case 3:
            Rows::template run<3>(call, begin, end, first);
            break;
        case 2:
            Rows::template run<2>(call, begin, end, first);
            break;
        case 1:
            Rows::template run<1>(call, begin, end, first);
            break;
        default:
            break;
    }
}

}  // namespace strata::quant
