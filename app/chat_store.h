#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "app/chat_database.h"
#include "app/chat_record.h"

namespace strata::app {

/// Chats and their messages, kept in an SQLite file. Every change is on disk when its call returns. Lives on the
/// window's thread; its changes are small.
class ChatStore {
public:
    /// Errors: as of ChatDatabase::open.
    static Result<std::unique_ptr<ChatStore>> open(const QString& path);
    /// A store that forgets everything at its end.
    static Result<std::unique_ptr<ChatStore>> openInMemory();

    /// All chats that are not in the bin, the last changed one first.
    Result<std::vector<ChatRecord>> chats() const;
    /// The chats in the bin, the last deleted one first.
    Result<std::vector<ChatRecord>> bin() const;
    /// Messages of a chat, oldest first. Errors: bad_file if one of them makes no sense.
    Result<std::vector<MessageRecord>> messages(const ConversationId& chat) const;

    /// Puts a chat and messages of it, from `first` on; what stood there before is replaced. A chat that is not known
    /// yet begins with this.
    Result<void> save(const ChatRecord& chat, int first, std::span<const MessageRecord> messages);
    /// Puts one message of a chat that is known.
    Result<void> saveMessage(const ConversationId& chat, int position, const MessageRecord& message);

    Result<void> rename(const ConversationId& chat, const QString& title);
    Result<void> setUnread(const ConversationId& chat, bool unread);
    /// What was typed and not sent; an empty id means the chat that has not begun.
    Result<void> setDraft(const ConversationId& chat, const QString& text);
    Result<QString> draft(const ConversationId& chat) const;

    Result<void> moveToBin(const ConversationId& chat, const QDateTime& when);
    Result<void> takeFromBin(const ConversationId& chat);
    /// Deletes for good what was put into the bin before that time.
    Result<void> emptyBin(const QDateTime& before);

    /// Small things that the program remembers beside the chats; none: never set.
    Result<std::optional<QString>> state(const QString& key) const;
    Result<void> setState(const QString& key, const QString& value);

private:
    explicit ChatStore(std::unique_ptr<ChatDatabase> database) : database_(std::move(database)) {}

    Result<std::vector<ChatRecord>> listChats(const QString& condition) const;
    /// Runs one statement; the values take the places of its question marks in order.
    Result<void> change(const QString& sql, const QVariantList& values);

    std::unique_ptr<ChatDatabase> database_;
};

/// What was wrong with the chats when the program started.
struct ChatStoreTrouble {
    enum class Kind {
        newer,     ///< a newer version made the file; it was set aside
        damaged,   ///< it was set aside
        not_kept,  ///< nothing can be stored; chats last as long as the program runs
    };
    Kind kind = Kind::not_kept;
    QString set_aside;  ///< where the old file is now
    QString reason;
};

struct OpenedChatStore {
    std::unique_ptr<ChatStore> store;  ///< never empty
    std::optional<ChatStoreTrouble> trouble;
};

/// Opens the store so that the program can start in any case: a file that cannot be used is renamed and a new one
/// begun, and without a place to write the chats are kept in memory. An empty path: in memory, without trouble. Errors:
/// io_error if this installation cannot use SQLite at all.
Result<OpenedChatStore> openChatStore(const QString& path);

}  // namespace strata::app
