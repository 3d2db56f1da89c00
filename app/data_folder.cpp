#include "app/data_folder.h"

#include <chrono>

#include <QDir>
#include <QFileInfo>
#include <QLockFile>
#include <QStandardPaths>

namespace strata::app {
namespace {

/// Makes a folder that only its user can look into; one that exists stays as it is.
bool makeFolder(const QString& path) {
    constexpr QFileDevice::Permissions kOwnerOnly =
        QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner;
    const QFileInfo folder(path);
    if (folder.isDir()) {
        return true;
    }
    QDir parent = folder.dir();
    return parent.mkpath(QStringLiteral(".")) && parent.mkdir(folder.fileName(), kOwnerOnly);
}

}  // namespace

DataFolder::DataFolder(const QString& path)
    : path_(QDir::cleanPath(
          QDir(path.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) : path)
              .absolutePath())),
      settings_(QDir(path.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) : path_)
                    .absoluteFilePath(QStringLiteral("settings.ini"))) {
    if (!makeFolder(path_)) {
        return;
    }
    lock_ = std::make_unique<QLockFile>(QDir(path_).filePath(QStringLiteral("lock")));
    lock_->setStaleLockTime(0);  // however long the other program runs, it is there
    if (lock_->tryLock(0)) {
        state_ = State::ready;
    } else if (lock_->error() == QLockFile::LockFailedError) {
        state_ = State::in_use;
    }
}

DataFolder::~DataFolder() = default;

QString DataFolder::settings() const {
    return settings_;
}

QString DataFolder::chats() const {
    return QDir(path_).filePath(QStringLiteral("chats.sqlite"));
}

QString DataFolder::pictures() const {
    return QDir(path_).filePath(QStringLiteral("pictures"));
}

QString DataFolder::parked() const {
    return QDir(path_).filePath(QStringLiteral("parked"));
}

QString DataFolder::models() const {
    return QDir(path_).filePath(QStringLiteral("models"));
}

QString DataFolder::logs() const {
    return QDir(path_).filePath(QStringLiteral("logs"));
}

QString DataFolder::check() const {
    return QDir(path_).filePath(QStringLiteral("check"));
}

}  // namespace strata::app
