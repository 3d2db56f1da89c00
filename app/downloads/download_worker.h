#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "app/downloads/download_options.h"
#include "app/downloads/download_state.h"
#include "app/downloads/file_transfer.h"
#include "app/downloads/keep_awake.h"
#include "app/downloads/retry_rule.h"
#include "app/downloads/speed_meter.h"

class QAuthenticator;
class QNetworkProxy;

namespace strata::app {

/// The queue of downloads and what belongs to all of them: order, room on the disk, pauses, waits, speed. Lives on the
/// downloads' thread; every call and signal crosses by the event loop.
class DownloadWorker : public QObject {
    Q_OBJECT

public:
    explicit DownloadWorker(DownloadOptions options);
    ~DownloadWorker() override;

    void restore(const QString& folder, bool go_on);
    void start(const std::vector<CatalogFile>& files, const QString& folder);
    void pause();
    void resume();
    void retryNow();
    void remove(const QString& file_id);
    void removeAll();
    void takeNewFile();

    void setLimit(qint64 bytes_per_second);
    void setProxy(const DownloadProxy& proxy);
    void setProxyPassword(const QString& user, const QString& password);
    void setMirror(const QString& address);
    void setToken(const HostToken& token);
    void setKeepAwake(bool keep);

    void plan(const std::vector<CatalogFile>& files, const QString& folder);
    void testConnection();
    /// Ends what runs and keeps what has come; the last call.
    void shutDown();

Q_SIGNALS:
    void stateChanged(const strata::app::DownloadState& state);
    void fileFinished(const strata::app::CatalogFile& file, const QString& path);
    void allFinished();
    void planned(const strata::app::DownloadPlan& plan);
    void proxyPasswordWanted(const QString& proxy);
    void connectionTested(const std::optional<strata::app::DownloadProblem>& problem);

private:
    struct Entry {
        ResumeRecord record;
        DownloadFile shown;
        QString folder;
    };

    void add(const ResumeRecord& record, const QString& folder);
    bool settle(Entry& entry);
    void advance();
    bool hasRoom();
    bool reserveAll();
    void begin(std::size_t index);
    void connectTransfer();
    void transferFinished();
    void transferHalted(const Obstacle& obstacle);
    void stop(const Obstacle& obstacle, std::optional<std::chrono::milliseconds> wait);
    void endTransfer();
    void tryAgain();
    void checkSpace();
    void makeNetwork();
    void giveProxyPassword(const QNetworkProxy& proxy, QAuthenticator* answer);
    void erase(std::size_t index);
    void report();
    void showTransfer();
    qint64 bytesMissing() const;
    Entry* current();

    const DownloadOptions options_;
    TransferNetwork network_;
    DownloadProxy proxy_;
    QString proxy_user_, proxy_password_;
    bool proxy_asked_ = false;
    std::vector<Entry> entries_;
    std::unique_ptr<FileTransfer> transfer_;
    int current_ = -1;
    bool paused_ = false;
    bool was_open_ = false;
    RetryRule retry_;
    std::optional<Obstacle> obstacle_;
    QTimer wait_, report_, space_;
    QElapsedTimer clock_;
    SpeedMeter speed_;
    KeepAwake awake_;
    bool keep_awake_ = true;
    std::unique_ptr<HttpFetch> test_;
};

}  // namespace strata::app
