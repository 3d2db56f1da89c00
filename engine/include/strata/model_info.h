#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "strata/result.h"

namespace strata {

/// What a model file says of itself; readable without loading it.
struct ModelInfo {
    std::string name;
    std::string architecture;
    std::string size_label;  ///< "37.1 million parameters" in words that fit the size
    std::uint64_t parameter_count = 0;
    std::uint64_t file_bytes = 0;
    int context_length = 0;  ///< trained context
    int layer_count = 0;
    int expert_count = 0;
    bool has_draft_layer = false;
    bool supported = false;  ///< this engine can run it
    std::string why_not;     ///< if not supported
};

/// Errors: those of opening a model file.
Result<ModelInfo> read_model_info(const std::filesystem::path& path);

}  // namespace strata
