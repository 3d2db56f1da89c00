#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "strata/result.h"
#include "strata/sha256.h"

namespace strata {

/// What one file of a model says in front of its weights.
struct ModelFileOutline {
    std::string name;          ///< as the file calls itself; may be empty
    std::string architecture;  ///< may be empty: later files of a split set need not say it
    std::uint64_t tensor_count = 0;
    Sha256 tensor_directory{};  ///< of names, types, shapes and places of the tensors: tells files apart by content
    std::uint64_t file_bytes = 0;
    bool reaches_end = false;  ///< the tensors end where the file does
};

/// Reads and checks one file, without the others of a split set and without its weights: a file whose end is still
/// being written can be read already. Errors: not_found, io_error, bad_file.
Result<ModelFileOutline> read_model_file_outline(const std::filesystem::path& path);

}  // namespace strata
