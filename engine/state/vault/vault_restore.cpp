#include <algorithm>
#include <utility>

#include "base/error.h"
#include "state/vault/vault_core.h"

namespace strata {

ConversationVault::Impl::Choice ConversationVault::Impl::choose(const ConversationId& id, const Record& record,
                                                                const TokenSequence& prompt) const {
    Choice choice;
    if (!record) {
        choice.reason = records_.was_damaged(id)   ? RereadReason::damaged
                        : records_.was_evicted(id) ? RereadReason::evicted
                                                   : RereadReason::first_message;
        return choice;
    }
    if (record->image) {
        choice.match = match_prefix(*record->image, prompt);
        choice.in_memory = choice.match.length > 0;
        choice.content = std::shared_ptr<const TokenSequence>(record->image, &record->image->content);
    }
    if (record->stored) {
        const PrefixMatch stored = match_prefix(*record->stored, prompt);
        if (stored.length > choice.match.length || !record->image) {
            choice.match = stored;
            choice.in_memory = false;
            choice.content = std::shared_ptr<const TokenSequence>(record->stored, &record->stored->content);
        }
    }
    const bool other = !record->image && !record->stored;
    choice.reason = choice.match.whole ? RereadReason::none
                    : other            ? RereadReason::other_model
                                       : RereadReason::edited_message;
    return choice;
}

VaultMatch ConversationVault::Impl::find(const ConversationId& id, const TokenSequence& prompt) {
    const std::lock_guard lock(mutex_);
    const Choice choice = choose(id, records_.find(id), prompt);
    const ResumeSource source = choice.match.length == 0 ? ResumeSource::nothing
                                : choice.in_memory       ? ResumeSource::memory
                                                         : ResumeSource::disk;
    return {choice.match, source, choice.reason, choice.content};
}

Result<VaultRestored> ConversationVault::Impl::restore(const ConversationId& id, const TokenSequence& prompt) {
    Lock lock(mutex_);
    for (;;) {
        const Record record = records_.find(id);
        const Choice choice = choose(id, record, prompt);
        VaultRestored restored;
        restored.reason = choice.reason;
        if (choice.match.length == 0) {
            return restored;
        }
        if (choice.in_memory) {
            record->card.last_used = microseconds(options_.now());
            const ConversationImagePtr image = record->image;
            lock.unlock();
            restored.image = image;
            if (!choice.match.whole) {
                STRATA_TRY(ConversationImage prefix, image_prefix(*image, choice.match.length));
                restored.image = std::make_shared<const ConversationImage>(std::move(prefix));
            }
            restored.source = ResumeSource::memory;
            return restored;
        }
        if (!record->busy) {
            return restore_from_disk(lock, record, prompt);
        }
        // Its files are being changed. What is best may be another afterwards.
        wait_for(lock, record);
    }
}

Result<VaultRestored> ConversationVault::Impl::restore_from_disk(Lock& lock, const Record& record,
                                                                 const TokenSequence& prompt) {
    record->busy = true;
    record->card.last_used = microseconds(options_.now());
    auto manifest = std::make_shared<Manifest>(*record->stored);
    const std::vector<KvPage> at_hand = record->pages;
    lock.unlock();
    const ConversationFolder folder(root_.context(), record->name);
    const auto start = std::chrono::steady_clock::now();
    Result<ReadPrefix> read = read_prefix(root_.context(), folder, *manifest, prompt, at_hand);
    const auto time = std::chrono::steady_clock::now() - start;
    if (read && read->damaged) {
        log(LogLevel::warning, "a kept conversation was damaged; what is intact of it stays");
        if (manifest->content.size() == 0) {
            static_cast<void>(folder.remove());
        } else if (folder.put(*manifest).value_or(false)) {
            folder.sweep(*manifest);
        }
    }
    lock.lock();
    if (read) {
        disk_speed_.note_read(read->bytes, time);
        adopt(record, *read, std::move(manifest));
    }
    release(record);
    make_memory_room();
    if (!read) {
        return tl::unexpected(std::move(read).error());
    }
    VaultRestored restored;
    restored.image = read->image;
    restored.source = read->image ? ResumeSource::disk : ResumeSource::nothing;
    restored.reason = read->damaged       ? RereadReason::damaged
                      : read->match.whole ? RereadReason::none
                                          : RereadReason::edited_message;
    restored.bytes = read->bytes;
    return restored;
}

/// Takes over what a restore has found out about the files and read from them.
void ConversationVault::Impl::adopt(const Record& record, ReadPrefix& read, std::shared_ptr<Manifest> manifest) {
    if (manifest->content.size() == 0) {
        record->stored = nullptr;
        record->pages.clear();
        record->disk_bytes = 0;
        drop_if_empty(record);
        return;
    }
    if (read.damaged) {
        record->disk_bytes = ConversationFolder(root_.context(), record->name).bytes();
    }
    record->stored = std::move(manifest);
    record->card.tokens = record->stored->content.size();
    record->pages.resize(std::min(record->pages.size(), record->stored->pages.size()));
    if (!read.image) {
        return;
    }
    const auto pages = read.image->kv.pages();
    if (pages.size() > record->pages.size()) {
        record->pages.assign(pages.begin(), pages.end());
    }
    if (read.match.whole && !record->image) {
        record->image = read.image;
    }
}

}  // namespace strata
