#pragma once

#include <filesystem>
#include <vector>

#include "strata/hardware.h"

namespace strata {

/// The graphics cards that the operating system shows pictures with, of any maker, as far as it names them. What only a
/// maker's driver knows stays unknown.
std::vector<GpuInfo> display_adapters();

/// The same from a folder like Linux' /sys/class/drm. names: a list of devices as pci.ids; empty: none.
std::vector<GpuInfo> display_adapters_in(const std::filesystem::path& cards, const std::filesystem::path& names);

/// The driver's cards, then the adapters that are not among them: those of other makers, and NVIDIA's if its driver has
/// none.
std::vector<GpuInfo> join_cards(std::vector<GpuInfo> driver_cards, const std::vector<GpuInfo>& adapters);

}  // namespace strata
