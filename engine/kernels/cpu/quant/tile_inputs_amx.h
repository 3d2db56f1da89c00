#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/quant/block_panel_avx512.h"
#include "kernels/cpu/quant/block_parts_avx2.h"

namespace strata::quant {

/// Up to sixteen activation rows as tiles take them: a block of all rows together, those of one running sum one after
/// the other. By block the scales of all rows, and for types with a minimum the sums of the codes times the scale.
template <class F>
class TileInputs : BlockParts<F> {
    using Base = BlockParts<F>;
    using Base::kBlock, Base::kLanes, Base::kRules;

public:
    static constexpr std::size_t kRows = 16;
    static constexpr std::size_t kTileRowBytes = Base::kBlock;
    static constexpr std::size_t kMostBlocks = BlockPanelAvx512<F>::kMostBlocks;

    /// Takes `count` listed rows from `first` on, M at most; the last one stands in for those that are missing.
    template <std::size_t M>
    void set(const BlockCall& call, std::size_t first, std::size_t count) {
        const Tile<kRows> rows = rows_of(call, first, count);
        per_lane_ = (call.blocks + kLanes - 1) / kLanes;
        for (std::size_t r = 0; r < M; ++r) {
            for (std::size_t block = 0; block < call.blocks; ++block) {
                const auto* from = reinterpret_cast<const __m256i*>(rows.codes[r] + block * kBlock);
                std::int8_t* to = codes_ + (place(block) * kRows + r) * kBlock;
                _mm256_store_si256(reinterpret_cast<__m256i*>(to), _mm256_loadu_si256(from));
            }
        }
        transpose(rows.scales, call.blocks, scales_);
        if constexpr (kRules.minimum) {
            set_minimums(rows, call.blocks);
        }
    }

    /// The rows' codes of a block, each of kTileRowBytes.
    const std::int8_t* codes(std::size_t block) const { return codes_ + place(block) * kRows * kBlock; }
    /// One per row.
    const float* scales(std::size_t block) const { return scales_ + block * kRows; }
    const float* minimums(std::size_t block) const { return minimums_ + block * kRows; }

private:
    static constexpr std::size_t kNumbers = kMostBlocks * kRows;

    std::size_t per_lane_;  ///< blocks, at most
    alignas(64) std::int8_t codes_[kMostBlocks * kBlock * kRows];
    alignas(64) float scales_[kNumbers];
    alignas(64) float minimums_[kRules.minimum ? kNumbers : kRows];

    std::size_t place(std::size_t block) const { return block % kLanes * per_lane_ + block / kLanes; }

    static Tile<kRows> rows_of(const BlockCall& call, std::size_t first, std::size_t count) {
        Tile<kRows> rows;
        for (std::size_t r = 0; r < kRows; ++r) {
            const Tile<1> one = tile_of<F, 1>(call, first + (r < count ? r : count - 1));
            rows.codes[r] = one.codes[0];
            rows.scales[r] = one.scales[0];
            rows.sums[r] = one.sums[0];
        }
        return rows;
    }

    /// out[block * kRows + row] = in[row][block]
    static void transpose(const float* const (&in)[kRows], std::size_t blocks, float* out) {
        std::size_t block = 0;
        for (; block + 4 <= blocks; block += 4) {
            transpose_sixteen<F>([&](std::size_t row) { return in[row] + block; },
                                 reinterpret_cast<__m512i*>(out + block * kRows));
        }
        for (; block < blocks; ++block) {
            for (std::size_t r = 0; r < kRows; ++r) {
                out[block * kRows + r] = in[r][block];
            }
        }
    }

    void set_minimums(const Tile<kRows>& rows, std::size_t blocks) {
        alignas(32) float by_row[kRows][kMostBlocks];
        const float* starts[kRows];
        for (std::size_t r = 0; r < kRows; ++r) {
            for (std::size_t chunk = 0; chunk * kLanes < blocks; ++chunk) {
                const std::size_t left = blocks - chunk * kLanes;
                const auto eight = left >= kLanes ? Base::eight_blocks(rows.scales[r], rows.sums[r], chunk)
                                                  : Base::last_blocks(rows.scales[r], rows.sums[r], chunk, left);
                _mm256_store_ps(by_row[r] + chunk * kLanes,
                                _mm256_mul_ps(_mm256_cvtepi32_ps(eight.sums), eight.scales));
            }
            starts[r] = by_row[r];
        }
        transpose(starts, blocks, minimums_);
    }
};

}  // namespace strata::quant
