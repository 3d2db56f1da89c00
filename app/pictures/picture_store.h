#pragma once

#include <memory>
#include <mutex>

#include <QByteArray>
#include <QCache>
#include <QDateTime>
#include <QHash>
#include <QImage>
#include <QSet>
#include <QString>

#include "app/pictures/picture_reader.h"
#include "strata/request.h"
#include "strata/result.h"

namespace strata::app {

/// Where a picture is kept.
enum class PictureKeeping {
    on_disk,
    in_memory,  ///< gone with the program: of chats that are never written
};

/// The pictures of the chats: one file each, named by the SHA-256 of its bytes, PNG or JPEG without metadata. Only
/// their user can read them. Any thread may call.
class PictureStore {
public:
    /// What may be done with the folder. What cannot be written there stays in memory.
    enum class Access { read_and_write, read, none };

    /// folder: is made when it is needed; empty: everything stays in memory.
    explicit PictureStore(const QString& folder, Access access = Access::read_and_write);

    /// Encodes and keeps a picture; the same one is kept once. Gives its hash.
    Result<QString> keep(const PictureRead& picture, PictureKeeping keeping);
    /// Keeps a file that is already as this store writes them, as from an import. Errors: bad_file.
    Result<QString> keepStored(const QByteArray& bytes, PictureKeeping keeping);

    /// Keeps, beside a picture that is kept, the same one as large as it came.
    Result<void> keepOriginal(const QString& hash, const PictureRead& original, PictureKeeping keeping);
    /// That file; if there is none, the picture's own. Errors: as of bytes.
    Result<QByteArray> originalBytes(const QString& hash) const;

    /// The file as it is kept. Errors: not_found, bad_file if it was changed.
    Result<QByteArray> bytes(const QString& hash) const;
    Result<QImage> image(const QString& hash) const;
    /// For a request. What was loaded lately is shared.
    Result<std::shared_ptr<const Picture>> load(const QString& hash) const;

    /// Removes what no chat refers to: files that are not in use and were put here before that time. Gives how many.
    int removeOthers(const QSet<QString>& in_use, const QDateTime& before);

private:
    QString pathOf(const QString& hash) const;
    Result<void> write(const QString& hash, const QByteArray& bytes) const;

    bool keepsOnDisk(PictureKeeping keeping) const;

    const QString folder_;  ///< empty: there is none
    const bool writes_;
    mutable std::mutex mutex_;                ///< guards what follows
    QHash<QString, QByteArray> only_memory_;  ///< what is in no file
    mutable QCache<QString, std::shared_ptr<const Picture>> loaded_;
};

/// The bytes of a picture as they are kept: JPEG for what came as JPEG or WebP, else PNG.
QByteArray encodedPicture(const PictureRead& picture);

}  // namespace strata::app
