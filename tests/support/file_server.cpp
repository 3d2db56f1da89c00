#include "support/file_server.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>

#include <QPointer>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTcpSocket>
#include <QThread>

namespace strata::testing {
namespace {

constexpr const char* kClosing = "closing";

struct StoredFile {
    QByteArray content, etag;
};

QByteArray reasonOf(int status) {
    static const std::map<int, QByteArray> kReasons = {{200, "OK"},        {206, "Partial Content"},
                                                       {302, "Found"},     {403, "Forbidden"},
                                                       {404, "Not Found"}, {416, "Range Not Satisfiable"}};
    const auto found = kReasons.find(status);
    return found == kReasons.end() ? "Status" : found->second;
}

FileRequest parse(const QByteArray& head) {
    FileRequest request;
    const QList<QByteArray> lines = head.split('\n');
    const QList<QByteArray> words = lines.first().trimmed().split(' ');
    request.method = words.value(0);
    request.path = words.value(1);
    for (const QByteArray& line : lines.mid(1)) {
        const qsizetype colon = line.indexOf(':');
        const QByteArray name = line.left(colon).trimmed().toLower();
        const QByteArray value = line.mid(colon + 1).trimmed();
        if (name == "range") {
            const auto match = QRegularExpression("^bytes=(\\d+)-(\\d*)$").match(QString::fromLatin1(value));
            if (match.hasMatch()) {
                request.begin = match.captured(1).toLongLong();
                if (!match.captured(2).isEmpty()) {
                    request.end = match.captured(2).toLongLong() + 1;
                }
            }
        } else if (name == "if-range") {
            request.if_range = value;
        } else if (name == "host") {
            request.host = value;
        } else if (name == "authorization") {
            request.authorization = value;
        }
    }
    return request;
}

}  // namespace

struct FileServer::State {
    QThread thread;
    QObject context;  ///< lives on the thread
    std::unique_ptr<QTcpServer> server;
    quint16 port = 0;
    mutable std::mutex mutex;  ///< guards what follows
    std::map<QByteArray, StoredFile> files;
    std::function<FileReply(const FileRequest&)> script;
    QList<FileRequest> requests;
    std::atomic<qint64> sent{0};

    void accept();
    void read(QTcpSocket* socket, QByteArray& buffer);
    void answer(QTcpSocket* socket, const FileRequest& request);
    void send(QTcpSocket* socket, const QByteArray& head, const QByteArray& body, const FileReply& reply,
              qsizetype number);
    void countSent(qsizetype number, qint64 bytes);
};

void FileServer::State::accept() {
    while (QTcpSocket* const socket = server->nextPendingConnection()) {
        const auto buffer = std::make_shared<QByteArray>();
        QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket, buffer] { read(socket, *buffer); });
        QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    }
}

void FileServer::State::read(QTcpSocket* socket, QByteArray& buffer) {
    buffer += socket->readAll();
    if (socket->property(kClosing).toBool()) {
        return;  // as a server that has hung up
    }
    for (qsizetype end = buffer.indexOf("\r\n\r\n"); end >= 0; end = buffer.indexOf("\r\n\r\n")) {
        const FileRequest request = parse(buffer.left(end));
        buffer.remove(0, end + 4);
        answer(socket, request);
    }
}

void FileServer::State::answer(QTcpSocket* socket, const FileRequest& request) {
    FileReply reply;
    StoredFile file;
    bool known = false;
    qsizetype number = 0;
    std::function<FileReply(const FileRequest&)> asked;
    {
        const std::scoped_lock lock(mutex);
        requests += request;
        number = requests.size() - 1;
        asked = script;
    }
    if (asked) {
        reply = asked(request);
    }
    {
        const std::scoped_lock lock(mutex);
        const auto found = files.find(request.path);
        known = found != files.end();
        file = known ? found->second : StoredFile();
    }
    if (reply.silent) {
        return;
    }
    QByteArray body = reply.other_body || !reply.body.isEmpty() ? reply.body : file.content;
    int status = reply.status != 0 ? reply.status : (known || reply.other_body || !reply.body.isEmpty() ? 200 : 404);
    QByteArray range;
    const bool same = request.if_range.isEmpty() || request.if_range == file.etag;
    if (reply.status == 0 && status == 200 && request.begin && !reply.ignore_range && same) {
        const qint64 end = std::min<qint64>(request.end.value_or(body.size()), body.size());
        if (*request.begin >= body.size()) {
            status = 416;
            range = "bytes */" + QByteArray::number(body.size());
            body.clear();
        } else {
            status = 206;
            range = "bytes " + QByteArray::number(*request.begin) + '-' + QByteArray::number(end - 1) + '/' +
                    QByteArray::number(body.size());
            body = body.mid(*request.begin, end - *request.begin);
            const std::scoped_lock lock(mutex);
            requests[number].sent_from = *request.begin;
        }
    }
    if (status == 404 && !known) {
        body = "nothing here";
    }
    QByteArray head = "HTTP/1.1 " + QByteArray::number(status) + ' ' + reasonOf(status) + "\r\n";
    head += "Content-Type: " + reply.type + "\r\n";
    if (reply.with_length) {
        head += "Content-Length: " + QByteArray::number(body.size()) + "\r\n";
    } else {
        head += "Connection: close\r\n";
    }
    if (!file.etag.isEmpty()) {
        head += "ETag: " + file.etag + "\r\n";
    }
    if (reply.content_range) {
        range = *reply.content_range;
    }
    if (!range.isEmpty()) {
        head += "Content-Range: " + range + "\r\n";
    }
    for (const QByteArray& header : reply.headers) {
        head += header + "\r\n";
    }
    send(socket, head + "\r\n", request.method == "HEAD" ? QByteArray() : body, reply, number);
}

void FileServer::State::send(QTcpSocket* socket, const QByteArray& head, const QByteArray& body, const FileReply& reply,
                             qsizetype number) {
    socket->write(head);
    const bool cut = reply.cut_after >= 0 && reply.cut_after < body.size();
    const bool stall = reply.stall_after >= 0 && reply.stall_after < body.size();
    const QByteArray part = cut ? body.left(reply.cut_after) : stall ? body.left(reply.stall_after) : body;
    if (reply.drip_bytes > 0) {
        const auto left = std::make_shared<QByteArray>(part);
        const int step = reply.drip_bytes;
        const auto drip = [this, socket, left, step, number] {
            const QByteArray bytes = left->left(step);
            left->remove(0, step);
            countSent(number, bytes.size());
            if (!bytes.isEmpty()) {
                socket->write(bytes);
            }
        };
        QObject::connect(socket, &QTcpSocket::bytesWritten, socket, drip);
        drip();
        return;
    }
    countSent(number, part.size());
    socket->write(part);
    if (cut || !reply.with_length) {
        socket->setProperty(kClosing, true);
        socket->disconnectFromHost();  // when all of it is written
    }
}

void FileServer::State::countSent(qsizetype number, qint64 bytes) {
    sent += bytes;
    const std::scoped_lock lock(mutex);
    requests[number].sent += bytes;
}

FileServer::FileServer() : state_(std::make_unique<State>()) {
    state_->thread.setObjectName(QStringLiteral("file server"));
    state_->context.moveToThread(&state_->thread);
    state_->thread.start();
    State* const state = state_.get();
    QMetaObject::invokeMethod(
        &state->context,
        [state] {
            state->server = std::make_unique<QTcpServer>();
            QObject::connect(state->server.get(), &QTcpServer::newConnection, &state->context,
                             [state] { state->accept(); });
            if (!state->server->listen(QHostAddress::LocalHost)) {
                qFatal("the test's server cannot listen");
            }
            state->port = state->server->serverPort();
        },
        Qt::BlockingQueuedConnection);
}

FileServer::~FileServer() {
    State* const state = state_.get();
    QMetaObject::invokeMethod(
        &state->context, [state] { state->server.reset(); }, Qt::BlockingQueuedConnection);
    state->thread.quit();
    state->thread.wait();
}

QString FileServer::address() const {
    return QStringLiteral("http://127.0.0.1:%1").arg(state_->port);
}

quint16 FileServer::port() const {
    return state_->port;
}

void FileServer::put(const QByteArray& path, const QByteArray& content, const QByteArray& etag) {
    const std::scoped_lock lock(state_->mutex);
    state_->files[path] = {content, etag};
}

void FileServer::script(std::function<FileReply(const FileRequest&)> answer) {
    const std::scoped_lock lock(state_->mutex);
    state_->script = std::move(answer);
}

QList<FileRequest> FileServer::requests() const {
    const std::scoped_lock lock(state_->mutex);
    return state_->requests;
}

qint64 FileServer::bytesSent() const {
    return state_->sent;
}

}  // namespace strata::testing
