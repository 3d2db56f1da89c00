#pragma once

#include <variant>

#include <QByteArray>
#include <QImage>
#include <QString>

#include "app/chat_record.h"
#include "app/pictures/picture_reader.h"
#include "app/pictures/picture_store.h"

namespace strata::app {

/// The largest text file that is taken.
constexpr qint64 kLargestTextFile = 1'048'576;
/// The longer side of a thumbnail, in pixels.
constexpr int kThumbnailSide = 288;

/// Something that is to go with a message: a file, the bytes of one, or an image.
struct AttachmentSource {
    QString name;  ///< for people
    QString path;  ///< of the file to read; empty: what follows
    QByteArray bytes;
    QImage image;
};

struct ImportedPicture {
    AttachedPicture picture;
    QImage thumbnail;
    bool more_frames = false;  ///< it moves; its first frame was taken
};

struct ImportedText {
    QString name;
    QString text;

    bool operator==(const ImportedText&) const = default;
};

/// Why something was not taken.
struct ImportProblem {
    enum class Kind {
        picture,       ///< as `picture` says
        not_taken,     ///< neither a picture nor plain text
        text_too_big,  ///< a text file over the limit
        not_read,      ///< the file could not be read: `reason`
        not_stored     ///< the disk did not take it: `reason`
    };
    Kind kind = Kind::picture;
    QString name;
    PictureProblem picture;
    QString reason;
};

using Imported = std::variant<ImportedPicture, ImportedText, ImportProblem>;

/// Whether a picture is also kept as large as it came.
enum class Originals { dropped, kept };

/// Reads a source and puts a picture into the store. An original that is too large to be kept is left out. Any thread;
/// not the window's.
Imported importAttachment(const AttachmentSource& source, PictureDetail detail, PictureKeeping keeping,
                          PictureStore& store, Originals originals = Originals::dropped);

/// A picture no larger than a thumbnail.
QImage thumbnailOf(const QImage& image);

}  // namespace strata::app
