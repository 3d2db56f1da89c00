#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "strata/result.h"

namespace strata {

/// A path as UTF-8, for messages.
std::string path_text(const std::filesystem::path& path);

/// The error for a file operation that has just failed: "path: what (the system's reason)". Code: out of the system's
/// reason not_found where there is no such file or folder, else io_error. Call it before anything else touches errno.
tl::unexpected<Error> system_failure(const std::filesystem::path& path, std::string_view what);

}  // namespace strata
