#include "text/added_tokens.h"

#include <algorithm>
#include <utility>

namespace strata {

AddedTokens::AddedTokens(std::vector<SpellingIndex::Entry> tokens) : tokens_(std::move(tokens)) {
    std::sort(tokens_.begin(), tokens_.end(),
              [](const auto& a, const auto& b) { return a.bytes != b.bytes ? a.bytes < b.bytes : a.id < b.id; });
    for (const auto& token : tokens_) {
        begins_[static_cast<unsigned char>(token.bytes[0])] = true;
    }
}

std::optional<AddedTokens::Match> AddedTokens::find(std::string_view text, std::size_t from,
                                                    const Allowed& allowed) const {
    for (std::size_t begin = from; begin < text.size(); ++begin) {
        if (!begins_[static_cast<unsigned char>(text[begin])]) {
            continue;
        }
        if (const auto match = longest_at(text, begin, allowed)) {
            return match;
        }
    }
    return std::nullopt;
}

std::optional<AddedTokens::Match> AddedTokens::longest_at(std::string_view text, std::size_t begin,
                                                          const Allowed& allowed) const {
    // Narrows the sorted spellings byte by byte to those that begin like the text. The shortest of them comes first.
    std::optional<Match> longest;
    auto first = tokens_.begin();
    auto last = tokens_.end();
    for (std::size_t end = begin + 1; first != last && end <= text.size(); ++end) {
        const std::size_t depth = end - begin - 1;
        const auto byte_at_depth = [depth](const SpellingIndex::Entry& entry) {
            return entry.bytes.size() > depth ? static_cast<unsigned char>(entry.bytes[depth]) + 1 : 0;
        };
        const int byte = static_cast<unsigned char>(text[end - 1]) + 1;
        first = std::partition_point(first, last, [&](const auto& entry) { return byte_at_depth(entry) < byte; });
        last = std::partition_point(first, last, [&](const auto& entry) { return byte_at_depth(entry) == byte; });
        if (first != last && first->bytes.size() == depth + 1 && allowed(begin, end)) {
            longest = Match{begin, end, first->id};
        }
    }
    return longest;
}

}  // namespace strata
