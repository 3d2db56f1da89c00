#include "support/scripted_server.h"

#include <memory>
#include <optional>
#include <utility>

#include <QHostAddress>

namespace strata::testing {
namespace {

constexpr int kSendWait = 5'000;  ///< milliseconds a part may take until the system has it

/// The request in the bytes; none while it is not complete.
std::optional<ScriptedServer::Request> requestIn(const QByteArray& bytes) {
    const qsizetype head = bytes.indexOf("\r\n\r\n");
    if (head < 0) {
        return std::nullopt;
    }
    ScriptedServer::Request request;
    request.line = bytes.left(bytes.indexOf("\r\n"));
    request.headers = bytes.left(head).toLower();
    qsizetype length = 0;
    const QByteArray name = "content-length:";
    if (const qsizetype at = request.headers.indexOf(name); at >= 0) {
        length = request.headers.mid(at + name.size()).split('\r').value(0).trimmed().toInt();
    }
    request.body = bytes.mid(head + 4);
    return request.body.size() >= length ? std::optional(request) : std::nullopt;
}

}  // namespace

ScriptedServer::ScriptedServer(Answer answer) : answer_(std::move(answer)), worker_(new QObject) {
    worker_->moveToThread(&thread_);
    QObject::connect(&thread_, &QThread::finished, worker_, &QObject::deleteLater);
    thread_.start();
    QMetaObject::invokeMethod(
        worker_,
        [this] {
            auto* const server = new QTcpServer(worker_);
            server->listen(QHostAddress::LocalHost);
            port_ = server->serverPort();
            QObject::connect(server, &QTcpServer::newConnection, worker_, [this, server] {
                while (QTcpSocket* const socket = server->nextPendingConnection()) {
                    serve(socket);
                }
            });
        },
        Qt::BlockingQueuedConnection);
}

ScriptedServer::~ScriptedServer() {
    thread_.quit();
    thread_.wait();
}

std::vector<ScriptedServer::Request> ScriptedServer::requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
}

bool ScriptedServer::wasHungUp() const {
    const std::lock_guard lock(mutex_);
    return hung_up_;
}

void ScriptedServer::serve(QTcpSocket* socket) {
    const auto bytes = std::make_shared<QByteArray>();
    const auto answered = std::make_shared<bool>(false);
    QObject::connect(socket, &QTcpSocket::disconnected, worker_, [this] {
        const std::lock_guard lock(mutex_);
        hung_up_ = true;
    });
    QObject::connect(socket, &QTcpSocket::readyRead, worker_, [this, socket, bytes, answered] {
        bytes->append(socket->readAll());
        const auto request = requestIn(*bytes);
        if (!request || std::exchange(*answered, request.has_value())) {
            return;
        }
        {
            const std::lock_guard lock(mutex_);
            requests_.push_back(*request);
        }
        send(socket, answer_(*request));
    });
}

void ScriptedServer::send(QTcpSocket* socket, const Reply& reply) {
    socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    for (const QByteArray& part : reply.parts) {
        socket->write(part);
        if (socket->bytesToWrite() > 0 && !socket->waitForBytesWritten(kSendWait)) {
            return;  // the client has gone
        }
    }
    if (reply.then_close) {
        socket->disconnectFromHost();
    }
}

ScriptedServer::Reply ScriptedServer::whole(int status, const QByteArray& type, const QByteArray& body) {
    return {{"HTTP/1.1 " + QByteArray::number(status) + " Status\r\nContent-Type: " + type +
             "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\nConnection: close\r\n\r\n" + body},
            true};
}

ScriptedServer::Reply ScriptedServer::stream(const std::vector<QByteArray>& parts) {
    Reply reply{{"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nConnection: close\r\n\r\n"},
                true};
    reply.parts.insert(reply.parts.end(), parts.begin(), parts.end());
    return reply;
}

QByteArray ScriptedServer::delta(const QByteArray& text) {
    return R"(data: {"choices":[{"index":0,"delta":{"content":")" + text +
           R"("},"finish_reason":null}]})"
           "\n\n";
}

QByteArray ScriptedServer::ending() {
    return "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
           "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":31,\"completion_tokens\":9,\"total_tokens\":40,"
           "\"prompt_tokens_details\":{\"cached_tokens\":24}}}\n\n"
           "data: [DONE]\n\n";
}

}  // namespace strata::testing
