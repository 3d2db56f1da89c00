#pragma once

#include <functional>
#include <string_view>

namespace strata {

enum class LogLevel { debug, info, warning, error };

/// Where a module writes its log lines; an empty one drops them. Called from any thread.
using LogSink = std::function<void(LogLevel, std::string_view)>;

/// Writes lines to stderr, with the level in front.
LogSink stderr_log(LogLevel least);

}  // namespace strata
