#pragma once

#include <optional>

#include <QByteArray>
#include <QNetworkReply>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <QUrl>

#include "app/downloads/download_options.h"
#include "app/downloads/download_state.h"

class QNetworkAccessManager;

namespace strata::app {

/// A token and the only host that may see it.
struct HostToken {
    QString host;
    QString token;
};

/// What a server said in front of its bytes.
struct HttpAnswer {
    int status = 0;
    QUrl address;                        ///< that gave the answer
    bool redirected = false;             ///< it is not the one that was asked
    bool is_page = false;                ///< text of some kind, no file
    std::optional<qint64> length;        ///< of this answer's bytes
    std::optional<qint64> begin, end;    ///< of Content-Range; end exclusive
    std::optional<qint64> total;         ///< of Content-Range
    QByteArray etag;                     ///< a strong one; else empty
    std::optional<qint64> linked_bytes;  ///< what the hub says of the file behind a redirect
    QByteArray linked_sha256;
    int retry_after = 0;  ///< seconds; 0: not said
};

/// One request for a part of a file, with its redirects. The token goes to its own host alone, a secure address never
/// leads to an insecure one, and a connection without a byte for a while counts as dead. Aborts when it goes.
class HttpFetch : public QObject {
    Q_OBJECT

public:
    enum class Method {
        head,  ///< follows no redirect: the answer of the first server counts
        head_follow,
        get,
    };

    struct Request {
        QUrl address;
        Method method = Method::get;
        qint64 begin = 0, end = 0;  ///< bytes wanted; end 0: to the end of the file
        QByteArray if_range;        ///< only if the file is still this one
        RequestReason reason = RequestReason::download;
    };

    HttpFetch(QNetworkAccessManager* network, const DownloadOptions& options, HostToken token,
              QObject* parent = nullptr);
    ~HttpFetch() override;

    void start(const Request& request);
    /// Silence counts only while somebody wants bytes.
    void expectBytes(bool expected);
    qint64 bytesAvailable() const;
    qint64 read(char* to, qint64 most);
    /// No signal comes afterwards.
    void abort();
    void setReadBuffer(qint64 bytes);

Q_SIGNALS:
    /// Comes once, before any byte; not if the server could not be asked.
    void answered(const strata::app::HttpAnswer& answer);
    void bytesReady();
    /// The end. problem: of the network; answers with an error status are no problem here.
    void ended(const std::optional<strata::app::DownloadProblem>& problem);

private:
    void send();
    void readHead();
    void readBytes();
    void finish();
    bool follow(const QUrl& target);
    void noteBytes();
    void fail(DownloadTrouble trouble, const QString& reason);
    std::optional<DownloadProblem> problemOf(const QNetworkReply& reply) const;

    QNetworkAccessManager* network_;
    const DownloadOptions& options_;
    const HostToken token_;
    Request request_;
    QUrl address_;
    int redirects_ = 0;
    bool answered_ = false;
    qint64 read_buffer_;
    qint64 read_bytes_ = 0;  ///< of this address that nobody was told of
    QPointer<QNetworkReply> reply_;
    QTimer silence_;
};

}  // namespace strata::app
