#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace strata::testing {

/// Kinds of numbers that kernels are tried on.
enum class Sample {
    normal,  ///< Gaussian
    zero,    ///< zeros of both signs
    tiny,    ///< Gaussian times 1e-18: products are subnormal
    large,   ///< Gaussian times 1e15: squares still fit
    spread,  ///< magnitudes from 1e-6 to 1e6 next to each other
    cancel,  ///< each value followed by nearly its negative
};

inline constexpr Sample kSamples[] = {Sample::normal, Sample::zero,   Sample::tiny,
                                      Sample::large,  Sample::spread, Sample::cancel};

/// Row lengths: around the vector lengths, and those of the model.
inline constexpr std::size_t kLengths[] = {1, 3, 7, 8, 15, 16, 31, 32, 33, 64, 127, 160, 256, 640, 2560};

const char* name_of(Sample sample);

/// The same numbers for the same arguments.
std::vector<float> sample_values(Sample sample, std::size_t count, std::uint32_t seed);

/// Whether both hold the same bits (a NaN equals itself, and -0 is not 0).
bool same_bits(std::span<const float> a, std::span<const float> b);
bool same_bits(float a, float b);

/// A copy of values that starts `shift` floats behind a multiple of 64 bytes and ends where its memory ends, so that an
/// address sanitizer sees a read beyond it.
class Shifted {
public:
    Shifted(std::span<const float> values, std::size_t shift);
    float* data() { return memory_.get() + shift_; }
    const float* data() const { return memory_.get() + shift_; }
    std::span<const float> span() const { return {data(), count_}; }

private:
    struct Free {
        void operator()(float* memory) const;
    };
    std::unique_ptr<float, Free> memory_;
    std::size_t shift_ = 0;
    std::size_t count_ = 0;
};

/// Data of a test function: one row for each level of this processor, in a column "level" of int.
void add_levels();

}  // namespace strata::testing
