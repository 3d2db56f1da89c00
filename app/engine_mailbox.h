#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

#include "app/request_queue.h"
#include "strata/cache_check.h"
#include "strata/conversations.h"
#include "strata/event.h"
#include "strata/load_options.h"
#include "strata/result.h"
#include "strata/status.h"

namespace strata::app {

/// A model is being loaded.
struct LoadBegan {};
/// Loading has come so far.
struct LoadAdvanced {
    LoadStep step;
};
/// The model is ready.
struct LoadDone {
    EngineStatus status;
};
struct LoadFailed {
    Error error;
};
/// Loading was cancelled; there is no model.
struct LoadCancelled {};
/// The model was let go.
struct Unloaded {};
/// A request is in the queue.
struct RequestQueued {
    RequestId id = 0;
    Asker asker = Asker::person;
};
/// A request has left the queue and runs.
struct RequestBegan {
    RequestId id = 0;
};
/// Something happened in a running request.
struct RequestEvent {
    RequestId id = 0;
    EngineEvent event;
};
/// A request ended as it should, or was stopped. The last word about it.
struct RequestDone {
    RequestId id = 0;
    GenerationSummary summary;
};
/// A request ended with an error. The last word about it.
struct RequestFailed {
    RequestId id = 0;
    Error error;
};

/// What is parked now.
struct ParkedListed {
    std::vector<ParkedConversation> conversations;
};
/// New limits hold from now on.
struct LimitsApplied {};
struct LimitsFailed {
    Error error;
};
/// A check has come so far with one scenario; 0 … 1.
struct CheckAdvanced {
    std::string scenario;
    double fraction = 0;
};
/// A check ended, or was stopped; then the results are those so far. The last word about it.
struct CheckDone {
    std::vector<CacheCheckResult> results;
    bool stopped = false;
};
/// A check could not be made. The last word about it.
struct CheckFailed {
    Error error;
};

using EngineMessage = std::variant<LoadBegan, LoadAdvanced, LoadDone, LoadFailed, LoadCancelled, Unloaded,
                                   RequestQueued, RequestBegan, RequestEvent, RequestDone, RequestFailed, ParkedListed,
                                   LimitsApplied, LimitsFailed, CheckAdvanced, CheckDone, CheckFailed>;

/// Hands messages on in their order; neighbouring events of one request go out together.
void handOn(const std::vector<EngineMessage>& messages,
            const std::function<void(RequestId id, const std::vector<EngineEvent>& events)>& take_events,
            const std::function<void(const EngineMessage& message)>& take_other);

/// What the engine thread has to tell, in order, until somebody fetches it. Any thread may put, one takes.
///
/// What only continues the newest message is joined to it (text to text, progress over progress), so a reader that is
/// slow for a while finds few messages and not one per token.
class EngineMailbox {
public:
    /// wake: called by the thread that puts the first message into an empty box. It must only post something.
    explicit EngineMailbox(std::function<void()> wake);

    void put(EngineMessage message);
    /// All messages since the last call.
    std::vector<EngineMessage> takeAll();
    /// From now on nothing is kept and nobody is woken.
    void close();
    bool isClosed() const;

private:
    mutable std::mutex mutex_;
    std::function<void()> wake_;  ///< empty: closed
    std::vector<EngineMessage> messages_;
};

}  // namespace strata::app
