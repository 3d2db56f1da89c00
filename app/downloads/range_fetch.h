#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "app/downloads/answer_rules.h"
#include "app/downloads/disk_file.h"
#include "app/downloads/download_options.h"
#include "app/downloads/http_fetch.h"
#include "app/downloads/part_file.h"
#include "app/downloads/resume_record.h"
#include "app/downloads/speed_meter.h"

namespace strata::app {

/// How the transfers reach the network; shared by all of them.
struct TransferNetwork {
    QNetworkAccessManager* manager = nullptr;
    QString base;  ///< address of the hub or its mirror, without a slash at its end
    HostToken token;
    RateLimit limit;
};

/// Reads one range of a file into its .part: asks for it, judges the answer, and writes as fast as the limit allows.
///
/// A range is one piece at most. The network library sends a request again by itself when a connection closes early,
/// and drops what had come of the first answer; so it can lose no more than what was asked for.
class RangeFetch : public QObject {
    Q_OBJECT

public:
    /// Called before an answer's bytes are used, when the file's length is known. False: they are not used.
    using Accept = std::function<bool(const HttpAnswer&)>;

    RangeFetch(const DownloadOptions& options, TransferNetwork& network, ResumeRecord& record, PartFile& part,
               Accept accept, QObject* parent = nullptr);
    ~RangeFetch() override;

    /// Bytes from the .part's position on up to `end`.
    void start(const QUrl& address, qint64 end);
    /// No signal comes afterwards.
    void abort();

Q_SIGNALS:
    void advanced(qint64 bytes);
    void pieceFinished();
    void finished();
    void halted(const strata::app::Obstacle& obstacle);
    void diskFailed(const strata::app::DiskError& error);

private:
    void judge(const HttpAnswer& answer);
    void pump();
    bool take(const QByteArray& bytes);
    bool isFull() const;
    void end();
    void haltWith(const Obstacle& obstacle);

    const DownloadOptions& options_;
    TransferNetwork& network_;
    ResumeRecord& record_;
    PartFile& part_;
    const Accept accept_;
    std::unique_ptr<HttpFetch> http_;
    QTimer limit_pause_;
    QElapsedTimer clock_;
    QUrl address_;
    qint64 begin_ = 0, end_ = 0;
    bool accepted_ = false;                                ///< the answer's bytes are used
    std::optional<std::optional<DownloadProblem>> ended_;  ///< the connection's end, while bytes are left
};

}  // namespace strata::app
