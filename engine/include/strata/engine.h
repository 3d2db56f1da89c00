#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "strata/cache_check.h"
#include "strata/conversations.h"
#include "strata/event.h"
#include "strata/load_options.h"
#include "strata/request.h"
#include "strata/result.h"
#include "strata/state_fingerprint.h"
#include "strata/status.h"

namespace strata {

/// One loaded model and one live conversation. Abstract so that the real engine's insides stay out of this header and
/// tests can script one. One thread at a time calls `generate`; the const members may be called from any thread.
class Engine {
public:
    /// Opens and checks the model file, builds the session. The errors say what to do where there is something to do.
    static Result<std::unique_ptr<Engine>> load(const LoadOptions& options, const LoadProgress& progress);
    virtual ~Engine() = default;

    /// Runs one request to its end on the calling thread and reports through `sink`; the last event is Finished.
    /// Cancelling is not an error: the summary then says FinishReason::cancelled and the conversation stays usable.
    /// Errors: a request that makes no sense, does not fit the context or that the template refuses; the session is
    /// then untouched.
    virtual Result<GenerationSummary> generate(const GenerationRequest& request, const EventSink& sink,
                                               std::stop_token stop) = 0;

    /// Renders and tokenizes; nothing is read by the model.
    virtual Result<int> count_tokens(const GenerationRequest& request) const = 0;

    virtual EngineStatus status() const = 0;

    /// New limits; takes effect before the next request. Same thread as `generate`.
    virtual Result<void> apply(const LiveLimits& limits) = 0;

    /// Puts the live conversation aside as if another one came, and waits until what belongs on disk is there. Same
    /// thread as `generate`. Errors: not_found if no conversation of this id is live, io_error if it could not be
    /// written.
    virtual Result<void> park(const ConversationId& id) = 0;

    /// The conversations that are parked, most recently used first. Any thread.
    virtual std::vector<ParkedConversation> parked() const = 0;
    /// Marks a parked conversation as one that never leaves to make room, or takes the mark away. Any thread. Errors:
    /// not_found.
    virtual Result<void> keep(const ConversationId& id, bool kept) = 0;
    /// Drops what is kept of a conversation, in memory and on disk; if it is live, the session is emptied before the
    /// next request. An empty id: all that are parked without one. Any thread.
    virtual void forget(const ConversationId& id) = 0;

    /// Digests of the live session's state. Same thread as `generate`.
    virtual StateFingerprint fingerprint() const = 0;
    /// Plays conversations with much parking and going back against the same ones played alone. Uses sessions and
    /// stores of its own; the live session and what is parked are not touched. Same thread as `generate`. Errors:
    /// unknown scenario, scratch folder not writable.
    virtual Result<std::vector<CacheCheckResult>> check_cache(const CacheCheckOptions& options,
                                                              const CacheCheckProgress& progress,
                                                              std::stop_token stop) = 0;
};

}  // namespace strata
