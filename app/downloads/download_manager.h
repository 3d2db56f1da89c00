#pragma once

#include <memory>
#include <vector>

#include <QObject>
#include <QThread>

#include "app/downloads/download_options.h"
#include "app/downloads/download_state.h"

namespace strata::app {

class DownloadWorker;

/// Fetches model files, one after the other, on a thread of its own. Every call returns at once; what happens comes
/// back as signals with values. Lives on the window's thread.
///
/// A file lies as <place>.part with a list of its finished pieces in <place>.resume until all of it is there and its
/// fingerprint is right; then it gets its name and a finish mark. What was begun is found again in the folder after a
/// restart.
class DownloadManager : public QObject {
    Q_OBJECT

public:
    explicit DownloadManager(DownloadOptions options = {}, QObject* parent = nullptr);
    /// Keeps what has arrived and ends the thread.
    ~DownloadManager() override;

    /// Finds what was begun in a model folder. It stays as it was: what ran runs on if `go_on`, else it is paused.
    void restore(const QString& folder, bool go_on);
    /// Adds files and begins. Files that are there already are only checked for.
    void start(const std::vector<CatalogFile>& files, const QString& folder);
    void pause();
    void resume();
    /// Tries now what waits, and what was stopped by a problem.
    void retryNow();
    /// Ends a download and deletes what has arrived of it. A finished file only leaves the list.
    void remove(const QString& file_id);
    void removeAll();
    /// After DownloadTrouble::changed: fetches what the server has now; pieces that still match stay.
    void takeNewFile();

    /// bytes_per_second: 0: no limit.
    void setLimit(qint64 bytes_per_second);
    void setProxy(const DownloadProxy& proxy);
    /// Kept in memory only.
    void setProxyPassword(const QString& user, const QString& password);
    /// Base address of a mirror; empty: the catalogue's hub.
    void setMirror(const QString& address);
    /// Sent to this host alone. Kept in memory only.
    void setToken(const QString& host, const QString& token);
    void setKeepAwake(bool keep);

    /// Looks what starting these files would mean; answers with planned.
    void plan(const std::vector<CatalogFile>& files, const QString& folder);
    /// Asks the hub for a sign of life through the proxy that is set; answers with connectionTested.
    void testConnection();

    /// As reported last.
    const DownloadState& state() const { return state_; }

Q_SIGNALS:
    /// At most twice a second while bytes come, at once for everything else.
    void changed();
    void fileFinished(const strata::app::CatalogFile& file, const QString& path);
    /// Nothing is left to do.
    void allFinished();
    void planned(const strata::app::DownloadPlan& plan);
    void proxyPasswordWanted(const QString& proxy);
    void connectionTested(const std::optional<strata::app::DownloadProblem>& problem);

private:
    QThread thread_;
    DownloadWorker* worker_;  ///< lives on thread_ and goes with it
    DownloadState state_;
};

}  // namespace strata::app

Q_DECLARE_METATYPE(strata::app::CatalogFile)
Q_DECLARE_METATYPE(std::optional<strata::app::DownloadProblem>)
