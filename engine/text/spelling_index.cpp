#include "text/spelling_index.h"

#include <algorithm>

namespace strata {

SpellingIndex::SpellingIndex(const std::vector<Entry>& entries) {
    rows_.reserve(entries.size());
    for (const Entry& entry : entries) {
        rows_.push_back({key_of(entry.bytes), entry.id});
    }
    std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
        const int order = compare(a.key, b.key);
        return order != 0 ? order < 0 : a.id < b.id;
    });
    const auto same_bytes = [](const Row& a, const Row& b) { return compare(a.key, b.key) == 0; };
    rows_.erase(std::unique(rows_.begin(), rows_.end(), same_bytes), rows_.end());
}

std::optional<TokenId> SpellingIndex::find(std::string_view bytes) const {
    const Key key = key_of(bytes);
    const auto row = std::lower_bound(rows_.begin(), rows_.end(), key,
                                      [](const Row& a, const Key& b) { return compare(a.key, b) < 0; });
    if (row == rows_.end() || compare(row->key, key) != 0) {
        return std::nullopt;
    }
    return row->id;
}

SpellingIndex::Key SpellingIndex::key_of(std::string_view bytes) {
    std::uint64_t start = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        start = (start << 8) | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U);
    }
    return {start, bytes};
}

int SpellingIndex::compare(const Key& a, const Key& b) {
    if (a.start != b.start) {
        return a.start < b.start ? -1 : 1;
    }
    return a.bytes.compare(b.bytes);
}

}  // namespace strata
