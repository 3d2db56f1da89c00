#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

#include "strata/result.h"

namespace strata::cli {

/// Writes an array as a .npy file (format 1.0, little-endian, C order): new name, flush, rename. shape: its product is
/// the number of values. Error: io_error with the path.
Result<void> write_npy(const std::filesystem::path& path, std::span<const std::size_t> shape,
                       std::span<const float> values);
Result<void> write_npy(const std::filesystem::path& path, std::span<const std::size_t> shape,
                       std::span<const std::int32_t> values);

}  // namespace strata::cli
