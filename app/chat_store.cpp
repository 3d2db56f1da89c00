#include "app/chat_store.h"

#include <algorithm>
#include <utility>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSqlQuery>

#include "app/message_row.h"
#include "app/picture_list.h"

namespace strata::app {
namespace {

const QString kDraftOfNewChat = QStringLiteral("draft_of_new_chat");
const QString kDraftPicturesOfNewChat = QStringLiteral("draft_pictures_of_new_chat");
const QString kDraftTextsOfNewChat = QStringLiteral("draft_texts_of_new_chat");

QString text(const ConversationId& id) {
    return QString::fromStdString(id);
}

tl::unexpected<Error> notFound(const char* what) {
    return tl::unexpected(Error{ErrorCode::not_found, what});
}

QString jsonText(const std::vector<AttachedPicture>& pictures) {
    return QString::fromUtf8(QJsonDocument(jsonOf(pictures)).toJson(QJsonDocument::Compact));
}

QString jsonText(const std::vector<AttachedText>& texts) {
    QJsonArray array;
    for (const AttachedText& one : texts) {
        array.append(QJsonObject{{QStringLiteral("name"), one.name}, {QStringLiteral("text"), one.text}});
    }
    return QString::fromUtf8(QJsonDocument(array).toJson(QJsonDocument::Compact));
}

std::vector<AttachedText> textsIn(const QString& json) {
    std::vector<AttachedText> texts;
    for (const QJsonValue one : QJsonDocument::fromJson(json.toUtf8()).array()) {
        texts.push_back({one[QLatin1String("name")].toString(), one[QLatin1String("text")].toString()});
    }
    return texts;
}

std::vector<AttachedPicture> picturesIn(const QString& json) {
    return picturesOf(QJsonDocument::fromJson(json.toUtf8()).array());
}

/// An answer that ran when the program ended is one that was stopped.
Result<void> settleAnswers(ChatDatabase& database) {
    return database.change(QStringLiteral("UPDATE messages SET state = 'stopped' WHERE state = 'unfinished'"));
}

}  // namespace

Result<std::unique_ptr<ChatStore>> ChatStore::open(const QString& path) {
    auto database = ChatDatabase::open(path);
    if (!database) {
        return tl::unexpected(database.error());
    }
    if (auto settled = settleAnswers(**database); !settled) {
        return tl::unexpected(settled.error());
    }
    std::unique_ptr<ChatStore> store(new ChatStore(std::move(*database)));
    store->path_ = path;
    if (const auto chats = store->chats(); !chats) {
        return tl::unexpected(chats.error());  // better a damaged file than a list that looks empty
    }
    return store;
}

Result<std::unique_ptr<ChatStore>> ChatStore::openToRead(const QString& path) {
    return ChatDatabase::openToRead(path).map([&path](std::unique_ptr<ChatDatabase>&& database) {
        std::unique_ptr<ChatStore> store(new ChatStore(std::move(database)));
        store->path_ = path;
        return store;
    });
}

Result<std::unique_ptr<ChatStore>> ChatStore::openInMemory() {
    return ChatDatabase::openInMemory().map([](std::unique_ptr<ChatDatabase>&& database) {
        return std::unique_ptr<ChatStore>(new ChatStore(std::move(database)));
    });
}

void ChatStore::checkAtNextOpening() const {
    if (!path_.isEmpty()) {
        ChatDatabase::checkAtNextOpening(path_);
    }
}

Result<std::vector<ChatRecord>> ChatStore::chats() const {
    return listChats(QStringLiteral("deleted IS NULL ORDER BY pinned DESC, changed DESC, number DESC"));
}

Result<std::vector<ChatRecord>> ChatStore::bin() const {
    return listChats(QStringLiteral("deleted IS NOT NULL ORDER BY deleted DESC, number DESC"));
}

Result<std::optional<ChatRecord>> ChatStore::chat(const ConversationId& id) const {
    return listChats(QStringLiteral("deleted IS NULL AND id = ?"), {text(id)}).map([](std::vector<ChatRecord>&& found) {
        return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
    });
}

Result<std::vector<ChatRecord>> ChatStore::listChats(const QString& condition, const QVariantList& values) const {
    auto query = database_->select(QStringLiteral("SELECT id, title, created, coalesce(deleted, changed), unread,"
                                                  " pinned, instructions FROM chats WHERE ") +
                                       condition,
                                   values);
    if (!query) {
        return tl::unexpected(query.error());
    }
    std::vector<ChatRecord> chats;
    while (query->next()) {
        ChatRecord chat;
        chat.id = query->value(0).toString().toStdString();
        chat.title = query->value(1).toString();
        chat.created = QDateTime::fromMSecsSinceEpoch(query->value(2).toLongLong(), Qt::UTC);
        chat.changed = QDateTime::fromMSecsSinceEpoch(query->value(3).toLongLong(), Qt::UTC);
        chat.unread = query->value(4).toBool();
        chat.pinned = query->value(5).toBool();
        chat.instructions = query->value(6).toString();
        chats.push_back(std::move(chat));
    }
    return chats;
}

Result<qint64> ChatStore::numberOf(const ConversationId& chat) const {
    return database_->select(QStringLiteral("SELECT number FROM chats WHERE id = ?"), {text(chat)})
        .map([](QSqlQuery&& query) { return query.next() ? query.value(0).toLongLong() : 0; });
}

Result<ChatStore::NumberedTree> ChatStore::treeOf(const ConversationId& chat) const {
    return numberOf(chat).and_then([this](qint64 number) {
        return rows_.tree(number).map([number](MessageTree&& tree) { return NumberedTree{number, std::move(tree)}; });
    });
}

Result<qint64> ChatStore::leafOf(const ConversationId& chat) const {
    auto query = database_->select(QStringLiteral("SELECT leaf FROM chats WHERE id = ?"), {text(chat)});
    if (!query) {
        return tl::unexpected(query.error());
    }
    return query->next() ? Result<qint64>(query->value(0).toLongLong()) : notFound("the chat is not there");
}

Result<void> ChatStore::save(const ChatRecord& chat) {
    return database_->change(
        QStringLiteral("INSERT INTO chats (id, title, created, changed, unread, pinned, instructions)"
                       " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET title = excluded.title,"
                       " changed = excluded.changed, unread = excluded.unread, pinned = excluded.pinned,"
                       " instructions = excluded.instructions"),
        {text(chat.id), notNull(chat.title), chat.created.toMSecsSinceEpoch(), chat.changed.toMSecsSinceEpoch(),
         chat.unread ? 1 : 0, chat.pinned ? 1 : 0, notNull(chat.instructions)});
}

Result<void> ChatStore::duplicate(const ConversationId& chat, const ChatRecord& copy) {
    ChatTransaction transaction(*database_);
    const auto from = numberOf(chat);
    auto done = from ? save(copy) : tl::unexpected(from.error());
    const auto to = done ? numberOf(copy.id) : tl::unexpected(done.error());
    if (!to) {
        return tl::unexpected(to.error());
    }
    // The copies have the ids of the originals, moved up to where no message has ever been.
    auto offset = database_->select(
        QStringLiteral("SELECT (SELECT seq FROM sqlite_sequence WHERE name = 'messages') - min(id) + 1 FROM messages"
                       " WHERE chat = ? AND deleted IS NULL"),
        {*from});
    if (!offset) {
        return tl::unexpected(offset.error());
    }
    const qint64 by = offset->next() ? offset->value(0).toLongLong() : 0;
    offset->finish();
    done = database_
               ->change(QStringLiteral("INSERT INTO messages (id, chat, parent, last_child, line, %1)"
                                       " SELECT id + ?, ?, parent + ?, last_child + ?,"
                                       " CASE line WHEN 0 THEN 0 ELSE line + ? END, %1"
                                       " FROM messages WHERE chat = ? AND deleted IS NULL ORDER BY id")
                            .arg(messageColumns()),
                        {by, *to, by, by, by, *from})
               .and_then([&] {
                   return database_->change(
                       QStringLiteral("INSERT INTO pictures SELECT p.message + ?, p.position, p.hash, p.name, p.width,"
                                      " p.height, p.source_width, p.source_height FROM pictures p JOIN messages m"
                                      " ON m.id = p.message WHERE m.chat = ? AND m.deleted IS NULL"),
                       {by, *from});
               })
               .and_then([&] {
                   return database_->change(QStringLiteral("UPDATE chats SET leaf = (SELECT leaf + ? FROM chats"
                                                           " WHERE number = ?) WHERE number = ?"),
                                            {by, *from, *to});
               });
    return done ? transaction.commit() : done;
}

Result<std::vector<MessageRecord>> ChatStore::messages(const ConversationId& chat) const {
    const auto number = numberOf(chat);
    if (!number || *number == 0) {
        return number ? Result<std::vector<MessageRecord>>() : tl::unexpected(number.error());
    }
    const auto leaf = leafOf(chat);
    const auto tree = rows_.tree(*number);
    if (!leaf || !tree) {
        return tl::unexpected(leaf ? tree.error() : leaf.error());
    }
    const qint64 end = tree->contains(*leaf) ? *leaf : tree->leafBelow(0);
    return rows_.read(*number, *tree, end == 0 ? std::vector<qint64>() : tree->pathTo(end));
}

Result<std::vector<ChatStore::Stored>> ChatStore::allMessages(const ConversationId& chat) const {
    const auto found = treeOf(chat);
    if (!found) {
        return tl::unexpected(found.error());
    }
    const auto& [number, tree] = *found;
    std::vector<qint64> ids = tree.subtreeOf(0);
    ids.erase(ids.begin());
    std::sort(ids.begin(), ids.end());
    return rows_.read(number, tree, ids).map([&tree](std::vector<MessageRecord>&& messages) {
        std::vector<Stored> all;
        for (MessageRecord& message : messages) {
            const qint64 parent = tree.parentOf(message.id);
            all.push_back({parent, std::move(message)});
        }
        return all;
    });
}

Result<std::vector<qint64>> ChatStore::add(const ChatRecord& chat, qint64 parent,
                                           std::span<const MessageRecord> messages, BranchState state) {
    ChatTransaction transaction(*database_);
    const auto number = save(chat).and_then([&] { return numberOf(chat.id); });
    auto ids = number ? rows_.add(*number, parent, messages, state) : tl::unexpected(number.error());
    if (!ids || ids->empty()) {
        return ids;
    }
    // What leads to the parent is on the screen already, so only the end of the way is new.
    auto shown = database_->change(QStringLiteral("UPDATE chats SET leaf = ? WHERE number = ?"), {ids->back(), *number})
                     .and_then([&] { return transaction.commit(); });
    return shown ? ids : tl::unexpected(shown.error());
}

Result<void> ChatStore::saveMessage(const MessageRecord& message) {
    return rows_.save(message);
}

Result<void> ChatStore::showLeaf(qint64 chat, const MessageTree& tree, qint64 leaf) {
    ChatTransaction transaction(*database_);
    auto shown = rows_.showLeaf(chat, tree, leaf);
    return shown ? transaction.commit() : shown;
}

Result<void> ChatStore::showVersion(const ConversationId& chat, qint64 message, int version) {
    const auto found = treeOf(chat);
    if (!found) {
        return tl::unexpected(found.error());
    }
    const auto& [number, tree] = *found;
    if (!tree.contains(message)) {
        return notFound("the message is not there");
    }
    const std::vector<qint64>& versions = tree.versionsOf(message);
    if (version < 0 || version >= static_cast<int>(versions.size())) {
        return notFound("there is no such version of the message");
    }
    return showLeaf(number, tree, tree.leafBelow(versions[static_cast<std::size_t>(version)]));
}

Result<void> ChatStore::showMessage(const ConversationId& chat, qint64 message) {
    const auto found = treeOf(chat);
    if (!found) {
        return tl::unexpected(found.error());
    }
    const auto& [number, tree] = *found;
    return tree.contains(message) ? showLeaf(number, tree, tree.leafBelow(message))
                                  : notFound("the message is not there");
}

Result<void> ChatStore::showEndingAt(const ConversationId& chat, qint64 message) {
    const auto found = treeOf(chat);
    if (!found) {
        return tl::unexpected(found.error());
    }
    const auto& [number, tree] = *found;
    return tree.contains(message) ? showLeaf(number, tree, message) : notFound("the message is not there");
}

Result<int> ChatStore::versionCount(qint64 message) const {
    return database_
        ->select(QStringLiteral("SELECT count(*) FROM messages m JOIN messages o ON o.chat = m.chat"
                                " AND o.parent IS m.parent WHERE m.id = ? AND o.deleted IS NULL"),
                 {message})
        .map([](QSqlQuery&& query) { return query.next() ? query.value(0).toInt() : 0; });
}

Result<void> ChatStore::deleteMessage(const ConversationId& chat, qint64 message, const QDateTime& when) {
    const auto found = treeOf(chat);
    if (!found) {
        return tl::unexpected(found.error());
    }
    const auto& [number, tree] = *found;
    if (!tree.contains(message)) {
        return notFound("the message is not there");
    }
    const std::vector<qint64>& versions = tree.versionsOf(message);
    const auto place = static_cast<std::size_t>(tree.versionOf(message));
    const qint64 beside = place > 0 ? versions[place - 1] : (versions.size() > 1 ? versions[1] : 0);
    const qint64 parent = tree.parentOf(message);
    const qint64 leaf = beside != 0 ? tree.leafBelow(beside) : parent;
    ChatTransaction transaction(*database_);
    auto done = rows_.moveToBin(tree.subtreeOf(message), when.toMSecsSinceEpoch())
                    .and_then([&] { return rows_.showLeaf(number, tree, leaf); })
                    .and_then([&] { return transaction.commit(); });
    return done;
}

Result<void> ChatStore::restoreMessage(const ConversationId& chat, qint64 message) {
    // All that went into the bin with it has the same time.
    return database_
        ->change(
            QStringLiteral("UPDATE messages SET deleted = NULL WHERE chat = (SELECT number FROM chats WHERE id = ?)"
                           " AND deleted = (SELECT deleted FROM messages WHERE id = ?)"),
            {text(chat), message})
        .and_then([&] { return showMessage(chat, message); });
}

Result<ConversationId> ChatStore::conversationOf(const ConversationId& chat, qint64 message) const {
    return database_->select(QStringLiteral("SELECT line FROM messages WHERE id = ?"), {message})
        .map([&chat](QSqlQuery&& query) {
            return app::conversationOf(chat, query.next() ? query.value(0).toLongLong() : 0);
        });
}

Result<std::vector<SearchHit>> ChatStore::search(const QString& words, int limit) const {
    return searchChats(*database_, words, limit);
}

Result<void> ChatStore::rename(const ConversationId& chat, const QString& title) {
    return database_->change(QStringLiteral("UPDATE chats SET title = ? WHERE id = ?"), {notNull(title), text(chat)});
}

Result<void> ChatStore::setUnread(const ConversationId& chat, bool unread) {
    return database_->change(QStringLiteral("UPDATE chats SET unread = ? WHERE id = ?"), {unread ? 1 : 0, text(chat)});
}

Result<void> ChatStore::setReadingPlace(const ConversationId& chat, const ReadingPlace& place) {
    return database_->change(QStringLiteral("UPDATE chats SET place_message = ?, place_offset = ? WHERE id = ?"),
                             {place.message == 0 ? QVariant() : QVariant(place.message), place.offset, text(chat)});
}

Result<std::optional<ReadingPlace>> ChatStore::readingPlace(const ConversationId& chat) const {
    return database_
        ->select(QStringLiteral("SELECT place_message, place_offset FROM chats WHERE id = ?"
                                " AND place_message IS NOT NULL"),
                 {text(chat)})
        .map([](QSqlQuery&& query) {
            return query.next() ? std::optional(ReadingPlace{query.value(0).toLongLong(), query.value(1).toInt()})
                                : std::nullopt;
        });
}

Result<void> ChatStore::setDraft(const ConversationId& chat, const Draft& draft) {
    if (chat.empty()) {
        return setState(kDraftOfNewChat, draft.text).and_then([&] {
            return setState(kDraftPicturesOfNewChat, jsonText(draft.pictures)).and_then([&] {
                return setState(kDraftTextsOfNewChat, jsonText(draft.texts));
            });
        });
    }
    return database_->change(
        QStringLiteral("UPDATE chats SET draft = ?, draft_pictures = ?, draft_texts = ? WHERE id = ?"),
        {notNull(draft.text), jsonText(draft.pictures), jsonText(draft.texts), text(chat)});
}

Result<Draft> ChatStore::draft(const ConversationId& chat) const {
    if (chat.empty()) {
        const auto typed = state(kDraftOfNewChat);
        const auto pictures = state(kDraftPicturesOfNewChat);
        const auto texts = state(kDraftTextsOfNewChat);
        if (!typed || !pictures || !texts) {
            return tl::unexpected(!typed ? typed.error() : !pictures ? pictures.error() : texts.error());
        }
        return Draft{typed->value_or(QString()), picturesIn(pictures->value_or(QString())),
                     textsIn(texts->value_or(QString()))};
    }
    return database_
        ->select(QStringLiteral("SELECT draft, draft_pictures, draft_texts FROM chats WHERE id = ?"), {text(chat)})
        .map([](QSqlQuery&& query) {
            return query.next() ? Draft{query.value(0).toString(), picturesIn(query.value(1).toString()),
                                        textsIn(query.value(2).toString())}
                                : Draft();
        });
}

Result<std::vector<InstructionsPreset>> ChatStore::presets() const {
    return database_->select(QStringLiteral("SELECT name, text FROM presets ORDER BY name COLLATE NOCASE"))
        .map([](QSqlQuery&& query) {
            std::vector<InstructionsPreset> presets;
            while (query.next()) {
                presets.push_back({query.value(0).toString(), query.value(1).toString()});
            }
            return presets;
        });
}

Result<void> ChatStore::savePreset(const InstructionsPreset& preset) {
    return database_->change(QStringLiteral("INSERT OR REPLACE INTO presets (name, text) VALUES (?, ?)"),
                             {notNull(preset.name), notNull(preset.text)});
}

Result<void> ChatStore::removePreset(const QString& name) {
    return database_->change(QStringLiteral("DELETE FROM presets WHERE name = ?"), {notNull(name)});
}

Result<void> ChatStore::moveToBin(const ConversationId& chat, const QDateTime& when) {
    return database_->change(QStringLiteral("UPDATE chats SET deleted = ? WHERE id = ?"),
                             {when.toMSecsSinceEpoch(), text(chat)});
}

Result<void> ChatStore::moveAllToBin(const QDateTime& when) {
    return database_->change(QStringLiteral("UPDATE chats SET deleted = ? WHERE deleted IS NULL"),
                             {when.toMSecsSinceEpoch()});
}

Result<void> ChatStore::takeFromBin(const ConversationId& chat) {
    return database_->change(QStringLiteral("UPDATE chats SET deleted = NULL WHERE id = ?"), {text(chat)});
}

Result<void> ChatStore::emptyBin(const QDateTime& before) {
    ChatTransaction transaction(*database_);
    const qint64 time = before.toMSecsSinceEpoch();
    return database_->change(QStringLiteral("DELETE FROM chats WHERE deleted < ?"), {time})
        .and_then([&] { return database_->change(QStringLiteral("DELETE FROM messages WHERE deleted < ?"), {time}); })
        .and_then([&] { return transaction.commit(); });
}

Result<QStringList> ChatStore::usedPictures() const {
    auto sent = database_->select(QStringLiteral("SELECT DISTINCT hash FROM pictures"));
    auto drafts = database_->select(QStringLiteral("SELECT draft_pictures FROM chats WHERE draft_pictures <> '[]'"));
    const auto of_new_chat = draft({});
    if (!sent || !drafts || !of_new_chat) {
        return tl::unexpected(!sent ? sent.error() : !drafts ? drafts.error() : of_new_chat.error());
    }
    QStringList hashes;
    while (sent->next()) {
        hashes.append(sent->value(0).toString());
    }
    std::vector<AttachedPicture> typed = of_new_chat->pictures;
    while (drafts->next()) {
        const std::vector<AttachedPicture> more = picturesIn(drafts->value(0).toString());
        typed.insert(typed.end(), more.begin(), more.end());
    }
    for (const AttachedPicture& picture : typed) {
        hashes.append(picture.hash);
    }
    return hashes;
}

Result<std::optional<QString>> ChatStore::state(const QString& key) const {
    return database_->select(QStringLiteral("SELECT value FROM state WHERE key = ?"), {key}).map([](QSqlQuery&& query) {
        return query.next() ? std::optional(query.value(0).toString()) : std::nullopt;
    });
}

Result<void> ChatStore::setState(const QString& key, const QString& value) {
    return database_->change(QStringLiteral("INSERT OR REPLACE INTO state (key, value) VALUES (?, ?)"),
                             {key, notNull(value)});
}

}  // namespace strata::app
