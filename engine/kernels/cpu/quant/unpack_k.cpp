// Blocks of 256 weights with plain codes: Q2_K to Q6_K and the ternary types.
#include "gguf/quant_block.h"
#include "kernels/cpu/quant/unpack.h"

namespace strata::quant {
namespace {

/// 256 two-bit codes in 64 bytes: two halves of 128 values, in each four planes of 32.
void unpack_planes(const std::uint8_t* q, int offset, std::int8_t* codes) {
    for (int half = 0; half < 2; ++half) {
        for (int plane = 0; plane < 4; ++plane) {
            for (int l = 0; l < 32; ++l) {
                const int code = (q[32 * half + l] >> 2 * plane) & 3;
                codes[128 * half + 32 * plane + l] = static_cast<std::int8_t>(code - offset);
            }
        }
    }
}

/// Bit k of byte l belongs to value 32k + l and counts `weight`.
void add_high_bits(const std::uint8_t* high, int weight, std::int8_t* codes) {
    for (int k = 0; k < 8; ++k) {
        for (int l = 0; l < 32; ++l) {
            std::int8_t& code = codes[32 * k + l];
            code = static_cast<std::int8_t>(code + weight * ((high[l] >> k) & 1));
        }
    }
}

/// 256 nibbles: each 32 bytes hold 64 values, the low halves first.
void unpack_nibbles(const std::uint8_t* q, std::int8_t* codes) {
    for (int group = 0; group < 4; ++group) {
        for (int l = 0; l < 32; ++l) {
            codes[64 * group + l] = static_cast<std::int8_t>(low_nibble(q[32 * group + l]));
            codes[64 * group + 32 + l] = static_cast<std::int8_t>(high_nibble(q[32 * group + l]));
        }
    }
}

/// Eight pairs of a 6-bit scale and a 6-bit minimum in 12 bytes, a pair for each 32 values.
void unpack_scale_pairs(const std::uint8_t* s, Codes256& out) {
    for (int i = 0; i < 8; ++i) {
        int scale = s[i] & 63;
        int minimum = s[i + 4] & 63;
        if (i >= 4) {
            scale = low_nibble(s[i + 4]) | (s[i - 4] >> 6) << 4;
            minimum = high_nibble(s[i + 4]) | (s[i] >> 6) << 4;
        }
        for (int k = 2 * i; k < 2 * i + 2; ++k) {
            out.scales[k] = static_cast<std::int16_t>(scale);
            out.minimums[k] = static_cast<std::int16_t>(minimum);
        }
    }
}

void set_unit_scales(Codes256& out) {
    for (std::int16_t& scale : out.scales) {
        scale = 1;
    }
}

/// Digit n of a byte that holds five base-3 digits, the first one in the highest place.
int ternary_digit(std::uint8_t byte, int n) {
    constexpr int kPowers[] = {1, 3, 9, 27, 81};
    return (((byte * kPowers[n]) & 255) * 3) >> 8;
}

/// `digits` digits of each of `count` bytes: digit n of byte m is value count * n + m.
std::int8_t* unpack_digits(const std::uint8_t* bytes, int count, int digits, std::int8_t* codes) {
    for (int n = 0; n < digits; ++n) {
        for (int m = 0; m < count; ++m) {
            codes[count * n + m] = static_cast<std::int8_t>(ternary_digit(bytes[m], n) - 1);
        }
    }
    return codes + count * digits;
}

}  // namespace

void unpack_q2_k(const std::uint8_t* block, Codes256& out) {
    for (int i = 0; i < 16; ++i) {
        out.scales[i] = static_cast<std::int16_t>(low_nibble(block[i]));
        out.minimums[i] = static_cast<std::int16_t>(high_nibble(block[i]));
    }
    unpack_planes(block + 16, 0, out.codes);
    out.d = load_f16(block + 80);
    out.d_min = load_f16(block + 82);
}

void unpack_q3_k(const std::uint8_t* block, Codes256& out) {
    const std::uint8_t* s = block + 96;
    for (int i = 0; i < 16; ++i) {
        const int low = i < 8 ? low_nibble(s[i]) : high_nibble(s[i - 8]);
        const int high = (s[8 + i % 4] >> 2 * (i / 4)) & 3;
        out.scales[i] = static_cast<std::int16_t>((low | high << 4) - 32);
    }
    unpack_planes(block + 32, 4, out.codes);
    add_high_bits(block, 4, out.codes);
    out.d = load_f16(block + 108);
}

void unpack_q4_k(const std::uint8_t* block, Codes256& out) {
    out.d = load_f16(block);
    out.d_min = load_f16(block + 2);
    unpack_scale_pairs(block + 4, out);
    unpack_nibbles(block + 16, out.codes);
}

void unpack_q5_k(const std::uint8_t* block, Codes256& out) {
    out.d = load_f16(block);
    out.d_min = load_f16(block + 2);
    unpack_scale_pairs(block + 4, out);
    unpack_nibbles(block + 48, out.codes);
    add_high_bits(block + 16, 16, out.codes);
}

void unpack_q6_k(const std::uint8_t* block, Codes256& out) {
    for (int half = 0; half < 2; ++half) {
        const std::uint8_t* low = block + 64 * half;
        const std::uint8_t* upper = block + 128 + 32 * half;
        std::int8_t* codes = out.codes + 128 * half;
        for (int l = 0; l < 32; ++l) {
            const int bits = upper[l];
            codes[l] = static_cast<std::int8_t>((low_nibble(low[l]) | (bits & 3) << 4) - 32);
            codes[l + 32] = static_cast<std::int8_t>((low_nibble(low[l + 32]) | (bits >> 2 & 3) << 4) - 32);
            codes[l + 64] = static_cast<std::int8_t>((high_nibble(low[l]) | (bits >> 4 & 3) << 4) - 32);
            codes[l + 96] = static_cast<std::int8_t>((high_nibble(low[l + 32]) | (bits >> 6) << 4) - 32);
        }
    }
    for (int i = 0; i < 16; ++i) {
        out.scales[i] = static_cast<std::int8_t>(block[192 + i]);
    }
    out.d = load_f16(block + 208);
}

void unpack_tq1_0(const std::uint8_t* block, Codes256& out) {
    std::int8_t* codes = unpack_digits(block, 32, 5, out.codes);
    codes = unpack_digits(block + 32, 16, 5, codes);
    unpack_digits(block + 48, 4, 4, codes);
    set_unit_scales(out);
    out.d = load_f16(block + 52);
}

void unpack_tq2_0(const std::uint8_t* block, Codes256& out) {
    unpack_planes(block, 1, out.codes);
    set_unit_scales(out);
    out.d = load_f16(block + 64);
}

}  // namespace strata::quant
