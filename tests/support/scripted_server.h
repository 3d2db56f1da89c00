#pragma once

#include <functional>
#include <mutex>
#include <vector>

#include <QByteArray>
#include <QObject>
#include <QTcpServer>
#include <QTcpSocket>
#include <QThread>

namespace strata::testing {

/// A small HTTP server on a thread of its own that plays a script: what it answers is up to the test, byte for byte.
class ScriptedServer {
public:
    /// A request as it came.
    struct Request {
        QByteArray line;     ///< "POST /v1/chat/completions HTTP/1.1"
        QByteArray headers;  ///< all of them, in small letters
        QByteArray body;
    };
    /// What to do with one request.
    struct Reply {
        std::vector<QByteArray> parts;  ///< sent one after another, each on its way before the next is
        bool then_close = true;         ///< else the connection stays open and silent
    };
    using Answer = std::function<Reply(const Request&)>;

    explicit ScriptedServer(Answer answer);
    ~ScriptedServer();

    quint16 port() const { return port_; }
    QString address() const { return QStringLiteral("http://127.0.0.1:%1/v1").arg(port_); }
    /// All that came so far.
    std::vector<Request> requests() const;
    /// Whether a client has hung up before its reply was closed.
    bool wasHungUp() const;

    /// A reply with a length.
    static Reply whole(int status, const QByteArray& type, const QByteArray& body);
    /// A stream of events, in these parts.
    static Reply stream(const std::vector<QByteArray>& parts);
    /// "data: {…}" with a piece of the answer.
    static QByteArray delta(const QByteArray& text);
    /// The end of a stream, with a reason and usage.
    static QByteArray ending();

private:
    void serve(QTcpSocket* socket);
    void send(QTcpSocket* socket, const Reply& reply);

    Answer answer_;
    QThread thread_;
    QObject* worker_;  ///< lives on the thread, owns the sockets
    quint16 port_ = 0;
    mutable std::mutex mutex_;
    std::vector<Request> requests_;
    bool hung_up_ = false;
};

}  // namespace strata::testing
