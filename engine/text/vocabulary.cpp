#include "text/vocabulary.h"

#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "text/byte_alphabet.h"

namespace strata {

Result<Vocabulary> Vocabulary::create(std::span<const std::string> spellings, std::span<const std::int64_t> kinds) {
    if (spellings.size() != kinds.size()) {
        return fail(ErrorCode::bad_file, fmt::format("{} tokens, but {} token types", spellings.size(), kinds.size()));
    }
    if (spellings.size() > kMostTokens) {
        return fail(ErrorCode::bad_file, fmt::format("{} tokens, at most {} are read", spellings.size(), kMostTokens));
    }
    Vocabulary vocabulary;
    vocabulary.ends_.reserve(spellings.size());
    vocabulary.kinds_.reserve(spellings.size());
    vocabulary.is_mergeable_.reserve(spellings.size());
    for (std::size_t i = 0; i < spellings.size(); ++i) {
        STRATA_CHECK(vocabulary.append(spellings[i], kinds[i]));
    }
    vocabulary.build_indexes();
    return vocabulary;
}

std::string_view Vocabulary::bytes(TokenId id) const {
    if (!contains(id)) {
        return {};
    }
    const auto i = static_cast<std::size_t>(id);
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return {arena_.data() + begin, ends_[i] - begin};
}

std::optional<TokenId> Vocabulary::find(std::string_view spelling) const {
    if (const auto id = others_.find(spelling)) {
        return id;
    }
    std::string bytes;
    return append_bytes_of_spelling(bytes, spelling) ? mergeable_.find(bytes) : std::nullopt;
}

Result<void> Vocabulary::append(std::string_view spelling, std::int64_t kind) {
    const std::size_t id = kinds_.size();
    if (kind < static_cast<std::int64_t>(TokenKind::normal) || kind > static_cast<std::int64_t>(TokenKind::byte)) {
        return fail(ErrorCode::bad_file, fmt::format("token {} has type {}, there are types 1 to 6", id, kind));
    }
    const auto token_kind = static_cast<TokenKind>(kind);
    const std::size_t longest = is_added(token_kind) ? AddedTokens::kLongestSpelling : kLongestSpelling;
    if (spelling.size() > longest) {
        return fail(ErrorCode::bad_file,
                    fmt::format("token {} is {} bytes long, at most {} are read", id, spelling.size(), longest));
    }
    if (spelling.empty() && token_kind != TokenKind::unused) {
        return fail(ErrorCode::bad_file, fmt::format("token {} is empty", id));
    }
    std::string bytes;
    const bool is_mergeable = token_kind == TokenKind::normal && append_bytes_of_spelling(bytes, spelling);
    const std::string_view stands_for = is_mergeable ? bytes : token_kind == TokenKind::unused ? "" : spelling;
    arena_.insert(arena_.end(), stands_for.begin(), stands_for.end());
    ends_.push_back(arena_.size());
    kinds_.push_back(token_kind);
    is_mergeable_.push_back(is_mergeable);
    return {};
}

void Vocabulary::build_indexes() {
    std::vector<SpellingIndex::Entry> mergeable;
    std::vector<SpellingIndex::Entry> others;
    std::vector<SpellingIndex::Entry> added;
    for (std::size_t i = 0; i < size(); ++i) {
        const auto id = static_cast<TokenId>(i);
        if (is_mergeable_[i]) {
            mergeable.push_back({bytes(id), id});
        } else if (kinds_[i] != TokenKind::unused) {
            others.push_back({bytes(id), id});
        }
        if (is_added(kinds_[i])) {
            added.push_back({bytes(id), id});
        }
    }
    mergeable_ = SpellingIndex(mergeable);
    others_ = SpellingIndex(others);
    added_ = AddedTokens(std::move(added));
}

}  // namespace strata
