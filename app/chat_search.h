#pragma once

#include <vector>

#include <QDateTime>
#include <QString>

#include "app/chat_database.h"
#include "strata/request.h"

namespace strata::app {

/// A place where what was looked for stands.
struct SearchHit {
    struct Mark {
        int start = 0, length = 0;
        bool operator==(const Mark&) const = default;
    };

    ConversationId chat;
    QString title;
    QDateTime changed;        ///< of the chat
    qint64 message = 0;       ///< 0: it is the title
    QString snippet;          ///< the title, or the words around the place, in one line
    std::vector<Mark> marks;  ///< what was looked for in the snippet
};

/// The newest places where all these words stand, titles first; the last word may be begun. Nothing for a text without
/// a letter or digit. Errors: io_error, bad_file.
Result<std::vector<SearchHit>> searchChats(const ChatDatabase& database, const QString& text, int limit);

}  // namespace strata::app
