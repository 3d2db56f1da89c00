#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "app/chat_database.h"
#include "app/chat_record.h"
#include "app/chat_search.h"
#include "app/message_table.h"

namespace strata::app {

/// Chats and their messages, kept in an SQLite file. Every change is on disk when its call returns. Lives on the
/// window's thread; its changes are small.
///
/// The messages of a chat are a tree; the chat remembers which leaf it shows, and every message which of its children
/// was shown last.
class ChatStore {
public:
    /// Errors: as of ChatDatabase::open.
    static Result<std::unique_ptr<ChatStore>> open(const QString& path);
    /// A store to read from beside the one that writes, on any one thread. Errors: as of ChatDatabase::openToRead.
    static Result<std::unique_ptr<ChatStore>> openToRead(const QString& path);
    /// A store that forgets everything at its end.
    static Result<std::unique_ptr<ChatStore>> openInMemory();

    /// Of the file; empty: in memory.
    const QString& path() const { return path_; }

    /// Lets the file be looked through when it is opened the next time: something in it could not be read.
    void checkAtNextOpening() const;

    /// All chats that are not in the bin, pinned ones first, then the last changed one.
    Result<std::vector<ChatRecord>> chats() const;
    /// The chats in the bin, the last deleted one first.
    Result<std::vector<ChatRecord>> bin() const;
    /// One that is not in the bin; none: there is no such chat.
    Result<std::optional<ChatRecord>> chat(const ConversationId& id) const;
    /// Puts what a chat is besides its messages. Errors of all: io_error, bad_file.
    Result<void> save(const ChatRecord& chat);
    /// A second chat with all that this one has, its branches too; its drafts stay.
    Result<void> duplicate(const ConversationId& chat, const ChatRecord& copy);

    /// The way from the first message to the leaf that the chat shows.
    Result<std::vector<MessageRecord>> messages(const ConversationId& chat) const;
    /// All messages of a chat, parents before their children, each with the id of its parent.
    struct Stored {
        qint64 parent = 0;
        MessageRecord message;
    };
    Result<std::vector<Stored>> allMessages(const ConversationId& chat) const;

    /// The message that a chat shows last; 0: none.
    Result<qint64> shownLeaf(const ConversationId& chat) const { return leafOf(chat); }
    /// Adds what of a chat is not there yet, parents before their children; nothing is replaced. One in the bin comes
    /// back. `leaf`: what a new chat shows. Returns how many messages were added.
    Result<int> merge(const ChatRecord& chat, const std::vector<Stored>& messages, qint64 leaf);

    /// Adds messages to a chat, each below the one before, the first below `parent` (0: as its beginning), beside what
    /// is there already; the chat then shows the last of them. A chat that is not known yet begins with this. Returns
    /// their ids.
    Result<std::vector<qint64>> add(const ChatRecord& chat, qint64 parent, std::span<const MessageRecord> messages,
                                    BranchState state = BranchState::own);
    /// Puts one message that is stored already.
    Result<void> saveMessage(const MessageRecord& message);
    /// Shows a version of a message, counted from 0, down to where it last went on. Errors: also not_found.
    Result<void> showVersion(const ConversationId& chat, qint64 message, int version);
    /// Shows a way that leads through a message. Errors: also not_found.
    Result<void> showMessage(const ConversationId& chat, qint64 message);
    /// Ends what is shown at a message; what stands below it stays where it is. Errors: also not_found.
    Result<void> showEndingAt(const ConversationId& chat, qint64 message);
    /// How many versions stand at the place of a message, itself among them.
    Result<int> versionCount(qint64 message) const;
    /// Puts a message and all below it into the bin, and shows what stands beside or before it. Errors: also not_found.
    Result<void> deleteMessage(const ConversationId& chat, qint64 message, const QDateTime& when);
    /// Takes that back and shows it again.
    Result<void> restoreMessage(const ConversationId& chat, qint64 message);
    /// Under which name the engine keeps what leads to a message.
    Result<ConversationId> conversationOf(const ConversationId& chat, qint64 message) const;

    /// The newest places where all these words stand, titles first; the last word may be begun.
    Result<std::vector<SearchHit>> search(const QString& text, int limit) const;

    Result<void> rename(const ConversationId& chat, const QString& title);
    Result<void> setUnread(const ConversationId& chat, bool unread);
    Result<void> setReadingPlace(const ConversationId& chat, const ReadingPlace& place);
    /// None: at the end.
    Result<std::optional<ReadingPlace>> readingPlace(const ConversationId& chat) const;
    /// What was typed and not sent; an empty id means the chat that has not begun.
    Result<void> setDraft(const ConversationId& chat, const Draft& draft);
    Result<Draft> draft(const ConversationId& chat) const;

    Result<std::vector<InstructionsPreset>> presets() const;
    /// Adds it, or changes the one of this name.
    Result<void> savePreset(const InstructionsPreset& preset);
    Result<void> removePreset(const QString& name);

    /// Its search entries go at once.
    Result<void> moveToBin(const ConversationId& chat, const QDateTime& when);
    Result<void> moveAllToBin(const QDateTime& when);
    Result<void> takeFromBin(const ConversationId& chat);
    /// Deletes for good what was put into the bin before that time: chats and messages.
    Result<void> emptyBin(const QDateTime& before);
    /// Hashes of the pictures that messages and drafts have, also those in the bin.
    Result<QStringList> usedPictures() const;

    /// Small things that the program remembers beside the chats; none: never set.
    Result<std::optional<QString>> state(const QString& key) const;
    Result<void> setState(const QString& key, const QString& value);

private:
    explicit ChatStore(std::unique_ptr<ChatDatabase> database) : database_(std::move(database)), rows_(*database_) {}

    Result<std::vector<ChatRecord>> listChats(const QString& condition, const QVariantList& values = {}) const;
    /// 0: it is not known.
    Result<qint64> numberOf(const ConversationId& chat) const;
    /// Errors: not_found.
    Result<qint64> leafOf(const ConversationId& chat) const;
    /// A chat's number and its messages; 0 and none for a chat that is not known. Errors: io_error, bad_file.
    struct NumberedTree {
        qint64 number = 0;
        MessageTree tree;
    };
    Result<NumberedTree> treeOf(const ConversationId& chat) const;
    Result<void> showLeaf(qint64 chat, const MessageTree& tree, qint64 leaf);

    std::unique_ptr<ChatDatabase> database_;
    MessageTable rows_;
    QString path_;
};

/// What was wrong with the chats when the program started.
struct ChatStoreTrouble {
    enum class Kind {
        newer,     ///< a newer version made the file; it is only read
        damaged,   ///< it was set aside, and what could be read of it copied into a new one
        not_kept,  ///< nothing can be stored; what could be read is shown, new things last as long as the program runs
    };
    Kind kind = Kind::not_kept;
    QString set_aside;  ///< where the old file is now
    QString reason;
    int messages_read = 0;       ///< of the file that cannot be used
    int messages_total = 0;      ///< that it had, as far as that can be told
    QString restored_from = {};  ///< nothing could be read, and this daily copy was taken instead
};

struct OpenedChatStore {
    std::unique_ptr<ChatStore> store;  ///< never empty
    std::optional<ChatStoreTrouble> trouble;
};

/// Opens the store so that the program can start in any case: a damaged file is renamed and a new one begun with what
/// could be read of it. A file of a newer version, and one that cannot be written, stay as they are: their chats are
/// copied into memory. An empty path: in memory, without trouble. Errors: io_error if this installation cannot use
/// SQLite at all.
Result<OpenedChatStore> openChatStore(const QString& path);

/// Whether files lie beside the store that were set aside: what they name may be needed to bring them back.
bool hasFilesSetAside(const QString& path);

}  // namespace strata::app
