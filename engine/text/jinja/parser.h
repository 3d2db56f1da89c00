#pragma once

#include <string_view>

#include "strata/result.h"
#include "text/jinja/syntax_tree.h"

namespace strata::jinja {

/// Reads a template. Errors: bad_template naming line and construct, also for constructs that chat templates do without
/// (call, include, import, extends, block, recursive loops) and for nesting beyond the limits.
Result<SyntaxTree> parse(std::string_view source);

}  // namespace strata::jinja
