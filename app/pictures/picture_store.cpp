#include "app/pictures/picture_store.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <QBuffer>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImageWriter>

#include "app/pictures/picture_size.h"
#include "app/whole_file.h"

namespace strata::app {
namespace {

constexpr int kJpegQuality = 92;            // no visible blocks around letters; a third of the bytes of 98
constexpr qsizetype kLoadedKb = 96 * 1024;  // some thirty pictures of normal detail
constexpr qsizetype kHashDigits = 64;
constexpr QLatin1String kOriginal(".original");  ///< after the name of the picture's file
constexpr QFileDevice::Permissions kOwnerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner;

tl::unexpected<Error> failed(ErrorCode code, const std::string& message) {
    return tl::unexpected(Error{code, message});
}

QString hashOf(const QByteArray& bytes) {
    return QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
}

bool isHash(const QString& text) {
    return text.size() == kHashDigits && std::all_of(text.begin(), text.end(), [](QChar digit) {
               return (digit >= u'0' && digit <= u'9') || (digit >= u'a' && digit <= u'f');
           });
}

QImage decoded(const QByteArray& bytes) {
    const ContentKind kind = contentOf(bytes.first(std::min(bytes.size(), kContentHead)), {}).kind;
    if (kind != ContentKind::png && kind != ContentKind::jpeg) {
        return {};
    }
    return QImage::fromData(bytes, kind == ContentKind::png ? "png" : "jpeg");
}

std::shared_ptr<const Picture> pictureOf(const QImage& image) {
    const QImage rgb = image.convertToFormat(QImage::Format_RGB888);
    auto picture = std::make_shared<Picture>();
    picture->width = rgb.width();
    picture->height = rgb.height();
    const auto row_bytes = static_cast<std::size_t>(rgb.width()) * 3;
    picture->rgb.resize(row_bytes * static_cast<std::size_t>(rgb.height()));
    for (int y = 0; y < rgb.height(); ++y) {
        std::memcpy(picture->rgb.data() + row_bytes * static_cast<std::size_t>(y), rgb.constScanLine(y), row_bytes);
    }
    return picture;
}

}  // namespace

PictureStore::PictureStore(const QString& folder, Access access)
    : folder_(access == Access::none ? QString() : folder),
      writes_(!folder_.isEmpty() && access == Access::read_and_write),
      loaded_(kLoadedKb) {}

bool PictureStore::keepsOnDisk(PictureKeeping keeping) const {
    return writes_ && keeping == PictureKeeping::on_disk;
}

Result<QString> PictureStore::keep(const PictureRead& picture, PictureKeeping keeping) {
    const QByteArray bytes = encodedPicture(picture);
    if (bytes.isEmpty()) {
        return failed(ErrorCode::internal, "a picture could not be encoded");
    }
    return keepStored(bytes, keeping);
}

Result<QString> PictureStore::keepStored(const QByteArray& bytes, PictureKeeping keeping) {
    const QString hash = hashOf(bytes);
    if (decoded(bytes).isNull()) {
        return failed(ErrorCode::bad_file, fmt::format("the picture {} is damaged", hash.toStdString()));
    }
    if (!keepsOnDisk(keeping)) {
        const std::lock_guard lock(mutex_);
        only_memory_.insert(hash, bytes);
        return hash;
    }
    if (const auto written = write(hash, bytes); !written) {
        return tl::unexpected(written.error());
    }
    return hash;
}

Result<void> PictureStore::keepOriginal(const QString& hash, const PictureRead& original, PictureKeeping keeping) {
    const QByteArray bytes = encodedPicture(original);
    if (bytes.isEmpty()) {
        return failed(ErrorCode::internal, "a picture could not be encoded");
    }
    if (!keepsOnDisk(keeping)) {
        const std::lock_guard lock(mutex_);
        only_memory_.insert(hash + kOriginal, bytes);
        return {};
    }
    return write(hash + kOriginal, bytes);
}

Result<QByteArray> PictureStore::originalBytes(const QString& hash) const {
    {
        const std::lock_guard lock(mutex_);
        if (const auto found = only_memory_.find(hash + kOriginal); found != only_memory_.end()) {
            return *found;
        }
    }
    QFile file(pathOf(hash + kOriginal));
    if (isHash(hash) && !folder_.isEmpty() && file.open(QIODevice::ReadOnly)) {
        if (const QByteArray original = file.readAll(); !original.isEmpty()) {
            return original;
        }
    }
    return bytes(hash);
}

Result<void> PictureStore::write(const QString& hash, const QByteArray& bytes) const {
    const QString path = pathOf(hash);
    if (QFile there(path); there.open(QIODevice::ReadWrite | QIODevice::ExistingOnly) && there.readAll() == bytes) {
        // It is as new again for removeOthers.
        there.setFileTime(QDateTime::currentDateTime(), QFileDevice::FileModificationTime);
        return {};
    }
    const QFileInfo folder(folder_);
    QDir parent = folder.dir();
    if (!folder.isDir() && !(parent.mkpath(QStringLiteral(".")) &&
                             (parent.mkdir(folder.fileName(), kOwnerOnly | QFileDevice::ExeOwner) || folder.isDir()))) {
        return failed(ErrorCode::io_error, "the folder for pictures cannot be made");
    }
    return replaceWholeFile(path, bytes);
}

Result<QByteArray> PictureStore::bytes(const QString& hash) const {
    {
        const std::lock_guard lock(mutex_);
        if (const auto found = only_memory_.find(hash); found != only_memory_.end()) {
            return *found;
        }
    }
    QFile file(pathOf(hash));
    if (!isHash(hash) || folder_.isEmpty() || !file.open(QIODevice::ReadOnly)) {
        return failed(ErrorCode::not_found, fmt::format("the picture {} is not there", hash.toStdString()));
    }
    QByteArray bytes = file.read(kLargestPictureFile);
    if (hashOf(bytes) != hash) {
        return failed(ErrorCode::bad_file, fmt::format("the file of the picture {} was changed", hash.toStdString()));
    }
    return bytes;
}

Result<QImage> PictureStore::image(const QString& hash) const {
    const auto found = bytes(hash);
    if (!found) {
        return tl::unexpected(found.error());
    }
    QImage image = decoded(*found);
    if (image.isNull()) {
        return failed(ErrorCode::bad_file, fmt::format("the picture {} is damaged", hash.toStdString()));
    }
    return image;
}

Result<std::shared_ptr<const Picture>> PictureStore::load(const QString& hash) const {
    {
        const std::lock_guard lock(mutex_);
        if (const auto* const known = loaded_.object(hash)) {
            return *known;
        }
    }
    const auto found = image(hash);
    if (!found) {
        return tl::unexpected(found.error());
    }
    const std::shared_ptr<const Picture> picture = pictureOf(*found);
    const std::lock_guard lock(mutex_);
    loaded_.insert(hash, new std::shared_ptr<const Picture>(picture),
                   static_cast<qsizetype>(picture->rgb.size() / 1024) + 1);
    return picture;
}

int PictureStore::removeOthers(const QSet<QString>& in_use, const QDateTime& before) {
    int removed = 0;
    const auto entries = QDir(folder_).entryInfoList(QDir::Files | QDir::Hidden | QDir::System);
    for (const QFileInfo& entry : writes_ ? entries : QFileInfoList()) {
        // Also what a crash left half written: its name begins with a hash.
        const QString hash = entry.fileName().left(kHashDigits);
        const bool whole = entry.fileName() == hash || entry.fileName() == hash + kOriginal;
        if (isHash(hash) && !(whole && in_use.contains(hash)) && entry.lastModified() < before &&
            QFile::remove(entry.filePath())) {
            ++removed;
        }
    }
    const std::lock_guard lock(mutex_);
    loaded_.clear();
    return removed;
}

QString PictureStore::pathOf(const QString& hash) const {
    return QDir(folder_).filePath(hash);
}

QByteArray encodedPicture(const PictureRead& picture) {
    const bool photo = picture.kind == ContentKind::jpeg || picture.kind == ContentKind::webp;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QImageWriter writer(&buffer, photo ? "jpeg" : "png");
    if (photo) {
        writer.setQuality(kJpegQuality);
    }
    return writer.write(picture.image) ? bytes : QByteArray();
}

}  // namespace strata::app
