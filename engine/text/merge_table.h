#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "strata/result.h"
#include "text/token_id.h"
#include "text/vocabulary.h"

namespace strata {

/// The merges of byte pair encoding: which two neighbouring tokens become one, and which pair goes first.
class MergeTable {
public:
    static constexpr std::size_t kMostMerges = std::size_t{1} << 21;

    struct Merge {
        TokenId right = 0;
        TokenId result = 0;
        std::int32_t rank = 0;  ///< the lowest rank is merged first
    };

    MergeTable() = default;

    /// lines: "LEFT RIGHT" in the spelling of the vocabulary, first rank first. Of a pair that occurs twice the first
    /// counts. Merges from or to added tokens are left out: no text may turn into one by its letters alone. Errors:
    /// bad_file for lines that are not two spellings and for unknown tokens. The message names no file.
    static Result<MergeTable> create(std::span<const std::string> lines, const Vocabulary& vocabulary);

    /// The merge of these two tokens; null if there is none.
    const Merge* find(TokenId left, TokenId right) const;

private:
    std::vector<std::size_t> begins_;  // by left token, and one more: where its merges begin in merges_
    std::vector<Merge> merges_;        // by left token, then ascending by right
};

}  // namespace strata
