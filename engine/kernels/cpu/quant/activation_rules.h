#pragma once

#include <cstdint>

namespace strata::quant {

// How activations become codes, the same on every level down to the bit:
//
//   top = the largest magnitude of the group (32 or 256 values)
//   scale = top / 127,  code = x * (127 / top) rounded to nearest even,  so codes stay within -127 and 127
//
// A group with an infinity or a NaN gets the scale NaN and zero codes: the products become NaN instead of a number that
// looks right.

/// A group whose largest magnitude lies below becomes zero; 127 / top would overflow not much further down.
inline constexpr float kLeastMagnitude = 1e-30F;

inline constexpr std::uint32_t kMagnitudeBits = 0x7fff'ffffU;
/// Patterns of magnitudes from here on are infinity and NaN. As integers they order like the magnitudes.
inline constexpr std::uint32_t kInfinityBits = 0x7f80'0000U;
inline constexpr std::uint32_t kNanBits = 0x7fc0'0000U;

}  // namespace strata::quant
