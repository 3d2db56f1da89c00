#pragma once

#include <map>
#include <vector>

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include "app/chat_store.h"

namespace strata::app {

/// A whole chat on its way into or out of a file.
struct ChatDocument {
    ChatRecord chat;
    std::vector<ChatStore::Stored> messages;  ///< parents before their children
    qint64 leaf = 0;                          ///< the message that is shown last; 0: unknown
};

/// Files of pictures by their hashes.
using PictureFiles = std::map<QString, QByteArray>;

/// What an exported chat shall have besides what was said.
struct ExportChoice {
    enum class Format { markdown, plain_text, json };
    Format format = Format::markdown;
    bool thinking = false;  ///< JSON always has it

    bool operator==(const ExportChoice&) const = default;
};

/// The way that each chat shows, as Markdown or plain text.
QString textOf(const std::vector<ChatDocument>& chats, const ExportChoice& choice);

/// All that the chats have, as docs/formats/export.md tells.
QByteArray jsonOf(const std::vector<ChatDocument>& chats, const PictureFiles& pictures, const QDateTime& now);

}  // namespace strata::app
