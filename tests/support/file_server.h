#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <QByteArray>
#include <QList>
#include <QString>
#include <QUrl>

namespace strata::testing {

/// What a client asked for.
struct FileRequest {
    QByteArray method;
    QByteArray path;
    QByteArray host;
    std::optional<qint64> begin, end;  ///< of a Range; end exclusive
    QByteArray if_range;
    QByteArray authorization;
    qint64 sent_from = 0, sent = 0;  ///< bytes of the file that were handed to the network for it
};

/// What the server does about a request. Everything is optional; by default it behaves.
struct FileReply {
    int status = 0;           ///< 0: what is right for the request
    QByteArray body;          ///< instead of the file
    bool other_body = false;  ///< `body` counts even if it is empty
    QByteArray type = "application/octet-stream";
    QList<QByteArray> headers;  ///< further ones, "Name: value"
    bool with_length = true;
    bool ignore_range = false;
    std::optional<QByteArray> content_range;  ///< a wrong one
    qint64 cut_after = -1;                    ///< bytes of the body, then the connection ends
    bool silent = false;                      ///< nothing is sent at all
    qint64 stall_after = -1;                  ///< bytes of the body, then nothing more comes
    int drip_bytes = 0;                       ///< so many at a time, as fast as the client takes them
};

/// A small HTTP/1.1 server for files in memory, on a thread of its own, with faults as a script says. Ends with the
/// object.
class FileServer {
public:
    FileServer();
    ~FileServer();

    QString address() const;
    quint16 port() const;

    void put(const QByteArray& path, const QByteArray& content, const QByteArray& etag = "\"v1\"");
    /// Called on the server's thread for each request.
    void script(std::function<FileReply(const FileRequest&)> answer);

    QList<FileRequest> requests() const;
    /// Body bytes handed to the network so far.
    qint64 bytesSent() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace strata::testing
