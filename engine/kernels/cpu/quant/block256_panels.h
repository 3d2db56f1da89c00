#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/cpu/quant/block256.h"
#include "kernels/cpu/quant/block_call.h"
#include "kernels/cpu/quant/force_inline.h"
#include "kernels/cpu/quant/matmul_driver.h"

namespace strata::quant {

/// Block256MatMul for many activation rows: one block of eight or sixteen weight rows side by side, unpacked once.
/// Rows: what holds a row in each lane, EightRows or SixteenRows.
template <class B, class Rows>
class Block256Panels {
public:
    static constexpr std::size_t kPanelRows = Rows::kRows;

    /// All listed activation rows times weight rows begin to end - 1, a multiple of kPanelRows.
    static void run(const BlockCall& call, std::size_t begin, std::size_t end, std::size_t index_count) {
        const std::size_t passes = (index_count + kMostRows - 1) / kMostRows;
        for (std::size_t pass = 0; pass < passes; ++pass) {
            const std::size_t first = index_count * pass / passes;
            run_pass(call, begin, end, first, index_count * (pass + 1) / passes - first);
        }
    }

private:
    using Ints = typename Rows::Ints;
    using Floats = typename Rows::Floats;
    static constexpr Block256Rules kRules = B::kRules;
    /// Activation rows of a pass: these of a width of 2560 fit into the cache of a processor core.
    static constexpr std::size_t kMostRows = 128;
    static constexpr std::size_t kLanes = 4;
    static constexpr std::size_t kVectors = 64;  ///< of a block: four values of each row
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
        alignas(64) float sums[kLanes][kMostRows][kPanelRows];  ///< running sums
    };

    /// Vector s of the codes holds values 4s to 4s + 3 of each row. Scales of a group are 32-bit numbers, or
    /// 16-bit ones that stand twice for each row where there are no dot products of bytes; of offsets and minimums
    /// vector i holds those of groups 2i and 2i + 1.
    struct Panel {
        Ints codes[kVectors];
        Ints scales[kGroups];
        Ints offsets[8];
        Ints minimums[8];
        Floats d, d_min;
    };

    static void run_pass(const BlockCall& call, std::size_t begin, std::size_t end, std::size_t first,
                         std::size_t count) {
        Pass pass;
        for (std::size_t i = 0; i < count; ++i) {
            const Tile<1> tile = tile_of<B, 1>(call, first + i);
            pass.rows[i] = {tile.codes[0], tile.scales[0], tile.sums[0]};
        }
        Panel panel;
        for (; begin < end; begin += kPanelRows) {
            for (auto& sums : pass.sums) {
                std::memset(sums, 0, count * sizeof sums[0]);
            }
            const std::uint8_t* rows = call.weights + begin * call.row_bytes;
            const std::size_t ahead = begin + kPanelRows < end ? kPanelRows * call.row_bytes : 0;
            for (std::size_t block = 0; block < call.blocks; ++block) {
                fill(rows + block * kRules.bytes, call.row_bytes, ahead, panel);
                for (std::size_t done = 0; done < count;) {
                    done +=
                        multiply_some(panel, pass.rows + done, block, pass.sums[block % kLanes] + done, count - done);
                }
            }
            for (std::size_t i = 0; i < count; ++i) {
                Rows::store_unaligned(call.out + (first + i) * call.out_stride + begin, add_running_sums(pass, i));
            }
        }
    }

    /// 0 + 2 and 1 + 3, then both.
    static Floats add_running_sums(const Pass& pass, std::size_t row) {
        const auto pair = [&](std::size_t a) {
            return Rows::add(Rows::load(pass.sums[a][row]), Rows::load(pass.sums[a + 2][row]));
        };
        return Rows::add(pair(0), pair(1));
    }

    // ---- Unpacking ----

    /// One block of each row.
    struct Unpacked {
        alignas(32) std::uint8_t codes[kPanelRows][256];
        alignas(32) std::int16_t scales[kPanelRows][16];
        alignas(32) std::int16_t offsets[kPanelRows][16];
        alignas(32) std::int16_t minimums[kPanelRows][16];
        alignas(32) std::uint16_t d[kPanelRows];
        alignas(32) std::uint16_t d_min[kPanelRows];
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
            Rows::side_by_side(rows.codes[0] + 16 * part, sizeof rows.codes[0], panel.codes + 4 * part);
        }
        Ints scales[8];
        interleave_numbers(rows.scales, scales);
        for (std::size_t i = 0; i < 8; ++i) {
            if constexpr (kRules.group == 32) {
                panel.scales[i] = scales_of(scales[i]);
            } else {
                panel.scales[2 * i] = scales_of(Rows::template half_twice<0>(scales[i]));
                panel.scales[2 * i + 1] = scales_of(Rows::template half_twice<1>(scales[i]));
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
    static STRATA_FORCE_INLINE void interleave_numbers(const std::int16_t (&rows)[kPanelRows][16], Ints (&to)[8]) {
        Rows::side_by_side(rows[0], sizeof rows[0], to);
        Rows::side_by_side(rows[0] + 8, sizeof rows[0], to + 4);
    }
    /// From scales that stand twice.
    static STRATA_FORCE_INLINE Ints scales_of(Ints twice) {
        return Rows::kByteDots ? Rows::upper_halves(twice) : twice;
    }
    static STRATA_FORCE_INLINE Floats floats(const std::uint16_t (&bits)[kPanelRows], float factor) {
        const Floats values = Rows::halves(bits);
        return kRules.factor == 1 ? values : Rows::times(values, Rows::each(&factor));
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

    /// The four bytes at `from` for each row.
    static STRATA_FORCE_INLINE Ints each_row(const void* from) {
        std::int32_t value;
        std::memcpy(&value, from, sizeof value);
        return Rows::each(value);
    }

    /// Adds the products of group sums with numbers of the groups.
    template <int C>
    static STRATA_FORCE_INLINE void add_sums(const Ints (&numbers)[8], const ActivationRow* x, std::size_t block,
                                             Ints (&products)[C]) {
        for (std::size_t i = 0; i < 8; ++i) {
            const Ints pair = numbers[i];
            for (int c = 0; c < C; ++c) {
                products[c] = Rows::add_pairs(products[c], pair, each_row(x[c].sums + block * 16 + 2 * i));
                STRATA_SETTLE(products[c]);
            }
        }
    }

    template <int C>
    static void multiply(const Panel& panel, const ActivationRow* x, std::size_t block, float (*sums)[kPanelRows]) {
        const std::int8_t* codes[C];
        Ints products[C];
        for (int c = 0; c < C; ++c) {
            codes[c] = x[c].codes + block * 256;
            products[c] = Rows::zero();
        }
        if constexpr (kRules.offset) {
            add_sums<C>(panel.offsets, x, block, products);
        }
        for (std::size_t group = 0; group < kGroups; ++group) {
            const Ints* w = panel.codes + group * kGroupVectors;
            if constexpr (Rows::kByteDots) {
                add_group<C>(w, panel.scales[group], codes, group * kRules.group, products);
            } else {
                for (std::size_t begin = 0; begin < kGroupVectors; begin += kSteps) {
                    add_steps<C>(w + begin, panel.scales[group], codes, group * kRules.group + 4 * begin, products);
                }
            }
        }
        Floats scales[C];
        for (int c = 0; c < C; ++c) {
            scales[c] = Rows::each(x[c].scales + block);
            const Floats sum = Rows::load(sums[c]);
            Rows::store(sums[c], Rows::plus_product(sum, products[c], Rows::times(panel.d, scales[c])));
            products[c] = Rows::zero();
        }
        if constexpr (kRules.minimum) {
            add_sums<C>(panel.minimums, x, block, products);
            for (int c = 0; c < C; ++c) {
                const Floats sum = Rows::load(sums[c]);
                Rows::store(sums[c], Rows::minus_product(sum, products[c], Rows::times(panel.d_min, scales[c])));
            }
        }
    }

    /// A group with dot products of bytes.
    template <int C>
    static STRATA_FORCE_INLINE void add_group(const Ints* w, Ints scales, const std::int8_t* const (&x)[C],
                                              std::size_t at, Ints (&products)[C]) {
        Ints sums[C];
        for (int c = 0; c < C; ++c) {
            sums[c] = Rows::zero();
        }
        for (std::size_t s = 0; s < kGroupVectors; ++s) {
            for (int c = 0; c < C; ++c) {
                sums[c] = Rows::add_products(sums[c], w[s], each_row(x[c] + at + 4 * s));
                STRATA_SETTLE(sums[c]);
            }
        }
        for (int c = 0; c < C; ++c) {
            products[c] = Rows::add_32(products[c], Rows::times_32(sums[c], scales));
            STRATA_SETTLE(products[c]);
        }
    }

    /// A part of a group whose sums fit 16 bits.
    template <int C>
    static STRATA_FORCE_INLINE void add_steps(const Ints* w, Ints scales, const std::int8_t* const (&x)[C],
                                              std::size_t at, Ints (&products)[C]) {
        Ints pairs[C];
        for (int c = 0; c < C; ++c) {
            pairs[c] = Rows::pairs_of_products(w[0], each_row(x[c] + at));
        }
        for (std::size_t s = 1; s < kSteps; ++s) {
            for (int c = 0; c < C; ++c) {
                const Ints more = Rows::pairs_of_products(w[s], each_row(x[c] + at + 4 * s));
                pairs[c] = Rows::add_16(pairs[c], more);
                STRATA_SETTLE(pairs[c]);
            }
        }
        for (int c = 0; c < C; ++c) {
            products[c] = Rows::add_pairs(products[c], pairs[c], scales);
            STRATA_SETTLE(products[c]);
        }
    }
};

}  // namespace strata::quant
