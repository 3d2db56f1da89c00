#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/cpu/quant/block_call.h"
#include "kernels/cpu/quant/force_inline.h"
#include "kernels/cpu/quant/level_avx2.h"
#include "kernels/cpu_kernels.h"

namespace strata::quant {

/// How BlockMatMul multiplies the codes of a type.
struct BlockRules {
    std::size_t block_values;  ///< 32 or 64
    std::size_t block_bytes;
    /// Added to the codes, so that they are not negative where they must not; taken out again through the sums of the
    /// activations.
    int offset = 0;
    /// Products of four values that may be added up in 16 bits; 0: codes with signs beyond 64, which have an offset
    /// only where a dot product of bytes adds in 32.
    int steps = 0;
    bool minimum = false;  ///< an f16 minimum stands behind the f16 scale that every block begins with
};

/// What both ways of BlockMatMul have in common. F: the format, see there.
template <class F>
class BlockParts {
protected:
    using Vectors = typename F::Vectors;
    static constexpr BlockRules kRules = F::kRules;
    static constexpr bool kByteDots = Vectors::kByteDots;
    static constexpr std::size_t kBlock = 32;
    static constexpr std::size_t kLanes = 8;  ///< running sums, and blocks of a chunk
    static constexpr bool kUsesSums = kRules.offset != 0 || kRules.minimum;

    static std::uint16_t load_16(const std::uint8_t* from) {
        std::uint16_t value;
        std::memcpy(&value, from, sizeof value);
        return value;
    }

    /// Eight f16 numbers, `step` bytes apart.
    static STRATA_FORCE_INLINE __m256 eight_halves(const std::uint8_t* from, std::size_t step) {
        const auto bits = [&](std::size_t i) { return static_cast<short>(load_16(from + i * step)); };
        return _mm256_cvtph_ps(_mm_set_epi16(bits(7), bits(6), bits(5), bits(4), bits(3), bits(2), bits(1), bits(0)));
    }

    /// The sums of the codes of eight activation blocks, from sums of 16.
    static STRATA_FORCE_INLINE __m256i activation_sums(const std::int16_t* sums) {
        return activation_sums_of(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(sums)));
    }
    static STRATA_FORCE_INLINE __m256i activation_sums_of(__m256i sixteens) {
        return _mm256_madd_epi16(sixteens, _mm256_set1_epi16(1));
    }
    static STRATA_FORCE_INLINE __m256i times_minus_offset(__m256i activation_sums) {
        return _mm256_mullo_epi32(activation_sums, _mm256_set1_epi32(-kRules.offset));
    }

    /// What belongs to eight blocks of an activation row, or to the last ones of it with zeros behind.
    struct EightBlocks {
        __m256 scales;
        __m256i sums = _mm256_setzero_si256();  ///< only for types with an offset or a minimum
    };

    static STRATA_FORCE_INLINE EightBlocks eight_blocks(const float* scales, const std::int16_t* sums,
                                                        std::size_t chunk) {
        EightBlocks blocks;
        blocks.scales = _mm256_loadu_ps(scales + chunk * kLanes);
        if constexpr (kUsesSums) {
            blocks.sums = activation_sums(sums + chunk * 2 * kLanes);
        }
        return blocks;
    }
    /// The first four of eight, in both halves.
    static STRATA_FORCE_INLINE EightBlocks four_blocks_twice(const float* scales, const std::int16_t* sums,
                                                             std::size_t chunk) {
        EightBlocks blocks;
        blocks.scales = _mm256_broadcast_ps(reinterpret_cast<const __m128*>(scales + chunk * kLanes));
        if constexpr (kUsesSums) {
            const auto* from = reinterpret_cast<const __m128i*>(sums + chunk * 2 * kLanes);
            blocks.sums = activation_sums_of(_mm256_broadcastsi128_si256(_mm_loadu_si128(from)));
        }
        return blocks;
    }
    static STRATA_FORCE_INLINE EightBlocks last_blocks(const float* scales, const std::int16_t* sums, std::size_t chunk,
                                                       std::size_t count) {
        EightBlocks blocks;
        const __m256i lanes = first_lanes(count);
        blocks.scales = _mm256_maskload_ps(scales + chunk * kLanes, lanes);
        if constexpr (kUsesSums) {
            // A lane is the two sums of a block.
            const auto* from = reinterpret_cast<const int*>(sums + chunk * 2 * kLanes);
            blocks.sums = activation_sums_of(_mm256_maskload_epi32(from, lanes));
        }
        return blocks;
    }

    /// All bits set in the first `count` lanes.
    static STRATA_FORCE_INLINE __m256i first_lanes(std::size_t count) {
        return _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(count)), _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0));
    }

    /// Activation sums of eight blocks as a tile uses them: times minus the offset, or as floats times the scale.
    template <int C>
    struct TileSums {
        alignas(32) std::int32_t offset[C][kLanes];
        alignas(32) float minimum[C][kLanes];

        void set(const Tile<C>& x, std::size_t chunk, std::size_t count) {
            for (int c = 0; c < C; ++c) {
                const EightBlocks blocks = count >= kLanes ? eight_blocks(x.scales[c], x.sums[c], chunk)
                                                           : last_blocks(x.scales[c], x.sums[c], chunk, count);
                if constexpr (kRules.offset != 0) {
                    _mm256_store_si256(reinterpret_cast<__m256i*>(offset[c]), times_minus_offset(blocks.sums));
                }
                if constexpr (kRules.minimum) {
                    _mm256_store_ps(minimum[c], _mm256_mul_ps(_mm256_cvtepi32_ps(blocks.sums), blocks.scales));
                }
            }
        }
    };
};

/// Asks for the weights of the next panel, a share with every tile: nothing else would read memory then. V: the level.
template <class V>
struct PanelAhead {
    const std::uint8_t* at;
    std::size_t bytes;

    /// With a tile of `rows` of the rows that are left.
    void fetch(std::size_t rows, std::size_t rows_left) {
        const std::size_t share = (bytes * rows / rows_left / 64 + 1) * 64;
        const std::size_t now = bytes < share ? bytes : share;
        for (std::size_t line = 0; line < now; line += 64) {
            V::prefetch_second_level(at + line);
        }
        at += now;
        bytes -= now;
    }
};

}  // namespace strata::quant
