#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "text/spelling_index.h"
#include "text/token_id.h"

namespace strata {

/// The added tokens of a vocabulary, as they are found in text: literally, at the first place possible, the longest
/// first.
///
/// Borrows the spellings: whoever builds it keeps them where they are.
class AddedTokens {
public:
    /// Spellings are bounded so that looking for them takes time linear in the text whatever the file says.
    static constexpr std::size_t kLongestSpelling = 256;

    struct Match {
        std::size_t begin = 0, end = 0;  ///< bytes [begin, end) of the text
        TokenId id = 0;
    };
    /// Says whether the bytes [begin, end) may stand for a token.
    using Allowed = std::function<bool(std::size_t begin, std::size_t end)>;

    AddedTokens() = default;
    /// Spellings must not be empty; of two equal ones the lower id counts.
    explicit AddedTokens(std::vector<SpellingIndex::Entry> tokens);

    /// The first token at or after `from` that is allowed.
    std::optional<Match> find(std::string_view text, std::size_t from, const Allowed& allowed) const;

private:
    std::optional<Match> longest_at(std::string_view text, std::size_t begin, const Allowed& allowed) const;

    std::vector<SpellingIndex::Entry> tokens_;  // ascending by spelling, then id
    std::array<bool, 256> begins_{};            // first bytes of spellings
};

}  // namespace strata
