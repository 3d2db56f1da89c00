#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/log.h"
#include "state/conversation_image.h"
#include "state/kv_cache.h"
#include "state/running_state.h"
#include "state/vault/vault_step.h"
#include "strata/conversations.h"
#include "strata/event.h"
#include "strata/request.h"
#include "strata/result.h"

namespace strata {

/// What a stored state belongs to. States are interchangeable only if all of it is equal.
struct VaultIdentity {
    std::string model;       ///< digest over the model's files
    std::string model_name;  ///< for people
    std::string backend;     ///< what computed it: "cpu"
    KvGeometry kv;
    RunningGeometry running;
};

struct VaultLimits {
    std::uint64_t disk_bytes = 0;           ///< all conversations together; 0: nothing is written, nothing makes room
    std::uint64_t memory_bytes = 0;         ///< of conversations also held in memory
    std::uint64_t minimum_free_memory = 0;  ///< holding them must leave so many bytes free
    std::size_t checkpoints = 6;            ///< stored per conversation
};

/// What a vault needs from the outside besides its limits.
struct VaultOptions {
    LogSink log;  ///< never sees ids, titles or text
    std::function<std::chrono::system_clock::time_point()> now = std::chrono::system_clock::now;
    std::optional<std::uint64_t> minimum_free_disk;  ///< unset: 2 GiB, or 2 % of the disk if that is more
    BeforeVaultStep before_step;
};

/// What the vault knows about a prompt before anything is read.
struct VaultMatch {
    PrefixMatch match;
    ResumeSource source = ResumeSource::nothing;        ///< memory or disk
    RereadReason reason = RereadReason::first_message;  ///< why there is no more than that
    std::shared_ptr<const TokenSequence> content;       ///< of what is kept; null: nothing is, or of another model
};

/// A state that came back. The image ends where the match does.
struct VaultRestored {
    ConversationImagePtr image;
    ResumeSource source = ResumeSource::nothing;
    RereadReason reason = RereadReason::none;  ///< damaged: less came back than the match promised
    std::uint64_t bytes = 0;                   ///< read from files; 0 if it was in memory
};

struct VaultStatus {
    int in_memory = 0, on_disk = 0;
    std::uint64_t memory_bytes = 0, disk_bytes = 0;
    std::uint64_t written_bytes = 0, kept_bytes = 0, write_microseconds = 0;  ///< since opened
    std::uint64_t evicted_from_memory = 0, evicted_from_disk = 0;
    std::string problem;  ///< why the last save did not reach the disk; empty: it did
    bool writing = false;
};

/// Conversations on disk, one folder each, that survive restart, crash and power loss; the last used ones are held in
/// memory too. File format: docs/formats/conversation.md.
///
/// `save` only puts the image into a queue; one writer thread writes what changed since the files were written last.
/// All functions may be called from any thread; images are immutable and shared.
class ConversationVault {
public:
    enum class When {
        if_worth_it,  ///< not if reading the tokens again is quicker than loading
        always,
    };

    /// Opens or makes the folder, removes what no manifest names, and locks it against other processes.
    /// Errors: io_error (not writable; used by another process), with a sentence for people.
    static Result<std::unique_ptr<ConversationVault>> open(const std::filesystem::path& folder,
                                                           const VaultIdentity& identity, const VaultLimits& limits,
                                                           VaultOptions options = {});
    /// Waits until everything in the queue is written.
    ~ConversationVault();

    void set_limits(const VaultLimits& limits);
    /// How fast this PC reads prompts, for `if_worth_it` and for estimates; 0: not known.
    void set_prompt_speed(double tokens_per_second);

    /// Replaces what is kept of this conversation. A state that waits in the queue for the same one is dropped.
    void save(const ConversationId& id, const std::string& title, ConversationImagePtr image, When when);
    /// The deepest point of what is kept of this conversation that `prompt` can go on from.
    VaultMatch find(const ConversationId& id, const TokenSequence& prompt);
    /// Brings that point back. Everything that will be used is checked before it returns; what is damaged is deleted,
    /// and the longest intact beginning comes back instead, perhaps nothing (length 0). Marks the conversation as used.
    /// Errors: out_of_memory, io_error.
    Result<VaultRestored> restore(const ConversationId& id, const TokenSequence& prompt);

    std::vector<ParkedConversation> list() const;
    /// Errors: not_found, io_error.
    Result<void> keep(const ConversationId& id, bool kept);
    void forget(const ConversationId& id);

    /// Waits until the queue is empty. Errors: why the last save did not reach the disk.
    Result<void> flush();
    VaultStatus status() const;

private:
    ConversationVault();
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace strata
