#include "ui/attachments/mime_sources.h"

#include <algorithm>
#include <array>

#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QMimeData>
#include <QStringList>
#include <QUrl>

namespace strata::ui {

/// Context of the translations.
struct DropPreviewText {
    Q_DECLARE_TR_FUNCTIONS(DropPreviewText)
};

namespace {

/// Formats of picture files in a drop or on the clipboard, best first: without loss before with.
constexpr std::array kPictureFormats{"image/png", "image/webp", "image/bmp", "image/gif", "image/jpeg"};
constexpr std::array kPictureSuffixes{"png", "jpg", "jpeg", "jpe", "jfif", "webp", "gif", "bmp"};
constexpr std::array kForeignSuffixes{"pdf",  "doc", "docx", "xls", "xlsx", "ppt",  "pptx", "odt",  "ods",
                                      "odp",  "zip", "7z",   "rar", "gz",   "heic", "heif", "avif", "tif",
                                      "tiff", "svg", "psd",  "mp4", "mov",  "mkv",  "mp3",  "wav",  "exe"};

template <std::size_t kCount>
bool isOneOf(const std::array<const char*, kCount>& suffixes, const QString& path) {
    const QString suffix = QFileInfo(path).suffix().toLower();
    return std::any_of(suffixes.begin(), suffixes.end(),
                       [&suffix](const char* known) { return suffix == QLatin1String(known); });
}

QStringList localFiles(const QMimeData& data) {
    QStringList files;
    const QList<QUrl> urls = data.urls();
    for (const QUrl& url : urls) {
        if (url.isLocalFile()) {
            files.append(url.toLocalFile());
        }
    }
    return files;
}

bool hasOnlyAddresses(const QMimeData& data) {
    const QList<QUrl> urls = data.urls();
    return !urls.isEmpty() && std::all_of(urls.begin(), urls.end(), [](const QUrl& url) {
        return url.scheme() == QLatin1String("http") || url.scheme() == QLatin1String("https");
    });
}

/// Addresses as text of their own are just text; with a picture's name or beside HTML a picture was meant.
bool meansPicture(const QMimeData& data) {
    const QList<QUrl> urls = data.urls();
    const bool named =
        std::any_of(urls.begin(), urls.end(), [](const QUrl& url) { return isOneOf(kPictureSuffixes, url.path()); });
    return hasOnlyAddresses(data) && (named || data.html().contains(QLatin1String("<img"), Qt::CaseInsensitive));
}

QString nameOfAddress(const QMimeData& data) {
    const QList<QUrl> urls = data.urls();
    return urls.isEmpty() ? QString() : urls.first().fileName();
}

}  // namespace

Brought broughtBy(const QMimeData& data) {
    Brought brought;
    const QStringList files = localFiles(data);
    if (files.isEmpty()) {
        for (const char* const format : kPictureFormats) {
            if (QByteArray bytes = data.data(QLatin1String(format)); !bytes.isEmpty()) {
                brought.sources.push_back({nameOfAddress(data), {}, bytes, {}});
                return brought;
            }
        }
        if (data.hasImage()) {
            if (const auto image = data.imageData().value<QImage>(); !image.isNull()) {
                brought.sources.push_back({nameOfAddress(data), {}, {}, image});
                return brought;
            }
        }
    }
    for (const QString& file : files) {
        brought.sources.push_back({QFileInfo(file).fileName(), file, {}, {}});
    }
    if (!files.isEmpty()) {
        return brought;
    }
    if (meansPicture(data)) {
        brought.only_address = true;
    } else {
        brought.text = data.text();
    }
    return brought;
}

bool mayBring(const QMimeData& data) {
    return data.hasUrls() || data.hasImage() || data.hasText() ||
           std::any_of(kPictureFormats.begin(), kPictureFormats.end(),
                       [&data](const char* format) { return data.hasFormat(QLatin1String(format)); });
}

DropPreview previewOf(const QMimeData& data) {
    const QStringList files = localFiles(data);
    int pictures = 0, others = 0;
    QStringList refused;
    for (const QString& file : files) {
        if (isOneOf(kForeignSuffixes, file)) {
            refused.append(QFileInfo(file).fileName());
        } else {
            ++(isOneOf(kPictureSuffixes, file) ? pictures : others);
        }
    }
    const bool image = files.isEmpty() && (data.hasImage() || data.hasFormat(QLatin1String(kPictureFormats.front())));
    DropPreview preview;
    pictures += image ? 1 : 0;
    if (pictures > 0 && others == 0) {
        preview.accepted =
            pictures == 1 ? DropPreviewText::tr("Add 1 picture") : DropPreviewText::tr("Add %1 pictures").arg(pictures);
    } else if (pictures + others > 0) {
        preview.accepted = pictures + others == 1 ? DropPreviewText::tr("Add 1 file")
                                                  : DropPreviewText::tr("Add %1 files").arg(pictures + others);
    } else if (files.isEmpty() && data.hasUrls()) {
        preview.refused = DropPreviewText::tr("Copy the picture itself and paste it");
    } else if (files.isEmpty() && data.hasText()) {
        preview.accepted = DropPreviewText::tr("Insert text");
    }
    if (!refused.isEmpty()) {
        preview.refused = DropPreviewText::tr("Cannot use: %1").arg(refused.join(QStringLiteral(", ")));
    }
    return preview;
}

}  // namespace strata::ui
