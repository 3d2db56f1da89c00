#pragma once

#include <cstddef>
#include <string_view>

namespace strata::jinja {

/// Up to this length the library's search is used: it may compare the whole of `what` at every place.
inline constexpr std::size_t kShortSearch = 32;

/// Byte position of the first occurrence of `what` that begins at or after `begin`, npos if there is none. Takes time
/// in proportion to the sum of the lengths also for texts made to slow it down.
std::size_t find_forwards(std::string_view text, std::string_view what, std::size_t begin);

/// Byte position of the last occurrence that ends at or before `end`.
std::size_t find_backwards(std::string_view text, std::string_view what, std::size_t end);

}  // namespace strata::jinja
