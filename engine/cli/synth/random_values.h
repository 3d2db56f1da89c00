#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace strata::cli {

/// 2^64 / golden ratio, odd: the step of the SplitMix64 sequence.
inline constexpr std::uint64_t kGoldenStep = 0x9E3779B97F4A7C15;

/// Output function of SplitMix64 (Steele, Lea, Flood 2014) for the state `z`.
inline std::uint64_t split_mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

/// Random numbers by index: the same seed, name and index give the same number on every machine, in any order.
class RandomValues {
public:
    RandomValues(std::uint64_t seed, std::string_view name);

    std::uint64_t bits(std::uint64_t index) const { return split_mix(base_ + kGoldenStep * (index + 1)); }
    /// In [0, 1).
    float uniform(std::uint64_t index) const;
    /// Mean 0, deviation 1: the sum of four uniform numbers (in whole numbers, so exact everywhere), within ±3.47.
    float normal(std::uint64_t index) const;

private:
    std::uint64_t base_;
};

/// How the values of a tensor are drawn.
struct ValueRule {
    float mean = 0.0F;
    float spread = 1.0F;  ///< deviation of the part that each value has for itself

    /// Deviation of a part that is common to rows r, r + period, r + 2·period, … and to all tensors with the same
    /// shared_name.
    float shared_spread = 0.0F;
    std::uint64_t shared_period = 1;
    std::string shared_name;

    /// Instead of all that: −(0.02 … 1.2), small ones more often; decay rates of recurrent states.
    bool decay_rates = false;
};

/// The values of one tensor.
class TensorValues {
public:
    TensorValues(std::uint64_t seed, std::string_view tensor_name, const ValueRule& rule);

    /// Value in column `column` of row `row` of a tensor with rows of `columns` values.
    float at(std::uint64_t row, std::uint64_t column, std::uint64_t columns) const;

private:
    ValueRule rule_;
    RandomValues own_, shared_;
};

}  // namespace strata::cli
