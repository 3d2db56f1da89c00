#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gguf/gguf_file.h"
#include "strata/result.h"
#include "text/token_id.h"

namespace strata {

/// The `tokenizer.ggml.*` entries of a model file that byte-level BPE needs, of the right types and within bounds.
struct TokenizerMetadata {
    std::span<const std::string> tokens;  ///< borrowed from the file
    std::vector<std::int64_t> kinds;      ///< as many as tokens
    std::span<const std::string> merges;  ///< borrowed from the file
    std::optional<TokenId> eos;
};

/// Errors: bad_file for what is missing, of another type or length, or names ids outside the vocabulary;
/// unsupported_format for another tokenizer model or pre-tokenizer. The message names no file.
Result<TokenizerMetadata> read_tokenizer_metadata(const GgufFile& file);

}  // namespace strata
