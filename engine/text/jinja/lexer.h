#pragma once

#include <string_view>
#include <vector>

#include "strata/result.h"
#include "text/jinja/token.h"

namespace strata::jinja {

/// Cuts a template into tokens; the last is TokenType::end.
///
/// White space around tags goes as the reference renderer of chat templates has it: the first line break after a block
/// or comment and the indentation before one go away, `-` takes all white space on its side, `+` keeps it, and one line
/// break at the end of the template is dropped. Errors: bad_template with the line.
Result<std::vector<Token>> tokenize(std::string_view source);

}  // namespace strata::jinja
