#pragma once

#include <string>

namespace strata {

/// A new name for a call, "call_" and 24 hexadecimal digits, all of them random: no two are the same.
std::string new_tool_call_id();

}  // namespace strata
