#pragma once

#include <string>
#include <string_view>

#include "strata/request.h"

namespace strata::app {

/// A request by whose answer speeds are measured: long enough that reading it can be, and the same for everybody. Never
/// kept on disk. Whoever measures has words of their own, so that nothing of it is remembered from others.
GenerationRequest measuringRequest(std::string opening, std::string_view sentence);

}  // namespace strata::app
