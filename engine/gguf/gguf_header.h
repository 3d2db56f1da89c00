#pragma once

#include <cstdint>
#include <vector>

#include "gguf/gguf_metadata.h"

namespace strata {

/// What stands in front of one GGUF file's data section.
struct GgufHeader {
    std::uint32_t version = 0;
    GgufMetadata metadata;
    std::vector<TensorInfo> tensors;  ///< shard 0; every one lies inside the file, none overlaps another
};

/// Reads and checks a file's header. Names of tensors may still occur twice: they must differ over all shards.
/// Errors: io_error, or those of GgufFault but for duplicate_tensor, bad_split and bad_model.
Result<GgufHeader> read_gguf_header(const MappedFile& file);

}  // namespace strata
