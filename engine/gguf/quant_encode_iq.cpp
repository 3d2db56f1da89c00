// Encoders of three types with codebooks. Layouts: quant_decode_iq.cpp.
//
// A group's scale is chosen as if every magnitude could be any of the codebook's, then the entry nearest to each run of
// values is looked for in the whole codebook.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "gguf/quant_block.h"
#include "gguf/quant_scale.h"
#include "gguf/quant_tables.h"

namespace strata {

namespace {

constexpr std::array<std::int8_t, 3> kIq2Magnitudes = {8, 25, 43};
constexpr std::array<std::int8_t, 8> kIq3sMagnitudes = {1, 3, 5, 7, 9, 11, 13, 15};

/// Magnitudes in units of the scale: magnitudes[j][i] is value j of run i.
template <std::size_t Size>
using WantedRuns = std::array<std::array<float, 256 / Size>, Size>;

/// For each run of values the index of the entry nearest to it, in the sum of squares. Size: values of an entry.
template <std::size_t Size, class Entry, std::size_t Count>
std::array<int, 256 / Size> nearest_entries(const std::array<Entry, Count>& grid, const WantedRuns<Size>& wanted) {
    static_assert(sizeof(Entry) == Size);
    std::array<int, 256 / Size> best{};
    std::array<float, 256 / Size> least{};
    least.fill(std::numeric_limits<float>::infinity());
    for (std::size_t entry = 0; entry < Count; ++entry) {
        std::array<float, Size> magnitudes{};
        for (std::size_t j = 0; j < Size; ++j) {
            magnitudes[j] = static_cast<float>((grid[entry] >> 8 * j) & 255U);
        }
        // All runs against one entry: this order lets the compiler take several runs at a time.
        for (std::size_t i = 0; i < best.size(); ++i) {
            float distance = 0;
            for (std::size_t j = 0; j < Size; ++j) {
                const float off = wanted[j][i] - magnitudes[j];
                distance += off * off;
            }
            best[i] = distance < least[i] ? static_cast<int>(entry) : best[i];
            least[i] = std::min(distance, least[i]);
        }
    }
    return best;
}

/// |x| / scale; 0 if the scale is 0. Held below what would overflow when squared.
float wanted_magnitude(float x, float scale) {
    return scale == 0 ? 0.0F : std::min(std::fabs(x) / scale, 1e6F);
}

/// best_scale for magnitudes: never negative.
float best_magnitude_scale(const float* x, std::size_t count, const LevelSet& magnitudes) {
    std::array<float, 32> absolute{};
    std::transform(x, x + count, absolute.begin(), [](float value) { return std::fabs(value); });
    return best_scale(std::span(absolute).first(count), magnitudes);
}

/// Bit j set: value j is negative.
unsigned sign_mask(const float* x, std::size_t count) {
    unsigned mask = 0;
    for (std::size_t j = 0; j < count; ++j) {
        mask |= (std::signbit(x[j]) ? 1U : 0U) << j;
    }
    return mask;
}

/// Makes the number of ones in a mask of 8 signs even, as an index of kSignMasks needs it: run i's smallest value takes
/// the wrong sign, and the entry will be chosen with that in mind.
unsigned make_even(unsigned signs, std::size_t i, WantedRuns<8>& wanted) {
    if (std::popcount(signs) % 2 == 0) {
        return signs;
    }
    const auto smallest = std::ranges::min_element(wanted, {}, [i](const auto& of_runs) { return of_runs[i]; });
    (*smallest)[i] = -(*smallest)[i];
    return signs ^ 1U << (smallest - wanted.begin());
}

void encode_iq2_xs(const float* x, std::uint8_t* y) {
    const LevelSet magnitudes(kIq2Magnitudes);
    std::array<float, 16> scales{};
    for (std::size_t k = 0; k < 16; ++k) {
        scales[k] = best_magnitude_scale(x + 16 * k, 16, magnitudes);
    }
    // A group's scale is d * (0.5 + s) * 0.25 with s from 0 to 15.
    const float d = store_scale(y, *std::ranges::max_element(scales) / (15.5F * 0.25F));
    WantedRuns<8> wanted{};
    std::array<unsigned, 32> signs{};
    for (std::size_t i = 0; i < 32; ++i) {
        const std::size_t k = i / 2;
        const int s = nearest_code(scales[k] - d * 0.125F, d * 0.25F, 0, 15);
        y[66 + k / 2] = static_cast<std::uint8_t>(k % 2 == 0 ? s : (y[66 + k / 2] & 15) | s << 4);
        for (std::size_t j = 0; j < 8; ++j) {
            wanted[j][i] = wanted_magnitude(x[8 * i + j], d * (0.5F + static_cast<float>(s)) * 0.25F);
        }
        signs[i] = make_even(sign_mask(x + 8 * i, 8), i, wanted);
    }
    const auto entries = nearest_entries<8>(kIq2xsGrid, wanted);
    for (std::size_t i = 0; i < 32; ++i) {
        const unsigned word = static_cast<unsigned>(entries[i]) | (signs[i] & 127U) << 9;
        store_little_endian(y + 2 + 2 * i, static_cast<std::uint16_t>(word));
    }
}

void encode_iq3_s(const float* x, std::uint8_t* y) {
    const LevelSet magnitudes(kIq3sMagnitudes);
    std::array<float, 8> scales{};
    for (std::size_t k = 0; k < 8; ++k) {
        scales[k] = best_magnitude_scale(x + 32 * k, 32, magnitudes);
    }
    // A group's scale is d * (1 + 2s) with s from 0 to 15.
    const float d = store_scale(y, *std::ranges::max_element(scales) / 31);
    WantedRuns<4> wanted{};
    for (std::size_t i = 0; i < 64; ++i) {
        const std::size_t k = i / 8;
        const int s = nearest_code(scales[k] - d, 2 * d, 0, 15);
        y[106 + k / 2] = static_cast<std::uint8_t>(k % 2 == 0 ? s : (y[106 + k / 2] & 15) | s << 4);
        for (std::size_t j = 0; j < 4; ++j) {
            wanted[j][i] = wanted_magnitude(x[4 * i + j], d * static_cast<float>(1 + 2 * s));
        }
    }
    for (std::size_t i = 0; i < 32; ++i) {
        y[74 + i] = static_cast<std::uint8_t>(sign_mask(x + 8 * i, 8));
    }
    const auto entries = nearest_entries<4>(kIq3sGrid, wanted);
    std::fill(y + 66, y + 74, std::uint8_t{0});
    for (std::size_t i = 0; i < 64; ++i) {
        y[2 + i] = static_cast<std::uint8_t>(entries[i] & 255);
        y[66 + i / 8] = static_cast<std::uint8_t>(y[66 + i / 8] | (entries[i] >> 8) << (i % 8));
    }
}

void encode_iq4_xs(const float* x, std::uint8_t* y) {
    const LevelSet levels(kIq4nlLevels);
    std::array<float, 8> scales{};
    for (std::size_t k = 0; k < 8; ++k) {
        scales[k] = best_scale({x + 32 * k, 32}, levels);
    }
    const float d = store_scale(y, extreme_of(scales) / -32);
    unsigned high = 0;
    for (std::size_t k = 0; k < 8; ++k) {
        const int s = 32 + nearest_code(scales[k], d, -32, 31);
        const float scale = d * static_cast<float>(s - 32);
        high |= static_cast<unsigned>(s >> 4) << 2 * k;
        y[4 + k / 2] = static_cast<std::uint8_t>(k % 2 == 0 ? s & 15 : y[4 + k / 2] | (s & 15) << 4);
        for (std::size_t j = 0; j < 16; ++j) {
            const int first = levels.nearest(x[32 * k + j], scale);
            const int second = levels.nearest(x[32 * k + j + 16], scale);
            y[8 + 16 * k + j] = static_cast<std::uint8_t>(first | second << 4);
        }
    }
    store_little_endian(y + 2, static_cast<std::uint16_t>(high));
}

}  // namespace

BlockEncoder iq_block_encoder(QuantType type) {
    switch (type) {
        case QuantType::IQ2_XS:
            return encode_iq2_xs;
        case QuantType::IQ3_S:
            return encode_iq3_s;
        case QuantType::IQ4_XS:
            return encode_iq4_xs;
        default:
            return nullptr;
    }
}

}  // namespace strata
