#pragma once

#include "strata/log.h"

namespace strata {

/// Writes lines to stderr, with the level in front.
LogSink stderr_log(LogLevel least);

}  // namespace strata
