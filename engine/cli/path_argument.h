#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "strata/result.h"

namespace strata::cli {

/// The command line without the program's name: UTF-8 on Windows, the bytes as they were given elsewhere.
std::vector<std::string> command_line(int argc, char** argv);

/// A path as it was typed, and as text for messages; the inverse of each other.
std::filesystem::path path_from_argument(std::string_view text);
std::string path_text(const std::filesystem::path& path);

/// The folder of the running program; empty where the system does not tell.
std::filesystem::path program_folder();

/// All bytes of a file, or of standard input for "-". Errors: not_found, io_error, with the name.
Result<std::string> read_all(const std::string& typed_path);

}  // namespace strata::cli
