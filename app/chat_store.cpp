#include "app/chat_store.h"

#include <utility>

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSqlQuery>
#include <QVariant>

#include "app/message_row.h"

namespace strata::app {
namespace {

const QString kDraftOfNewChat = QStringLiteral("draft_of_new_chat");

QString text(const ConversationId& id) {
    return QString::fromStdString(id);
}

/// NULL is no text.
QString notNull(const QString& string) {
    return string.isNull() ? QStringLiteral("") : string;
}

void bind(QSqlQuery& query, const QVariantList& values) {
    for (const QVariant& value : values) {
        query.addBindValue(value);
    }
}

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

Result<OpenedChatStore> openWithoutFile(std::optional<ChatStoreTrouble> trouble) {
    return ChatStore::openInMemory().map([&trouble](std::unique_ptr<ChatStore>&& store) {
        return OpenedChatStore{std::move(store), std::move(trouble)};
    });
}

ChatStoreTrouble notKept(const Error& error) {
    return {ChatStoreTrouble::Kind::not_kept, {}, QString::fromStdString(error.message)};
}

}  // namespace

Result<std::unique_ptr<ChatStore>> ChatStore::open(const QString& path) {
    auto database = ChatDatabase::open(path);
    if (!database) {
        return tl::unexpected(database.error());
    }
    std::unique_ptr<ChatStore> store(new ChatStore(std::move(*database)));
    if (const auto chats = store->chats(); !chats) {
        return tl::unexpected(chats.error());  // better a damaged file than a list that looks empty
    }
    return store;
}

Result<std::unique_ptr<ChatStore>> ChatStore::openInMemory() {
    auto database = ChatDatabase::openInMemory();
    if (!database) {
        return tl::unexpected(database.error());
    }
    return std::unique_ptr<ChatStore>(new ChatStore(std::move(*database)));
}

Result<std::vector<ChatRecord>> ChatStore::chats() const {
    return listChats(QStringLiteral("deleted IS NULL ORDER BY changed DESC, rowid DESC"));
}

Result<std::vector<ChatRecord>> ChatStore::bin() const {
    return listChats(QStringLiteral("deleted IS NOT NULL ORDER BY deleted DESC, rowid DESC"));
}

Result<std::vector<ChatRecord>> ChatStore::listChats(const QString& condition) const {
    auto query = database_->prepare(
        QStringLiteral("SELECT id, title, created, coalesce(deleted, changed), unread FROM chats WHERE ") + condition);
    if (!query) {
        return tl::unexpected(query.error());
    }
    if (auto done = execute(*query); !done) {
        return tl::unexpected(done.error());
    }
    std::vector<ChatRecord> chats;
    while (query->next()) {
        chats.push_back({query->value(0).toString().toStdString(), query->value(1).toString(),
                         QDateTime::fromMSecsSinceEpoch(query->value(2).toLongLong()),
                         QDateTime::fromMSecsSinceEpoch(query->value(3).toLongLong()), query->value(4).toBool()});
    }
    return chats;
}

Result<std::vector<MessageRecord>> ChatStore::messages(const ConversationId& chat) const {
    auto query = database_->prepare(
        QStringLiteral("SELECT %1 FROM messages WHERE chat = ? ORDER BY position").arg(messageColumns()));
    if (!query) {
        return tl::unexpected(query.error());
    }
    query->addBindValue(text(chat));
    if (auto done = execute(*query); !done) {
        return tl::unexpected(done.error());
    }
    std::vector<MessageRecord> messages;
    while (query->next()) {
        auto message = readMessage(*query);
        if (!message) {
            return tl::unexpected(message.error());
        }
        messages.push_back(std::move(*message));
    }
    return messages;
}

Result<void> ChatStore::save(const ChatRecord& chat, int first, std::span<const MessageRecord> messages) {
    ChatTransaction transaction(*database_);
    auto saved = change(QStringLiteral("INSERT INTO chats (id, title, created, changed, unread) VALUES (?, ?, ?, ?, ?) "
                                       "ON CONFLICT (id) DO UPDATE SET title = excluded.title, "
                                       "changed = excluded.changed, unread = excluded.unread"),
                        {text(chat.id), notNull(chat.title), chat.created.toMSecsSinceEpoch(),
                         chat.changed.toMSecsSinceEpoch(), chat.unread ? 1 : 0});
    for (std::size_t i = 0; saved && i < messages.size(); ++i) {
        saved = saveMessage(chat.id, first + static_cast<int>(i), messages[i]);
    }
    return saved ? transaction.commit() : saved;
}

Result<void> ChatStore::saveMessage(const ConversationId& chat, int position, const MessageRecord& message) {
    const QVariantList values = messageValues(message);
    const QString places = QStringLiteral(", ?").repeated(values.size());
    return change(QStringLiteral("INSERT OR REPLACE INTO messages (chat, position, %1) VALUES (?, ?%2)")
                      .arg(messageColumns(), places),
                  QVariantList{text(chat), position} + values);
}

Result<void> ChatStore::rename(const ConversationId& chat, const QString& title) {
    return change(QStringLiteral("UPDATE chats SET title = ? WHERE id = ?"), {notNull(title), text(chat)});
}

Result<void> ChatStore::setUnread(const ConversationId& chat, bool unread) {
    return change(QStringLiteral("UPDATE chats SET unread = ? WHERE id = ?"), {unread ? 1 : 0, text(chat)});
}

Result<void> ChatStore::setDraft(const ConversationId& chat, const QString& draft) {
    if (chat.empty()) {
        return setState(kDraftOfNewChat, draft);
    }
    return change(QStringLiteral("UPDATE chats SET draft = ? WHERE id = ?"), {notNull(draft), text(chat)});
}

Result<QString> ChatStore::draft(const ConversationId& chat) const {
    if (chat.empty()) {
        return state(kDraftOfNewChat).map([](const std::optional<QString>& draft) {
            return draft.value_or(QString());
        });
    }
    auto query = database_->prepare(QStringLiteral("SELECT draft FROM chats WHERE id = ?"));
    if (!query) {
        return tl::unexpected(query.error());
    }
    query->addBindValue(text(chat));
    if (auto done = execute(*query); !done) {
        return tl::unexpected(done.error());
    }
    return query->next() ? query->value(0).toString() : QString();
}

Result<void> ChatStore::moveToBin(const ConversationId& chat, const QDateTime& when) {
    return change(QStringLiteral("UPDATE chats SET deleted = ? WHERE id = ?"), {when.toMSecsSinceEpoch(), text(chat)});
}

Result<void> ChatStore::takeFromBin(const ConversationId& chat) {
    return change(QStringLiteral("UPDATE chats SET deleted = NULL WHERE id = ?"), {text(chat)});
}

Result<void> ChatStore::emptyBin(const QDateTime& before) {
    return change(QStringLiteral("DELETE FROM chats WHERE deleted < ?"), {before.toMSecsSinceEpoch()});
}

Result<std::optional<QString>> ChatStore::state(const QString& key) const {
    auto query = database_->prepare(QStringLiteral("SELECT value FROM state WHERE key = ?"));
    if (!query) {
        return tl::unexpected(query.error());
    }
    query->addBindValue(key);
    if (auto done = execute(*query); !done) {
        return tl::unexpected(done.error());
    }
    return query->next() ? std::optional(query->value(0).toString()) : std::nullopt;
}

Result<void> ChatStore::setState(const QString& key, const QString& value) {
    return change(QStringLiteral("INSERT OR REPLACE INTO state (key, value) VALUES (?, ?)"), {key, notNull(value)});
}

Result<void> ChatStore::change(const QString& sql, const QVariantList& values) {
    auto query = database_->prepare(sql);
    if (!query) {
        return tl::unexpected(query.error());
    }
    bind(*query, values);
    return execute(*query);
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
    if (!newer && error.code != ErrorCode::bad_file) {
        return openWithoutFile(notKept(error));
    }
    const QString set_aside = setAside(path, newer ? QStringLiteral("newer") : QStringLiteral("damaged"));
    if (set_aside.isEmpty()) {
        return openWithoutFile(notKept(error));
    }
    store = ChatStore::open(path);
    if (!store) {
        return openWithoutFile(notKept(store.error()));
    }
    const auto kind = newer ? ChatStoreTrouble::Kind::newer : ChatStoreTrouble::Kind::damaged;
    return OpenedChatStore{std::move(*store), ChatStoreTrouble{kind, set_aside, QString::fromStdString(error.message)}};
}

}  // namespace strata::app
