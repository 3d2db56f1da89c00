#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace strata::app::api {

/// The prefix and 24 hexadecimal digits. Any thread.
std::string randomId(std::string_view prefix);
/// 64 random bits, not for secrets. Any thread.
std::uint64_t randomNumber();

}  // namespace strata::app::api
