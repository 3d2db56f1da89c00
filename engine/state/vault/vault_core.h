#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

#include "state/conversation_vault.h"
#include "state/vault/conversation_reader.h"
#include "state/vault/conversation_writer.h"
#include "state/vault/disk_speed.h"
#include "state/vault/vault_records.h"
#include "state/vault/vault_root.h"

namespace strata {

/// What is behind ConversationVault. One mutex guards the records, the queue and the counters; files are worked on
/// without it, by the one thread that has marked the record busy.
class ConversationVault::Impl {
public:
    Impl(VaultRoot root, VaultRecords records, const VaultLimits& limits, VaultOptions options);
    ~Impl();

    void set_limits(const VaultLimits& limits);
    void set_prompt_speed(double tokens_per_second);
    void save(const ConversationId& id, const std::string& title, ConversationImagePtr image, When when);
    VaultMatch find(const ConversationId& id, const TokenSequence& prompt);
    Result<VaultRestored> restore(const ConversationId& id, const TokenSequence& prompt);
    std::vector<ParkedConversation> list() const;
    Result<void> keep(const ConversationId& id, bool kept);
    void forget(const ConversationId& id);
    Result<void> flush();
    VaultStatus status() const;

private:
    using Record = VaultRecords::Record;
    using Lock = std::unique_lock<std::mutex>;

    /// The best that is kept for a prompt, and where.
    struct Choice {
        PrefixMatch match;
        bool in_memory = false;
        RereadReason reason = RereadReason::first_message;
        std::shared_ptr<const TokenSequence> content;  ///< a part of the image or manifest that it keeps alive
    };
    Choice choose(const ConversationId& id, const Record& record, const TokenSequence& prompt) const;
    Result<VaultRestored> restore_from_disk(Lock& lock, const Record& record, const TokenSequence& prompt);
    void adopt(const Record& record, ReadPrefix& read, std::shared_ptr<Manifest> manifest);

    bool worth_it(const ConversationImage& image) const;
    ParkedConversation describe(const VaultRecord& record) const;

    void run_writer();
    void write(Lock& lock, const Record& record);
    Result<void> make_disk_room(Lock& lock, const Record& record, const SavePlan& plan);
    Result<void> check_free_disk(std::uint64_t fresh_bytes) const;
    Result<void> put_parts(const VaultRecord& record, SavePlan& plan, const ConversationImage& image) const;
    void note_written(VaultRecord& record, const SavePlan& plan, const ConversationImage& image);
    void note_unsure(VaultRecord& record, const Result<ReadManifest>& found);
    void evict(Lock& lock, const Record& record);
    void trim_disk(Lock& lock);
    void write_last_uses(Lock& lock);

    void make_memory_room();
    void drop_if_empty(const Record& record);
    void wait_for(Lock& lock, const Record& record);
    void release(const Record& record);
    void log(LogLevel level, std::string_view line) const;

    const VaultRoot root_;
    const VaultOptions options_;

    mutable std::mutex mutex_;
    std::condition_variable changed_;  // a record came into the queue or is busy no more; the queue ran empty
    VaultRecords records_;
    VaultLimits limits_;
    std::deque<Record> queue_;
    bool stopping_ = false;
    bool trimming_ = false;
    double prompt_speed_ = 0;
    DiskSpeed disk_speed_;
    VaultStatus counters_;
    std::thread writer_;  // last: it uses all of the above
};

}  // namespace strata
