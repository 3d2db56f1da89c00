#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gguf/byte_cursor.h"
#include "gguf/gguf_file.h"

namespace strata {

using GgufMetadata = std::vector<std::pair<std::string, GgufValue>>;

/// Reads `count` metadata pairs. Errors: truncated, bad_string, bad_key (empty, too long, or there twice),
/// bad_value_type, bad_array, nested_array, bad_count (all of it would take too much memory).
Result<GgufMetadata> read_metadata(ByteCursor& cursor, std::uint64_t count);

}  // namespace strata
