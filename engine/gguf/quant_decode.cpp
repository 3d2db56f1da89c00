// Decodes rows of every weight type and of the activation formats Q8_0, Q8_1 and Q8_K.
//
// The result is exact: float32 arithmetic in the order of each formula, one rounding per operation, no fused
// multiply-add (the whole project is built without contraction). Scales may be anything, also infinite or NaN.
// Notation: d, m and dmin are halves in front of or behind the codes q; "value j" counts from 0 inside a block.
#include <bit>

#include "base/assert.h"
#include "gguf/quant_block.h"
#include "gguf/quant_tables.h"
#include "gguf/quant_type.h"

namespace strata {

namespace {

void decode_f32(const std::uint8_t* x, float* y) {
    *y = std::bit_cast<float>(load_little_endian<std::uint32_t>(x));
}

void decode_f16(const std::uint8_t* x, float* y) {
    *y = load_f16(x);
}

void decode_bf16(const std::uint8_t* x, float* y) {
    *y = bf16_to_f32(load_little_endian<std::uint16_t>(x));
}

/// Value j = bit j of the 128 behind d: 1 is +d, 0 is -d.
void decode_q1_0(const std::uint8_t* x, float* y) {
    const float d = load_f16(x);
    for (std::size_t j = 0; j < 128; ++j) {
        y[j] = ((x[2 + j / 8] >> (j % 8)) & 1) != 0 ? d : -d;
    }
}

/// Two-bit codes in plain order: d * (q - 1), all four codes valid.
void decode_q2_0(const std::uint8_t* x, float* y) {
    const float d = load_f16(x);
    for (std::size_t j = 0; j < 64; ++j) {
        y[j] = static_cast<float>(((x[2 + j / 4] >> 2 * (j % 4)) & 3) - 1) * d;
    }
}

// Blocks of 32 with nibbles: byte j holds value j in its low and value j + 16 in its high half.

/// d * (q - 8)
void decode_q4_0(const std::uint8_t* x, float* y) {
    const float d = load_f16(x);
    for (std::size_t j = 0; j < 16; ++j) {
        y[j] = static_cast<float>(low_nibble(x[2 + j]) - 8) * d;
        y[j + 16] = static_cast<float>(high_nibble(x[2 + j]) - 8) * d;
    }
}

/// d * q + m
void decode_q4_1(const std::uint8_t* x, float* y) {
    const float d = load_f16(x);
    const float m = load_f16(x + 2);
    for (std::size_t j = 0; j < 16; ++j) {
        y[j] = static_cast<float>(low_nibble(x[4 + j])) * d + m;
        y[j + 16] = static_cast<float>(high_nibble(x[4 + j])) * d + m;
    }
}

/// The 5-bit code of value j: a nibble, and bit j of `high_bits` as the fifth bit.
int five_bit_code(int low, std::uint32_t high_bits, std::size_t j) {
    return low | static_cast<int>((high_bits >> j) & 1U) << 4;
}

/// d * (q - 16), the fifth bits in the word behind d
void decode_q5_0(const std::uint8_t* x, float* y) {
    const float d = load_f16(x);
    const auto h = load_little_endian<std::uint32_t>(x + 2);
    for (std::size_t j = 0; j < 16; ++j) {
        y[j] = static_cast<float>(five_bit_code(low_nibble(x[6 + j]), h, j) - 16) * d;
        y[j + 16] = static_cast<float>(five_bit_code(high_nibble(x[6 + j]), h, j + 16) - 16) * d;
    }
}

/// d * q + m, the fifth bits in the word behind m
void decode_q5_1(const std::uint8_t* x, float* y) {
    const float d = load_f16(x);
    const float m = load_f16(x + 2);
    const auto h = load_little_endian<std::uint32_t>(x + 4);
    for (std::size_t j = 0; j < 16; ++j) {
        y[j] = static_cast<float>(five_bit_code(low_nibble(x[8 + j]), h, j)) * d + m;
        y[j + 16] = static_cast<float>(five_bit_code(high_nibble(x[8 + j]), h, j + 16)) * d + m;
    }
}

/// d * q, signed bytes; `codes` is where they start.
void decode_q8(const std::uint8_t* codes, float d, std::size_t count, float* y) {
    for (std::size_t j = 0; j < count; ++j) {
        y[j] = static_cast<float>(static_cast<std::int8_t>(codes[j])) * d;
    }
}

void decode_q8_0(const std::uint8_t* x, float* y) {
    decode_q8(x + 2, load_f16(x), 32, y);
}

/// As Q8_0; the half between d and the codes is the block's sum, which no value needs.
void decode_q8_1(const std::uint8_t* x, float* y) {
    decode_q8(x + 4, load_f16(x), 32, y);
}

/// d * level[q]
void decode_iq4_nl(const std::uint8_t* x, float* y) {
    const float d = load_f16(x);
    for (std::size_t j = 0; j < 16; ++j) {
        y[j] = d * static_cast<float>(kIq4nlLevels[x[2 + j] & 15U]);
        y[j + 16] = d * static_cast<float>(kIq4nlLevels[x[2 + j] >> 4]);
    }
}

/// level[q] * 2^(e - 128), e the first byte
void decode_mxfp4(const std::uint8_t* x, float* y) {
    const float scale = mxfp4_scale(x[0]);
    for (std::size_t j = 0; j < 16; ++j) {
        y[j] = static_cast<float>(kFp4Levels[x[1 + j] & 15U]) * scale;
        y[j + 16] = static_cast<float>(kFp4Levels[x[1 + j] >> 4]) * scale;
    }
}

/// Four groups of 16 values, each with a scale byte; byte j of a group holds its values j and j + 8.
void decode_nvfp4(const std::uint8_t* x, float* y) {
    for (std::size_t group = 0; group < 4; ++group) {
        const float scale = nvfp4_scale(x[group]);
        const std::uint8_t* codes = x + 4 + 8 * group;
        for (std::size_t j = 0; j < 8; ++j) {
            y[16 * group + j] = static_cast<float>(kFp4Levels[codes[j] & 15U]) * scale;
            y[16 * group + 8 + j] = static_cast<float>(kFp4Levels[codes[j] >> 4]) * scale;
        }
    }
}

BlockDecoder block_decoder(QuantType type) {
    for (const auto find : {small_block_decoder, k_block_decoder, iq_block_decoder}) {
        if (const BlockDecoder decoder = find(type)) {
            return decoder;
        }
    }
    return nullptr;
}

}  // namespace

BlockDecoder small_block_decoder(QuantType type) {
    switch (type) {
        case QuantType::F32:
            return decode_f32;
        case QuantType::F16:
            return decode_f16;
        case QuantType::BF16:
            return decode_bf16;
        case QuantType::Q1_0:
            return decode_q1_0;
        case QuantType::Q2_0:
            return decode_q2_0;
        case QuantType::Q4_0:
            return decode_q4_0;
        case QuantType::Q4_1:
            return decode_q4_1;
        case QuantType::Q5_0:
            return decode_q5_0;
        case QuantType::Q5_1:
            return decode_q5_1;
        case QuantType::Q8_0:
            return decode_q8_0;
        case QuantType::Q8_1:
            return decode_q8_1;
        case QuantType::IQ4_NL:
            return decode_iq4_nl;
        case QuantType::MXFP4:
            return decode_mxfp4;
        case QuantType::NVFP4:
            return decode_nvfp4;
        default:
            return nullptr;
    }
}

void dequantize_row(QuantType type, std::span<const std::byte> bytes, std::span<float> out) {
    STRATA_ASSERT(bytes.size() == row_bytes(type, out.size()), "the bytes are those of the row");
    const BlockDecoder decode = block_decoder(type);
    STRATA_ASSERT(decode != nullptr, "the type holds weights or activations");
    const QuantTypeInfo& info = quant_type_info(type);
    const auto* block = reinterpret_cast<const std::uint8_t*>(bytes.data());
    for (std::size_t at = 0; at < out.size(); at += info.block_values, block += info.block_bytes) {
        decode(block, out.data() + at);
    }
}

}  // namespace strata
