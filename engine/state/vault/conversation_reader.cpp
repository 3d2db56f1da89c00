#include "state/vault/conversation_reader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/error.h"

namespace strata {
namespace {

/// How reading one part ended.
enum class Outcome { fine, damaged };

/// Whether the error means that the part itself is lost, and not that it cannot be had just now.
Result<Outcome> judged(const Error& error, bool opened) {
    const bool lost = error.code == ErrorCode::bad_file || error.code == ErrorCode::not_found ||
                      (opened && error.code == ErrorCode::io_error);  // unreadable sectors
    return lost ? Result<Outcome>(Outcome::damaged) : tl::unexpected(error);
}

/// Reads from one conversation; remembers what it has read, so that falling back to less reads nothing twice.
class PrefixReader {
public:
    PrefixReader(const VaultContext& context, const ConversationFolder& folder, Manifest& manifest,
                 std::span<const KvPage> at_hand)
        : context_(&context),
          folder_(&folder),
          owner_(folder.owner()),
          manifest_(&manifest),
          pages_(at_hand.begin(), at_hand.end()) {}

    /// Fills `state`. Damaged: the state is taken out of the manifest.
    Result<Outcome> read_state(const PrefixMatch& match, RunningState& state);
    /// Reads pages up to `count`. Damaged: the manifest ends before the first damaged one.
    Result<Outcome> read_pages(std::size_t count);

    std::vector<KvPage> pages(std::size_t count) const {
        return {pages_.begin(), pages_.begin() + static_cast<std::ptrdiff_t>(count)};
    }
    std::uint64_t bytes() const { return bytes_; }

private:
    Result<Outcome> read_file(const PageFile& file, std::size_t end);

    const VaultContext* context_;
    const ConversationFolder* folder_;
    PartOwner owner_;
    Manifest* manifest_;
    std::vector<KvPage> pages_;
    std::uint64_t bytes_ = 0;
};

Result<Outcome> PrefixReader::read_state(const PrefixMatch& match, RunningState& state) {
    const auto checkpoint = std::ranges::find(manifest_->checkpoints, match.length,
                                              [](const StoredCheckpoint& c) { return c.state.position; });
    const StoredState& stored = match.whole ? *manifest_->live : checkpoint->state;
    const PartLayout layout = context_->layout(match.whole ? PartKind::live : PartKind::checkpoint, stored);
    STRATA_TRY(state, RunningState::create_uninitialised(context_->rules.identity.running));
    state.last_ids = stored.last_ids;
    state.position = static_cast<std::size_t>(stored.position);
    const Result<PartReader> reader = PartReader::open(folder_->path(), layout, owner_);
    const Result<void> read = reader ? reader->read(0, state.raw(), stored.digest) : tl::unexpected(reader.error());
    if (read) {
        reader->drop_cache();
        bytes_ += layout.length(1);
        return Outcome::fine;
    }
    STRATA_CHECK(judged(read.error(), reader.has_value()));
    if (match.whole) {
        manifest_->live.reset();
    } else {
        manifest_->checkpoints.erase(checkpoint);
    }
    manifest_->truncate(manifest_->content.size());
    return Outcome::damaged;
}

Result<Outcome> PrefixReader::read_pages(std::size_t count) {
    while (pages_.size() < count) {
        const PageFile file = manifest_->file_of(pages_.size());
        STRATA_TRY(const Outcome outcome, read_file(file, count));
        if (outcome == Outcome::damaged) {
            manifest_->truncate(pages_.size() * KvCache::kPageCells);
            return outcome;
        }
    }
    return Outcome::fine;
}

Result<Outcome> PrefixReader::read_file(const PageFile& file, std::size_t end) {
    const PartLayout layout = context_->layout(file);
    const Result<PartReader> reader = PartReader::open(folder_->path(), layout, owner_);
    if (!reader) {
        return judged(reader.error(), false);
    }
    end = std::min<std::size_t>(end, file.first_page + file.used);
    reader->expect(pages_.size() - file.first_page, end - pages_.size());
    while (pages_.size() < end) {
        STRATA_TRY(KvPage page, KvPage::create_uninitialised(context_->page_bytes));
        const std::size_t at = pages_.size();
        const Result<void> read = reader->read(at - file.first_page, {page.data(), page.size()}, manifest_->pages[at]);
        if (!read) {
            return judged(read.error(), true);
        }
        pages_.push_back(std::move(page));
        bytes_ += layout.length(1) - layout.length(0);
    }
    reader->drop_cache();
    return Outcome::fine;
}

void mark_used(Manifest& manifest, const PrefixMatch& match) {
    const auto used = std::ranges::find(manifest.checkpoints, match.length,
                                        [](const StoredCheckpoint& c) { return c.state.position; });
    if (!match.whole && used != manifest.checkpoints.end()) {
        std::rotate(used, used + 1, manifest.checkpoints.end());
    }
}

}  // namespace

Result<ReadPrefix> read_prefix(const VaultContext& context, const ConversationFolder& folder, Manifest& manifest,
                               const TokenSequence& prompt, std::span<const KvPage> at_hand) {
    ReadPrefix result;
    PrefixReader reader(context, folder, manifest, at_hand);
    for (;;) {
        result.match = match_prefix(manifest, prompt);
        result.bytes = reader.bytes();
        if (result.match.length == 0) {
            return result;
        }
        RunningState running;
        const std::size_t page_count = KvCache::pages_for(result.match.length);
        STRATA_TRY(const Outcome state, reader.read_state(result.match, running));
        STRATA_TRY(const Outcome pages, state == Outcome::fine ? reader.read_pages(page_count) : Outcome::damaged);
        if (pages == Outcome::damaged) {
            result.damaged = true;
            continue;
        }
        auto image = std::make_shared<ConversationImage>();
        image->content = manifest.content;
        image->content.truncate(result.match.length);
        image->cuts = manifest.cuts;
        truncate_cuts(image->cuts, result.match.length);
        image->kv = KvCache(context.rules.identity.kv);
        image->kv.set_pages(reader.pages(page_count));
        image->running = std::move(running);
        result.image = std::move(image);
        result.bytes = reader.bytes();
        mark_used(manifest, result.match);
        return result;
    }
}

}  // namespace strata
