// Blocks of 256 values with scales inside the block (Q2_K to Q6_K), the activation format Q8_K, and the ternary types.
// Rules of exactness: see quant_decode.cpp.
#include <array>
#include <bit>

#include "gguf/quant_block.h"

namespace strata {

namespace {

/// Code i of 256 two-bit codes in 64 bytes: two halves of 128 values, in each four planes of 32.
int plane_code(const std::uint8_t* q, std::size_t i) {
    const std::size_t half = i / 128;
    const std::size_t plane = i / 32 % 4;
    return (q[32 * half + i % 32] >> 2 * plane) & 3;
}

/// Scale byte i covers values 16i to 16i + 15: (d * low) * q - (dmin * high).
void decode_q2_k(const std::uint8_t* x, float* y) {
    const std::uint8_t* planes = x + 16;
    const float d = load_f16(x + 80);
    const float dmin = load_f16(x + 82);
    for (std::size_t i = 0; i < 16; ++i) {
        const float scale = d * static_cast<float>(low_nibble(x[i]));
        const float minimum = dmin * static_cast<float>(high_nibble(x[i]));
        for (std::size_t j = 16 * i; j < 16 * i + 16; ++j) {
            y[j] = scale * static_cast<float>(plane_code(planes, j)) - minimum;
        }
    }
}

/// Scale i of the sixteen 6-bit scales of Q3_K in 12 bytes, 32 taken off.
int q3_k_scale(const std::uint8_t* s, std::size_t i) {
    const int low = i < 8 ? low_nibble(s[i]) : high_nibble(s[i - 8]);
    const int high = (s[8 + i % 4] >> 2 * (i / 4)) & 3;
    return (low | high << 4) - 32;
}

/// High bit of value 32k + l = bit k of byte l; (d * scale) * (plane + 4 * high bit - 4).
void decode_q3_k(const std::uint8_t* x, float* y) {
    const std::uint8_t* planes = x + 32;
    const float d = load_f16(x + 108);
    for (std::size_t i = 0; i < 16; ++i) {
        const float scale = d * static_cast<float>(q3_k_scale(x + 96, i));
        for (std::size_t j = 16 * i; j < 16 * i + 16; ++j) {
            const int high = (x[j % 32] >> (j / 32)) & 1;
            y[j] = scale * static_cast<float>(plane_code(planes, j) + 4 * high - 4);
        }
    }
}

struct ScaleAndMinimum {
    int scale;
    int minimum;
};

/// Pair i of the eight 6-bit pairs of Q4_K and Q5_K in 12 bytes.
ScaleAndMinimum scale_and_minimum(const std::uint8_t* s, std::size_t i) {
    if (i < 4) {
        return {s[i] & 63, s[i + 4] & 63};
    }
    return {low_nibble(s[i + 4]) | (s[i - 4] >> 6) << 4, high_nibble(s[i + 4]) | (s[i] >> 6) << 4};
}

/// Nibble of value j: each 32 bytes hold 64 values, the low halves first.
int group_nibble(const std::uint8_t* q, std::size_t j) {
    const std::uint8_t byte = q[32 * (j / 64) + j % 32];
    return j / 32 % 2 == 0 ? low_nibble(byte) : high_nibble(byte);
}

/// (d * scale) * q - (dmin * minimum), a pair for each 32 values. high_bits: null, or bit k of byte l is the fifth bit
/// of value 32k + l.
void decode_pairs(const std::uint8_t* x, const std::uint8_t* high_bits, const std::uint8_t* nibbles, float* y) {
    const float d = load_f16(x);
    const float dmin = load_f16(x + 2);
    for (std::size_t k = 0; k < 8; ++k) {
        const ScaleAndMinimum pair = scale_and_minimum(x + 4, k);
        const float scale = d * static_cast<float>(pair.scale);
        const float minimum = dmin * static_cast<float>(pair.minimum);
        for (std::size_t l = 0; l < 32; ++l) {
            const int high = high_bits == nullptr ? 0 : (high_bits[l] >> k) & 1;
            y[32 * k + l] = scale * static_cast<float>(group_nibble(nibbles, 32 * k + l) | high << 4) - minimum;
        }
    }
}

void decode_q4_k(const std::uint8_t* x, float* y) {
    decode_pairs(x, nullptr, x + 16, y);
}

void decode_q5_k(const std::uint8_t* x, float* y) {
    decode_pairs(x, x + 16, x + 48, y);
}

/// Halves of 128 values, each with 64 bytes of low nibbles and 32 of upper bit pairs; (d * scale) * (q - 32).
void decode_q6_k(const std::uint8_t* x, float* y) {
    const auto* scales = reinterpret_cast<const std::int8_t*>(x + 192);
    const float d = load_f16(x + 208);
    for (std::size_t half = 0; half < 2; ++half) {
        const std::uint8_t* low = x + 64 * half;
        const std::uint8_t* upper = x + 128 + 32 * half;
        for (std::size_t part = 0; part < 4; ++part) {
            for (std::size_t l = 0; l < 32; ++l) {
                const std::uint8_t byte = low[l + 32 * (part % 2)];
                const int nibble_value = part < 2 ? low_nibble(byte) : high_nibble(byte);
                const int q = (nibble_value | ((upper[l] >> 2 * part) & 3) << 4) - 32;
                const std::size_t j = 128 * half + 32 * part + l;
                const std::int8_t scale = scales[j / 16];
                y[j] = (d * static_cast<float>(scale)) * static_cast<float>(q);
            }
        }
    }
}

/// d is a float here; the codes follow, then sums that no value needs.
void decode_q8_k(const std::uint8_t* x, float* y) {
    const auto d = std::bit_cast<float>(load_little_endian<std::uint32_t>(x));
    for (std::size_t j = 0; j < 256; ++j) {
        y[j] = static_cast<float>(static_cast<std::int8_t>(x[4 + j])) * d;
    }
}

/// `digits` base-3 digits of each of `count` bytes, most significant first: digit n of byte m is value count * n + m.
float* decode_trits(const std::uint8_t* bytes, std::size_t count, std::size_t digits, float d, float* y) {
    constexpr std::array<unsigned, 5> kPowersOf3 = {1, 3, 9, 27, 81};
    for (std::size_t n = 0; n < digits; ++n) {
        for (std::size_t m = 0; m < count; ++m) {
            // A byte is digits / 3^5 scaled to 256; multiplying by 3^n moves digit n in front of the point.
            const unsigned fraction = (bytes[m] * kPowersOf3[n]) & 255U;
            *y++ = static_cast<float>(static_cast<int>(fraction * 3 >> 8) - 1) * d;
        }
    }
    return y;
}

/// d * (t - 1): 32 and 16 bytes of five digits, 4 bytes of four.
void decode_tq1_0(const std::uint8_t* x, float* y) {
    const float d = load_f16(x + 52);
    y = decode_trits(x, 32, 5, d, y);
    y = decode_trits(x + 32, 16, 5, d, y);
    decode_trits(x + 48, 4, 4, d, y);
}

/// d * (q - 1); code 3 decodes to 2d, although no writer emits it.
void decode_tq2_0(const std::uint8_t* x, float* y) {
    const float d = load_f16(x + 64);
    for (std::size_t j = 0; j < 256; ++j) {
        y[j] = static_cast<float>(plane_code(x, j) - 1) * d;
    }
}

}  // namespace

BlockDecoder k_block_decoder(QuantType type) {
    switch (type) {
        case QuantType::Q2_K:
            return decode_q2_k;
        case QuantType::Q3_K:
            return decode_q3_k;
        case QuantType::Q4_K:
            return decode_q4_k;
        case QuantType::Q5_K:
            return decode_q5_k;
        case QuantType::Q6_K:
            return decode_q6_k;
        case QuantType::Q8_K:
            return decode_q8_k;
        case QuantType::TQ1_0:
            return decode_tq1_0;
        case QuantType::TQ2_0:
            return decode_tq2_0;
        default:
            return nullptr;
    }
}

}  // namespace strata
