#include "app/data_folder.h"

#include <chrono>

#include <QDir>
#include <QFileInfo>
#include <QLockFile>
#include <QStandardPaths>
#include <QSysInfo>
#include <QTemporaryFile>

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

/// Tries it, as permissions do not tell of read-only disks and foreign shares. Without this a lock that was left in a
/// folder of which nothing can be removed looks like a running program.
bool canWriteInto(const QString& folder) {
    QTemporaryFile probe(QDir(folder).filePath(QStringLiteral("probe-XXXXXX")));
    return probe.open();
}

}  // namespace

DataFolder::DataFolder(const QString& path)
    : path_(QDir::cleanPath(
          QDir(path.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) : path)
              .absolutePath())),
      settings_(QDir(path.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) : path_)
                    .absoluteFilePath(QStringLiteral("settings.ini"))) {
    if (!makeFolder(path_) || !canWriteInto(path_)) {
        return;
    }
    lock_ = std::make_unique<QLockFile>(lock());
    lock_->setStaleLockTime(0);  // however long the other program runs, it is there
    qint64 process = 0;
    QString program;
    bool taken = lock_->tryLock(0);
    const bool known = taken || lock_->getLockInfo(&process, &other_pc_, &program);
    if (!known && lock_->removeStaleLockFile()) {
        // A lock that says nothing, as a power cut leaves it. That of a running program cannot be removed so: it holds
        // its file.
        taken = lock_->tryLock(0);
    }
    if (taken) {
        state_ = State::ready;
    } else if (lock_->error() == QLockFile::LockFailedError) {
        const bool elsewhere = known && !other_pc_.isEmpty() && other_pc_ != QSysInfo::machineHostName();
        state_ = elsewhere ? State::in_use_elsewhere : State::in_use;
    }
}

DataFolder::~DataFolder() = default;

void DataFolder::release() {
    lock_.reset();
}

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

QString DataFolder::lock() const {
    return QDir(path_).filePath(QStringLiteral("lock"));
}

QString DataFolder::requests() const {
    return QDir(path_).filePath(QStringLiteral("requests.jsonl"));
}

QString DataFolder::marker() const {
    return QDir(path_).filePath(QStringLiteral("last-run"));
}

QString DataFolder::check() const {
    return QDir(path_).filePath(QStringLiteral("check"));
}

}  // namespace strata::app
