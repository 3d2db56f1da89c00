#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "strata/result.h"
#include "text/added_tokens.h"
#include "text/spelling_index.h"
#include "text/token_id.h"

namespace strata {

/// The tokens of a model file: what each is for and which bytes it stands for. Immutable after `create`.
class Vocabulary {
public:
    static constexpr std::size_t kMostTokens = std::size_t{1} << 20;
    static constexpr std::size_t kLongestSpelling = 4096;  ///< bytes

    /// spellings: as the file writes them, normal tokens in the byte alphabet, others as they are. kinds: one each.
    /// Errors: bad_file for kinds that do not exist, too many, too long or empty tokens. The message names no file.
    static Result<Vocabulary> create(std::span<const std::string> spellings, std::span<const std::int64_t> kinds);

    Vocabulary(Vocabulary&&) noexcept = default;
    Vocabulary& operator=(Vocabulary&&) noexcept = default;

    std::size_t size() const { return kinds_.size(); }
    bool contains(TokenId id) const { return id >= 0 && static_cast<std::size_t>(id) < size(); }

    /// Nothing for ids outside the vocabulary and for unused rows.
    std::string_view bytes(TokenId id) const;
    TokenKind kind(TokenId id) const { return contains(id) ? kinds_[static_cast<std::size_t>(id)] : TokenKind::unused; }

    /// The token that byte pairs merge to: a normal token with exactly these bytes, the lowest id of several.
    std::optional<TokenId> find_mergeable(std::string_view bytes) const { return mergeable_.find(bytes); }
    /// A token by its spelling in the file. Added tokens come before those that byte pairs merge to, then the lowest id
    /// counts. Unused rows are not found.
    std::optional<TokenId> find(std::string_view spelling) const;

    const AddedTokens& added() const { return added_; }

private:
    Vocabulary() = default;
    Result<void> append(std::string_view spelling, std::int64_t kind);
    void build_indexes();

    std::vector<char> arena_;        // bytes of all tokens, one after another; the indexes borrow from it
    std::vector<std::size_t> ends_;  // in arena_
    std::vector<TokenKind> kinds_;
    std::vector<bool> is_mergeable_;  // normal tokens that are spelled in the byte alphabet throughout
    SpellingIndex mergeable_;         // those, by bytes
    SpellingIndex others_;            // all other tokens in use, by spelling, which is also their bytes
    AddedTokens added_;
};

}  // namespace strata
