#include "app/instance_server.h"

#include <algorithm>

#include <QCryptographicHash>
#include <QDataStream>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QLocalServer>
#include <QLocalSocket>
#include <QStandardPaths>
#include <QTimer>

#ifdef _WIN32
#include <windows.h>
#endif

namespace strata::app {
namespace {

constexpr qsizetype kLongestCall = 1 << 20;  ///< bytes; command lines are shorter
constexpr std::chrono::seconds kCallerPatience{5};
const QByteArray kUnderstood = QByteArrayLiteral("ok");

/// One name for each user and data folder. Where sockets are files they lie where only their user can look.
QString addressOf(const QString& data_folder) {
    const QFileInfo folder(data_folder);
    const QString place = folder.exists() ? folder.canonicalFilePath() : folder.absoluteFilePath();
    const QByteArray digest =
        QCryptographicHash::hash((QDir::homePath() + QLatin1Char('\n') + place).toUtf8(), QCryptographicHash::Sha256);
    const QString name = QStringLiteral("strata-") + QString::fromLatin1(digest.left(10).toHex());
#ifdef _WIN32
    return name;
#else
    const QString runtime = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
    return runtime.isEmpty() ? name : QDir(runtime).filePath(name);
#endif
}

/// The program that is called may then come to the front; without this the system only lets its window flash.
void grantForeground() {
#ifdef _WIN32
    AllowSetForegroundWindow(ASFW_ANY);
#endif
}

}  // namespace

InstanceServer::InstanceServer(const QString& data_folder, QObject* parent)
    : QObject(parent), server_(std::make_unique<QLocalServer>()) {
    const QString address = addressOf(data_folder);
    QLocalServer::removeServer(address);  // left by a program that crashed
    server_->setSocketOptions(QLocalServer::UserAccessOption);
    connect(server_.get(), &QLocalServer::newConnection, this, &InstanceServer::takeCaller);
    server_->listen(address);
}

InstanceServer::~InstanceServer() = default;

bool InstanceServer::isListening() const {
    return server_->isListening();
}

void InstanceServer::takeCaller() {
    QLocalSocket* const caller = server_->nextPendingConnection();
    const auto received = std::make_shared<QByteArray>();  // shared by what reads, gone with the socket
    connect(caller, &QLocalSocket::readyRead, this, [this, caller, received] { read(caller, *received); });
    connect(caller, &QLocalSocket::disconnected, caller, &QObject::deleteLater);
    QTimer::singleShot(kCallerPatience, caller, &QLocalSocket::abort);
    read(caller, *received);
}

void InstanceServer::read(QLocalSocket* caller, QByteArray& received) {
    received += caller->read(kLongestCall + 1 - received.size());
    if (received.size() > kLongestCall) {
        caller->abort();
        return;
    }
    QDataStream stream(received);
    stream.setVersion(QDataStream::Qt_6_4);
    stream.startTransaction();
    QStringList files;
    stream >> files;
    if (stream.commitTransaction()) {
        received.clear();
        caller->write(kUnderstood);
        caller->flush();
        caller->disconnectFromServer();
        Q_EMIT called(files);
    }
}

bool InstanceServer::call(const QString& data_folder, const QStringList& files, std::chrono::milliseconds patience) {
    QElapsedTimer clock;
    clock.start();
    const auto left = [&] { return static_cast<int>(std::max<qint64>(1, patience.count() - clock.elapsed())); };
    QLocalSocket socket;
    socket.connectToServer(addressOf(data_folder));
    if (!socket.waitForConnected(left())) {
        return false;
    }
    grantForeground();
    QByteArray message;
    QDataStream stream(&message, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_4);
    stream << files;
    socket.write(message);
    QByteArray reply;
    while (reply != kUnderstood) {
        if (clock.elapsed() >= patience.count() || !socket.waitForReadyRead(left())) {
            return false;
        }
        reply += socket.readAll();
    }
    return true;
}

}  // namespace strata::app
