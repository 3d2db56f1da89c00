#pragma once

#include <QByteArray>
#include <QString>

namespace strata::app {

/// What bytes are, by what stands in them; a name proves nothing.
enum class ContentKind {
    png,
    jpeg,
    webp,
    gif,
    bmp,
    other_picture,  ///< known, and not taken
    document,       ///< known, and not taken
    text,           ///< plain text, as far as was looked
    unknown,
};

struct Content {
    ContentKind kind = ContentKind::unknown;
    QString name;  ///< "HEIC", "PDF"; empty: nobody knows
};

/// Bytes that `contentOf` wants to see at least, if there are as many.
constexpr qsizetype kContentHead = 4'096;

/// head: the first bytes. file_name: names what nothing else tells; may be empty.
Content contentOf(const QByteArray& head, const QString& file_name);

/// One of the pictures that are read.
bool isReadablePicture(ContentKind kind);

/// Text of UTF-8, or of UTF-16 with a mark at its beginning.
bool isPlainText(const QByteArray& bytes);

}  // namespace strata::app
