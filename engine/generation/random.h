#pragma once

#include <cstdint>

namespace strata {

/// A uniform number in [0, 1) that depends on (seed, position) alone, so that a draw can be repeated at any place of a
/// sequence and does not depend on how the tokens before it were computed.
double uniform_at(std::uint64_t seed, std::uint64_t position);

/// Mixes 64 bits so that every input bit moves every output bit (the finaliser of splitmix64; Steele et al., 2014).
std::uint64_t mix_bits(std::uint64_t bits);

}  // namespace strata
