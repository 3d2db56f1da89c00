// Blocks of 256 values whose magnitudes are entries of a codebook (quant_tables.h), with separate signs, and IQ4_XS.
// Rules of exactness: see quant_decode.cpp.
#include "gguf/quant_block.h"
#include "gguf/quant_tables.h"

namespace strata {

namespace {

/// Byte j of a grid entry.
template <class Entry>
int entry_value(Entry entry, std::size_t j) {
    return static_cast<int>((entry >> (8 * j)) & 255U);
}

/// (scale * magnitude) * sign for `count` values of an entry; bit j of `signs` set: value j is negative.
template <class Entry>
void decode_entry(Entry entry, unsigned signs, float scale, std::size_t count, float* y) {
    for (std::size_t j = 0; j < count; ++j) {
        const float value = scale * static_cast<float>(entry_value(entry, j));
        y[j] = ((signs >> j) & 1U) != 0 ? -value : value;
    }
}

/// d * (0.5 + s) * 0.25
float iq2_scale(float d, int s) {
    return d * (0.5F + static_cast<float>(s)) * 0.25F;
}

/// Groups of 8 bytes for 32 values: four grid indices, then a word of four 7-bit sign indices and a 4-bit scale.
void decode_iq2_xxs(const std::uint8_t* x, float* y) {
    const float d = load_f16(x);
    for (std::size_t group = 0; group < 8; ++group) {
        const std::uint8_t* indices = x + 2 + 8 * group;
        const auto word = load_little_endian<std::uint32_t>(indices + 4);
        const float scale = iq2_scale(d, static_cast<int>(word >> 28));
        for (std::size_t l = 0; l < 4; ++l) {
            const unsigned signs = kSignMasks[(word >> 7 * l) & 127U];
            decode_entry(kIq2xxsGrid[indices[l]], signs, scale, 8, y + 32 * group + 8 * l);
        }
    }
}

/// A word for 8 values: 9 bits of grid index, 7 of sign index. A scale nibble for each 16 values.
void decode_iq2_xs(const std::uint8_t* x, float* y) {
    const float d = load_f16(x);
    for (std::size_t i = 0; i < 32; ++i) {
        const auto word = load_little_endian<std::uint16_t>(x + 2 + 2 * i);
        const float scale = iq2_scale(d, nibble(x + 66, i / 2));
        decode_entry(kIq2xsGrid[word & 511U], kSignMasks[word >> 9], scale, 8, y + 8 * i);
    }
}

/// Index bytes, sign masks, two high index bits per entry, a scale nibble for each 16 values.
void decode_iq2_s(const std::uint8_t* x, float* y) {
    const float d = load_f16(x);
    for (std::size_t i = 0; i < 32; ++i) {
        const unsigned high = (x[66 + i / 4] >> 2 * (i % 4)) & 3U;
        const float scale = iq2_scale(d, nibble(x + 74, i / 2));
        decode_entry(kIq2sGrid[x[2 + i] | high << 8], x[34 + i], scale, 8, y + 8 * i);
    }
}

/// Index bytes for 4 values each; a word for 32 values as in IQ2_XXS. d * (0.5 + s) * 0.5.
void decode_iq3_xxs(const std::uint8_t* x, float* y) {
    const float d = load_f16(x);
    for (std::size_t group = 0; group < 8; ++group) {
        const std::uint8_t* indices = x + 2 + 8 * group;
        const auto word = load_little_endian<std::uint32_t>(x + 66 + 4 * group);
        const float scale = d * (0.5F + static_cast<float>(word >> 28)) * 0.5F;
        for (std::size_t l = 0; l < 8; ++l) {
            // A sign index covers two entries.
            const unsigned signs = kSignMasks[(word >> 7 * (l / 2)) & 127U] >> 4 * (l % 2);
            decode_entry(kIq3xxsGrid[indices[l]], signs, scale, 4, y + 32 * group + 4 * l);
        }
    }
}

/// Index bytes for 4 values each, a high index bit per entry, sign masks, a scale nibble for 32 values: d * (1 + 2s).
void decode_iq3_s(const std::uint8_t* x, float* y) {
    const float d = load_f16(x);
    for (std::size_t i = 0; i < 64; ++i) {
        const unsigned high = (x[66 + i / 8] >> (i % 8)) & 1U;
        const unsigned signs = nibble(x + 74, i) & 15U;
        const float scale = d * static_cast<float>(1 + 2 * nibble(x + 106, i / 8));
        decode_entry(kIq3sGrid[x[2 + i] | high << 8], signs, scale, 4, y + 4 * i);
    }
}

/// scale * (grid + offset) for the 8 ternary values of an entry.
void decode_ternary_entry(std::uint64_t entry, float offset, float scale, float* y) {
    for (std::size_t j = 0; j < 8; ++j) {
        y[j] = scale * (static_cast<float>(static_cast<std::int8_t>(entry_value(entry, j))) + offset);
    }
}

/// A word for 32 values: four times 3 high index bits, a 3-bit scale, the sign of the offset. d * (2s + 1).
void decode_iq1_s(const std::uint8_t* x, float* y) {
    const float d = load_f16(x);
    for (std::size_t group = 0; group < 8; ++group) {
        const auto word = load_little_endian<std::uint16_t>(x + 34 + 2 * group);
        const float scale = d * static_cast<float>(2 * ((word >> 12) & 7) + 1);
        const float offset = (word & 0x8000U) != 0 ? -0.125F : 0.125F;
        for (std::size_t l = 0; l < 4; ++l) {
            const unsigned high = (word >> 3 * l) & 7U;
            const unsigned index = x[2 + 4 * group + l] | high << 8;
            decode_ternary_entry(kIq1sGrid[index], offset, scale, y + 32 * group + 8 * l);
        }
    }
}

/// The block's scale lies in the top nibbles of four words, whose lower 12 bits are four 3-bit scales for 16 values
/// each. A nibble per entry: 3 high index bits and the sign of the offset.
void decode_iq1_m(const std::uint8_t* x, float* y) {
    unsigned d_bits = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        d_bits |= static_cast<unsigned>(load_little_endian<std::uint16_t>(x + 48 + 2 * i) >> 12) << 4 * i;
    }
    const float d = f16_to_f32(static_cast<std::uint16_t>(d_bits));
    for (std::size_t i = 0; i < 32; ++i) {
        const std::size_t k = i / 2;
        const int s = (load_little_endian<std::uint16_t>(x + 48 + 2 * (k / 4)) >> 3 * (k % 4)) & 7;
        const auto bits = static_cast<unsigned>(nibble(x + 32, i));
        const float offset = (bits & 8U) != 0 ? -0.125F : 0.125F;
        decode_ternary_entry(kIq1sGrid[x[i] | (bits & 7U) << 8], offset, d * static_cast<float>(2 * s + 1), y + 8 * i);
    }
}

/// Eight groups of 32 values as in IQ4_NL, each with a 6-bit scale: four bits in nibbles, two in the word behind d.
void decode_iq4_xs(const std::uint8_t* x, float* y) {
    const float d = load_f16(x);
    const auto high = load_little_endian<std::uint16_t>(x + 2);
    for (std::size_t k = 0; k < 8; ++k) {
        const int s = (nibble(x + 4, k) | ((high >> 2 * k) & 3) << 4) - 32;
        const float scale = d * static_cast<float>(s);
        const std::uint8_t* codes = x + 8 + 16 * k;
        for (std::size_t j = 0; j < 16; ++j) {
            y[32 * k + j] = scale * static_cast<float>(kIq4nlLevels[codes[j] & 15U]);
            y[32 * k + j + 16] = scale * static_cast<float>(kIq4nlLevels[codes[j] >> 4]);
        }
    }
}

}  // namespace

BlockDecoder iq_block_decoder(QuantType type) {
    switch (type) {
        case QuantType::IQ1_S:
            return decode_iq1_s;
        case QuantType::IQ1_M:
            return decode_iq1_m;
        case QuantType::IQ2_XXS:
            return decode_iq2_xxs;
        case QuantType::IQ2_XS:
            return decode_iq2_xs;
        case QuantType::IQ2_S:
            return decode_iq2_s;
        case QuantType::IQ3_XXS:
            return decode_iq3_xxs;
        case QuantType::IQ3_S:
            return decode_iq3_s;
        case QuantType::IQ4_XS:
            return decode_iq4_xs;
        default:
            return nullptr;
    }
}

}  // namespace strata
