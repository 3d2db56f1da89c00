#include "state/vault/conversation_writer.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace strata {
namespace {

ContentDigest digest_of(const KvPage& page, const PartOwner& owner) {
    return digest_content({page.data(), page.size()}, owner.seed);
}

/// How many pages from the first on are in files already.
std::size_t stored_pages(const PartOwner& owner, const Manifest& stored, std::span<const KvPage> written,
                         std::span<const KvPage> pages, std::size_t common) {
    const std::size_t most = std::min({stored.pages.size(), pages.size(), KvCache::pages_for(common)});
    std::size_t same = 0;
    while (same < most && ((same < written.size() && written[same] == pages[same]) ||
                           digest_of(pages[same], owner) == stored.pages[same])) {
        ++same;
    }
    return same;
}

void plan_pages(const VaultContext& context, const Manifest* stored, std::span<const KvPage> pages,
                std::uint64_t& number, SavePlan& plan) {
    const std::size_t same = plan.first_fresh_page;
    Manifest& next = plan.next;
    if (stored != nullptr) {
        next.pages.assign(stored->pages.begin(), stored->pages.begin() + static_cast<std::ptrdiff_t>(same));
        for (PageFile file : stored->files) {
            if (file.first_page < same) {
                file.used = std::min<std::uint64_t>(file.used, same - file.first_page);
                next.files.push_back(file);
                plan.kept_bytes += file.used * context.page_bytes;
            }
        }
    }
    next.pages.resize(pages.size());
    if (same < pages.size()) {
        const std::uint64_t fresh = pages.size() - same;
        next.files.push_back({number++, same, fresh, fresh});
        plan.fresh_bytes += context.layout(next.files.back()).length(fresh);
    }
}

/// Without a digest.
StoredState stored_state(const RunningState& state, std::uint64_t number) {
    return {number, {}, state.position, state.last_ids};
}

void plan_checkpoints(const VaultContext& context, const Manifest* stored, std::size_t common,
                      const ConversationImage& image, std::size_t most, std::uint64_t& number, SavePlan& plan) {
    std::vector<StoredCheckpoint>& next = plan.next.checkpoints;
    const auto usable = [&](const StoredCheckpoint& c) { return c.state.position <= common; };
    if (stored != nullptr) {
        std::ranges::copy_if(stored->checkpoints, std::back_inserter(next), [&](const StoredCheckpoint& c) {
            return usable(c) && checkpoint_at(image.checkpoints, c.state.position) == nullptr;
        });
    }
    for (const CheckpointPtr& checkpoint : image.checkpoints) {
        const auto same_length = [&](const StoredCheckpoint& c) { return c.state.position == checkpoint->length(); };
        if (std::ranges::any_of(next, same_length)) {
            continue;
        }
        StoredCheckpoint entry{checkpoint->kind, {}};
        entry.state.position = checkpoint->length();
        if (stored != nullptr) {
            const auto old = std::ranges::find_if(
                stored->checkpoints, [&](const StoredCheckpoint& c) { return usable(c) && same_length(c); });
            entry = old != stored->checkpoints.end() ? *old : entry;
        }
        next.push_back(std::move(entry));
    }
    drop_least_recent(next, most, [](const StoredCheckpoint& c) { return c.kind; });
    for (std::size_t i = 0; i < next.size(); ++i) {
        const std::uint64_t bytes = context.layout(PartKind::checkpoint, next[i].state).length(1);
        if (next[i].state.number != 0) {
            plan.kept_bytes += bytes;
            continue;
        }
        next[i].state = stored_state(checkpoint_at(image.checkpoints, next[i].state.position)->state, number++);
        plan.fresh_checkpoints.push_back(i);
        plan.fresh_bytes += bytes;
    }
}

void plan_live(const VaultContext& context, const PartOwner& owner, const Manifest* stored,
               const ConversationImage& image, std::uint64_t& number, SavePlan& plan) {
    const bool same = stored != nullptr && stored->live && stored->content == image.content &&
                      stored->live->last_ids == image.running.last_ids &&
                      stored->live->digest == digest_content(image.running.raw(), owner.seed);
    plan.fresh_live = !same;
    plan.next.live = same ? *stored->live : stored_state(image.running, number++);
    const std::uint64_t bytes = context.layout(PartKind::live, *plan.next.live).length(1);
    (same ? plan.kept_bytes : plan.fresh_bytes) += bytes;
}

Result<void> write_state(const VaultContext& context, const ConversationFolder& folder, PartKind kind,
                         StoredState& stored, const RunningState& state) {
    stored.digest = digest_content(state.raw(), folder.owner().seed);
    STRATA_TRY(PartWriter writer,
               PartWriter::create(context.disk, folder.path(), context.layout(kind, stored), folder.owner()));
    STRATA_CHECK(writer.append(state.raw(), stored.digest));
    return writer.finish();
}

Result<void> write_pages(const VaultContext& context, const ConversationFolder& folder, SavePlan& plan,
                         std::span<const KvPage> pages, const std::stop_token& stop) {
    if (plan.first_fresh_page == pages.size()) {
        return {};
    }
    const PartOwner owner = folder.owner();
    STRATA_TRY(PartWriter writer,
               PartWriter::create(context.disk, folder.path(), context.layout(plan.next.files.back()), owner));
    for (std::size_t page = plan.first_fresh_page; page < pages.size(); ++page) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::io_error, "the conversation was forgotten while it was written");
        }
        // The disk works on the page before meanwhile.
        plan.next.pages[page] = digest_of(pages[page], owner);
        STRATA_CHECK(writer.append({pages[page].data(), pages[page].size()}, plan.next.pages[page]));
    }
    return writer.finish();
}

}  // namespace

std::string fault_of(const ConversationImage& image, const VaultContext& context) {
    const VaultIdentity& identity = context.rules.identity;
    const std::size_t tokens = image.content.size();
    const std::size_t pages = KvCache::pages_for(tokens);
    const auto fits = [&](const RunningState& state) {
        return state.geometry() == identity.running && state.position > 0 && state.position <= tokens &&
               state.last_ids.size() == identity.running.ngram_ids;
    };
    if (tokens == 0 || !fits(image.running) || image.running.position != tokens) {
        return "its running state does not stand at its end";
    }
    if (!(image.kv.geometry() == identity.kv) || image.kv.pages().size() < pages ||
        !std::ranges::all_of(image.kv.pages().first(pages),
                             [&](const KvPage& page) { return page.size() == context.page_bytes; })) {
        return "its pages do not cover its tokens";
    }
    if (!std::ranges::all_of(image.checkpoints, [&](const auto& checkpoint) { return fits(checkpoint->state); })) {
        return "a checkpoint does not belong to it";
    }
    return {};
}

SavePlan plan_save(const VaultContext& context, const PartOwner& owner, const Manifest* stored,
                   std::span<const KvPage> written, const ConversationImage& image, const SaveTerms& terms) {
    SavePlan plan;
    plan.next.card = terms.card;
    plan.next.card.tokens = image.content.size();
    plan.next.content = image.content;
    plan.next.cuts = image.cuts;
    const auto pages = image.kv.pages().first(KvCache::pages_for(image.content.size()));
    const std::size_t common = stored == nullptr ? 0 : common_prefix(stored->content, image.content);
    plan.first_fresh_page = stored == nullptr ? 0 : stored_pages(owner, *stored, written, pages, common);
    std::uint64_t number = terms.next_number;
    plan_pages(context, stored, pages, number, plan);
    plan_live(context, owner, stored, image, number, plan);
    plan_checkpoints(context, stored, common, image, terms.most_checkpoints, number, plan);
    return plan;
}

Result<void> write_parts(const VaultContext& context, const ConversationFolder& folder, SavePlan& plan,
                         const ConversationImage& image, const std::stop_token& stop) {
    const auto pages = image.kv.pages().first(KvCache::pages_for(image.content.size()));
    STRATA_CHECK(write_pages(context, folder, plan, pages, stop));
    if (plan.fresh_live) {
        STRATA_CHECK(write_state(context, folder, PartKind::live, *plan.next.live, image.running));
    }
    for (const std::size_t at : plan.fresh_checkpoints) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::io_error, "the conversation was forgotten while it was written");
        }
        StoredState& stored = plan.next.checkpoints[at].state;
        const CheckpointPtr checkpoint = checkpoint_at(image.checkpoints, stored.position);
        STRATA_CHECK(write_state(context, folder, PartKind::checkpoint, stored, checkpoint->state));
    }
    return {};
}

}  // namespace strata
