#pragma once

#include <atomic>
#include <memory>

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "app/downloads/download_manager.h"
#include "app/downloads/resume_record.h"
#include "support/file_server.h"

namespace strata::testing {

/// Bytes that do not repeat.
inline QByteArray madeUpBytes(qsizetype count, quint32 seed = 1) {
    QByteArray bytes(count, Qt::Uninitialized);
    for (char& byte : bytes) {
        seed = seed * 1'664'525U + 1'013'904'223U;
        byte = static_cast<char>(seed >> 24);
    }
    return bytes;
}

inline QByteArray sha256Of(const QByteArray& bytes) {
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
}

/// A server with one file, an empty model folder, and options with short waits and small pieces.
struct DownloadBench {
    static constexpr qint64 kPiece = 64 << 10;

    QTemporaryDir folder;
    FileServer server;
    QByteArray content;
    app::CatalogFile file;
    app::DownloadOptions options;
    std::shared_ptr<std::atomic<qint64>> free_bytes = std::make_shared<std::atomic<qint64>>(qint64{1} << 40);

    explicit DownloadBench(qsizetype bytes = 10 * kPiece + 12'345, const QByteArray& name = "weights.bin") {
        content = madeUpBytes(bytes);
        file = fileNamed(name);
        server.put(serverPath(), content);
        options.hub = server.address();
        options.allow_http = true;
        options.piece_bytes = kPiece;
        options.silence = std::chrono::milliseconds(400);
        options.network_waits = {std::chrono::milliseconds(3)};
        options.server_wait = options.server_wait_most = std::chrono::milliseconds(3);
        options.server_attempts = 4;
        options.spare_bytes = options.floor_bytes = options.resume_bytes = 0;
        options.space_check = std::chrono::milliseconds(10);
        options.report = std::chrono::milliseconds(5);
        options.volume = [free = free_bytes](const QString& place) {
            app::VolumeFacts volume;
            volume.root = place;
            volume.file_system = "ext4";
            volume.free_bytes = static_cast<quint64>(free->load());
            return std::optional(volume);
        };
    }

    app::CatalogFile fileNamed(const QByteArray& name) const {
        app::CatalogFile made;
        made.id = name;
        made.repository = "owner/model";
        made.revision = QString(40, 'a');
        made.path = "sub/" + name;
        made.folder = "fast";
        made.bytes = content.size();
        made.sha256 = sha256Of(content);
        return made;
    }

    QByteArray serverPath() const { return serverPath(file); }
    static QByteArray serverPath(const app::CatalogFile& of) {
        return ("/" + of.repository + "/resolve/" + of.revision + "/" + of.path).toUtf8();
    }
    QString path() const { return QDir(folder.path()).filePath(file.place()); }
    QByteArray got() const {
        QFile found(path());
        return found.open(QIODevice::ReadOnly) ? found.readAll() : QByteArray();
    }
    QStringList names() const {
        return QDir(QDir(folder.path()).filePath(file.folder)).entryList(QDir::Files | QDir::Hidden, QDir::Name);
    }

    std::unique_ptr<app::DownloadManager> manager() const {
        auto made = std::make_unique<app::DownloadManager>(options);
        made->setProxy({app::ProxyChoice::none, {}, 0, {}});
        made->setKeepAwake(false);
        return made;
    }
};

}  // namespace strata::testing
