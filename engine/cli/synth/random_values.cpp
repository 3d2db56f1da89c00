#include "cli/synth/random_values.h"

namespace strata::cli {

RandomValues::RandomValues(std::uint64_t seed, std::string_view name) {
    std::uint64_t hash = 0xCBF29CE484222325;  // FNV-1a
    for (const char c : name) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
    }
    base_ = split_mix(hash + kGoldenStep * (seed + 1));
}

float RandomValues::uniform(std::uint64_t index) const {
    return static_cast<float>(bits(index) >> 40) * 0x1p-24F;
}

float RandomValues::normal(std::uint64_t index) const {
    const std::uint64_t b = bits(index);
    const auto sum = static_cast<std::int64_t>((b & 0xFFFF) + (b >> 16 & 0xFFFF) + (b >> 32 & 0xFFFF) + (b >> 48));
    // Four numbers uniform in 0 … 65535: mean 131070, variance (2^32 − 1) / 3.
    return static_cast<float>(sum - 131070) * (1.7320508F / 65536.0F);
}

TensorValues::TensorValues(std::uint64_t seed, std::string_view tensor_name, const ValueRule& rule)
    : rule_(rule), own_(seed, tensor_name), shared_(seed, rule.shared_name) {}

float TensorValues::at(std::uint64_t row, std::uint64_t column, std::uint64_t columns) const {
    const std::uint64_t index = row * columns + column;
    if (rule_.decay_rates) {
        const float u = own_.uniform(index);
        return -(0.02F + 1.18F * u * u);
    }
    float value = rule_.mean + rule_.spread * own_.normal(index);
    if (rule_.shared_spread != 0.0F) {
        value += rule_.shared_spread * shared_.normal(row % rule_.shared_period * columns + column);
    }
    return value;
}

}  // namespace strata::cli
