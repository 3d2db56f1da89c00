#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/cpu/quant/force_inline.h"
#include "kernels/cpu/quant/level_avx2.h"
#include "kernels/cpu/quant/weight_codes.h"
#include "kernels/cpu_kernels.h"

namespace strata::quant {

/// How BlockMatMul multiplies the codes of a type.
struct BlockRules {
    std::size_t block_values;  ///< 32 or 64
    std::size_t block_bytes;
    /// Added to the codes, so that they are not negative; taken out again through the sums of the activations.
    int offset = 0;
    /// Products of four values that may be added up in 16 bits; 0: codes with signs beyond 64, which have no offset.
    int steps = 0;
    bool minimum = false;  ///< an f16 minimum stands behind the f16 scale that every block begins with
};

/// Products with weight types of blocks of 32 or 64 values for AVX2.
///
/// The sum of a block of 32 is a whole number and exact. Its float, times both scales, goes to running sum b mod 8 (b:
/// the block's place in the row), by one fused multiply-add; the eight sums are added as a fixed tree at the end. That
/// suits both ways to compute it: for few activation rows a vector holds eight blocks of one weight row, for many it
/// holds one block of eight weight rows (a panel), unpacked once for all of them. The bits are the same.
///
/// F: the unpacking, by units of 64. unsigned_codes(row, unit) are codes with the offset added; for blocks of 32 also
/// unpack_half (see Format) and unsigned_codes_of(Codes64).
template <class F>
class BlockMatMul {
public:
    static void run(const std::byte* weights, std::size_t row_bytes, std::size_t row_count, const ActivationRows& x,
                    const std::int32_t* row_index, std::size_t index_count, float* out,
                    std::size_t out_stride) noexcept {
        const Call call{reinterpret_cast<const std::uint8_t*>(weights),
                        row_bytes,
                        x.columns / kBlock,
                        x,
                        row_index,
                        out,
                        out_stride};
        std::size_t row = 0;
        if (index_count > kMostDirect && call.blocks <= kMostBlocks && row_count >= kPanelRows) {
            row = row_count / kPanelRows * kPanelRows;
            run_panels(call, row, index_count);
        }
        std::size_t first = 0;
        for (; first + kMostDirect <= index_count; first += kMostDirect) {
            run_direct<kMostDirect>(call, row, row_count, first);
        }
        switch (index_count - first) {
            case 3:
                run_direct<3>(call, row, row_count, first);
                break;
            case 2:
                run_direct<2>(call, row, row_count, first);
                break;
            case 1:
                run_direct<1>(call, row, row_count, first);
                break;
            default:
                break;
        }
    }

private:
    static constexpr BlockRules kRules = F::kRules;
    static constexpr std::size_t kBlock = 32;
    static constexpr std::size_t kLanes = 8;
    static constexpr std::size_t kPanelRows = 8;
    static constexpr std::size_t kMostDirect = 4;
    static constexpr std::size_t kMostBlocks = 320;
    static constexpr int kMostTile = 6;

    struct Call {
        const std::uint8_t* weights;
        std::size_t row_bytes;
        std::size_t blocks;  ///< of 32, in a row
        const ActivationRows& x;
        const std::int32_t* row_index;
        float* out;
        std::size_t out_stride;
    };

    template <int R>
    static Tile<R> tile_of(const Call& call, std::size_t first) {
        Tile<R> tile;
        for (int r = 0; r < R; ++r) {
            const std::size_t listed = first + static_cast<std::size_t>(r);
            const std::size_t row =
                call.row_index == nullptr ? listed : static_cast<std::size_t>(call.row_index[listed]);
            tile.codes[r] = call.x.codes + row * call.x.stride;
            tile.scales[r] = call.x.scales + row * call.x.scale_stride;
            tile.sums[r] = call.x.sums + row * call.x.sum_stride;
        }
        return tile;
    }

    // ---- Sums within a block ----

    /// Eight sums of four products.
    static STRATA_FORCE_INLINE __m256i products(__m256i w, __m256i x) {
        const __m256i ones = _mm256_set1_epi16(1);
        if constexpr (kRules.steps == 0) {
            return _mm256_madd_epi16(_mm256_maddubs_epi16(_mm256_abs_epi8(w), _mm256_sign_epi8(x, w)), ones);
        } else {
            return _mm256_madd_epi16(_mm256_maddubs_epi16(w, x), ones);
        }
    }

    /// Sums of neighbours: two of a, two of b in each half. Small codes stay within 16 bits up to sums of eight.
    static STRATA_FORCE_INLINE __m256i add_neighbours(__m256i a, __m256i b) {
        if constexpr (kRules.steps == 0) {
            return _mm256_hadd_epi32(a, b);
        } else {
            return _mm256_madd_epi16(_mm256_packs_epi32(a, b), _mm256_set1_epi16(1));
        }
    }

    /// pairs[i]: blocks 2i and 2i + 1 after add_neighbours. The sums of the eight blocks.
    static STRATA_FORCE_INLINE __m256i block_sums(const __m256i (&pairs)[4]) {
        const __m256i low = add_neighbours(pairs[0], pairs[1]);
        const __m256i high = add_neighbours(pairs[2], pairs[3]);
        return _mm256_add_epi32(_mm256_permute2x128_si256(low, high, 0x20), _mm256_permute2x128_si256(low, high, 0x31));
    }

    /// The sums of the codes of eight activation blocks, from sums of 16.
    static STRATA_FORCE_INLINE __m256i activation_sums(const std::int16_t* sums) {
        const __m256i sixteens = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(sums));
        return _mm256_madd_epi16(sixteens, _mm256_set1_epi16(1));
    }

    static STRATA_FORCE_INLINE __m256i without_offset(__m256i sums, __m256i activation_sums) {
        if constexpr (kRules.offset == 0) {
            return sums;
        } else {
            return _mm256_sub_epi32(sums, times_offset(activation_sums));
        }
    }
    static STRATA_FORCE_INLINE __m256i times_offset(__m256i activation_sums) {
        return _mm256_mullo_epi32(activation_sums, _mm256_set1_epi32(kRules.offset));
    }

    /// (0 + 4) + (2 + 6), (1 + 5) + (3 + 7), then both.
    static float add_lanes(__m256 lanes) {
        const __m128 four = _mm_add_ps(_mm256_castps256_ps128(lanes), _mm256_extractf128_ps(lanes, 1));
        const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
    }

    // ---- Few activation rows ----

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

    /// The f16 numbers at `at` in the blocks that hold eight blocks of 32 of a row.
    static STRATA_FORCE_INLINE __m256 eight_scales(const std::uint8_t* row, std::size_t chunk, std::size_t at) {
        if constexpr (kRules.block_values == kBlock) {
            return eight_halves(row + chunk * kLanes * kRules.block_bytes + at, kRules.block_bytes);
        } else {
            const std::uint8_t* from = row + chunk * (kLanes / 2) * kRules.block_bytes + at;
            const auto bits = [&](std::size_t i) { return static_cast<short>(load_16(from + i * kRules.block_bytes)); };
            const __m128i four = _mm_set_epi16(0, 0, 0, 0, bits(3), bits(2), bits(1), bits(0));
            return _mm256_cvtph_ps(_mm_unpacklo_epi16(four, four));
        }
    }

    /// What belongs to eight blocks of an activation row, or to the last ones of it with zeros behind.
    struct EightBlocks {
        __m256 scales;
        __m256i sums = _mm256_setzero_si256();  ///< only for types with an offset or a minimum
    };
    static constexpr bool kUsesSums = kRules.offset != 0 || kRules.minimum;

    static STRATA_FORCE_INLINE EightBlocks eight_blocks(const float* scales, const std::int16_t* sums,
                                                        std::size_t chunk) {
        EightBlocks blocks;
        blocks.scales = _mm256_loadu_ps(scales + chunk * kLanes);
        if constexpr (kUsesSums) {
            blocks.sums = activation_sums(sums + chunk * 2 * kLanes);
        }
        return blocks;
    }
    static EightBlocks last_blocks(const float* scales, const std::int16_t* sums, std::size_t chunk,
                                   std::size_t count) {
        alignas(32) float some_scales[kLanes] = {};
        alignas(32) std::int16_t some_sums[2 * kLanes] = {};
        std::memcpy(some_scales, scales + chunk * kLanes, count * sizeof(float));
        std::memcpy(some_sums, sums + chunk * 2 * kLanes, count * 2 * sizeof(std::int16_t));
        return eight_blocks(some_scales, some_sums, 0);
    }

    static STRATA_FORCE_INLINE __m256 add_eight(const __m256i (&pairs)[4], __m256 d, __m256 m, const EightBlocks& x,
                                                __m256 sum) {
        const __m256 values = _mm256_cvtepi32_ps(without_offset(block_sums(pairs), x.sums));
        sum = _mm256_fmadd_ps(values, _mm256_mul_ps(d, x.scales), sum);
        if constexpr (kRules.minimum) {
            sum = _mm256_fmadd_ps(m, _mm256_mul_ps(_mm256_cvtepi32_ps(x.sums), x.scales), sum);
        }
        return sum;
    }

    template <int R>
    static STRATA_FORCE_INLINE void multiply_unit(const Avx2::Bytes& w, const Tile<R>& x, std::size_t unit,
                                                  __m256i (&pairs)[R][4], int place) {
        for (int r = 0; r < R; ++r) {
            const Avx2::Bytes codes = Avx2::load(x.codes[r] + unit * 64);
            pairs[r][place] = add_neighbours(products(w.low, codes.low), products(w.high, codes.high));
        }
    }

    /// The unit behind the whole ones: one block of 32.
    template <int R>
    static void multiply_half(const std::uint8_t* row, const Tile<R>& x, std::size_t unit, __m256i (&pairs)[R][4],
                              int place) {
        Codes64 half;
        F::unpack_half(row, unit, half);
        const __m256i w = F::unsigned_codes_of(half).low;
        for (int r = 0; r < R; ++r) {
            const __m256i codes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x.codes[r] + unit * 64));
            pairs[r][place] = add_neighbours(products(w, codes), _mm256_setzero_si256());
        }
    }

    template <int R>
    static void run_direct(const Call& call, std::size_t begin, std::size_t end, std::size_t first) {
        const Tile<R> tile = tile_of<R>(call, first);
        const std::size_t chunks = call.blocks / kLanes;
        for (std::size_t w = begin; w < end; ++w) {
            const std::uint8_t* row = call.weights + w * call.row_bytes;
            __m256 sums[R];
            for (int r = 0; r < R; ++r) {
                sums[r] = _mm256_setzero_ps();
            }
            for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
                __m256i pairs[R][4];
                for (int place = 0; place < 4; ++place) {
                    const std::size_t unit = chunk * 4 + static_cast<std::size_t>(place);
                    multiply_unit<R>(F::unsigned_codes(row, unit), tile, unit, pairs, place);
                }
                const __m256 d = eight_scales(row, chunk, 0);
                const __m256 m = kRules.minimum ? eight_scales(row, chunk, 2) : _mm256_setzero_ps();
                for (int r = 0; r < R; ++r) {
                    sums[r] = add_eight(pairs[r], d, m, eight_blocks(tile.scales[r], tile.sums[r], chunk), sums[r]);
                }
            }
            if (call.blocks % kLanes != 0) {
                add_last<R>(call, row, tile, sums);
            }
            for (std::size_t r = 0; r < R; ++r) {
                call.out[(first + r) * call.out_stride + w] = add_lanes(sums[r]);
            }
        }
    }

    /// The blocks behind the last whole eight.
    template <int R>
    static void add_last(const Call& call, const std::uint8_t* row, const Tile<R>& tile, __m256 (&sums)[R]) {
        const std::size_t chunk = call.blocks / kLanes;
        const std::size_t count = call.blocks % kLanes;
        __m256i pairs[R][4];
        for (int r = 0; r < R; ++r) {
            for (int place = 0; place < 4; ++place) {
                pairs[r][place] = _mm256_setzero_si256();
            }
        }
        for (std::size_t pair = 0; pair < count / 2; ++pair) {
            multiply_unit<R>(F::unsigned_codes(row, chunk * 4 + pair), tile, chunk * 4 + pair, pairs,
                             static_cast<int>(pair));
        }
        if constexpr (kRules.block_values == 32) {
            if (count % 2 != 0) {
                multiply_half<R>(row, tile, chunk * 4 + count / 2, pairs, static_cast<int>(count / 2));
            }
        }
        alignas(16) std::uint16_t d[kLanes] = {};
        alignas(16) std::uint16_t m[kLanes] = {};
        for (std::size_t block = 0; block < count; ++block) {
            const std::uint8_t* from =
                row + (chunk * kLanes + block) * kBlock / kRules.block_values * kRules.block_bytes;
            d[block] = load_16(from);
            m[block] = load_16(from + 2);
        }
        const auto floats = [](const std::uint16_t* bits) {
            return _mm256_cvtph_ps(_mm_load_si128(reinterpret_cast<const __m128i*>(bits)));
        };
        for (int r = 0; r < R; ++r) {
            sums[r] = add_eight(pairs[r], floats(d), floats(m), last_blocks(tile.scales[r], tile.sums[r], chunk, count),
                                sums[r]);
        }
    }

    // ---- Many activation rows ----

    /// Eight weight rows side by side: vector s of a block holds values 4s to 4s + 3 of each row.
    struct Panel {
        alignas(32) std::int8_t codes[kMostBlocks * kBlock * kPanelRows];
        alignas(32) float d[kMostBlocks * kPanelRows];
        alignas(32) float m[kRules.minimum ? kMostBlocks * kPanelRows : kPanelRows];
    };

    static void run_panels(const Call& call, std::size_t row_count, std::size_t index_count) {
        Panel panel;
        for (std::size_t begin = 0; begin < row_count; begin += kPanelRows) {
            fill(call, begin, panel);
            const bool last = begin + kPanelRows >= row_count;
            Ahead ahead{call.weights + (begin + kPanelRows) * call.row_bytes, last ? 0 : kPanelRows * call.row_bytes};
            for (std::size_t first = 0; first < index_count;) {
                const std::size_t left = index_count - first;
                ahead.fetch(left);
                first += multiply_some(call, panel, begin, first, left);
            }
        }
    }

    /// Asks for the weights of the next panel, a share with every tile: nothing else would read memory then.
    struct Ahead {
        const std::uint8_t* at;
        std::size_t bytes;

        void fetch(std::size_t rows_left) {
            const std::size_t share = (bytes * kMostTile / rows_left / 64 + 1) * 64;
            const std::size_t now = bytes < share ? bytes : share;
            for (std::size_t line = 0; line < now; line += 64) {
                Avx2::prefetch_second_level(at + line);
            }
            at += now;
            bytes -= now;
        }
    };

    /// One tile; how many activation rows it took.
    static std::size_t multiply_some(const Call& call, const Panel& panel, std::size_t row, std::size_t first,
                                     std::size_t left) {
        if (left == 6 || left >= 9) {
            multiply<6>(call, panel, row, first);
            return 6;
        }
        if (left == 4 || left >= 7) {
            multiply<4>(call, panel, row, first);
            return 4;
        }
        if (left >= 3) {
            multiply<3>(call, panel, row, first);
            return 3;
        }
        if (left == 2) {
            multiply<2>(call, panel, row, first);
            return 2;
        }
        multiply<1>(call, panel, row, first);
        return 1;
    }

    static void fill(const Call& call, std::size_t first_row, Panel& panel) {
        const std::uint8_t* rows = call.weights + first_row * call.row_bytes;
        for (std::size_t block = 0; block < call.blocks; block += 2) {
            alignas(32) std::int8_t codes[kPanelRows][2 * kBlock];
            const std::size_t blocks = call.blocks - block < 2 ? 1 : 2;
            for (std::size_t r = 0; r < kPanelRows; ++r) {
                const std::uint8_t* row = rows + r * call.row_bytes;
                if (blocks == 2) {
                    Avx2::store(codes[r], F::unsigned_codes(row, block / 2));
                } else if constexpr (kRules.block_values == 32) {
                    Codes64 half;
                    F::unpack_half(row, block / 2, half);
                    Avx2::store(codes[r], F::unsigned_codes_of(half));
                }
            }
            for (std::size_t b = 0; b < blocks; ++b) {
                const std::size_t to = block + b;
                interleave(codes, b * kBlock, panel.codes + to * kBlock * kPanelRows);
                const std::uint8_t* from = rows + to * kBlock / kRules.block_values * kRules.block_bytes;
                _mm256_store_ps(panel.d + to * kPanelRows, eight_halves(from, call.row_bytes));
                if constexpr (kRules.minimum) {
                    _mm256_store_ps(panel.m + to * kPanelRows, eight_halves(from + 2, call.row_bytes));
                }
            }
        }
    }

    static STRATA_FORCE_INLINE void interleave(const std::int8_t (&codes)[kPanelRows][2 * kBlock], std::size_t at,
                                               std::int8_t* to) {
        for (std::size_t half = 0; half < 2; ++half, at += 16) {
            __m256i rows[4];
            for (std::size_t r = 0; r < 4; ++r) {
                const __m128i low = _mm_load_si128(reinterpret_cast<const __m128i*>(codes[r] + at));
                const __m128i high = _mm_load_si128(reinterpret_cast<const __m128i*>(codes[r + 4] + at));
                rows[r] = _mm256_set_m128i(high, low);
            }
            const __m256i a = _mm256_unpacklo_epi32(rows[0], rows[1]);
            const __m256i b = _mm256_unpackhi_epi32(rows[0], rows[1]);
            const __m256i c = _mm256_unpacklo_epi32(rows[2], rows[3]);
            const __m256i d = _mm256_unpackhi_epi32(rows[2], rows[3]);
            __m256i* out = reinterpret_cast<__m256i*>(to) + half * 4;
            _mm256_store_si256(out, _mm256_unpacklo_epi64(a, c));
            _mm256_store_si256(out + 1, _mm256_unpackhi_epi64(a, c));
            _mm256_store_si256(out + 2, _mm256_unpacklo_epi64(b, d));
            _mm256_store_si256(out + 3, _mm256_unpackhi_epi64(b, d));
        }
    }

    /// Activation sums of eight blocks as a tile uses them: times the offset, or as floats times the scale.
    template <int C>
    struct TileSums {
        alignas(32) std::int32_t offset[C][kLanes];
        alignas(32) float minimum[C][kLanes];

        void set(const Tile<C>& x, std::size_t chunk, std::size_t count) {
            for (int c = 0; c < C; ++c) {
                const EightBlocks blocks = count >= kLanes ? eight_blocks(x.scales[c], x.sums[c], chunk)
                                                           : last_blocks(x.scales[c], x.sums[c], chunk, count);
                if constexpr (kRules.offset != 0) {
                    _mm256_store_si256(reinterpret_cast<__m256i*>(offset[c]), times_offset(blocks.sums));
                }
                if constexpr (kRules.minimum) {
                    _mm256_store_ps(minimum[c], _mm256_mul_ps(_mm256_cvtepi32_ps(blocks.sums), blocks.scales));
                }
            }
        }
    };

    static STRATA_FORCE_INLINE __m256i four_codes(const std::int8_t* from) {
        std::int32_t value;
        std::memcpy(&value, from, sizeof value);
        return _mm256_set1_epi32(value);
    }

    /// One block of eight weight rows times C activation rows, which are at x.
    template <int C>
    static STRATA_FORCE_INLINE void multiply_block(const __m256i* w, const std::int8_t* const (&x)[C], std::size_t at,
                                                   __m256i (&sums)[C]) {
        const __m256i ones = _mm256_set1_epi16(1);
        for (int c = 0; c < C; ++c) {
            sums[c] = _mm256_setzero_si256();
        }
        if constexpr (kRules.steps == 0) {
            for (std::size_t s = 0; s < kLanes; ++s) {
                const __m256i weights = _mm256_load_si256(w + s);
                const __m256i magnitudes = _mm256_abs_epi8(weights);
                for (int c = 0; c < C; ++c) {
                    const __m256i codes = _mm256_sign_epi8(four_codes(x[c] + at + 4 * s), weights);
                    const __m256i pairs = _mm256_maddubs_epi16(magnitudes, codes);
                    sums[c] = _mm256_add_epi32(sums[c], _mm256_madd_epi16(pairs, ones));
                }
            }
        } else {
            for (std::size_t begin = 0; begin < kLanes; begin += kRules.steps) {
                __m256i pairs[C];
                for (int c = 0; c < C; ++c) {
                    pairs[c] = _mm256_maddubs_epi16(_mm256_load_si256(w + begin), four_codes(x[c] + at + 4 * begin));
                }
                for (std::size_t s = begin + 1; s < begin + kRules.steps; ++s) {
                    const __m256i weights = _mm256_load_si256(w + s);
                    for (int c = 0; c < C; ++c) {
                        const __m256i more = _mm256_maddubs_epi16(weights, four_codes(x[c] + at + 4 * s));
                        pairs[c] = _mm256_add_epi16(pairs[c], more);
                    }
                }
                for (int c = 0; c < C; ++c) {
                    sums[c] = _mm256_add_epi32(sums[c], _mm256_madd_epi16(pairs[c], ones));
                }
            }
        }
    }

    template <int C>
    static void multiply(const Call& call, const Panel& panel, std::size_t row, std::size_t first) {
        const Tile<C> tile = tile_of<C>(call, first);
        TileSums<C> tile_sums;
        alignas(32) float lanes[kLanes][C][kPanelRows] = {};
        for (std::size_t block = 0; block < call.blocks; ++block) {
            const std::size_t lane = block % kLanes;
            if constexpr (kUsesSums) {
                if (lane == 0) {
                    tile_sums.set(tile, block / kLanes, call.blocks - block);
                }
            }
            __m256i sums[C];
            multiply_block<C>(reinterpret_cast<const __m256i*>(panel.codes) + block * kLanes, tile.codes,
                              block * kBlock, sums);
            const __m256 d = _mm256_load_ps(panel.d + block * kPanelRows);
            for (int c = 0; c < C; ++c) {
                if constexpr (kRules.offset != 0) {
                    sums[c] = _mm256_sub_epi32(sums[c], _mm256_set1_epi32(tile_sums.offset[c][lane]));
                }
                const __m256 scale = _mm256_mul_ps(d, _mm256_broadcast_ss(tile.scales[c] + block));
                __m256 sum = _mm256_load_ps(lanes[lane][c]);
                sum = _mm256_fmadd_ps(_mm256_cvtepi32_ps(sums[c]), scale, sum);
                if constexpr (kRules.minimum) {
                    const __m256 m = _mm256_load_ps(panel.m + block * kPanelRows);
                    sum = _mm256_fmadd_ps(m, _mm256_broadcast_ss(&tile_sums.minimum[c][lane]), sum);
                }
                _mm256_store_ps(lanes[lane][c], sum);
            }
        }
        for (std::size_t c = 0; c < C; ++c) {
            _mm256_storeu_ps(call.out + (first + c) * call.out_stride + row, add_running_sums<C>(lanes, c));
        }
    }

    /// add_lanes for eight weight rows.
    template <int C>
    static __m256 add_running_sums(const float (&lanes)[kLanes][C][kPanelRows], std::size_t c) {
        const auto pair = [&](std::size_t a) {
            return _mm256_add_ps(_mm256_load_ps(lanes[a][c]), _mm256_load_ps(lanes[a + 4][c]));
        };
        return _mm256_add_ps(_mm256_add_ps(pair(0), pair(2)), _mm256_add_ps(pair(1), pair(3)));
    }
};

}  // namespace strata::quant
