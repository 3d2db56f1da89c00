#pragma once

#include <string>
#include <string_view>

namespace strata::app::api {

/// A system text without what agents change in it from call to call: the values in a billing line ("cch=", the last
/// part of "cc_version=") become fixed ones of the same meaning. Otherwise no two prompts of a session would begin
/// alike.
std::string withoutStamps(std::string text);

}  // namespace strata::app::api
