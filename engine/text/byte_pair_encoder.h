#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "strata/result.h"
#include "text/merge_table.h"
#include "text/token_id.h"
#include "text/vocabulary.h"

namespace strata {

/// Turns the bytes of a piece of text into tokens: one per byte at first, then neighbours are merged, always the pair
/// of lowest rank and of several the first, until no merge fits (Sennrich et al., "Neural Machine Translation of Rare
/// Words with Subword Units", 2016).
class BytePairEncoder {
public:
    /// Errors: bad_file if a byte has no token of its own. The message names no file.
    static Result<BytePairEncoder> create(const Vocabulary& vocabulary, MergeTable merges);

    /// Memory that is used again from piece to piece.
    class Workspace;

    /// Adds the tokens of one piece. Takes time n log n in its length.
    void encode(std::string_view piece, Workspace& workspace, std::vector<TokenId>& tokens) const;

private:
    BytePairEncoder() = default;
    void push_pair(Workspace& workspace, std::size_t left) const;

    std::array<TokenId, 256> byte_tokens_{};
    MergeTable merges_;
};

class BytePairEncoder::Workspace {
    friend class BytePairEncoder;

    /// A token of the piece, by the place of its first byte; merged into its left neighbour: `merged_away`.
    struct Symbol {
        TokenId token = 0;
        std::size_t previous = 0, next = 0;  ///< next of the last: the piece's length
    };
    /// A pair that could be merged when it was seen.
    struct Candidate {
        std::int32_t rank = 0;
        std::size_t left = 0;
        TokenId left_token = 0, right_token = 0, result = 0;
    };

    std::vector<Symbol> symbols_;
    std::vector<Candidate> candidates_;  // a heap, the next merge on top
};

}  // namespace strata
