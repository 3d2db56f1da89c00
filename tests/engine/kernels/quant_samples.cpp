#include "quant_samples.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

namespace strata::testing {
namespace {

/// Where a block keeps its f16 scales.
std::vector<std::size_t> scale_offsets(QuantType type) {
    switch (type) {
        case QuantType::Q4_1:
        case QuantType::Q5_1:
        case QuantType::Q4_K:
        case QuantType::Q5_K:
            return {0, 2};
        case QuantType::Q2_K:
            return {80, 82};
        case QuantType::Q3_K:
            return {108};
        case QuantType::Q6_K:
            return {208};
        case QuantType::TQ1_0:
            return {52};
        case QuantType::TQ2_0:
            return {64};
        case QuantType::IQ1_M:
        case QuantType::MXFP4:
        case QuantType::NVFP4:
            return {};
        default:
            return {0};
    }
}

void set_block_scales(QuantType type, std::byte* block, std::uint16_t f16) {
    for (const std::size_t at : scale_offsets(type)) {
        std::memcpy(block + at, &f16, sizeof f16);
    }
    if (type == QuantType::IQ1_M) {  // four bits of the scale at the top of each of four words
        for (int i = 0; i < 4; ++i) {
            std::byte& top = block[49 + 2 * i];
            top = (top & std::byte{15}) | static_cast<std::byte>((f16 >> 4 * i & 15) << 4);
        }
    }
}

}  // namespace

std::vector<std::byte> random_weights(QuantType type, std::size_t rows, std::size_t columns, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<std::byte> weights(rows * row_bytes(type, columns));
    for (std::byte& byte : weights) {
        byte = static_cast<std::byte>(random() & 255U);
    }
    const std::size_t block_bytes = quant_type_info(type).block_bytes;
    for (std::size_t at = 0; at < weights.size(); at += block_bytes) {
        const auto exponent = random() % 8 == 0 ? 0 : 8 + random() % 10;
        set_block_scales(type, &weights[at], static_cast<std::uint16_t>((random() & 0x83ffU) | exponent << 10));
        if (type == QuantType::MXFP4) {
            weights[at] = static_cast<std::byte>(110 + random() % 20);
        }
    }
    return weights;
}

void set_scales(QuantType type, std::vector<std::byte>& weights, std::uint16_t f16) {
    for (std::size_t at = 0; at < weights.size(); at += quant_type_info(type).block_bytes) {
        set_block_scales(type, &weights[at], f16);
    }
}

std::vector<float> decoded(QuantType type, const std::vector<std::byte>& weights) {
    const QuantTypeInfo& info = quant_type_info(type);
    std::vector<float> values(weights.size() / info.block_bytes * info.block_values);
    dequantize_row(type, weights, values);
    return values;
}

std::vector<float> part_magnitudes(QuantType type, const std::vector<std::byte>& weights) {
    const std::vector<std::size_t> scales = scale_offsets(type);
    std::vector<float> sizes(weights.size() / quant_type_info(type).block_bytes * quant_type_info(type).block_values);
    for (std::size_t part = 0; part < std::max<std::size_t>(scales.size(), 1); ++part) {
        std::vector<std::byte> alone = weights;
        if (scales.size() > 1) {  // without the other part
            for (std::size_t at = scales[1 - part]; at < alone.size(); at += quant_type_info(type).block_bytes) {
                alone[at] = alone[at + 1] = std::byte{0};
            }
        }
        const std::vector<float> values = decoded(type, alone);
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            sizes[i] += std::abs(values[i]);
        }
    }
    return sizes;
}

std::vector<float> random_activations(std::size_t rows, std::size_t columns, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> gauss;
    std::vector<float> x(rows * columns);
    for (float& value : x) {
        value = gauss(random) * (random() % 50 == 0 ? 20.0F : 1.0F);
    }
    return x;
}

}  // namespace strata::testing
