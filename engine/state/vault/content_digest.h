#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace strata {

/// XXH3 of 128 bits, low word first. With a seed that only this installation knows.
using ContentDigest = std::array<std::uint64_t, 2>;

ContentDigest digest_content(std::span<const std::byte> bytes, std::uint64_t seed);

}  // namespace strata
