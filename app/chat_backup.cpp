#include "app/chat_backup.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QtConcurrent>

#include "app/chat_database.h"
#include "app/downloads/disk_file.h"

namespace strata::app {
namespace {

constexpr std::chrono::minutes kLooking{30};

QStringList copiesIn(const QDir& folder) {
    return folder.entryList({QStringLiteral("chats-*-*-*.sqlite")}, QDir::Files, QDir::Name);
}

void renewCopies(const QString& database, const QString& folder, const QDate& today) {
    const QDir copies(folder);
    for (const QString& name : copiesIn(copies)) {
        QFile::remove(copies.filePath(name));
    }
    static_cast<void>(backUpChats(database, folder, today));  // if it fails, the next look makes one
}

}  // namespace

Result<void> backUpChats(const QString& database, const QString& folder, const QDate& today) {
    const QDir copies(folder);
    const QString name = QStringLiteral("chats-%1.sqlite").arg(today.toString(Qt::ISODate));
    const QString target = copies.filePath(name);
    if (!QFile::exists(target)) {
        if (!QDir().mkpath(folder)) {
            return tl::unexpected(Error{ErrorCode::io_error, "the folder of the copies cannot be made"});
        }
        // Whatever lies there under the other name is what is left of a copy that was never finished.
        const QString unfinished = target + QStringLiteral(".part");
        QFile::remove(unfinished);
        auto written = ChatDatabase::openToRead(database).and_then(
            [&](const std::unique_ptr<ChatDatabase>& chats) { return chats->copyTo(unfinished); });
        if (!written) {
            return written;
        }
        if (const auto renamed = renameFile(unfinished, target); !renamed) {
            return tl::unexpected(Error{ErrorCode::io_error, renamed.error().reason.toStdString()});
        }
    }
    QStringList all = copiesIn(copies);
    while (all.size() > ChatBackup::kKept) {
        QFile::remove(copies.filePath(all.takeFirst()));
    }
    return {};
}

ChatBackup::ChatBackup(const QString& database, QObject* parent) : QObject(parent), database_(database) {
    pool_.setMaxThreadCount(1);
    looking_.setInterval(kLooking);
    connect(&looking_, &QTimer::timeout, this, &ChatBackup::makeCopy);
    connect(&writing_, &QFutureWatcherBase::finished, this, [this] {
        const Result<void> written = writing_.result();
        if (written) {
            Q_EMIT made();
        } else {
            made_on_ = {};  // tried again at the next look
            Q_EMIT failed(written.error());
        }
    });
}

ChatBackup::~ChatBackup() {
    writing_.disconnect(this);
    pool_.waitForDone();
}

void ChatBackup::start() {
    makeCopy();
    looking_.start();
}

void ChatBackup::makeCopy() {
    const QDate today = QDate::currentDate();
    if (database_.isEmpty() || writing_.isRunning() || made_on_ == today) {
        return;
    }
    made_on_ = today;
    writing_.setFuture(QtConcurrent::run(&pool_, backUpChats, database_, folder(), today));
}

void ChatBackup::renew() {
    if (!database_.isEmpty()) {
        pool_.start([database = database_, folder = folder()] { renewCopies(database, folder, QDate::currentDate()); });
    }
}

QString ChatBackup::folder() const {
    return QFileInfo(database_).dir().filePath(QStringLiteral("backup"));
}

}  // namespace strata::app
