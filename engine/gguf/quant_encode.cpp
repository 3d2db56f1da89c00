// Encodes rows for tests and synthetic models: every scale is chosen from its own block's values, codes are rounded to
// the nearest. There is no weighting by importance. Layouts: see the decoder of each type.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/assert.h"
#include "base/error.h"
#include "gguf/quant_block.h"
#include "gguf/quant_scale.h"
#include "gguf/quant_tables.h"
#include "gguf/quant_type.h"

namespace strata {

namespace {

void encode_f32(const float* x, std::uint8_t* y) {
    store_little_endian(y, std::bit_cast<std::uint32_t>(*x));
}

void encode_f16(const float* x, std::uint8_t* y) {
    store_little_endian(y, f32_to_f16(*x));
}

void encode_bf16(const float* x, std::uint8_t* y) {
    store_little_endian(y, f32_to_bf16(*x));
}

void encode_q8_0(const float* x, std::uint8_t* y) {
    const float d = store_scale(y, std::fabs(extreme_of({x, 32})) / 127);
    for (std::size_t j = 0; j < 32; ++j) {
        y[2 + j] = static_cast<std::uint8_t>(nearest_code(x[j], d, -127, 127));
    }
}

/// Stores codes 0 to 15 of 32 values as nibbles, or of codes 0 to 31 the lower four bits.
void store_nibbles(const int* codes, std::uint8_t* y) {
    for (std::size_t j = 0; j < 16; ++j) {
        y[j] = static_cast<std::uint8_t>((codes[j] & 15) | (codes[j + 16] & 15) << 4);
    }
}

/// Stores the fifth bits of codes 0 to 31.
void store_fifth_bits(const int* codes, std::uint8_t* y) {
    std::uint32_t bits = 0;
    for (std::size_t j = 0; j < 32; ++j) {
        bits |= static_cast<std::uint32_t>(codes[j] >> 4) << j;
    }
    store_little_endian(y, bits);
}

/// Codes around a middle: the extreme value gets code 0, which is one step further out than the largest code.
void symmetric_codes(const float* x, float d, int middle, int* codes) {
    for (std::size_t j = 0; j < 32; ++j) {
        codes[j] = middle + nearest_code(x[j], d, -middle, middle - 1);
    }
}

void encode_q4_0(const float* x, std::uint8_t* y) {
    int codes[32];
    symmetric_codes(x, store_scale(y, extreme_of({x, 32}) / -8), 8, codes);
    store_nibbles(codes, y + 2);
}

void encode_q5_0(const float* x, std::uint8_t* y) {
    int codes[32];
    symmetric_codes(x, store_scale(y, extreme_of({x, 32}) / -16), 16, codes);
    store_fifth_bits(codes, y + 2);
    store_nibbles(codes, y + 6);
}

/// Codes from the smallest to the largest value; stores d and m.
void codes_above_minimum(const float* x, int largest, std::uint8_t* y, int* codes) {
    const auto [low, high] = std::minmax_element(x, x + 32);
    const float m = store_scale(y + 2, *low);
    const float d = store_scale(y, (*high - m) / static_cast<float>(largest));
    for (std::size_t j = 0; j < 32; ++j) {
        codes[j] = nearest_code(x[j] - m, d, 0, largest);
    }
}

void encode_q4_1(const float* x, std::uint8_t* y) {
    int codes[32];
    codes_above_minimum(x, 15, y, codes);
    store_nibbles(codes, y + 4);
}

void encode_q5_1(const float* x, std::uint8_t* y) {
    int codes[32];
    codes_above_minimum(x, 31, y, codes);
    store_fifth_bits(codes, y + 4);
    store_nibbles(codes, y + 8);
}

void encode_q2_0(const float* x, std::uint8_t* y) {
    static constexpr std::int8_t kLevels[] = {-1, 0, 1, 2};
    const LevelSet levels(kLevels);
    const float d = store_scale(y, best_scale({x, 64}, levels));
    std::fill_n(y + 2, 16, std::uint8_t{0});
    for (std::size_t j = 0; j < 64; ++j) {
        y[2 + j / 4] = static_cast<std::uint8_t>(y[2 + j / 4] | levels.nearest(x[j], d) << 2 * (j % 4));
    }
}

void encode_iq4_nl(const float* x, std::uint8_t* y) {
    const LevelSet levels(kIq4nlLevels);
    const float d = store_scale(y, best_scale({x, 32}, levels));
    int codes[32];
    for (std::size_t j = 0; j < 32; ++j) {
        codes[j] = levels.nearest(x[j], d);
    }
    store_nibbles(codes, y + 2);
}

BlockEncoder block_encoder(QuantType type) {
    for (const auto find : {small_block_encoder, k_block_encoder, iq_block_encoder}) {
        if (const BlockEncoder encoder = find(type)) {
            return encoder;
        }
    }
    return nullptr;
}

bool is_plain(QuantType type) {
    return type == QuantType::F32 || type == QuantType::F16 || type == QuantType::BF16;
}

}  // namespace

BlockEncoder small_block_encoder(QuantType type) {
    switch (type) {
        case QuantType::F32:
            return encode_f32;
        case QuantType::F16:
            return encode_f16;
        case QuantType::BF16:
            return encode_bf16;
        case QuantType::Q2_0:
            return encode_q2_0;
        case QuantType::Q4_0:
            return encode_q4_0;
        case QuantType::Q4_1:
            return encode_q4_1;
        case QuantType::Q5_0:
            return encode_q5_0;
        case QuantType::Q5_1:
            return encode_q5_1;
        case QuantType::Q8_0:
            return encode_q8_0;
        case QuantType::IQ4_NL:
            return encode_iq4_nl;
        default:
            return nullptr;
    }
}

Result<void> quantize_row(QuantType type, std::span<const float> values, std::span<std::byte> out) {
    STRATA_ASSERT(out.size() == row_bytes(type, values.size()), "the bytes are those of the row");
    const QuantTypeInfo& info = quant_type_info(type);
    const BlockEncoder encode = block_encoder(type);
    if (encode == nullptr) {
        return fail(ErrorCode::unsupported_format,
                    fmt::format("this program reads {}, but does not write it", info.name));
    }
    if (!is_plain(type) && !std::ranges::all_of(values, [](float value) { return std::isfinite(value); })) {
        return fail(ErrorCode::invalid_argument, fmt::format("{} cannot hold values that are not finite", info.name));
    }
    auto* block = reinterpret_cast<std::uint8_t*>(out.data());
    for (std::size_t at = 0; at < values.size(); at += info.block_values, block += info.block_bytes) {
        encode(values.data() + at, block);
    }
    return {};
}

}  // namespace strata
