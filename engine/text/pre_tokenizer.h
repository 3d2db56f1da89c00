#pragma once

#include <cstddef>
#include <string_view>

namespace strata {

/// The length in bytes of the first piece of a text that is not empty, as the pre-tokenizer `qwen35` cuts it.
///
/// Merges of the vocabulary never reach over the end of a piece. Where a piece ends depends on the text from its start
/// on and nothing else, so calling this again on the rest cuts the whole text. Bytes that are not valid UTF-8 count as
/// symbols.
std::size_t first_piece(std::string_view text);

}  // namespace strata
