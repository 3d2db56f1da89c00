#pragma once

#include <string>
#include <string_view>

namespace strata::cli {

/// Text without what a terminal would obey instead of show: control characters but line feed and tab are dropped, so
/// that neither a model nor a file name can move the cursor, change colours or retitle the window.
std::string without_controls(std::string_view text);

}  // namespace strata::cli
