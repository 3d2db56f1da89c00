#include "app/port_holder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTcpServer>

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <winsock2.h>
// These need winsock2.h in front of them.
#include <iphlpapi.h>
#include <windows.h>

#include <vector>
#endif

namespace strata::app {
namespace {

constexpr int kLastPort = 65'535;
constexpr int kLookedAt = 100;

/// Numbers of the sockets that listen on a port, as a table like /proc/net/tcp has them.
QByteArrayList listenersIn(const QString& table, int port) {
    QByteArrayList sockets;
    QFile file(table);
    if (!file.open(QIODevice::ReadOnly)) {
        return sockets;
    }
    const QByteArray place = ':' + QByteArray::number(port, 16).toUpper().rightJustified(4, '0');
    for (const QByteArray& line : file.readAll().split('\n')) {
        const QByteArrayList fields = line.simplified().split(' ');
        // Number, local address, remote address, state (0A: listens), …, and the socket as the tenth.
        if (fields.size() > 9 && fields[1].endsWith(place) && fields[3] == "0A") {
            sockets.append(fields[9]);
        }
    }
    return sockets;
}

bool holdsSocket(const QDir& process, const QByteArrayList& sockets) {
    for (const QFileInfo& open : QDir(process.filePath(QStringLiteral("fd")))
                                     .entryInfoList(QDir::Files | QDir::System | QDir::NoDotAndDotDot)) {
        const QString target = QFile::symLinkTarget(open.filePath()).section(u'/', -1);
        for (const QByteArray& socket : sockets) {
            if (target == QStringLiteral("socket:[%1]").arg(QString::fromLatin1(socket))) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace

PortState portState(int port) {
    QTcpServer server;
    if (server.listen(QHostAddress::LocalHost, static_cast<quint16>(port))) {
        return PortState::is_free;
    }
    return server.serverError() == QAbstractSocket::SocketAccessError ? PortState::forbidden : PortState::taken;
}

std::optional<QString> programAtPortIn(const QString& proc, int port) {
    const QDir folder(proc);
    const QByteArrayList sockets = listenersIn(folder.filePath(QStringLiteral("net/tcp")), port) +
                                   listenersIn(folder.filePath(QStringLiteral("net/tcp6")), port);
    if (sockets.isEmpty()) {
        return std::nullopt;
    }
    for (const QString& name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        bool is_process = false;
        name.toLongLong(&is_process);
        const QDir process(folder.filePath(name));
        if (!is_process || !holdsSocket(process, sockets)) {
            continue;
        }
        QFile title(process.filePath(QStringLiteral("comm")));
        if (title.open(QIODevice::ReadOnly)) {
            return QString::fromUtf8(title.readAll().trimmed());
        }
    }
    return std::nullopt;
}

#ifdef _WIN32

std::optional<QString> programAtPort(int port) {
    DWORD bytes = 0;
    GetExtendedTcpTable(nullptr, &bytes, FALSE, AF_INET, TCP_TABLE_OWNER_PID_LISTENER, 0);
    std::vector<char> space(bytes);
    auto* const table = reinterpret_cast<MIB_TCPTABLE_OWNER_PID*>(space.data());
    if (bytes == 0 || GetExtendedTcpTable(table, &bytes, FALSE, AF_INET, TCP_TABLE_OWNER_PID_LISTENER, 0) != NO_ERROR) {
        return std::nullopt;
    }
    for (DWORD i = 0; i < table->dwNumEntries; ++i) {
        const MIB_TCPROW_OWNER_PID& row = table->table[i];
        if (ntohs(static_cast<u_short>(row.dwLocalPort)) != port) {
            continue;
        }
        const HANDLE process = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, row.dwOwningPid);
        if (process == nullptr) {
            return std::nullopt;
        }
        wchar_t path[MAX_PATH] = {};
        DWORD letters = MAX_PATH;
        const bool named = QueryFullProcessImageNameW(process, 0, path, &letters) != 0;
        CloseHandle(process);
        return named ? std::optional(QFileInfo(QString::fromWCharArray(path)).completeBaseName()) : std::nullopt;
    }
    return std::nullopt;
}

#else

std::optional<QString> programAtPort(int port) {
    return programAtPortIn(QStringLiteral("/proc"), port);
}

#endif

std::optional<int> freePortAbove(int port) {
    for (int next = port + 1; next <= kLastPort && next <= port + kLookedAt; ++next) {
        if (portState(next) == PortState::is_free) {
            return next;
        }
    }
    return std::nullopt;
}

}  // namespace strata::app
