#include "app/message_table.h"

#include <unordered_map>
#include <utility>

#include <QSqlQuery>

#include "app/message_row.h"

namespace strata::app {
namespace {

/// 0 is nothing above or below.
QVariant orNull(qint64 id) {
    return id == 0 ? QVariant() : QVariant(id);
}

QString listOf(const std::vector<qint64>& ids) {
    QStringList texts;
    for (const qint64 id : ids) {
        texts.append(QString::number(id));
    }
    return texts.join(u',');
}

}  // namespace

Result<MessageTree> MessageTable::tree(qint64 chat) const {
    auto query = database_.select(
        QStringLiteral("SELECT id, parent, last_child FROM messages WHERE chat = ? AND deleted IS NULL ORDER BY id"),
        {chat});
    if (!query) {
        return tl::unexpected(query.error());
    }
    std::vector<MessageTree::Node> nodes;
    while (query->next()) {
        nodes.push_back({query->value(0).toLongLong(), query->value(1).toLongLong(), query->value(2).toLongLong()});
    }
    return MessageTree(nodes);
}

Result<std::vector<MessageRecord>> MessageTable::read(qint64 chat, const MessageTree& tree,
                                                      const std::vector<qint64>& ids) const {
    std::unordered_map<qint64, std::size_t> place;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        place.emplace(ids[i], i);
    }
    auto query = database_.select(
        QStringLiteral("SELECT %1, id FROM messages WHERE chat = ? AND deleted IS NULL").arg(messageColumns()), {chat});
    if (!query) {
        return tl::unexpected(query.error());
    }
    std::vector<MessageRecord> messages(ids.size());
    while (query->next()) {
        const qint64 id = query->value(messageColumnCount()).toLongLong();
        const auto found = place.find(id);
        if (found == place.end()) {
            continue;
        }
        auto message = readMessage(*query);
        if (!message) {
            return tl::unexpected(message.error());
        }
        message->id = id;
        message->branch = tree.versionOf(id);
        message->branches = static_cast<int>(tree.versionsOf(id).size());
        message->followed = !tree.childrenOf(id).empty();
        messages[found->second] = std::move(*message);
    }
    auto pictures = database_.select(
        QStringLiteral("SELECT p.message, p.hash, p.name, p.width, p.height, p.source_width, p.source_height"
                       " FROM messages m JOIN pictures p ON p.message = m.id WHERE m.chat = ? ORDER BY p.position"),
        {chat});
    if (!pictures) {
        return tl::unexpected(pictures.error());
    }
    while (pictures->next()) {
        if (const auto found = place.find(pictures->value(0).toLongLong()); found != place.end()) {
            messages[found->second].pictures.push_back({pictures->value(1).toString(), pictures->value(2).toString(),
                                                        pictures->value(3).toInt(), pictures->value(4).toInt(),
                                                        pictures->value(5).toInt(), pictures->value(6).toInt()});
        }
    }
    return messages;
}

Result<std::vector<qint64>> MessageTable::add(qint64 chat, qint64 parent, std::span<const MessageRecord> messages,
                                              BranchState state) {
    std::vector<qint64> ids;
    if (messages.empty()) {
        return ids;
    }
    const auto line = lineBelow(chat, parent);
    const auto others = database_
                            .select(QStringLiteral("SELECT 1 FROM messages WHERE chat = ? AND parent IS ? LIMIT 1"),
                                    {chat, orNull(parent)})
                            .map([](QSqlQuery&& query) { return query.next(); });
    if (!line || !others) {
        return tl::unexpected(line ? others.error() : line.error());
    }
    const bool own = *others && state == BranchState::own;
    qint64 above = parent;
    qint64 here = *line;
    for (const MessageRecord& message : messages) {
        const auto id = addOne(chat, above, here, message);
        if (!id) {
            return tl::unexpected(id.error());
        }
        if (own && ids.empty()) {
            here = *id;
            if (auto named = database_.change(QStringLiteral("UPDATE messages SET line = id WHERE id = ?"), {*id});
                !named) {
                return tl::unexpected(named.error());
            }
        }
        above = *id;
        ids.push_back(*id);
    }
    return ids;
}

/// The line that goes on below a message.
Result<qint64> MessageTable::lineBelow(qint64 chat, qint64 parent) const {
    if (parent == 0) {
        return 0;
    }
    auto query = database_.select(
        QStringLiteral("SELECT line FROM messages WHERE id = ? AND chat = ? AND deleted IS NULL"), {parent, chat});
    if (!query) {
        return tl::unexpected(query.error());
    }
    if (!query->next()) {
        return tl::unexpected(Error{ErrorCode::not_found, "the message that another one follows is not there"});
    }
    return query->value(0).toLongLong();
}

Result<qint64> MessageTable::addOne(qint64 chat, qint64 parent, qint64 line, const MessageRecord& message) {
    const QVariantList values = messageValues(message);
    const QString places = QStringLiteral(", ?").repeated(values.size());
    auto id = database_
                  .change(QStringLiteral("INSERT INTO messages (chat, parent, line, %1) VALUES (?, ?, ?%2)")
                              .arg(messageColumns(), places),
                          QVariantList{chat, orNull(parent), line} + values)
                  .and_then([this] { return database_.lastKey(); });
    if (!id) {
        return id;
    }
    auto rest = savePictures(*id, message.pictures).and_then([&] {
        return parent == 0
                   ? Result<void>()
                   : database_.change(QStringLiteral("UPDATE messages SET last_child = ? WHERE id = ?"), {*id, parent});
    });
    return rest ? id : tl::unexpected(rest.error());
}

Result<void> MessageTable::save(const MessageRecord& message) {
    const QString columns = messageColumns().replace(QLatin1String(", "), QLatin1String(" = ?, "));
    return database_.change(QStringLiteral("UPDATE messages SET %1 = ? WHERE id = ?").arg(columns),
                            messageValues(message) + QVariantList{message.id});
}

Result<void> MessageTable::savePictures(qint64 message, const std::vector<AttachedPicture>& pictures) {
    Result<void> saved;
    for (std::size_t i = 0; saved && i < pictures.size(); ++i) {
        const AttachedPicture& picture = pictures[i];
        saved = database_.change(
            QStringLiteral("INSERT INTO pictures (message, position, hash, name, width, height, source_width,"
                           " source_height) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
            {message, static_cast<int>(i), picture.hash, notNull(picture.name), picture.width, picture.height,
             picture.source_width, picture.source_height});
    }
    return saved;
}

Result<void> MessageTable::showLeaf(qint64 chat, const MessageTree& tree, qint64 leaf) {
    const std::vector<qint64> path = leaf == 0 ? std::vector<qint64>() : tree.pathTo(leaf);
    Result<void> shown;
    for (std::size_t i = 0; shown && i + 1 < path.size(); ++i) {
        if (tree.lastChildOf(path[i]) != path[i + 1]) {
            shown = database_.change(QStringLiteral("UPDATE messages SET last_child = ? WHERE id = ?"),
                                     {path[i + 1], path[i]});
        }
    }
    return shown.and_then([&] {
        return database_.change(QStringLiteral("UPDATE chats SET leaf = ? WHERE number = ?"), {orNull(leaf), chat});
    });
}

Result<void> MessageTable::moveToBin(const std::vector<qint64>& ids, qint64 time) {
    return database_.change(QStringLiteral("UPDATE messages SET deleted = ? WHERE id IN (%1)").arg(listOf(ids)),
                            {time});
}

}  // namespace strata::app
