#pragma once

#include <string>
#include <string_view>

namespace strata::app::api {

/// Small letters of ASCII; other bytes stay.
std::string lowered(std::string_view text);
/// Equal without case in ASCII.
bool sameText(std::string_view a, std::string_view b);
/// Without spaces and tabs around it.
std::string_view trimmed(std::string_view text);

}  // namespace strata::app::api
