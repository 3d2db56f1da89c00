#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "state/vault/vault_core.h"

namespace strata {
namespace {

constexpr std::uint64_t kGib = std::uint64_t{1} << 30;

double gib(std::uint64_t bytes) {
    return static_cast<double>(bytes) / static_cast<double>(kGib);
}

}  // namespace

void ConversationVault::Impl::run_writer() {
    Lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return !queue_.empty() || stopping_ || trimming_; });
        if (trimming_) {
            trim_disk(lock);
            trimming_ = false;
            changed_.notify_all();
        } else if (!queue_.empty()) {
            const Record record = queue_.front();
            counters_.writing = true;
            wait_for(lock, record);
            // While it waited, the record may have been forgotten.
            if (!queue_.empty() && queue_.front() == record) {
                queue_.pop_front();
                write(lock, record);
            }
            counters_.writing = false;
            make_memory_room();
            changed_.notify_all();
        } else {
            break;
        }
    }
    write_last_uses(lock);
}

void ConversationVault::Impl::write(Lock& lock, const Record& record) {
    record->queued = false;
    record->busy = true;
    record->abandoned = std::stop_source();
    const ConversationImagePtr image = record->image;
    const VaultContext& context = root_.context();
    const ConversationFolder folder(context, record->name);
    SaveTerms terms{record->card, limits_.checkpoints, record->next_number};
    terms.card.model = context.rules.identity.model;
    terms.card.model_name = context.rules.identity.model_name;
    const std::shared_ptr<const Manifest> stored = record->stored;
    std::vector<KvPage> pages = record->pages;
    lock.unlock();

    const auto start = std::chrono::steady_clock::now();
    // What somebody has removed or cut under us is written anew, or is gone.
    const Manifest held = stored ? folder.intact(*stored) : Manifest{};
    const Manifest* const base = held.content.size() > 0 ? &held : nullptr;
    terms.next_number = std::max(terms.next_number, folder.highest_number() + 1);
    SavePlan plan = plan_save(context, folder.owner(), base, pages, *image, terms);
    pages.clear();
    lock.lock();
    Result<void> done = make_disk_room(lock, record, plan);
    lock.unlock();
    if (done) {
        done = put_parts(*record, plan, *image);
    }
    const Result<bool> put = done ? folder.put(plan.next) : tl::unexpected(done.error());
    const bool sure = put.value_or(false);
    if (sure) {
        folder.sweep(plan.next);
        folder.clear_unfit();
    } else if (!put) {
        folder.remove_parts(terms.next_number);
    }
    const Result<ReadManifest> found = sure || !put ? fail(ErrorCode::internal, "not needed") : folder.load();
    const std::uint64_t bytes = folder.bytes();
    const auto time = std::chrono::steady_clock::now() - start;

    lock.lock();
    record->next_number = terms.next_number + 2 + plan.fresh_checkpoints.size();
    if (put || bytes > 0) {  // else the folder cannot be seen just now, or there never was one
        record->disk_bytes = bytes;
    }
    if (sure) {
        note_written(*record, plan, *image);
        counters_.write_microseconds +=
            static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(time).count());
        disk_speed_.note_write(plan.fresh_bytes, time);
    } else if (put) {
        note_unsure(*record, found);
    } else if (!record->abandoned.stop_requested()) {
        counters_.problem = "conversations are not kept on the disk: " + put.error().message;
        log(LogLevel::warning, counters_.problem);
    }
    release(record);
}

void ConversationVault::Impl::note_written(VaultRecord& record, const SavePlan& plan, const ConversationImage& image) {
    record.stored = std::make_shared<Manifest>(plan.next);
    record.fit = ParkedFit::fine;
    record.stored_use = plan.next.card.last_used;
    record.card.model = plan.next.card.model;
    record.card.model_name = plan.next.card.model_name;
    record.card.tokens = plan.next.card.tokens;
    const auto written = image.kv.pages().first(plan.next.pages.size());
    record.pages.assign(written.begin(), written.end());
    counters_.problem.clear();
    counters_.written_bytes += plan.fresh_bytes;
    counters_.kept_bytes += plan.kept_bytes;
}

/// The disk did not say whether the new manifest will survive a power cut. Both versions' files stay; what can be seen
/// counts.
void ConversationVault::Impl::note_unsure(VaultRecord& record, const Result<ReadManifest>& found) {
    record.pages.clear();
    if (found && found->fit == ParkedFit::fine) {
        record.stored = std::make_shared<Manifest>(found->manifest);
        record.fit = ParkedFit::fine;
        record.card.tokens = found->manifest.card.tokens;
    }
    counters_.problem = "conversations are perhaps not kept: the disk does not say whether it has written them";
    log(LogLevel::warning, counters_.problem);
}

Result<void> ConversationVault::Impl::put_parts(const VaultRecord& record, SavePlan& plan,
                                                const ConversationImage& image) const {
    const VaultContext& context = root_.context();
    if (!is_consistent(plan.next, context.rules)) {
        return fail(ErrorCode::internal, "the parts of a conversation do not fit together");
    }
    STRATA_CHECK(check_free_disk(plan.fresh_bytes));
    const ConversationFolder folder(context, record.name);
    STRATA_CHECK(folder.make());
    return write_parts(context, folder, plan, image, record.abandoned.get_token());
}

Result<void> ConversationVault::Impl::check_free_disk(std::uint64_t fresh_bytes) const {
    STRATA_TRY(const DiskSpace space, disk_space(root_.context().root));
    const std::uint64_t floor = options_.minimum_free_disk.value_or(std::max(2 * kGib, space.total_bytes / 50));
    if (space.free_bytes < fresh_bytes || space.free_bytes - fresh_bytes < floor) {
        return fail(ErrorCode::io_error,
                    fmt::format("{:.1f} GiB are free there, this one needs {:.1f} GiB, and {:.1f} GiB must stay free",
                                gib(space.free_bytes), gib(fresh_bytes), gib(floor)));
    }
    return {};
}

Result<void> ConversationVault::Impl::make_disk_room(Lock& lock, const Record& record, const SavePlan& plan) {
    const std::uint64_t after = plan.fresh_bytes + plan.kept_bytes;
    const auto missing = [&] {
        const std::uint64_t wanted = records_.disk_bytes() - record->disk_bytes + after;
        return wanted - std::min(wanted, limits_.disk_bytes);
    };
    std::vector<Record> leaving = records_.leavers(missing(), *record);
    std::uint64_t gained = 0;
    for (const Record& one : leaving) {
        gained += one->disk_bytes;
    }
    if (gained >= missing()) {
        for (const Record& one : leaving) {
            evict(lock, one);
        }
    }
    if (missing() > 0) {
        return fail(ErrorCode::io_error,
                    fmt::format("{:.1f} GiB are allowed, this one takes {:.1f} GiB, and the others may not leave",
                                gib(limits_.disk_bytes), gib(after)));
    }
    return {};
}

void ConversationVault::Impl::evict(Lock& lock, const Record& record) {
    if (record->busy || record->card.kept || record->disk_bytes == 0) {
        return;  // came into use, or was forgotten, while another one was removed
    }
    record->busy = true;
    lock.unlock();
    const ConversationFolder folder(root_.context(), record->name);
    const Result<void> removed = folder.remove();
    const std::uint64_t bytes = removed ? 0 : folder.bytes();
    lock.lock();
    record->disk_bytes = bytes;
    if (removed) {
        record->stored = nullptr;
        record->pages.clear();
        ++counters_.evicted_from_disk;
        if (!record->image) {
            records_.note_evicted(record->name);
        }
        drop_if_empty(record);
    }
    release(record);
    const std::vector<Sha256> evicted(records_.evicted().begin(), records_.evicted().end());
    lock.unlock();
    root_.write_evicted(evicted);
    lock.lock();
}

void ConversationVault::Impl::trim_disk(Lock& lock) {
    const std::uint64_t held = records_.disk_bytes();
    if (limits_.disk_bytes == 0 || held <= limits_.disk_bytes) {
        return;
    }
    const VaultRecord nobody;
    for (const Record& record : records_.leavers(held - limits_.disk_bytes, nobody)) {
        evict(lock, record);
    }
}

void ConversationVault::Impl::write_last_uses(Lock& lock) {
    for (const Record& record : records_.all()) {
        if (record->stored && record->card.last_used != record->stored_use) {
            ManifestCard card = record->stored->card;
            card.last_used = record->card.last_used;
            lock.unlock();
            static_cast<void>(ConversationFolder(root_.context(), record->name).put_card(card));
            lock.lock();
        }
    }
}

}  // namespace strata
