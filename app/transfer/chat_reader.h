#pragma once

#include <vector>

#include <QByteArray>
#include <QString>

#include "app/transfer/chat_document.h"
#include "strata/result.h"

namespace strata::app {

/// What a file of exported chats held.
struct ReadChats {
    std::vector<ChatDocument> chats;
    PictureFiles pictures;
    int damaged_chats = 0;  ///< that could not be read at all
    int damaged_messages = 0;
    int damaged_pictures = 0;

    bool isWhole() const { return damaged_chats + damaged_messages + damaged_pictures == 0; }
};

/// Reads our JSON of chats. What is damaged is left out and counted; nothing in the file is trusted. Errors: bad_file
/// if it is none of ours, unsupported_format if a newer version wrote it.
Result<ReadChats> readChats(const QByteArray& json);

/// Whether a file begins as one that this program has exported; looks at its first bytes only.
bool isExportedFile(const QString& path);

}  // namespace strata::app
