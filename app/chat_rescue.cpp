#include "app/chat_rescue.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <QDir>
#include <QFile>
#include <QSqlQuery>
#include <QTemporaryDir>

#include "app/message_row.h"

namespace strata::app {
namespace {

constexpr qint64 kMostRows = 5'000'000;  ///< no person writes more; a damaged number may say so

/// The names of things in the version of the file.
struct Names {
    QString chat_key, chat_columns, message_key, message_columns, index;
};

Names namesOf(int version) {
    if (version == 1) {
        QString columns = messageColumns();
        columns.replace(QStringLiteral("program_version, settings"), QStringLiteral("'', ''"));
        return {QStringLiteral("rowid"), QStringLiteral("id, id, title, created, changed, deleted, 0, '', NULL"),
                QStringLiteral("rowid"), columns + QStringLiteral(", chat, NULL, NULL"),
                QStringLiteral("sqlite_autoindex_messages_1")};
    }
    return {QStringLiteral("number"),
            QStringLiteral("number, id, title, created, changed, deleted, pinned, instructions, leaf"),
            QStringLiteral("id"), messageColumns() + QStringLiteral(", chat, parent, deleted"),
            QStringLiteral("messages_by_parent")};
}

struct RescuedChat {
    ChatRecord record;
    bool in_bin = false;
    qint64 leaf = 0;
    std::vector<ChatStore::Stored> messages;
};

class Rescue {
public:
    Rescue(const ChatDatabase& database, int version) : database_(database), names_(namesOf(version)) {}

    RescueReport copyTo(ChatStore& store) {
        readChats();
        readMessages();
        RescueReport report;
        for (auto& [key, chat] : chats_) {
            if (chat.in_bin) {
                continue;  // it was thrown away, and its file is kept
            }
            if (chat.record.id.empty()) {
                chat.record.id = newConversationId();
                chat.record.title = chat.messages.empty() ? QString() : chat.messages.front().message.text.left(60);
                chat.record.created = chat.record.changed =
                    chat.messages.empty() ? QDateTime::currentDateTime() : chat.messages.back().message.time;
            }
            report.messages += store.merge(chat.record, chat.messages, chat.leaf).value_or(0);
        }
        report.total = std::max(report.messages, total());
        return report;
    }

private:
    /// The largest key of a table, from whichever end can be read.
    qint64 lastKey(const QString& table, const QString& key) const {
        qint64 last = 0;
        for (const char* const order : {"ASC", "DESC"}) {
            auto query = database_.select(
                QStringLiteral("SELECT %1 FROM %2 NOT INDEXED ORDER BY %1 %3").arg(key, table, QLatin1String(order)));
            while (query && query->next()) {
                last = std::max(last, query->value(0).toLongLong());
            }
        }
        auto sequence = database_.select(QStringLiteral("SELECT seq FROM sqlite_sequence WHERE name = ?"), {table});
        if (sequence && sequence->next()) {
            last = std::max(last, sequence->value(0).toLongLong());
        }
        return std::min(last, kMostRows);
    }

    void readChats() {
        const qint64 last = lastKey(QStringLiteral("chats"), names_.chat_key);
        for (qint64 key = 1; key <= last; ++key) {
            auto row = database_.select(QStringLiteral("SELECT %1 FROM chats NOT INDEXED WHERE %2 = ?")
                                            .arg(names_.chat_columns, names_.chat_key),
                                        {key});
            if (!row || !row->next()) {
                continue;
            }
            RescuedChat& chat = chats_[row->value(0).toString()];
            chat.record.id = row->value(1).toString().toStdString();
            chat.record.title = row->value(2).toString();
            chat.record.created = QDateTime::fromMSecsSinceEpoch(row->value(3).toLongLong(), Qt::UTC);
            chat.record.changed = QDateTime::fromMSecsSinceEpoch(row->value(4).toLongLong(), Qt::UTC);
            chat.in_bin = !row->isNull(5);
            chat.record.pinned = row->value(6).toBool();
            chat.record.instructions = row->value(7).toString();
            chat.leaf = row->value(8).toLongLong();
        }
    }

    void readMessages() {
        const qint64 last = lastKey(QStringLiteral("messages"), names_.message_key);
        for (qint64 key = 1; key <= last; ++key) {
            auto row = database_.select(QStringLiteral("SELECT %1 FROM messages NOT INDEXED WHERE %2 = ?")
                                            .arg(names_.message_columns, names_.message_key),
                                        {key});
            if (!row || !row->next() || !row->isNull(messageColumnCount() + 2)) {
                continue;
            }
            auto message = readMessage(*row);
            if (!message) {
                continue;
            }
            message->id = key;
            if (message->state == AnswerState::unfinished) {
                message->state = AnswerState::stopped;
            }
            RescuedChat& chat = chats_[row->value(messageColumnCount()).toString()];
            const qint64 parent = row->value(messageColumnCount() + 1).toLongLong();
            const auto is_parent = [parent](const ChatStore::Stored& other) { return other.message.id == parent; };
            const bool known = std::any_of(chat.messages.rbegin(), chat.messages.rend(), is_parent);
            const bool first = parent == 0 && !row->isNull(messageColumnCount() + 1);
            const bool begins =
                chat.messages.empty() || first ||
                (names_.index == QLatin1String("messages_by_parent") && row->isNull(messageColumnCount() + 1));
            chat.messages.push_back({known    ? parent
                                     : begins ? 0
                                              : chat.messages.back().message.id,
                                     std::move(*message)});
        }
    }

    int total() const {
        auto count = database_.select(QStringLiteral("SELECT count(*) FROM messages INDEXED BY %1").arg(names_.index));
        return count && count->next() ? count->value(0).toInt() : 0;
    }

    const ChatDatabase& database_;
    const Names names_;
    std::map<QString, RescuedChat> chats_;  ///< by what messages call them
};

}  // namespace

RescueReport rescueChats(const QString& damaged, ChatStore& into, const QString& scratch) {
    const QDir place(scratch.isEmpty() ? QFileInfo(damaged).path() : scratch);
    const QTemporaryDir folder(place.filePath(QStringLiteral("rescue-XXXXXX")));
    const QString copy = folder.filePath(QStringLiteral("copy.sqlite"));
    if (!folder.isValid() || !QFile::copy(damaged, copy)) {
        return {};
    }
    const QString changes = QStringLiteral("-wal");
    QFile::copy(damaged + changes, copy + changes);
    const auto database = ChatDatabase::openDamaged(copy);
    if (!database) {
        return {};
    }
    auto version = (*database)->select(QStringLiteral("PRAGMA user_version"));
    const int number = version && version->next() ? version->value(0).toInt() : 0;
    if (version) {
        version->finish();
    }
    if (number < 1) {
        return {};
    }
    // A newer version may have added what is not asked for here; where it changed more, nothing is found.
    return Rescue(**database, number).copyTo(into);
}

}  // namespace strata::app
