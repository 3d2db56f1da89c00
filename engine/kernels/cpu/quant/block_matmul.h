#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/quant/block_call.h"
#include "kernels/cpu/quant/block_parts_avx2.h"
#include "kernels/cpu/quant/plain_formats.h"
#include "kernels/cpu_kernels.h"

namespace strata::quant {

/// Products with weight types of blocks of 32 or 64 values.
///
/// The sum of a block of 32 is a whole number and exact. Its float, times both scales, goes to running sum b mod 8 (b:
/// the block's place in the row), by one fused multiply-add; the eight sums are added as a fixed tree at the end. That
/// suits both ways to compute it: for few activation rows a vector holds eight blocks of one weight row, for many it
/// holds one block of eight weight rows (a panel), unpacked once for all of them. The bits are the same.
///
/// F: the unpacking, by units of 64. shifted_codes(row, unit) are codes with the offset added; for blocks of 32 also
/// unpack_half (see Format) and shifted_codes_of(Codes64).
/// Rows: few activation rows, along each weight row. Panels: many, see BlockPanels.
template <class F, class Rows, class Panels>
class BlockMatMul {
public:
    static void set(CpuKernels& kernels, QuantType type) { set_matmul(kernels, type, &run); }

    static void run(const std::byte* weights, std::size_t row_bytes, std::size_t row_count, const ActivationRows& x,
                    const std::int32_t* row_index, std::size_t index_count, float* out,
                    std::size_t out_stride) noexcept {
        const BlockCall call{
            reinterpret_cast<const std::uint8_t*>(weights), row_bytes, x.columns / 32, x, row_index, out, out_stride};
        std::size_t row = 0;
        if (index_count >= Rows::kLeastForPanels && call.blocks <= Panels::kMostBlocks) {
            row = Panels::rows_of(row_count);
            Panels::run(call, row, index_count);
        }
        multiply_few<Rows, kMostDirect>(call, row, row_count, index_count);
    }

private:
    static constexpr std::size_t kMostDirect = 4;
};

}  // namespace strata::quant
