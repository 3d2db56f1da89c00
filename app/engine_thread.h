#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include "app/engine_worker.h"

class QThread;

namespace strata::app {

/// The engine and the thread that owns it, seen from the window's thread.
///
/// Every call returns at once. What the engine reports is collected under a small lock and arrives here as signals, at
/// most once per frame (16 ms), in the order in which it happened. Lives on the window's thread.
class EngineThread : public QObject {
    Q_OBJECT

public:
    /// How long a closing program waits for the engine.
    static constexpr std::chrono::milliseconds kShutdownDeadline{4000};

    explicit EngineThread(EngineLoader loader, QObject* parent = nullptr);
    /// Shuts down if that has not been done.
    ~EngineThread() override;

    /// Replaces the model. Reports with loadProgress, then exactly one of loaded, loadFailed and loadCancelled;
    /// a load that another one replaces reports nothing at its end.
    void load(const LoadOptions& options);
    void cancelLoad();

    /// Lets go of the model: what runs and what waits is stopped, the live conversation is parked, the memory is given
    /// back. Reports with unloaded; an unload that a load replaces reports nothing.
    void unload();

    /// Puts a request into the queue. Reports with events, then exactly one of finished and failed. While a model loads
    /// the request waits for it.
    RequestId submit(GenerationRequest request);
    /// The request that was submitted here last; 0: none yet.
    RequestId lastRequest() const { return last_id_; }
    /// Ends a running or waiting request; it then reports finished with FinishReason::cancelled.
    void stop(RequestId id);

    /// New limits from the next request on. Reports exactly one of limitsApplied and limitsFailed; limits that others
    /// replace before they hold report nothing.
    void apply(const LiveLimits& limits);
    /// Checks that keeping conversations changes no answer, when no request waits. Reports with checkProgress, then
    /// exactly one of checkFinished and checkFailed. One check at a time.
    void check(CacheCheckOptions options);
    /// The check then reports checkFinished with what it had.
    void stopCheck();

    /// Asks what is parked; reports with parkedListed.
    void listParked();
    /// Never removes a parked conversation to make room, or takes that back. Reports with parkedListed.
    void keep(const ConversationId& id, bool kept);
    /// Drops what is parked of conversations. Reports with parkedListed.
    void forget(std::vector<ConversationId> ids);

    /// The engine's side, for others who ask it besides the window.
    const std::shared_ptr<EngineWorker>& worker() const { return worker_; }
    /// Pieces of text and thinking that all requests have brought so far, for measuring the speed while they come.
    quint64 writtenPieces() const { return worker_->writtenPieces(); }
    /// A snapshot of the loaded engine; none without one. Cheap.
    std::optional<EngineStatus> status() const;

    /// Stops everything and waits for the thread; no signal comes afterwards. False: the engine did not let go in time.
    /// The thread is then left to itself and the program should end its process at once.
    bool shutDown(std::chrono::milliseconds deadline = kShutdownDeadline);

Q_SIGNALS:
    /// fraction: 0 … 1.
    void loadProgress(const QString& what, double fraction);
    void loaded(const strata::EngineStatus& status);
    void loadFailed(const strata::Error& error);
    void loadCancelled();
    void unloaded();
    /// A load was asked to end, or the model to go.
    void lettingGo();

    /// A request is in the queue, of the person or of another program.
    void submitted(strata::app::RequestId id);
    /// A request was asked to end.
    void stopping(strata::app::RequestId id);
    void events(strata::app::RequestId id, const std::vector<strata::EngineEvent>& events);
    void finished(strata::app::RequestId id, const strata::GenerationSummary& summary);
    void failed(strata::app::RequestId id, const strata::Error& error);

    void parkedListed(const std::vector<strata::ParkedConversation>& conversations);
    void limitsApplied();
    void limitsFailed(const strata::Error& error);
    /// fraction: of this scenario, 0 … 1.
    void checkProgress(const QString& scenario, double fraction);
    void checkFinished(const std::vector<strata::CacheCheckResult>& results, bool stopped);
    void checkFailed(const strata::Error& error);

private:
    void wake();
    void drain();
    void report(const EngineMessage& message);
    bool reportLoad(const EngineMessage& message);
    void reportCheck(const EngineMessage& message);
    /// Does something with parked conversations and lists them afterwards, on the side thread.
    void withParked(std::function<void(EngineWorker&)> action);

    std::shared_ptr<EngineMailbox> mailbox_;
    std::shared_ptr<EngineWorker> worker_;  ///< shared with the thread, which may outlive this object if it hangs
    std::unique_ptr<QThread> thread_;
    QThreadPool side_;  ///< one thread for calls that need not wait for the engine thread but may wait for the disk
    QTimer frame_;
    RequestId last_id_ = 0;
};

}  // namespace strata::app
