#pragma once

#include <vector>

#include "strata/hardware.h"

namespace strata {

/// The cards that NVIDIA's driver knows, in the driver's order, asked through its libraries where they are installed.
/// Empty without a card, without a driver, or if the driver refuses. May take a second; any thread.
std::vector<GpuInfo> nvidia_cards();

}  // namespace strata
