#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace strata::cli {

/// The first `count` primes that are not below `least`.
std::vector<std::uint64_t> primes_from(std::uint64_t least, std::size_t count);

/// The hash's multipliers for a vocabulary: odd, small enough that products with ids stay below 2^63, drawn as the
/// released model's were, so that its own dimensions give its own multipliers.
std::vector<std::uint64_t> ngram_multipliers(std::size_t vocab_size, std::size_t count);

}  // namespace strata::cli
