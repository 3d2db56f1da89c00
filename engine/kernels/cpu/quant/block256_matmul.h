#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/quant/block256_panels.h"
#include "kernels/cpu/quant/block256_rows_avx2.h"
#include "kernels/cpu/quant/block_call.h"
#include "kernels/cpu_kernels.h"

namespace strata::quant {

/// Products with weight types of blocks of 256 values.
///
/// The sum of a block is a whole number and exact. Its float, times both scales, goes to the output's sum by one fused
/// multiply-add, block after block; that of the minimums by another one after it. So the bits are the same for few
/// activation rows, where a vector runs along a weight row, and for many, where it holds eight or sixteen weight rows
/// (a panel) that are unpacked once for all of them, and the same on every level.
///
/// B: the opened block, see block256.h. PanelRows: widest first, what holds the rows of a panel, see Block256Panels.
template <class B, class... PanelRows>
class Block256MatMul {
public:
    static void run(const std::byte* weights, std::size_t row_bytes, std::size_t row_count, const ActivationRows& x,
                    const std::int32_t* row_index, std::size_t index_count, float* out,
                    std::size_t out_stride) noexcept {
        const BlockCall call{
            reinterpret_cast<const std::uint8_t*>(weights), row_bytes, x.columns / 256, x, row_index, out, out_stride};
        std::size_t row = 0;
        if (index_count > kMostDirect) {
            ((row = run_panels<Block256Panels<B, PanelRows>>(call, row, row_count, index_count)), ...);
        }
        multiply_few<Block256Rows<B>, kMostDirect>(call, row, row_count, index_count);
    }

private:
    static constexpr std::size_t kMostDirect = 3;

    /// As many weight rows from `begin` on as fill panels; the first one that is left.
    template <class Panels>
    static std::size_t run_panels(const BlockCall& call, std::size_t begin, std::size_t end, std::size_t index_count) {
        const std::size_t last = begin + (end - begin) / Panels::kPanelRows * Panels::kPanelRows;
        if (last > begin) {
            Panels::run(call, begin, last, index_count);
        }
        return last;
    }
};

}  // namespace strata::quant
