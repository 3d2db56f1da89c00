#include "app/downloads/download_manager.h"

#include <utility>

#include "app/downloads/download_worker.h"

namespace strata::app {
namespace {

/// Lets the worker do something on its own thread.
template <class Action>
void onWorker(DownloadWorker* worker, Action action) {
    QMetaObject::invokeMethod(
        worker, [worker, action = std::move(action)] { action(*worker); }, Qt::QueuedConnection);
}

}  // namespace

DownloadManager::DownloadManager(DownloadOptions options, QObject* parent)
    : QObject(parent), worker_(new DownloadWorker(std::move(options))) {
    qRegisterMetaType<DownloadState>();
    qRegisterMetaType<DownloadPlan>();
    qRegisterMetaType<CatalogFile>();
    qRegisterMetaType<std::optional<DownloadProblem>>();
    thread_.setObjectName(QStringLiteral("downloads"));
    worker_->moveToThread(&thread_);
    connect(&thread_, &QThread::finished, worker_, &QObject::deleteLater);
    connect(worker_, &DownloadWorker::stateChanged, this, [this](const DownloadState& state) {
        if (state != state_) {
            state_ = state;
            Q_EMIT changed();
        }
    });
    connect(worker_, &DownloadWorker::fileFinished, this, &DownloadManager::fileFinished);
    connect(worker_, &DownloadWorker::allFinished, this, &DownloadManager::allFinished);
    connect(worker_, &DownloadWorker::planned, this, &DownloadManager::planned);
    connect(worker_, &DownloadWorker::proxyPasswordWanted, this, &DownloadManager::proxyPasswordWanted);
    connect(worker_, &DownloadWorker::connectionTested, this, &DownloadManager::connectionTested);
    thread_.start(QThread::LowPriority);
}

DownloadManager::~DownloadManager() {
    onWorker(worker_, [](DownloadWorker& worker) { worker.shutDown(); });
    // The thread's end comes through the same queue, behind it.
    onWorker(worker_, [](DownloadWorker& worker) { worker.thread()->quit(); });
    thread_.wait();
}

void DownloadManager::restore(const QString& folder, bool go_on) {
    onWorker(worker_, [folder, go_on](DownloadWorker& worker) { worker.restore(folder, go_on); });
}

void DownloadManager::start(const std::vector<CatalogFile>& files, const QString& folder) {
    onWorker(worker_, [files, folder](DownloadWorker& worker) { worker.start(files, folder); });
}

void DownloadManager::pause() {
    onWorker(worker_, [](DownloadWorker& worker) { worker.pause(); });
}

void DownloadManager::resume() {
    onWorker(worker_, [](DownloadWorker& worker) { worker.resume(); });
}

void DownloadManager::retryNow() {
    onWorker(worker_, [](DownloadWorker& worker) { worker.retryNow(); });
}

void DownloadManager::remove(const QString& file_id) {
    onWorker(worker_, [file_id](DownloadWorker& worker) { worker.remove(file_id); });
}

void DownloadManager::removeAll() {
    onWorker(worker_, [](DownloadWorker& worker) { worker.removeAll(); });
}

void DownloadManager::takeNewFile() {
    onWorker(worker_, [](DownloadWorker& worker) { worker.takeNewFile(); });
}

void DownloadManager::setLimit(qint64 bytes_per_second) {
    onWorker(worker_, [bytes_per_second](DownloadWorker& worker) { worker.setLimit(bytes_per_second); });
}

void DownloadManager::setProxy(const DownloadProxy& proxy) {
    onWorker(worker_, [proxy](DownloadWorker& worker) { worker.setProxy(proxy); });
}

void DownloadManager::setProxyPassword(const QString& user, const QString& password) {
    onWorker(worker_, [user, password](DownloadWorker& worker) { worker.setProxyPassword(user, password); });
}

void DownloadManager::setMirror(const QString& address) {
    onWorker(worker_, [address](DownloadWorker& worker) { worker.setMirror(address); });
}

void DownloadManager::setToken(const QString& host, const QString& token) {
    onWorker(worker_, [host, token](DownloadWorker& worker) { worker.setToken({host, token}); });
}

void DownloadManager::setKeepAwake(bool keep) {
    onWorker(worker_, [keep](DownloadWorker& worker) { worker.setKeepAwake(keep); });
}

void DownloadManager::plan(const std::vector<CatalogFile>& files, const QString& folder) {
    onWorker(worker_, [files, folder](DownloadWorker& worker) { worker.plan(files, folder); });
}

void DownloadManager::testConnection() {
    onWorker(worker_, [](DownloadWorker& worker) { worker.testConnection(); });
}

}  // namespace strata::app
