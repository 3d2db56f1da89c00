#include "generation/random.h"

namespace strata {

std::uint64_t mix_bits(std::uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9ULL;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBULL;
    return bits ^ (bits >> 31);
}

double uniform_at(std::uint64_t seed, std::uint64_t position) {
    constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15ULL;
    const std::uint64_t bits = mix_bits(mix_bits(seed + kStep) + position * kStep);
    return static_cast<double>(bits >> 11) * 0x1.0p-53;
}

}  // namespace strata
