#pragma once

#include <functional>
#include <string_view>

namespace strata {

enum class LogLevel { debug, info, warning, error };

/// Where a module writes its log lines; an empty one drops them. Called from any thread. No line holds text of a
/// conversation, its title or its id.
using LogSink = std::function<void(LogLevel, std::string_view)>;

}  // namespace strata
