#include "app/pictures/attachment_import.h"

#include <algorithm>
#include <utility>

#include <QFile>
#include <QFileInfo>
#include <QStringDecoder>
#include <QStringList>

#include "app/pictures/content_kind.h"
#include "app/pictures/picture_size.h"

namespace strata::app {
namespace {

ImportProblem problem(ImportProblem::Kind kind, const QString& name, const QString& reason = {}) {
    return {kind, name, {}, reason};
}

QString textOf(const QByteArray& bytes) {
    const auto encoding = QStringConverter::encodingForData(bytes).value_or(QStringConverter::Utf8);
    QString text = QStringDecoder(encoding)(bytes);
    return text.replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
}

Imported store(const AttachmentSource& source, const tl::expected<PictureRead, PictureProblem>& read,
               PictureKeeping keeping, PictureStore& pictures) {
    if (!read) {
        return ImportProblem{ImportProblem::Kind::picture, source.name, read.error(), {}};
    }
    const auto hash = pictures.keep(*read, keeping);
    if (!hash) {
        return problem(ImportProblem::Kind::not_stored, source.name, QString::fromStdString(hash.error().message));
    }
    return ImportedPicture{
        {*hash, source.name, read->image.width(), read->image.height(), read->source.width(), read->source.height()},
        thumbnailOf(read->image),
        read->more_frames};
}

/// What was shrunk is kept a second time as it came.
void keepOriginal(const QByteArray& bytes, const Imported& imported, PictureKeeping keeping, PictureStore& pictures) {
    const auto* const picture = std::get_if<ImportedPicture>(&imported);
    if (picture == nullptr || picture->picture.width == picture->picture.source_width) {
        return;
    }
    if (const auto original = readOriginal(bytes, picture->picture.name)) {
        static_cast<void>(pictures.keepOriginal(picture->picture.hash, *original, keeping));  // the shrunk one is there
    }
}

/// The bytes of a file, as far as they can be of use.
tl::expected<QByteArray, QString> readFile(const QString& path) {
    QFile file(path);
    if (!QFileInfo(path).isFile()) {
        return tl::unexpected(QString());  // a folder, or a device that never ends
    }
    if (!file.open(QIODevice::ReadOnly)) {
        return tl::unexpected(file.errorString());
    }
    QByteArray bytes = file.read(kContentHead);
    const ContentKind kind = contentOf(bytes, path).kind;
    const qint64 most = isReadablePicture(kind)     ? kLargestPictureFile
                        : kind == ContentKind::text ? kLargestTextFile
                                                    : 0;
    bytes += file.read(std::max<qint64>(most + 1 - bytes.size(), 0));
    return bytes;
}

/// Its name says that it is a picture of a kind that is taken, whatever is in it.
bool isNamedPicture(const QString& name) {
    static const QStringList kEndings{"png", "jpg", "jpeg", "jfif", "webp", "gif", "bmp"};
    return kEndings.contains(QFileInfo(name).suffix().toLower());
}

}  // namespace

Imported importAttachment(const AttachmentSource& source, PictureDetail detail, PictureKeeping keeping,
                          PictureStore& pictures, Originals originals) {
    if (!source.image.isNull()) {
        return store(source, readPicture(source.image, detail), keeping, pictures);
    }
    QByteArray bytes = source.bytes;
    if (!source.path.isEmpty()) {
        auto read = readFile(source.path);
        if (!read) {
            return problem(ImportProblem::Kind::not_read, source.name, read.error());
        }
        bytes = std::move(*read);
    }
    const Content content = contentOf(bytes.first(std::min(bytes.size(), kContentHead)), source.name);
    if (content.kind == ContentKind::text && isPlainText(bytes)) {
        if (bytes.size() > kLargestTextFile) {
            return problem(ImportProblem::Kind::text_too_big, source.name);
        }
        return ImportedText{source.name, textOf(bytes)};
    }
    if (isReadablePicture(content.kind) || content.kind == ContentKind::other_picture) {
        Imported imported = store(source, readPicture(bytes, detail, source.name), keeping, pictures);
        if (originals == Originals::kept) {
            keepOriginal(bytes, imported, keeping, pictures);
        }
        return imported;
    }
    if (content.kind == ContentKind::unknown && isNamedPicture(source.name)) {
        return ImportProblem{ImportProblem::Kind::picture, source.name, {PictureFault::damaged, content, 0, 0, {}}, {}};
    }
    ImportProblem other = problem(ImportProblem::Kind::not_taken, source.name);
    other.picture = {PictureFault::other_kind, content, 0, 0, {}};
    return other;
}

QImage thumbnailOf(const QImage& image) {
    const QSize within = image.size().scaled(kThumbnailSide, kThumbnailSide, Qt::KeepAspectRatio);
    const bool large = image.width() > kThumbnailSide || image.height() > kThumbnailSide;
    return large ? image.scaled(within.expandedTo({1, 1}), Qt::IgnoreAspectRatio, Qt::SmoothTransformation) : image;
}

}  // namespace strata::app
