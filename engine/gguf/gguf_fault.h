#pragma once

#include <filesystem>
#include <string>

#include "base/error.h"
#include "gguf/gguf_file.h"

namespace strata {

/// The error for a file that is refused: "<file name>: <fault>: <what>". Its code is bad_file, for versions
/// unsupported_format.
tl::unexpected<Error> refuse(const std::filesystem::path& file, GgufFault fault, const std::string& what);

}  // namespace strata
