#include "app/chat_store.h"

#include <utility>

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStringList>

#include "app/chat_rescue.h"

namespace strata::app {
namespace {

/// Renames a database and the file beside it that holds its newest changes. Returns the new name; empty: it failed.
QString setAside(const QString& path, const QString& why) {
    const QFileInfo file(path);
    const QString stamp = QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss"));
    const QString stem = QStringLiteral("%1-%2-%3").arg(file.completeBaseName(), why, stamp);
    QString target = file.dir().filePath(stem + QStringLiteral(".sqlite"));
    for (int number = 2; QFile::exists(target); ++number) {
        target = file.dir().filePath(QStringLiteral("%1-%2.sqlite").arg(stem).arg(number));
    }
    const QString newest_changes = QStringLiteral("-wal");
    if (QFile::exists(path + newest_changes) && !QFile::rename(path + newest_changes, target + newest_changes)) {
        return {};
    }
    QFile::remove(path + QStringLiteral("-shm"));  // only an index of the other two; SQLite makes it again
    return QFile::rename(path, target) ? target : QString();
}

/// Takes the daily copies out of their rotation, in which those of a new list would push them out. Gives where they
/// are now, the oldest first.
QStringList keepCopies(const QString& path) {
    const QDir folder(QFileInfo(path).dir().filePath(QStringLiteral("backup")));
    QStringList kept;
    for (const QString& name : folder.entryList({QStringLiteral("chats-*-*-*.sqlite")}, QDir::Files, QDir::Name)) {
        QString target = folder.filePath(QStringLiteral("kept-") + name);
        for (int number = 2; QFile::exists(target); ++number) {
            target = folder.filePath(QStringLiteral("kept-%1-%2").arg(number).arg(name));
        }
        const QString source = folder.filePath(name);
        kept.append(QFile::rename(source, target) ? target : source);
    }
    return kept;
}

Result<OpenedChatStore> openWithoutFile(std::optional<ChatStoreTrouble> trouble) {
    return ChatStore::openInMemory().map([&trouble](std::unique_ptr<ChatStore>&& store) {
        return OpenedChatStore{std::move(store), std::move(trouble)};
    });
}

/// A file that is not to be written, or cannot be: what can be read of it is shown, and what comes to it lasts as long
/// as the program.
Result<OpenedChatStore> openCopy(const QString& path, ChatStoreTrouble trouble) {
    auto opened = openWithoutFile(std::move(trouble));
    if (opened && QFileInfo(path).size() > 0) {
        const RescueReport read = rescueChats(path, *opened->store, QDir::tempPath());
        opened->trouble->messages_read = read.messages;
        opened->trouble->messages_total = read.total;
    }
    return opened;
}

ChatStoreTrouble notKept(const Error& error) {
    return {ChatStoreTrouble::Kind::not_kept, {}, QString::fromStdString(error.message), 0, 0, {}};
}

}  // namespace

bool hasFilesSetAside(const QString& path) {
    const QFileInfo file(path);
    const QStringList names{file.completeBaseName() + QStringLiteral("-newer-*.sqlite"),
                            file.completeBaseName() + QStringLiteral("-damaged-*.sqlite")};
    return !path.isEmpty() && !file.dir().entryList(names, QDir::Files).isEmpty();
}

Result<OpenedChatStore> openChatStore(const QString& path) {
    if (path.isEmpty()) {
        return openWithoutFile(std::nullopt);
    }
    auto store = ChatStore::open(path);
    if (store) {
        return OpenedChatStore{std::move(*store), std::nullopt};
    }
    const Error error = store.error();
    const bool newer = error.code == ErrorCode::unsupported_format;
    if (newer) {
        return openCopy(path, {ChatStoreTrouble::Kind::newer, {}, QString::fromStdString(error.message), 0, 0, {}});
    }
    if (error.code != ErrorCode::bad_file) {
        return openCopy(path, notKept(error));
    }
    const QString set_aside = setAside(path, QStringLiteral("damaged"));
    if (set_aside.isEmpty()) {
        return openCopy(path, notKept(error));
    }
    store = ChatStore::open(path);
    if (!store) {
        return openWithoutFile(notKept(store.error()));
    }
    ChatStoreTrouble trouble{
        ChatStoreTrouble::Kind::damaged, set_aside, QString::fromStdString(error.message), 0, 0, {}};
    const RescueReport rescued = rescueChats(set_aside, **store);
    trouble.messages_read = rescued.messages;
    trouble.messages_total = rescued.total;
    const QStringList copies = keepCopies(path);
    for (auto copy = copies.rbegin(); copy != copies.rend() && trouble.messages_read == 0; ++copy) {
        const RescueReport restored = rescueChats(*copy, **store);
        trouble.messages_read = restored.messages;
        trouble.messages_total = restored.total;
        trouble.restored_from = restored.messages > 0 ? *copy : QString();
    }
    return OpenedChatStore{std::move(*store), std::move(trouble)};
}

}  // namespace strata::app
