#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <stop_token>
#include <variant>
#include <vector>

#include "app/engine_mailbox.h"
#include "app/request_queue.h"
#include "strata/engine.h"

namespace strata::app {

/// How a model becomes an engine: Engine::load in the program, a script in tests. Called on the engine thread.
using EngineLoader = std::function<Result<std::unique_ptr<Engine>>(const LoadOptions&, const LoadProgress&)>;

/// The work of the engine thread: loads models and runs requests, one after another, and tells a mailbox about it.
///
/// `run` belongs to the engine thread and owns the engine while it lasts; everything else may be called from any thread
/// and returns at once.
class EngineWorker {
public:
    EngineWorker(EngineLoader loader, std::shared_ptr<EngineMailbox> mailbox);

    /// Somebody else who hears everything from now on, until the box is closed.
    void observe(std::shared_ptr<EngineMailbox> mailbox);

    /// Works until `close`. No exception leaves it: what the engine throws becomes an error in the mailbox.
    void run();

    /// Lets go of the present model and loads another. A load that still runs is given up for this one.
    void load(LoadOptions options);
    void cancelLoad();
    /// Stops what runs and fails what waits, parks the live conversation and lets go of the model.
    void unload();
    /// A name for a request that is going to be submitted. Any thread.
    RequestId newId() { return last_id_.fetch_add(1, std::memory_order_relaxed) + 1; }
    /// Requests wait while a model loads. Without a model the person's fail, and those of programs wait for one.
    void submit(QueuedRequest request);
    /// The same for a program's request, unless so many of them wait already. One that runs next, as nothing else runs
    /// or waits, is always taken. False: it was not taken.
    bool submitIfRoom(QueuedRequest request, std::size_t most_waiting);
    /// Holds for what comes from now on.
    void setOrder(QueueOrder order);
    /// Requests that run before this one does; none: it does not wait.
    std::optional<std::size_t> before(RequestId id) const;
    /// Tokens of a prompt, counted by the loaded engine. Any thread; may take long. Errors: not_found without one.
    Result<int> countTokens(const GenerationRequest& request) const;
    /// A running request ends with FinishReason::cancelled as soon as the engine looks; a waiting one never starts.
    void stop(RequestId id);
    /// New limits for the engine, before the next request. Without a model they fail.
    void apply(LiveLimits limits);
    /// Runs a check when no request waits. Its end is reported with CheckDone or CheckFailed; while one waits or runs,
    /// another one fails.
    void check(CacheCheckOptions options);
    void stopCheck();
    /// Stops everything; `run` returns when the engine lets go.
    void close();

    /// What the engine has parked; nothing without a model. These three may wait for the disk.
    std::vector<ParkedConversation> parked() const;
    Result<void> keep(const ConversationId& id, bool kept);
    void forget(const ConversationId& id);

    /// Pieces of text and thinking that all requests have brought so far; the events do not tell, they are joined.
    quint64 writtenPieces() const { return written_pieces_.load(std::memory_order_relaxed); }
    /// A snapshot of the loaded engine; none without one.
    std::optional<EngineStatus> status() const;

private:
    struct LoadTask {
        LoadOptions options;
        std::stop_source cancel;
    };

    struct CheckTask {
        CacheCheckOptions options;
        std::stop_source stop;
    };

    /// What to do next; closed: nothing any more.
    struct Closed {};
    struct UnloadTask {};
    using Task = std::variant<Closed, LoadTask, UnloadTask, LiveLimits, QueuedRequest, CheckTask>;
    /// Waits for something to do. A model comes first, then limits, then requests, and a check when nobody waits.
    Task nextTask();
    bool hasWork() const;  ///< with the lock held

    void runLoad(LoadTask task);
    void runUnload();
    void runLimits(const LiveLimits& limits);
    void runRequest(const QueuedRequest& task);
    void runCheck(const CheckTask& task);
    Result<std::unique_ptr<Engine>> callLoader(const LoadTask& task);
    Result<GenerationSummary> callEngine(const QueuedRequest& task);
    void replaceEngine(std::unique_ptr<Engine> engine);
    /// The engine threw: what it holds cannot be trusted any more.
    void loseEngine();
    bool canRun() const;  ///< with the lock held: a request may be taken out of the queue
    void tell(EngineMessage message);
    void reportCancelledLoad();
    void cancelWaiting();                  ///< with the lock held: nobody is to blame
    void failWaiting(const Error& error);  ///< with the lock held

    const EngineLoader loader_;
    const std::shared_ptr<EngineMailbox> mailbox_;
    std::vector<std::shared_ptr<EngineMailbox>> observers_;  ///< guarded by observers_mutex_
    std::mutex observers_mutex_;                             ///< taken last
    std::atomic<RequestId> last_id_{0};  ///< only unique; nothing else becomes visible with it: relaxed

    mutable std::mutex mutex_;  ///< guards all below; never held while the loader or the engine works
    std::condition_variable work_arrived_;
    RequestQueue queue_;
    std::optional<LoadTask> waiting_load_;
    std::stop_source running_load_{std::nostopstate};
    bool waiting_unload_ = false;
    RequestId running_request_ = 0;
    std::stop_source running_stop_{std::nostopstate};
    std::optional<LiveLimits> waiting_limits_;
    std::optional<CheckTask> waiting_check_;
    std::stop_source running_check_{std::nostopstate};
    bool checking_ = false;
    bool closed_ = false;
    std::atomic<quint64> written_pieces_{0};  ///< counted by `run`; nothing else becomes visible with it: relaxed
    /// Changed by `run` alone, so `run` may use it without a lock; others hold mutex_ for a glance, or engine_use_ for
    /// a call that takes a while.
    std::unique_ptr<Engine> engine_;
    std::optional<LoadOptions> loaded_with_;                          ///< of `run` alone
    std::optional<std::chrono::steady_clock::time_point> last_loss_;  ///< of `run` alone
    mutable std::shared_mutex engine_use_;
};

}  // namespace strata::app
