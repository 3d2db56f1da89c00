#pragma once

#include <filesystem>
#include <string>

#include "strata/result.h"

namespace strata::cli {

/// The model that answers when none is named: beside the program, in the installed place, or in the source tree.
/// Error: not_found, listing the places.
Result<std::filesystem::path> built_in_model();

/// The same for a program in a given folder.
Result<std::filesystem::path> built_in_model(const std::filesystem::path& program_folder);

/// What was typed after --model, or the built-in model if nothing was.
Result<std::filesystem::path> model_or_built_in(const std::string& typed);

}  // namespace strata::cli
