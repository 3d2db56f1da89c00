#pragma once

#include <string>
#include <string_view>

#include "strata/result.h"

namespace strata::jinja {

/// Decodes the escapes of a string literal's inside (\n \t \\ \' \" \xhh \uhhhh \Uhhhhhhhh \ooo and so on); an unknown
/// escape stays as it is. Errors: bad_template for unfinished escapes and for code points that no text can hold.
Result<std::string> decode_escapes(std::string_view body, int line);

}  // namespace strata::jinja
