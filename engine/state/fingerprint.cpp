#include "state/fingerprint.h"

#include <algorithm>
#include <span>

#include "state/content_digest.h"

namespace strata {
namespace {

enum class Side { keys, values };

// Cells [begin, end) of all layers and heads; scales too.
std::string kv_digest(const KvCache& kv, Side side, std::size_t begin, std::size_t end) {
    const KvGeometry& geometry = kv.geometry();
    const std::size_t data_bytes = kv_data_bytes(geometry.type, geometry.size);
    const std::size_t scales = kv_scale_count(geometry.type, geometry.size);
    ContentDigestStream digest;
    for (std::size_t layer = 0; layer < geometry.layers; ++layer) {
        for (std::size_t head = 0; head < geometry.heads; ++head) {
            for (std::size_t cell = begin; cell < end;) {
                const KvRun run =
                    side == Side::keys ? kv.key_run(layer, head, cell, end) : kv.value_run(layer, head, cell, end);
                digest.add({run.data, run.cells * data_bytes});
                digest.add_values(std::span(run.scales, run.cells * scales));
                cell += run.cells;
            }
        }
    }
    return digest.text();
}

std::string pooled_digest(const KvCache& kv, std::size_t cells) {
    const KvGeometry& geometry = kv.geometry();
    ContentDigestStream digest;
    for (std::size_t layer = 0; layer < geometry.layers; ++layer) {
        for (std::size_t block = 0; block < cells / geometry.indexer_block; ++block) {
            digest.add_values(std::span(kv.pooled_key(layer, block), geometry.indexer_size));
        }
    }
    return digest.text();
}

}  // namespace

StateFingerprint fingerprint_of(const TokenSequence& content, const SequenceState& state) {
    StateFingerprint print;
    print.tokens = content.size();
    ContentDigestStream ids;
    ids.add_values(std::span<const std::int32_t>(content.tokens));
    for (const PictureKey& picture : content.pictures) {
        ids.add_values(std::span(&picture.position, 1));
        ids.add_values(std::span<const std::uint64_t>(picture.hash));
    }
    print.components.push_back({"ids", ids.text()});
    ContentDigestStream last;
    last.add_values(std::span<const std::int32_t>(state.running.last_ids));
    print.components.push_back({"last ids", last.text()});
    for (const RunningState::Part& part : state.running.parts()) {
        ContentDigestStream digest;
        digest.add_values(part.values);
        print.components.push_back({part.name, digest.text()});
    }
    const KvCache& kv = state.kv;
    print.components.push_back({"keys", kv_digest(kv, Side::keys, 0, content.size())});
    print.components.push_back({"values", kv_digest(kv, Side::values, 0, content.size())});
    if (kv.geometry().indexer_size > 0) {
        print.components.push_back({"pooled keys", pooled_digest(kv, content.size())});
    }
    const std::size_t held = std::min(kv.pages().size(), KvCache::pages_for(content.size())) * KvCache::kPageCells;
    print.components.push_back({"stale cells", kv_digest(kv, Side::keys, content.size(), held), false});
    return print;
}

std::string first_difference(const StateFingerprint& left, const StateFingerprint& right) {
    if (left.tokens != right.tokens) {
        return "length";
    }
    for (std::size_t i = 0; i < std::max(left.components.size(), right.components.size()); ++i) {
        if (i >= left.components.size() || i >= right.components.size()) {
            return "number of components";
        }
        if (left.components[i].must_match && left.components[i] != right.components[i]) {
            return left.components[i].name;
        }
    }
    return {};
}

}  // namespace strata
