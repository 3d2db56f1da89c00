#pragma once

#include <string>

namespace strata {

/// What the processor calls itself, as "AMD Ryzen 7 5700X 8-Core Processor"; empty: it does not say.
std::string processor_name();

}  // namespace strata
