#include "app/engine_thread.h"

#include <utility>

#include <QDeadlineTimer>
#include <QString>
#include <QThread>

namespace strata::app {
namespace {

constexpr std::chrono::milliseconds kFrame{16};

}  // namespace

EngineThread::EngineThread(EngineLoader loader, QObject* parent) : QObject(parent) {
    // The box is closed before this object goes, under the same lock under which it calls this.
    mailbox_ = std::make_shared<EngineMailbox>(
        [this] { QMetaObject::invokeMethod(this, &EngineThread::wake, Qt::QueuedConnection); });
    worker_ = std::make_shared<EngineWorker>(std::move(loader), mailbox_);
    frame_.setInterval(kFrame);
    frame_.setTimerType(Qt::PreciseTimer);
    connect(&frame_, &QTimer::timeout, this, &EngineThread::drain);

    side_.setMaxThreadCount(1);
    thread_.reset(QThread::create([worker = worker_] { worker->run(); }));
    thread_->setObjectName(QStringLiteral("engine"));
    thread_->start();
}

EngineThread::~EngineThread() {
    shutDown();
}

void EngineThread::load(const LoadOptions& options) {
    worker_->load(options);
}

void EngineThread::cancelLoad() {
    worker_->cancelLoad();
    Q_EMIT lettingGo();
}

void EngineThread::unload() {
    worker_->unload();
    Q_EMIT lettingGo();
}

RequestId EngineThread::submit(GenerationRequest request) {
    const RequestId id = worker_->newId();
    last_id_ = id;
    Q_EMIT submitted(id);  // first, so that a model that is loaded for it is on its way when the request comes
    worker_->submit(QueuedRequest{id, std::move(request)});
    return id;
}

void EngineThread::stop(RequestId id) {
    worker_->stop(id);
    Q_EMIT stopping(id);
}

void EngineThread::apply(const LiveLimits& limits) {
    worker_->apply(limits);
}

void EngineThread::check(CacheCheckOptions options) {
    worker_->check(std::move(options));
}

void EngineThread::stopCheck() {
    worker_->stopCheck();
}

void EngineThread::listParked() {
    withParked([](EngineWorker&) {});
}

void EngineThread::keep(const ConversationId& id, bool kept) {
    // One that is not parked any more cannot be kept; the list says so.
    withParked([id, kept](EngineWorker& worker) { static_cast<void>(worker.keep(id, kept)); });
}

void EngineThread::forget(std::vector<ConversationId> ids) {
    withParked([ids = std::move(ids)](EngineWorker& worker) {
        for (const ConversationId& id : ids) {
            worker.forget(id);
        }
    });
}

void EngineThread::withParked(std::function<void(EngineWorker&)> action) {
    side_.start([worker = worker_, mailbox = mailbox_, action = std::move(action)] {
        action(*worker);
        mailbox->put(ParkedListed{worker->parked()});
    });
}

std::optional<EngineStatus> EngineThread::status() const {
    return worker_->status();
}

bool EngineThread::shutDown(std::chrono::milliseconds deadline) {
    frame_.stop();
    mailbox_->close();
    worker_->close();
    if (!thread_) {
        return true;
    }
    const QDeadlineTimer end(deadline);
    if (!thread_->wait(end) || !side_.waitForDone(static_cast<int>(end.remainingTime()))) {
        // Deleting a running QThread ends the process on the spot; the thread keeps all that it uses alive itself.
        static_cast<void>(thread_.release());
        return false;
    }
    thread_.reset();
    return true;
}

void EngineThread::wake() {
    if (!frame_.isActive()) {
        drain();
        frame_.start();
    }
}

void EngineThread::drain() {
    const std::vector<EngineMessage> messages = mailbox_->takeAll();
    if (messages.empty()) {
        frame_.stop();  // the next message wakes us
        return;
    }
    handOn(
        messages, [this](RequestId id, const std::vector<EngineEvent>& run) { Q_EMIT events(id, run); },
        [this](const EngineMessage& message) { report(message); });
}

void EngineThread::report(const EngineMessage& message) {
    if (const auto* const done = std::get_if<RequestDone>(&message)) {
        Q_EMIT finished(done->id, done->summary);
    } else if (const auto* const request_failed = std::get_if<RequestFailed>(&message)) {
        Q_EMIT failed(request_failed->id, request_failed->error);
    } else if (const auto* const queued = std::get_if<RequestQueued>(&message)) {
        if (queued->asker == Asker::program) {  // the person's are told when they are submitted
            Q_EMIT submitted(queued->id);
        }
    } else if (const auto* const listed = std::get_if<ParkedListed>(&message)) {
        Q_EMIT parkedListed(listed->conversations);
    } else if (std::holds_alternative<LimitsApplied>(message)) {
        Q_EMIT limitsApplied();
    } else if (const auto* const limits_failed = std::get_if<LimitsFailed>(&message)) {
        Q_EMIT limitsFailed(limits_failed->error);
    } else if (!reportLoad(message)) {
        reportCheck(message);
    }
}

bool EngineThread::reportLoad(const EngineMessage& message) {
    if (const auto* const advanced = std::get_if<LoadAdvanced>(&message)) {
        Q_EMIT loadProgress(QString::fromStdString(advanced->step.what), advanced->step.fraction);
    } else if (const auto* const load_done = std::get_if<LoadDone>(&message)) {
        Q_EMIT loaded(load_done->status);
    } else if (const auto* const load_failed = std::get_if<LoadFailed>(&message)) {
        Q_EMIT loadFailed(load_failed->error);
    } else if (std::holds_alternative<LoadCancelled>(message)) {
        Q_EMIT loadCancelled();
    } else if (std::holds_alternative<Unloaded>(message)) {
        Q_EMIT unloaded();
    } else {
        return false;
    }
    return true;
}

void EngineThread::reportCheck(const EngineMessage& message) {
    if (const auto* const advanced = std::get_if<CheckAdvanced>(&message)) {
        Q_EMIT checkProgress(QString::fromStdString(advanced->scenario), advanced->fraction);
    } else if (const auto* const done = std::get_if<CheckDone>(&message)) {
        Q_EMIT checkFinished(done->results, done->stopped);
    } else if (const auto* const check_failed = std::get_if<CheckFailed>(&message)) {
        Q_EMIT checkFailed(check_failed->error);
    }
}

}  // namespace strata::app
