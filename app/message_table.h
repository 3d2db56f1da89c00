#pragma once

#include <span>
#include <vector>

#include "app/chat_database.h"
#include "app/chat_record.h"
#include "app/message_tree.h"

namespace strata::app {

/// The messages of chats in a database, for ChatStore: each call is a part of the transaction that is open.
class MessageTable {
public:
    /// database must outlive this. Chats are named by their number in it.
    explicit MessageTable(ChatDatabase& database) : database_(database) {}

    /// What is not deleted. Errors of all: io_error, bad_file.
    Result<MessageTree> tree(qint64 chat) const;
    /// These messages, in this order. Errors: also bad_file if one of them makes no sense.
    Result<std::vector<MessageRecord>> read(qint64 chat, const MessageTree& tree, const std::vector<qint64>& ids) const;

    /// Adds messages, each below the one before, the first below `parent`. Returns their ids.
    Result<std::vector<qint64>> add(qint64 chat, qint64 parent, std::span<const MessageRecord> messages,
                                    BranchState state);
    /// Replaces all of a message but its place.
    Result<void> save(const MessageRecord& message);
    /// Makes the way down to a message the one that the chat shows.
    Result<void> showLeaf(qint64 chat, const MessageTree& tree, qint64 leaf);
    /// Puts messages into the bin, at a time that tells them from others of the chat.
    Result<void> moveToBin(const std::vector<qint64>& ids, qint64 time);

private:
    Result<qint64> addOne(qint64 chat, qint64 parent, qint64 line, const MessageRecord& message);
    Result<qint64> lineBelow(qint64 chat, qint64 parent) const;
    Result<void> savePictures(qint64 message, const std::vector<AttachedPicture>& pictures);

    ChatDatabase& database_;
};

}  // namespace strata::app
