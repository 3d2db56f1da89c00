#include <algorithm>
#include <utility>

#include <QAuthenticator>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QNetworkAccessManager>
#include <QNetworkProxy>

#include "app/downloads/disk_room.h"
#include "app/downloads/download_worker.h"
#include "app/downloads/finished_files.h"

// The part of the queue that answers questions and takes settings.

namespace strata::app {
namespace {

/// Asked on the downloads' thread, where looking up a proxy may take its time.
class SystemProxy : public QNetworkProxyFactory {
public:
    QList<QNetworkProxy> queryProxy(const QNetworkProxyQuery& query) override { return systemProxyForQuery(query); }
};

}  // namespace

void DownloadWorker::makeNetwork() {
    if (network_.manager != nullptr) {
        return;
    }
    network_.manager = new QNetworkAccessManager(this);
    proxy_asked_ = false;
    switch (proxy_.choice) {
        case ProxyChoice::system:
            network_.manager->setProxyFactory(new SystemProxy);
            break;
        case ProxyChoice::none:
            network_.manager->setProxy(QNetworkProxy(QNetworkProxy::NoProxy));
            break;
        case ProxyChoice::by_hand:
            network_.manager->setProxy(
                QNetworkProxy(QNetworkProxy::HttpProxy, proxy_.host, static_cast<quint16>(proxy_.port)));
            break;
    }
    connect(network_.manager, &QNetworkAccessManager::proxyAuthenticationRequired, this,
            &DownloadWorker::giveProxyPassword);
}

/// Answers once with what is known; a second question means that it was wrong.
void DownloadWorker::giveProxyPassword(const QNetworkProxy& proxy, QAuthenticator* answer) {
    if (!proxy_password_.isEmpty() && !std::exchange(proxy_asked_, true)) {
        answer->setUser(proxy_user_.isEmpty() ? proxy_.user : proxy_user_);
        answer->setPassword(proxy_password_);
        return;
    }
    Q_EMIT proxyPasswordWanted(proxy.hostName());
}

void DownloadWorker::setLimit(qint64 bytes_per_second) {
    network_.limit.set(std::max<qint64>(0, bytes_per_second));
}

void DownloadWorker::setProxy(const DownloadProxy& proxy) {
    if (proxy == proxy_ && network_.manager != nullptr) {
        return;
    }
    proxy_ = proxy;
    const bool was_running = transfer_ != nullptr && !paused_;
    endTransfer();
    test_.reset();
    if (network_.manager != nullptr) {
        std::exchange(network_.manager, nullptr)->deleteLater();
    }
    if (was_running) {
        advance();
    }
}

void DownloadWorker::setProxyPassword(const QString& user, const QString& password) {
    proxy_user_ = user;
    proxy_password_ = password;
    proxy_asked_ = false;
    if (obstacle_ && obstacle_->problem.trouble == DownloadTrouble::proxy) {
        retryNow();
    }
}

void DownloadWorker::setMirror(const QString& address) {
    network_.base = address.isEmpty() ? options_.hub : address;
    while (network_.base.endsWith(QLatin1Char('/'))) {
        network_.base.chop(1);
    }
}

void DownloadWorker::setToken(const HostToken& token) {
    network_.token = token;
}

void DownloadWorker::setKeepAwake(bool keep) {
    keep_awake_ = keep;
    awake_.hold(keep && transfer_ != nullptr && !paused_);
}

void DownloadWorker::plan(const std::vector<CatalogFile>& files, const QString& folder) {
    DownloadPlan plan;
    qint64 missing_on_disk = 0;
    qint64 biggest = 0;
    for (const CatalogFile& file : files) {
        const QString path = QDir(folder).filePath(file.place());
        const auto record = readResumeRecord(recordPath(path));
        const qint64 total = file.bytes ? *file.bytes : (record ? record->bytes : 0);
        const bool complete = finishedFile(path, {}) || !finishedFileWith(folder, file.sha256).isEmpty();
        const qint64 present = complete ? total : (record ? record->bytesDone() : 0);
        plan.bytes_total += total;
        plan.bytes_present += std::min(present, total);
        missing_on_disk += complete ? 0 : std::max<qint64>(0, total - bytesOnDisk(partPath(path)));
        biggest = std::max(biggest, total);
    }
    const auto volume = options_.volume(folder);
    plan.bytes_free = volume ? static_cast<qint64>(volume->free_bytes) : 0;
    plan.problem = roomToBegin(options_, folder, missing_on_disk, biggest);
    Q_EMIT planned(plan);
}

void DownloadWorker::testConnection() {
    makeNetwork();
    test_ = std::make_unique<HttpFetch>(network_.manager, options_, HostToken());
    const auto answer = [this](const std::optional<DownloadProblem>& problem) {
        test_->disconnect(this);
        test_.release()->deleteLater();
        Q_EMIT connectionTested(problem);
    };
    connect(test_.get(), &HttpFetch::answered, this, [answer](const HttpAnswer& head) {
        // Whatever the hub says of its first page: it can be reached.
        const auto obstacle = head.status == 407 || head.status == 511 ? obstacleOf(head) : std::nullopt;
        answer(obstacle ? std::optional(obstacle->problem) : std::nullopt);
    });
    connect(test_.get(), &HttpFetch::ended, this, answer);
    test_->start(
        {QUrl(network_.base + QLatin1Char('/')), HttpFetch::Method::head, 0, 0, {}, RequestReason::connection_test});
}

void DownloadWorker::remove(const QString& file_id) {
    const auto found =
        std::ranges::find_if(entries_, [&](const Entry& entry) { return entry.record.file.id == file_id; });
    if (found == entries_.end()) {
        return;
    }
    erase(static_cast<std::size_t>(found - entries_.begin()));
    advance();
}

void DownloadWorker::removeAll() {
    while (!entries_.empty()) {
        erase(entries_.size() - 1);
    }
    paused_ = false;
    was_open_ = false;
    advance();
}

/// Takes a file from the list; what has come of one that is not finished is deleted.
void DownloadWorker::erase(std::size_t index) {
    const bool is_current = current_ == static_cast<int>(index);
    if (is_current) {
        endTransfer();
        obstacle_.reset();
        wait_.stop();
    }
    const Entry& entry = entries_[index];
    if (entry.shown.phase != DownloadPhase::done) {
        QFile::remove(partPath(entry.shown.path));
        QFile::remove(recordPath(entry.shown.path));
        QDir().rmdir(QFileInfo(entry.shown.path).path());  // only if it is empty
    }
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(index));
    if (is_current) {
        current_ = -1;
    } else if (current_ > static_cast<int>(index)) {
        --current_;
    }
}

void DownloadWorker::shutDown() {
    endTransfer();
    report_.stop();
    space_.stop();
    wait_.stop();
    awake_.hold(false);
    test_.reset();
}

/// Takes over what the transfer has reached.
void DownloadWorker::showTransfer() {
    Entry* const entry = current();
    if (entry == nullptr || !transfer_) {
        return;
    }
    entry->shown.bytes_done = transfer_->bytesDone();
    if (transfer_->record().bytes > 0) {
        entry->shown.bytes_total = transfer_->record().bytes;
    }
    entry->shown.bytes_checked = transfer_->isChecking() ? transfer_->checkedBytes() : 0;
    entry->shown.independently_checked = !transfer_->record().from_server;
    if (entry->shown.phase == DownloadPhase::reading || entry->shown.phase == DownloadPhase::checking) {
        const bool checking = transfer_->isChecking() || transfer_->isRepairing();
        entry->shown.phase = checking ? DownloadPhase::checking : DownloadPhase::reading;
    }
}

void DownloadWorker::report() {
    speed_.sample(std::chrono::milliseconds(clock_.elapsed()));
    showTransfer();
    DownloadState state;
    for (const Entry& entry : entries_) {
        state.files.push_back(entry.shown);
        state.bytes_done += entry.shown.bytes_done;
        state.bytes_total += entry.shown.bytes_total;
    }
    state.current = current_;
    if (const Entry* const entry = current()) {
        state.phase = entry->shown.phase;
        state.problem = entry->shown.problem;
    }
    if (state.phase == DownloadPhase::reading) {
        state.bytes_per_second = speed_.bytesPerSecond();
        state.seconds_left = speed_.secondsLeft(state.bytes_total - state.bytes_done);
    }
    if (wait_.isActive()) {
        state.next_try_seconds = (wait_.remainingTime() + 999) / 1'000;
    }
    Q_EMIT stateChanged(state);
}

}  // namespace strata::app
