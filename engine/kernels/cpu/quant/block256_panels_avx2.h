#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/cpu/quant/block256.h"
#include "kernels/cpu/quant/block_call.h"
#include "kernels/cpu/quant/force_inline.h"
#include "kernels/cpu/quant/interleave_avx2.h"
#include "kernels/cpu/quant/matmul_driver.h"

namespace strata::quant {

/// Block256MatMul for many activation rows: one block of eight weight rows side by side, unpacked once.
template <class B>
class Block256Panels {
public:
    static constexpr std::size_t kPanelRows = 8;

    /// All listed activation rows times the first `row_count` weight rows, a multiple of kPanelRows.
    static void run(const BlockCall& call, std::size_t row_count, std::size_t index_count) {
        const std::size_t passes = (index_count + kMostRows - 1) / kMostRows;
        for (std::size_t pass = 0; pass < passes; ++pass) {
            const std::size_t first = index_count * pass / passes;
            run_pass(call, row_count, first, index_count * (pass + 1) / passes - first);
        }
    }

private:
    static constexpr Block256Rules kRules = B::kRules;
    /// Activation rows of a pass: these of a width of 2560 fit into the cache of a processor core.
    static constexpr std::size_t kMostRows = 128;
    static constexpr std::size_t kLanes = 4;
    static constexpr std::size_t kVectors = 64;  ///< of a block: four values of eight rows each
    static constexpr std::size_t kGroups = 256 / kRules.group;
    static constexpr std::size_t kGroupVectors = kRules.group / 4;
    /// Vectors whose sums of two products may be added up in 16 bits.
    static constexpr std::size_t kSteps = [] {
        std::size_t steps = kGroupVectors;
        while (static_cast<int>(steps) * 2 * kRules.largest * 127 > 32767) {
            steps /= 2;
        }
        return steps;
    }();

    struct ActivationRow {
        const std::int8_t* codes;
        const float* scales;
        const std::int16_t* sums;
    };
    struct Pass {
        ActivationRow rows[kMostRows];
        alignas(32) float sums[kLanes][kMostRows][kPanelRows];  ///< running sums
    };

    /// Vector s of the codes holds values 4s to 4s + 3 of each row. Scales stand twice for each row and group; of
    /// offsets and minimums vector i holds those of groups 2i and 2i + 1.
    struct Panel {
        __m256i codes[kVectors];
        __m256i scales[kGroups];
        __m256i offsets[8];
        __m256i minimums[8];
        __m256 d, d_min;
    };

    static void run_pass(const BlockCall& call, std::size_t row_count, std::size_t first, std::size_t count) {
        Pass pass;
        for (std::size_t i = 0; i < count; ++i) {
            const Tile<1> tile = tile_of<B, 1>(call, first + i);
            pass.rows[i] = {tile.codes[0], tile.scales[0], tile.sums[0]};
        }
        Panel panel;
        for (std::size_t begin = 0; begin < row_count; begin += kPanelRows) {
            for (auto& sums : pass.sums) {
                std::memset(sums, 0, count * sizeof sums[0]);
            }
            const std::uint8_t* rows = call.weights + begin * call.row_bytes;
            const std::size_t ahead = begin + kPanelRows < row_count ? kPanelRows * call.row_bytes : 0;
            for (std::size_t block = 0; block < call.blocks; ++block) {
                fill(rows + block * kRules.bytes, call.row_bytes, ahead, panel);
                for (std::size_t done = 0; done < count;) {
                    done +=
                        multiply_some(panel, pass.rows + done, block, pass.sums[block % kLanes] + done, count - done);
                }
            }
            for (std::size_t i = 0; i < count; ++i) {
                _mm256_storeu_ps(call.out + (first + i) * call.out_stride + begin, add_running_sums(pass, i));
            }
        }
    }

    /// 0 + 2 and 1 + 3, then both.
    static __m256 add_running_sums(const Pass& pass, std::size_t row) {
        const auto pair = [&](std::size_t a) {
            return _mm256_add_ps(_mm256_load_ps(pass.sums[a][row]), _mm256_load_ps(pass.sums[a + 2][row]));
        };
        return _mm256_add_ps(pair(0), pair(1));
    }

    // ---- Unpacking ----

    /// One block of eight rows.
    struct Unpacked {
        alignas(32) std::uint8_t codes[kPanelRows][256];
        alignas(32) std::int16_t scales[kPanelRows][16];
        alignas(32) std::int16_t offsets[kPanelRows][16];
        alignas(32) std::int16_t minimums[kPanelRows][16];
        alignas(16) std::uint16_t d[kPanelRows];
        alignas(16) std::uint16_t d_min[kPanelRows];
    };

    static void fill(const std::uint8_t* at, std::size_t row_bytes, std::size_t ahead, Panel& panel) {
        B opened[kPanelRows];
        Unpacked rows;
        STRATA_NO_UNROLL
        for (std::size_t r = 0; r < kPanelRows; ++r) {
            const std::uint8_t* from = at + r * row_bytes;
            for (std::size_t line = 0; line < kRules.bytes; line += 64) {
                _mm_prefetch(reinterpret_cast<const char*>(from + ahead + line), _MM_HINT_T0);
            }
            opened[r].open(from);
        }
        STRATA_NO_UNROLL
        for (std::size_t r = 0; r < kPanelRows; ++r) {
            unpack(opened[r], at + r * row_bytes, rows, r);
        }
        for (std::size_t part = 0; part < 16; ++part) {
            interleave<B>(rows.codes[0] + 16 * part, sizeof rows.codes[0], panel.codes + 4 * part);
        }
        __m256i scales[8];
        interleave_numbers(rows.scales, scales);
        for (std::size_t i = 0; i < 8; ++i) {
            if constexpr (kRules.group == 32) {
                panel.scales[i] = scales[i];
            } else {
                const __m256i first = _mm256_set1_epi32(0x0100'0100);
                const __m256i lanes = _mm256_set_epi32(0x0c0c'0c0c, 0x0808'0808, 0x0404'0404, 0, 0x0c0c'0c0c,
                                                       0x0808'0808, 0x0404'0404, 0);
                const __m256i low = _mm256_add_epi8(first, lanes);
                panel.scales[2 * i] = _mm256_shuffle_epi8(scales[i], low);
                panel.scales[2 * i + 1] = _mm256_shuffle_epi8(scales[i], _mm256_add_epi8(low, _mm256_set1_epi8(2)));
            }
        }
        panel.d = floats(rows.d, kRules.factor);
        if constexpr (kRules.offset) {
            interleave_numbers(rows.offsets, panel.offsets);
        }
        if constexpr (kRules.minimum) {
            interleave_numbers(rows.minimums, panel.minimums);
            panel.d_min = floats(rows.d_min, 1);
        }
    }

    static STRATA_FORCE_INLINE void unpack(const B& block, const std::uint8_t* from, Unpacked& to, std::size_t row) {
        __m256i* codes = reinterpret_cast<__m256i*>(to.codes[row]);
        _mm256_store_si256(codes, block.template codes<0>());
        _mm256_store_si256(codes + 1, block.template codes<1>());
        _mm256_store_si256(codes + 2, block.template codes<2>());
        _mm256_store_si256(codes + 3, block.template codes<3>());
        _mm256_store_si256(codes + 4, block.template codes<4>());
        _mm256_store_si256(codes + 5, block.template codes<5>());
        _mm256_store_si256(codes + 6, block.template codes<6>());
        _mm256_store_si256(codes + 7, block.template codes<7>());
        store_in_order(block.scales(), to.scales[row]);
        to.d[row] = B::d_bits(from);
        if constexpr (kRules.offset) {
            store(block.offsets(), to.offsets[row]);
        }
        if constexpr (kRules.minimum) {
            store(block.minimums(), to.minimums[row]);
            to.d_min[row] = B::d_min_bits(from);
        }
    }

    /// Numbers of even groups in the low lane and of odd ones in the high lane.
    static STRATA_FORCE_INLINE void store_in_order(__m256i numbers, std::int16_t (&to)[16]) {
        const __m128i even = _mm256_castsi256_si128(numbers);
        const __m128i odd = _mm256_extracti128_si256(numbers, 1);
        _mm_store_si128(reinterpret_cast<__m128i*>(to), _mm_unpacklo_epi16(even, odd));
        _mm_store_si128(reinterpret_cast<__m128i*>(to) + 1, _mm_unpackhi_epi16(even, odd));
    }
    static STRATA_FORCE_INLINE void store(__m256i numbers, std::int16_t (&to)[16]) {
        _mm256_store_si256(reinterpret_cast<__m256i*>(to), numbers);
    }
    static STRATA_FORCE_INLINE void interleave_numbers(const std::int16_t (&rows)[kPanelRows][16], __m256i (&to)[8]) {
        interleave<B>(rows[0], sizeof rows[0], to);
        interleave<B>(rows[0] + 8, sizeof rows[0], to + 4);
    }
    static STRATA_FORCE_INLINE __m256 floats(const std::uint16_t (&bits)[kPanelRows], float factor) {
        const __m256 values = _mm256_cvtph_ps(_mm_load_si128(reinterpret_cast<const __m128i*>(bits)));
        return kRules.factor == 1 ? values : _mm256_mul_ps(values, _mm256_set1_ps(factor));
    }

    // ---- Products ----

    /// One tile; how many activation rows it took.
    static std::size_t multiply_some(const Panel& panel, const ActivationRow* x, std::size_t block,
                                     float (*sums)[kPanelRows], std::size_t left) {
        if (left == 6 || left >= 9) {
            multiply<6>(panel, x, block, sums);
            return 6;
        }
        if (left == 4 || left >= 7) {
            multiply<4>(panel, x, block, sums);
            return 4;
        }
        if (left >= 3) {
            multiply<3>(panel, x, block, sums);
            return 3;
        }
        if (left == 2) {
            multiply<2>(panel, x, block, sums);
            return 2;
        }
        multiply<1>(panel, x, block, sums);
        return 1;
    }

    /// The four bytes at `from`, eight times.
    static STRATA_FORCE_INLINE __m256i each_row(const void* from) {
        std::int32_t value;
        std::memcpy(&value, from, sizeof value);
        return _mm256_set1_epi32(value);
    }

    /// Adds the products of group sums with numbers of the groups.
    template <int C>
    static STRATA_FORCE_INLINE void add_sums(const __m256i (&numbers)[8], const ActivationRow* x, std::size_t block,
                                             __m256i (&products)[C]) {
        for (std::size_t i = 0; i < 8; ++i) {
            const __m256i pair = numbers[i];
            for (int c = 0; c < C; ++c) {
                const __m256i sums = each_row(x[c].sums + block * 16 + 2 * i);
                products[c] = _mm256_add_epi32(products[c], _mm256_madd_epi16(pair, sums));
                STRATA_SETTLE(products[c]);
            }
        }
    }

    template <int C>
    static void multiply(const Panel& panel, const ActivationRow* x, std::size_t block, float (*sums)[kPanelRows]) {
        const std::int8_t* codes[C];
        __m256i products[C];
        for (int c = 0; c < C; ++c) {
            codes[c] = x[c].codes + block * 256;
            products[c] = _mm256_setzero_si256();
        }
        if constexpr (kRules.offset) {
            add_sums<C>(panel.offsets, x, block, products);
        }
        for (std::size_t group = 0; group < kGroups; ++group) {
            for (std::size_t begin = 0; begin < kGroupVectors; begin += kSteps) {
                add_steps<C>(panel.codes + group * kGroupVectors + begin, panel.scales[group], codes,
                             group * kRules.group + 4 * begin, products);
            }
        }
        __m256 scales[C];
        for (int c = 0; c < C; ++c) {
            scales[c] = _mm256_broadcast_ss(x[c].scales + block);
            const __m256 sum = _mm256_load_ps(sums[c]);
            const __m256 d = _mm256_mul_ps(panel.d, scales[c]);
            _mm256_store_ps(sums[c], _mm256_fmadd_ps(_mm256_cvtepi32_ps(products[c]), d, sum));
            products[c] = _mm256_setzero_si256();
        }
        if constexpr (kRules.minimum) {
            add_sums<C>(panel.minimums, x, block, products);
            for (int c = 0; c < C; ++c) {
                const __m256 sum = _mm256_load_ps(sums[c]);
                const __m256 d = _mm256_mul_ps(panel.d_min, scales[c]);
                _mm256_store_ps(sums[c], _mm256_fnmadd_ps(_mm256_cvtepi32_ps(products[c]), d, sum));
            }
        }
    }

    template <int C>
    static STRATA_FORCE_INLINE void add_steps(const __m256i* w, __m256i scales, const std::int8_t* const (&x)[C],
                                              std::size_t at, __m256i (&products)[C]) {
        __m256i pairs[C];
        for (int c = 0; c < C; ++c) {
            pairs[c] = _mm256_maddubs_epi16(w[0], each_row(x[c] + at));
        }
        for (std::size_t s = 1; s < kSteps; ++s) {
            for (int c = 0; c < C; ++c) {
                const __m256i more = _mm256_maddubs_epi16(w[s], each_row(x[c] + at + 4 * s));
                pairs[c] = _mm256_add_epi16(pairs[c], more);
                STRATA_SETTLE(pairs[c]);
            }
        }
        for (int c = 0; c < C; ++c) {
            products[c] = _mm256_add_epi32(products[c], _mm256_madd_epi16(pairs[c], scales));
            STRATA_SETTLE(products[c]);
        }
    }
};

}  // namespace strata::quant
