#include "gguf/quant_type.h"

#include <array>
#include <bit>

#include "base/assert.h"

namespace strata {

namespace {

constexpr bool kWeight = true;
constexpr bool kNoWeight = false;

constexpr QuantTypeInfo kTypes[] = {
    {QuantType::F32, "F32", 1, 4, kWeight},
    {QuantType::F16, "F16", 1, 2, kWeight},
    {QuantType::Q4_0, "Q4_0", 32, 18, kWeight},
    {QuantType::Q4_1, "Q4_1", 32, 20, kWeight},
    {QuantType::Q5_0, "Q5_0", 32, 22, kWeight},
    {QuantType::Q5_1, "Q5_1", 32, 24, kWeight},
    {QuantType::Q8_0, "Q8_0", 32, 34, kWeight},
    {QuantType::Q8_1, "Q8_1", 32, 36, kNoWeight},
    {QuantType::Q2_K, "Q2_K", 256, 84, kWeight},
    {QuantType::Q3_K, "Q3_K", 256, 110, kWeight},
    {QuantType::Q4_K, "Q4_K", 256, 144, kWeight},
    {QuantType::Q5_K, "Q5_K", 256, 176, kWeight},
    {QuantType::Q6_K, "Q6_K", 256, 210, kWeight},
    {QuantType::Q8_K, "Q8_K", 256, 292, kNoWeight},
    {QuantType::IQ2_XXS, "IQ2_XXS", 256, 66, kWeight},
    {QuantType::IQ2_XS, "IQ2_XS", 256, 74, kWeight},
    {QuantType::IQ3_XXS, "IQ3_XXS", 256, 98, kWeight},
    {QuantType::IQ1_S, "IQ1_S", 256, 50, kWeight},
    {QuantType::IQ4_NL, "IQ4_NL", 32, 18, kWeight},
    {QuantType::IQ3_S, "IQ3_S", 256, 110, kWeight},
    {QuantType::IQ2_S, "IQ2_S", 256, 82, kWeight},
    {QuantType::IQ4_XS, "IQ4_XS", 256, 136, kWeight},
    {QuantType::I8, "I8", 1, 1, kNoWeight},
    {QuantType::I16, "I16", 1, 2, kNoWeight},
    {QuantType::I32, "I32", 1, 4, kNoWeight},
    {QuantType::I64, "I64", 1, 8, kNoWeight},
    {QuantType::F64, "F64", 1, 8, kNoWeight},
    {QuantType::IQ1_M, "IQ1_M", 256, 56, kWeight},
    {QuantType::BF16, "BF16", 1, 2, kWeight},
    {QuantType::TQ1_0, "TQ1_0", 256, 54, kWeight},
    {QuantType::TQ2_0, "TQ2_0", 256, 66, kWeight},
    {QuantType::MXFP4, "MXFP4", 32, 17, kWeight},
    {QuantType::NVFP4, "NVFP4", 64, 36, kWeight},
    {QuantType::Q1_0, "Q1_0", 128, 18, kWeight},
    {QuantType::Q2_0, "Q2_0", 64, 18, kWeight},
};

constexpr std::array<const QuantTypeInfo*, kQuantTypeCount> index_types() {
    std::array<const QuantTypeInfo*, kQuantTypeCount> by_id{};
    for (const QuantTypeInfo& info : kTypes) {
        by_id[static_cast<std::size_t>(info.type)] = &info;
    }
    return by_id;
}

constexpr std::array<const QuantTypeInfo*, kQuantTypeCount> kTypesById = index_types();

}  // namespace

const QuantTypeInfo* find_quant_type(std::uint32_t id) {
    return id < kTypesById.size() ? kTypesById[id] : nullptr;
}

const QuantTypeInfo& quant_type_info(QuantType type) {
    const QuantTypeInfo* info = find_quant_type(static_cast<std::uint32_t>(type));
    STRATA_ASSERT(info != nullptr, "a QuantType is one of the enumerators");
    return *info;
}

std::optional<QuantType> parse_quant_type(std::string_view name) {
    for (const QuantTypeInfo& info : kTypes) {
        if (info.name == name) {
            return info.type;
        }
    }
    return std::nullopt;
}

std::size_t row_bytes(QuantType type, std::size_t values) {
    const QuantTypeInfo& info = quant_type_info(type);
    STRATA_ASSERT(values % info.block_values == 0, "a row is a whole number of blocks");
    return values / info.block_values * info.block_bytes;
}

// The conversions work on the bit patterns, so that no rounding mode and no flush-to-zero setting changes a subnormal.

float f16_to_f32(std::uint16_t bits) {
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000U) << 16;
    const std::uint32_t exponent = (bits >> 10) & 0x1fU;
    const std::uint32_t mantissa = bits & 0x3ffU;
    if (exponent == 0x1f) {
        return std::bit_cast<float>(sign | 0x7f80'0000U | mantissa << 13);
    }
    if (exponent != 0) {
        return std::bit_cast<float>(sign | (exponent + 127 - 15) << 23 | mantissa << 13);
    }
    if (mantissa == 0) {
        return std::bit_cast<float>(sign);
    }
    // mantissa * 2^-24: the leading one moves up to bit 10 and becomes the implicit one.
    const auto shift = static_cast<std::uint32_t>(std::countl_zero(mantissa)) - 21U;
    return std::bit_cast<float>(sign | (127 - 14 - shift) << 23 | ((mantissa << shift) & 0x3ffU) << 13);
}

std::uint16_t f32_to_f16(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = (bits >> 16) & 0x8000U;
    const std::uint32_t magnitude = bits & 0x7fff'ffffU;
    if (magnitude > 0x7f80'0000U) {
        return static_cast<std::uint16_t>(sign | 0x7e00U | ((magnitude >> 13) & 0x3ffU));
    }
    if (magnitude >= 0x4780'0000U) {  // 2^16 and more
        return static_cast<std::uint16_t>(sign | 0x7c00U);
    }
    // The result is `kept` with `dropped` bits cut off below it; a carry of the rounding runs into the exponent as it
    // should.
    std::uint32_t kept = 0;
    std::uint32_t rest = 0;
    std::uint32_t half = 0;
    if (magnitude >= 0x3880'0000U) {  // normal halves: 2^-14 and more
        const std::uint32_t rebased = magnitude - ((127U - 15U) << 23);
        kept = rebased >> 13;
        rest = rebased & 0x1fffU;
        half = 0x1000U;
    } else if (magnitude >= 0x3300'0000U) {  // subnormal halves: 2^-25 and more
        const std::uint32_t mantissa = (magnitude & 0x7f'ffffU) | 0x80'0000U;
        const std::uint32_t dropped = 126U - (magnitude >> 23);
        kept = mantissa >> dropped;
        rest = mantissa & ((1U << dropped) - 1U);
        half = 1U << (dropped - 1U);
    }
    if (rest > half || (rest == half && (kept & 1U) != 0)) {
        ++kept;
    }
    return static_cast<std::uint16_t>(sign | kept);
}

float bf16_to_f32(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

std::uint16_t f32_to_bf16(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & 0x7fff'ffffU) > 0x7f80'0000U) {
        return static_cast<std::uint16_t>(bits >> 16 | 0x40U);
    }
    return static_cast<std::uint16_t>((bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16);
}

}  // namespace strata
