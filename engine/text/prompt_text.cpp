#include "text/prompt_text.h"

#include <algorithm>

namespace strata {

void PromptText::append_own(std::string_view piece) {
    if (piece.empty()) {
        return;
    }
    const std::size_t begin = text.size();
    text.append(piece);
    if (!own.empty() && own.back().end == begin) {
        own.back().end = text.size();
    } else {
        own.push_back({begin, text.size()});
    }
}

void PromptText::append_foreign(std::string_view piece) {
    text.append(piece);
}

bool PromptText::is_own(std::size_t begin, std::size_t end) const {
    if (begin >= end) {
        return true;
    }
    // Ranges do not touch each other, so bytes are all own only if one range holds them all.
    const auto after = std::upper_bound(
        own.begin(), own.end(), begin, [](std::size_t position, const Range& range) { return position < range.begin; });
    return after != own.begin() && end <= std::prev(after)->end;
}

}  // namespace strata
