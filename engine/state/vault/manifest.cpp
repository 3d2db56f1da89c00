#include "state/vault/manifest.h"

#include <algorithm>
#include <utility>

namespace strata {

void Manifest::truncate(std::uint64_t tokens) {
    if (tokens < content.size()) {
        live.reset();
    }
    std::erase_if(checkpoints, [tokens](const StoredCheckpoint& c) { return c.state.position > tokens; });
    std::uint64_t length = live ? content.size() : 0;
    for (const StoredCheckpoint& checkpoint : checkpoints) {
        length = std::max(length, checkpoint.state.position);
    }
    if (length == content.size()) {
        return;
    }
    content.truncate(length);
    card.tokens = length;
    truncate_cuts(cuts, length);
    pages.resize(KvCache::pages_for(length));
    std::erase_if(files, [this](const PageFile& file) { return file.first_page >= pages.size(); });
    if (!files.empty()) {
        files.back().used = std::min(files.back().used, pages.size() - files.back().first_page);
    }
}

const PageFile& Manifest::file_of(std::uint64_t page) const {
    const auto behind = std::ranges::upper_bound(files, page, {}, &PageFile::first_page);
    return *std::prev(behind);
}

PrefixMatch match_prefix(const Manifest& manifest, const TokenSequence& prompt) {
    std::vector<std::size_t> points;
    for (const StoredCheckpoint& checkpoint : manifest.checkpoints) {
        points.push_back(checkpoint.state.position);
    }
    return match_prefix(manifest.content, manifest.live.has_value(), points, prompt);
}

}  // namespace strata
