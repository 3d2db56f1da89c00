// Encoders of the types with blocks of 256 values and integer scales inside the block. Layouts: quant_decode_k.cpp.
#include <algorithm>
#include <array>
#include <cmath>

#include "gguf/quant_block.h"
#include "gguf/quant_scale.h"

namespace strata {

namespace {

/// Stores eight pairs of a 6-bit scale and a 6-bit minimum in 12 bytes.
void store_pairs(const std::array<int, 8>& scales, const std::array<int, 8>& minimums, std::uint8_t* s) {
    const auto byte = [](int value) { return static_cast<std::uint8_t>(value); };
    for (std::size_t i = 0; i < 4; ++i) {
        s[i] = byte(scales[i] | (scales[i + 4] >> 4) << 6);
        s[i + 4] = byte(minimums[i] | (minimums[i + 4] >> 4) << 6);
        s[i + 8] = byte((scales[i + 4] & 15) | (minimums[i + 4] & 15) << 4);
    }
}

/// The codes of a Q4_K or Q5_K block, whose largest code is given; stores d, dmin and the scale pairs. Value j becomes
/// (d * scale) * code - (dmin * minimum), so the minimum of a group reaches down from 0.
void paired_codes(const float* x, int largest, std::uint8_t* y, std::array<int, 256>& codes) {
    std::array<float, 8> steps{};
    std::array<float, 8> depths{};
    for (std::size_t k = 0; k < 8; ++k) {
        const auto [low, high] = std::minmax_element(x + 32 * k, x + 32 * k + 32);
        depths[k] = std::max(0.0F, -*low);
        steps[k] = (std::max(0.0F, *high) + depths[k]) / static_cast<float>(largest);
    }
    const float d = store_scale(y, *std::ranges::max_element(steps) / 63);
    const float dmin = store_scale(y + 2, *std::ranges::max_element(depths) / 63);
    std::array<int, 8> scales{};
    std::array<int, 8> minimums{};
    for (std::size_t k = 0; k < 8; ++k) {
        scales[k] = nearest_code(steps[k], d, 0, 63);
        minimums[k] = nearest_code(depths[k], dmin, 0, 63);
        const float scale = d * static_cast<float>(scales[k]);
        const float minimum = dmin * static_cast<float>(minimums[k]);
        for (std::size_t j = 32 * k; j < 32 * k + 32; ++j) {
            codes[j] = nearest_code(x[j] + minimum, scale, 0, largest);
        }
    }
    store_pairs(scales, minimums, y + 4);
}

/// Stores the lower four bits of the codes: 32 bytes for 64 values, the first 32 in the low halves.
void store_group_nibbles(const std::array<int, 256>& codes, std::uint8_t* q) {
    for (std::size_t i = 0; i < 128; ++i) {
        const std::size_t j = 64 * (i / 32) + i % 32;
        q[i] = static_cast<std::uint8_t>((codes[j] & 15) | (codes[j + 32] & 15) << 4);
    }
}

void encode_q4_k(const float* x, std::uint8_t* y) {
    std::array<int, 256> codes{};
    paired_codes(x, 15, y, codes);
    store_group_nibbles(codes, y + 16);
}

void encode_q5_k(const float* x, std::uint8_t* y) {
    std::array<int, 256> codes{};
    paired_codes(x, 31, y, codes);
    for (std::size_t l = 0; l < 32; ++l) {
        int bits = 0;
        for (std::size_t k = 0; k < 8; ++k) {
            bits |= (codes[32 * k + l] >> 4) << k;
        }
        y[16 + l] = static_cast<std::uint8_t>(bits);
    }
    store_group_nibbles(codes, y + 48);
}

void store_q6_k_codes(const std::array<int, 256>& codes, std::uint8_t* y) {
    for (std::size_t half = 0; half < 2; ++half) {
        for (std::size_t l = 0; l < 32; ++l) {
            const int* part = codes.data() + 128 * half + l;  // its four values are 32 apart
            y[64 * half + l] = static_cast<std::uint8_t>((part[0] & 15) | (part[64] & 15) << 4);
            y[64 * half + l + 32] = static_cast<std::uint8_t>((part[32] & 15) | (part[96] & 15) << 4);
            y[128 + 32 * half + l] =
                static_cast<std::uint8_t>(part[0] >> 4 | part[32] >> 4 << 2 | part[64] >> 4 << 4 | part[96] >> 4 << 6);
        }
    }
}

void encode_q6_k(const float* x, std::uint8_t* y) {
    std::array<float, 16> steps{};
    for (std::size_t i = 0; i < 16; ++i) {
        steps[i] = extreme_of({x + 16 * i, 16}) / -32;
    }
    const float d = store_scale(y + 208, extreme_of(steps) / -128);
    std::array<int, 256> codes{};
    for (std::size_t i = 0; i < 16; ++i) {
        const int scale = nearest_code(steps[i], d, -128, 127);
        y[192 + i] = static_cast<std::uint8_t>(scale);
        for (std::size_t j = 16 * i; j < 16 * i + 16; ++j) {
            codes[j] = 32 + nearest_code(x[j], d * static_cast<float>(scale), -32, 31);
        }
    }
    store_q6_k_codes(codes, y);
}

}  // namespace

BlockEncoder k_block_encoder(QuantType type) {
    switch (type) {
        case QuantType::Q4_K:
            return encode_q4_k;
        case QuantType::Q5_K:
            return encode_q5_k;
        case QuantType::Q6_K:
            return encode_q6_k;
        default:
            return nullptr;
    }
}

}  // namespace strata
