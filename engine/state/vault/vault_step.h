#pragma once

#include <filesystem>
#include <functional>

#include "strata/result.h"

namespace strata {

/// A change that the vault makes on the disk.
enum class VaultStep { make_folder, create, write, flush, flush_folder, rename, truncate, remove };

/// Called before each of them, on the thread that makes it; an error takes its place. For tests.
using BeforeVaultStep = std::function<Result<void>(VaultStep step, const std::filesystem::path& path)>;

}  // namespace strata
