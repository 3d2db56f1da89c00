// Blocks of 256 weights with codebooks: the IQ types.
#include "gguf/quant_block.h"
#include "gguf/quant_tables.h"
#include "kernels/cpu/quant/unpack.h"

namespace strata::quant {
namespace {

/// The values of a grid entry (8 of a 64-bit one, 4 of a 32-bit one); bit j of `signs` set: value j is negative.
template <class Entry>
void unpack_entry(Entry entry, unsigned signs, std::int8_t* codes) {
    for (std::size_t j = 0; j < sizeof(Entry); ++j) {
        const int magnitude = static_cast<int>((entry >> 8 * j) & 255U);
        codes[j] = static_cast<std::int8_t>((signs >> j & 1U) != 0 ? -magnitude : magnitude);
    }
}

/// Scales (1/2 + s) / 4 = (2s + 1) / 8 from eight bytes of two nibbles; the eighth goes into d.
void unpack_half_scales(const std::uint8_t* bytes, Codes256& out) {
    for (int i = 0; i < 16; ++i) {
        out.scales[i] = static_cast<std::int16_t>(2 * nibble(bytes, i) + 1);
    }
}

/// One scale for the 32 values of group k.
void set_group_scale(Codes256& out, int k, int scale) {
    out.scales[2 * k] = static_cast<std::int16_t>(scale);
    out.scales[2 * k + 1] = static_cast<std::int16_t>(scale);
}

/// Values -1, 0, 1 plus or minus 1/8, in eighths; the eighth goes into d.
void unpack_ternary_entry(std::uint64_t entry, bool negative_offset, std::int8_t* codes) {
    for (int j = 0; j < 8; ++j) {
        const auto value = static_cast<std::int8_t>(entry >> 8 * j & 255U);
        codes[j] = static_cast<std::int8_t>(8 * value + (negative_offset ? -1 : 1));
    }
}

}  // namespace

void unpack_iq2_xxs(const std::uint8_t* block, Codes256& out) {
    out.d = load_f16(block) * 0.125F;
    for (int k = 0; k < 8; ++k) {
        const std::uint8_t* group = block + 2 + 8 * k;
        const auto word = load_little_endian<std::uint32_t>(group + 4);
        for (int l = 0; l < 4; ++l) {
            unpack_entry(kIq2xxsGrid[group[l]], kSignMasks[word >> 7 * l & 127U], out.codes + 32 * k + 8 * l);
        }
        set_group_scale(out, k, 2 * static_cast<int>(word >> 28) + 1);
    }
}

void unpack_iq2_xs(const std::uint8_t* block, Codes256& out) {
    out.d = load_f16(block) * 0.125F;
    for (int i = 0; i < 32; ++i) {
        const auto word = load_little_endian<std::uint16_t>(block + 2 + 2 * i);
        unpack_entry(kIq2xsGrid[word & 511U], kSignMasks[word >> 9], out.codes + 8 * i);
    }
    unpack_half_scales(block + 66, out);
}

void unpack_iq2_s(const std::uint8_t* block, Codes256& out) {
    out.d = load_f16(block) * 0.125F;
    const std::uint8_t* signs = block + 34;
    const std::uint8_t* high = block + 66;
    for (int i = 0; i < 32; ++i) {
        const auto index = static_cast<std::size_t>(block[2 + i] | (high[i / 4] >> 2 * (i % 4) & 3) << 8);
        unpack_entry(kIq2sGrid[index], signs[i], out.codes + 8 * i);
    }
    unpack_half_scales(block + 74, out);
}

void unpack_iq3_xxs(const std::uint8_t* block, Codes256& out) {
    out.d = load_f16(block) * 0.25F;
    for (int k = 0; k < 8; ++k) {
        const auto word = load_little_endian<std::uint32_t>(block + 66 + 4 * k);
        for (int l = 0; l < 4; ++l) {
            const std::uint8_t* index = block + 2 + 8 * k + 2 * l;
            const unsigned signs = kSignMasks[word >> 7 * l & 127U];
            unpack_entry(kIq3xxsGrid[index[0]], signs, out.codes + 32 * k + 8 * l);
            unpack_entry(kIq3xxsGrid[index[1]], signs >> 4, out.codes + 32 * k + 8 * l + 4);
        }
        set_group_scale(out, k, 2 * static_cast<int>(word >> 28) + 1);
    }
}

void unpack_iq3_s(const std::uint8_t* block, Codes256& out) {
    out.d = load_f16(block);
    const std::uint8_t* high = block + 66;
    const std::uint8_t* signs = block + 74;
    for (int i = 0; i < 64; ++i) {
        const auto index = static_cast<std::size_t>(block[2 + i] | (high[i / 8] >> (i % 8) & 1) << 8);
        const unsigned entry_signs = static_cast<unsigned>(signs[i / 2]) >> 4 * (i % 2);
        unpack_entry(kIq3sGrid[index], entry_signs, out.codes + 4 * i);
    }
    for (int k = 0; k < 8; ++k) {
        set_group_scale(out, k, 2 * nibble(block + 106, k) + 1);
    }
}

void unpack_iq1_s(const std::uint8_t* block, Codes256& out) {
    out.d = load_f16(block) * 0.125F;
    for (int k = 0; k < 8; ++k) {
        const auto word = load_little_endian<std::uint16_t>(block + 34 + 2 * k);
        for (int l = 0; l < 4; ++l) {
            const auto index = static_cast<std::size_t>(block[2 + 4 * k + l] | (word >> 3 * l & 7) << 8);
            unpack_ternary_entry(kIq1sGrid[index], (word & 0x8000U) != 0, out.codes + 32 * k + 8 * l);
        }
        set_group_scale(out, k, 2 * (word >> 12 & 7) + 1);
    }
}

void unpack_iq1_m(const std::uint8_t* block, Codes256& out) {
    unsigned d = 0;
    for (int i = 0; i < 4; ++i) {
        const auto word = load_little_endian<std::uint16_t>(block + 48 + 2 * i);
        d |= static_cast<unsigned>(word >> 12) << 4 * i;
        for (int k = 0; k < 4; ++k) {
            out.scales[4 * i + k] = static_cast<std::int16_t>(2 * (word >> 3 * k & 7) + 1);
        }
    }
    out.d = f16_to_f32(static_cast<std::uint16_t>(d)) * 0.125F;
    for (int i = 0; i < 32; ++i) {
        const int high = nibble(block + 32, i);
        const auto index = static_cast<std::size_t>(block[i] | (high & 7) << 8);
        unpack_ternary_entry(kIq1sGrid[index], (high & 8) != 0, out.codes + 8 * i);
    }
}

void unpack_iq4_xs(const std::uint8_t* block, Codes256& out) {
    out.d = load_f16(block);
    const auto high = load_little_endian<std::uint16_t>(block + 2);
    for (int k = 0; k < 8; ++k) {
        set_group_scale(out, k, (nibble(block + 4, k) | (high >> 2 * k & 3) << 4) - 32);
        const std::uint8_t* q = block + 8 + 16 * k;
        for (std::size_t j = 0; j < 16; ++j) {
            out.codes[32 * k + static_cast<int>(j)] = kIq4nlLevels[q[j] & 15U];
            out.codes[32 * k + 16 + static_cast<int>(j)] = kIq4nlLevels[q[j] >> 4];
        }
    }
}

}  // namespace strata::quant
