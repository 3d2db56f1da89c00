#pragma once

#include <functional>
#include <mutex>
#include <vector>

#include <QDateTime>
#include <QString>
#include <QThreadPool>
#include <QUrl>

namespace strata::app {

/// Why this program, or a browser for it, asked a server for something.
enum class RequestReason { download, connection_test, remote_engine, link };

/// What left this PC.
struct OutsideRequest {
    QDateTime time;
    RequestReason reason = RequestReason::download;
    QString address;  ///< without user, query and fragment
    int requests = 1;
    qint64 bytes_sent = 0, bytes_received = 0;  ///< of contents; 0 for links: the browser does not tell

    bool operator==(const OutsideRequest&) const = default;
};

/// Hears of requests. Any thread.
using RequestSink = std::function<void(const OutsideRequest&)>;

/// A request that begins now. Its bytes are told of later, as one with 0 requests.
OutsideRequest requestTo(const QUrl& address, RequestReason reason);

/// All requests of the last kDays days, kept in a file of one JSON object a line. Requests to the same address that
/// follow each other within kTogether are one entry. Any thread; the disk is written on one of its own.
class RequestJournal {
public:
    static constexpr int kDays = 30;
    static constexpr int kTogether = 3'600;  ///< seconds
    static constexpr std::size_t kMost = 5'000;

    /// An empty path: nothing is kept after the end. Lines that cannot be read are left out.
    explicit RequestJournal(const QString& path);
    /// Waits for what is being written.
    ~RequestJournal();

    void note(const OutsideRequest& request);
    /// The journal must outlive it.
    RequestSink sink();
    /// Newest first.
    std::vector<OutsideRequest> all() const;

private:
    void add(const OutsideRequest& request);
    void load();
    void append(const OutsideRequest& request) const;

    const QString path_;
    mutable std::mutex mutex_;              ///< guards the requests
    std::vector<OutsideRequest> requests_;  ///< oldest first
    QThreadPool writer_;                    ///< of one thread
};

}  // namespace strata::app
