#pragma once

#include <string_view>

#include "base/error.h"

namespace strata::jinja {

/// bad_template: "chat template line 12: what". Cut to kMaxErrorBytes, as the words may be the template's or the
/// input's.
tl::unexpected<Error> template_error(int line, std::string_view what);

}  // namespace strata::jinja
