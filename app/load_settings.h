#pragma once

#include <cstdint>
#include <filesystem>

#include <QString>

#include "app/settings.h"
#include "strata/load_options.h"

namespace strata::app {

/// Memory for experts in low-memory mode; what does not fit into it is read from the disk.
constexpr std::uint64_t kLowMemoryExperts = std::uint64_t{4} << 30;

/// The limits that hold while a model is loaded.
LiveLimits limitsOf(const Settings& settings);

/// `options` with what the settings say of loading a model; what `options` has already, as from the command line,
/// counts before the settings.
LoadOptions loadOptionsOf(const Settings& settings, LoadOptions options);

/// The file in the data folder that remembers which experts were used most.
std::filesystem::path expertProfileIn(const QString& data_folder);

/// Whether a model that was loaded with one of these must be loaded again for the other.
bool needsReload(const ModelSettings& loaded, const ModelSettings& wanted);

}  // namespace strata::app
