// Blocks of 32, 64 and 128 weights.
#include <array>

#include "gguf/quant_block.h"
#include "gguf/quant_tables.h"
#include "kernels/cpu/quant/unpack.h"

namespace strata::quant {
namespace {

void set_scale(const Half& out, float d) {
    out.d[0] = d;
    out.d[1] = d;
}

void set_minimum(const Half& out, float m) {
    out.m[0] = m;
    out.m[1] = m;
}

/// Value j is the low half of byte j, value j + 16 its high half.
void unpack_nibbles(const std::uint8_t* q, int offset, std::int8_t* codes) {
    for (int j = 0; j < 16; ++j) {
        codes[j] = static_cast<std::int8_t>(low_nibble(q[j]) - offset);
        codes[j + 16] = static_cast<std::int8_t>(high_nibble(q[j]) - offset);
    }
}

/// Bit j of `high` is the fifth bit of value j.
void add_fifth_bits(std::uint32_t high, std::int8_t* codes) {
    for (int j = 0; j < 32; ++j) {
        codes[j] = static_cast<std::int8_t>(codes[j] + static_cast<int>((high >> j) & 1U) * 16);
    }
}

void unpack_levels(const std::uint8_t* q, const std::array<std::int8_t, 16>& levels, std::int8_t* codes) {
    for (std::size_t j = 0; j < 16; ++j) {
        codes[j] = levels[q[j] & 15U];
        codes[j + 16] = levels[q[j] >> 4];
    }
}

}  // namespace

void unpack_q4_0(const std::uint8_t* block, const Half& out) {
    set_scale(out, load_f16(block));
    unpack_nibbles(block + 2, 8, out.codes);
}

void unpack_q4_1(const std::uint8_t* block, const Half& out) {
    set_scale(out, load_f16(block));
    set_minimum(out, load_f16(block + 2));
    unpack_nibbles(block + 4, 0, out.codes);
}

void unpack_q5_0(const std::uint8_t* block, const Half& out) {
    set_scale(out, load_f16(block));
    unpack_nibbles(block + 6, 16, out.codes);
    add_fifth_bits(load_little_endian<std::uint32_t>(block + 2), out.codes);
}

void unpack_q5_1(const std::uint8_t* block, const Half& out) {
    set_scale(out, load_f16(block));
    set_minimum(out, load_f16(block + 2));
    unpack_nibbles(block + 8, 0, out.codes);
    add_fifth_bits(load_little_endian<std::uint32_t>(block + 4), out.codes);
}

void unpack_q8_0(const std::uint8_t* block, const Half& out) {
    set_scale(out, load_f16(block));
    for (int j = 0; j < 32; ++j) {
        out.codes[j] = static_cast<std::int8_t>(block[2 + j]);
    }
}

void unpack_iq4_nl(const std::uint8_t* block, const Half& out) {
    set_scale(out, load_f16(block));
    unpack_levels(block + 2, kIq4nlLevels, out.codes);
}

void unpack_mxfp4(const std::uint8_t* block, const Half& out) {
    set_scale(out, mxfp4_scale(block[0]));
    unpack_levels(block + 1, kFp4Levels, out.codes);
}

void unpack_q2_0(const std::uint8_t* block, Codes64& out) {
    const float d = load_f16(block);
    for (float& scale : out.d) {
        scale = d;
    }
    for (int j = 0; j < 64; ++j) {
        out.codes[j] = static_cast<std::int8_t>(((block[2 + j / 4] >> 2 * (j % 4)) & 3) - 1);
    }
}

void unpack_nvfp4(const std::uint8_t* block, Codes64& out) {
    for (int group = 0; group < 4; ++group) {
        out.d[group] = nvfp4_scale(block[group]);
        const std::uint8_t* q = block + 4 + 8 * group;
        std::int8_t* codes = out.codes + 16 * group;
        for (std::size_t j = 0; j < 8; ++j) {
            codes[j] = kFp4Levels[q[j] & 15U];
            codes[j + 8] = kFp4Levels[q[j] >> 4];
        }
    }
}

void unpack_q1_0(const std::uint8_t* block, int part, Codes64& out) {
    const float d = load_f16(block);
    for (float& scale : out.d) {
        scale = d;
    }
    const std::uint8_t* bits = block + 2 + 8 * part;
    for (int j = 0; j < 64; ++j) {
        out.codes[j] = static_cast<std::int8_t>(2 * ((bits[j / 8] >> (j % 8)) & 1) - 1);
    }
}

}  // namespace strata::quant
