#pragma once

#include <ctime>
#include <string>
#include <string_view>

#include "text/jinja/render_context.h"

namespace strata::jinja {

/// Date and time in English: %Y %y %m %d %e %j %H %I %M %S %p %a %A %b %B %h %F %T %D %R %u %w %n %t %%, each also with
/// `-` for no leading zero (%-d). Errors: other letters. Written here because the library's version follows the
/// system's language and treats unknown letters differently on each system.
Result<std::string> format_time(RenderContext& context, std::string_view format, const std::tm& time);

/// The local time of this computer.
std::tm local_time();

}  // namespace strata::jinja
