#include "cli/synth/ngram_hash.h"

#include <algorithm>
#include <limits>

#include "cli/synth/random_values.h"

namespace strata::cli {
namespace {

constexpr std::uint64_t kReleasedSeed = 1234;

bool is_prime(std::uint64_t number) {
    if (number < 2) {
        return false;
    }
    for (std::uint64_t divisor = 2; divisor * divisor <= number; ++divisor) {
        if (number % divisor == 0) {
            return false;
        }
    }
    return true;
}

}  // namespace

std::vector<std::uint64_t> primes_from(std::uint64_t least, std::size_t count) {
    std::vector<std::uint64_t> primes;
    for (std::uint64_t number = least; primes.size() < count; ++number) {
        if (is_prime(number)) {
            primes.push_back(number);
        }
    }
    return primes;
}

std::vector<std::uint64_t> ngram_multipliers(std::size_t vocab_size, std::size_t count) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
    const std::uint64_t half = std::max<std::uint64_t>(1, kMost / vocab_size / 2);
    std::vector<std::uint64_t> multipliers;
    for (std::uint64_t i = 1; i <= count; ++i) {
        multipliers.push_back(2 * (split_mix(kReleasedSeed + kGoldenStep * (i + 1)) % half) + 1);
    }
    return multipliers;
}

}  // namespace strata::cli
