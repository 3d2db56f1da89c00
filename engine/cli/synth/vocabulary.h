#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace strata::cli {

/// The tokenizer's part of a model file: a byte-level vocabulary in which every text has tokens.
///
/// Ids 0 … 255 are the bytes; then come letter groups with the merges that make them, as many as fit; then the control
/// tokens of the released model in their order; then ids that name nothing.
struct Vocabulary {
    std::vector<std::string> tokens;
    std::vector<std::int32_t> kinds;  ///< TokenKind of each
    std::vector<std::string> merges;
};

std::size_t control_token_count();

/// The id of a control token by its spelling, which must be one.
std::size_t control_token_id(std::string_view spelling, std::size_t first_control);

/// first_control: at least 256, and low enough that the control tokens fit into `size`.
Vocabulary make_vocabulary(std::size_t size, std::size_t first_control);

}  // namespace strata::cli
