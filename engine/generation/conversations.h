#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "generation/prompt_reader.h"
#include "generation/session.h"
#include "model/forward_pass.h"
#include "model/model.h"
#include "state/conversation_store.h"
#include "state/conversation_vault.h"
#include "strata/event.h"
#include "strata/load_options.h"
#include "strata/request.h"
#include "strata/result.h"
#include "strata/status.h"
#include "text/tokenizer.h"

namespace strata {

/// All conversations that one engine knows: the live session, those without an id that are parked in memory, and those
/// with one in the vault. Decides where a request starts. One thread.
///
/// Each request looks into the live session and into the place where it belongs itself: with an id only into the vault,
/// without one only into the store, so that neither pushes the other out. Without a vault all are treated as if they
/// had no id.
class Conversations {
public:
    struct Parts {
        const Model* model = nullptr;
        const Tokenizer* tokenizer = nullptr;
        KvType kv_type = KvType::int8;
        std::size_t chunk = 512;
        ResumeMode resume = ResumeMode::restore;
        ConversationStore::FreeMemory free_memory;  ///< see ConversationStore
        /// For tests: called with the state that was restored, to do what a fault in restoring would do.
        std::function<void(SequenceState&)> after_restore = {};
    };

    /// The conversation that is open is saved, however short it is.
    ~Conversations() { save_before_end(); }
    Conversations(const Conversations&) = delete;
    Conversations& operator=(const Conversations&) = delete;

    /// Borrowed parts must outlive the object. Errors: out_of_memory.
    static Result<std::unique_ptr<Conversations>> create(const Parts& parts, const LiveLimits& limits);

    /// Where conversations with an id are parked; null: nowhere. What is live stays.
    void set_vault(std::unique_ptr<ConversationVault> vault) { vault_ = std::move(vault); }
    /// New limits for checkpoints and store; the vault has its own.
    void set_limits(const LiveLimits& limits, const StoreLimits& store);

    struct Name {
        ConversationId id;
        std::string title;
        /// Asked once and not to be come back to: reading it takes no checkpoints, and it is parked nowhere. What it
        /// goes on from is kept for the conversation that it belongs to.
        bool one_shot = false;
    };
    /// What taking up a conversation brought and cost.
    struct Opening {
        std::size_t reused = 0;
        ResumeSource source = ResumeSource::nothing;
        RereadReason reason = RereadReason::none;
        std::optional<Diverged> diverged;
        std::uint64_t restored_bytes = 0;
        std::chrono::microseconds restore_time{0};
        std::uint64_t parked_bytes = 0;
        std::chrono::microseconds park_time{0};
        int evicted = 0;
    };

    /// Brings the session to the deepest known beginning of `prompt`, putting another conversation aside first where
    /// that is called for. With ResumeMode::reread the tokens are read by `pass` instead of being restored; a stop then
    /// leaves the session at a shorter beginning. Errors: memory, reading files; the session is then empty or as
    /// before.
    Result<Opening> open(const Name& name, const TokenSequence& prompt, ForwardPass& pass, const std::stop_token& stop);

    /// Reads what the session does not hold yet, with the checkpoints on the way. After a long read the conversation is
    /// saved already, so that a crash loses only the answer.
    Result<ForwardPass::Outcome> read(const TokenSequence& prompt, ForwardPass& pass, const std::stop_token& stop,
                                      const PromptReader::Progress& progress);

    struct Closing {
        std::uint64_t parked_bytes = 0;
        std::chrono::microseconds park_time{0};
    };
    enum class Ended { answered, cancelled_while_writing, cancelled_while_reading };
    /// Hands the conversation to the vault after a request. A request that was stopped while reading replaces nothing;
    /// one that was stopped while writing only what it continues. Errors never end the request: they are in the vault's
    /// status.
    Closing close(Ended ended);

    /// Puts the live conversation of this name aside as if another came. Errors: not_found; why it was not written.
    Result<void> park(const ConversationId& id);

    /// Forgets the live conversation; it is parked nowhere.
    void drop_live();

    Session& session() { return session_; }
    const Session& session() const { return session_; }
    const ConversationId& live_id() const { return live_.id; }
    ConversationStore& store() { return store_; }
    const ConversationStore& store() const { return store_; }

private:
    /// Where a prompt can go on from, apart from the live end; what is needed for it is held.
    struct Candidate {
        ResumeSource source = ResumeSource::nothing;
        std::size_t length = 0;
        TokenSequence content;                    ///< of what is kept elsewhere, if the prompt leaves it somewhere
        CheckpointPtr checkpoint;                 ///< of the session
        std::optional<std::size_t> entry;         ///< of the store
        ConversationImagePtr stored;              ///< of the vault
        std::chrono::microseconds fetch_time{0};  ///< that `stored` took
        bool back = false;                        ///< of the vault: an earlier point of the conversation, not its end
        RereadReason reason = RereadReason::none;
    };

    Conversations(const Parts& parts, Session session)
        : parts_(parts), session_(std::move(session)), store_(parts.free_memory) {}

    Candidate own_checkpoint(std::size_t usable) const;
    Result<Candidate> best_candidate(const Name& name, const TokenSequence& prompt, std::size_t usable);
    void explain(const Name& name, const TokenSequence& prompt, std::size_t common, const Candidate& next,
                 Opening& opening) const;
    bool is_live_conversation(const Name& name, std::size_t common) const;
    Result<void> exchange(Candidate& next, bool for_one_shot, Opening& opening);
    /// Takes a parked conversation out of the store, or copies it where it is to stay.
    Result<ConversationImage> fetch(const Candidate& next, bool for_one_shot);
    Result<void> set_aside(const Candidate& next, bool for_one_shot, Opening& opening);
    /// A copy of the live conversation, for one that goes on from its end and is not to be kept itself.
    void set_aside_copy(Opening& opening);
    Result<void> read_again(std::size_t length, const TokenSequence& prompt, ForwardPass& pass,
                            const std::stop_token& stop);
    enum class Replace { always, what_it_continues };
    Closing save(Replace replace, ConversationVault::When when);
    /// However short it is: nobody may come back to it in memory.
    void save_before_end();
    PromptReaderOptions reader_options() const;

    Parts parts_;
    LiveLimits limits_;
    Session session_;
    Name live_;               ///< of the session; without id: one that the store parks
    bool cut_short_ = false;  ///< the last request was stopped while reading
    bool unsaved_ = false;    ///< the session holds tokens that the vault was not given
    ConversationStore store_;
    std::unique_ptr<ConversationVault> vault_;
};

}  // namespace strata
