#include "app/pictures/content_kind.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <QFileInfo>

namespace strata::app {
namespace {

using namespace std::string_view_literals;

struct Signature {
    std::string_view bytes;
    ContentKind kind;
    const char* name;
};

constexpr std::array kSignatures{
    Signature{"\x89PNG\r\n\x1a\n"sv, ContentKind::png, "PNG"},
    Signature{"\xff\xd8\xff"sv, ContentKind::jpeg, "JPEG"},
    Signature{"GIF87a"sv, ContentKind::gif, "GIF"},
    Signature{"GIF89a"sv, ContentKind::gif, "GIF"},
    Signature{"II*\0"sv, ContentKind::other_picture, "TIFF"},
    Signature{"MM\0*"sv, ContentKind::other_picture, "TIFF"},
    Signature{"8BPS"sv, ContentKind::other_picture, "Photoshop"},
    Signature{"\xff\x0a"sv, ContentKind::other_picture, "JPEG XL"},
    Signature{"\0\0\0\x0cJXL \r\n\x87\n"sv, ContentKind::other_picture, "JPEG XL"},
    Signature{"\0\0\0\x0cjP  \r\n\x87\n"sv, ContentKind::other_picture, "JPEG 2000"},
    Signature{"\0\0\1\0"sv, ContentKind::other_picture, "ICO"},
    Signature{"\xabKTX"sv, ContentKind::other_picture, "KTX"},
    Signature{"DDS "sv, ContentKind::other_picture, "DDS"},
    Signature{"%PDF-"sv, ContentKind::document, "PDF"},
    Signature{"{\\rtf"sv, ContentKind::document, "RTF"},
    Signature{"%!PS"sv, ContentKind::document, "PostScript"},
};

/// Brands of the container that HEIC, AVIF and videos share.
Content contentOfBrand(const QByteArray& head) {
    const QByteArray brand = head.mid(8, 4);
    const auto isOneOf = [&brand](std::initializer_list<const char*> names) {
        return std::any_of(names.begin(), names.end(), [&brand](const char* name) { return brand == name; });
    };
    if (isOneOf({"avif", "avis"})) {
        return {ContentKind::other_picture, QStringLiteral("AVIF")};
    }
    if (isOneOf({"heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"})) {
        return {ContentKind::other_picture, QStringLiteral("HEIC")};
    }
    return {ContentKind::unknown, QStringLiteral("video")};
}

bool isBitmap(const QByteArray& head) {
    // Two letters prove little: the size of the header behind them must be one of the known ones.
    constexpr std::array<char, 7> kHeaderSizes{12, 16, 40, 52, 56, 64, 108};
    constexpr unsigned char kNewestHeaderSize = 124;
    if (!head.startsWith("BM") || head.size() < 18 || head[15] != 0 || head[16] != 0 || head[17] != 0) {
        return false;
    }
    return static_cast<unsigned char>(head[14]) == kNewestHeaderSize ||
           std::find(kHeaderSizes.begin(), kHeaderSizes.end(), head[14]) != kHeaderSizes.end();
}

Content contentOfZip(const QString& suffix) {
    const bool office = suffix.startsWith(QLatin1String("DOC")) || suffix.startsWith(QLatin1String("XLS")) ||
                        suffix.startsWith(QLatin1String("PPT")) || suffix.startsWith(QLatin1String("OD"));
    return {ContentKind::document, office ? suffix : QStringLiteral("ZIP")};
}

}  // namespace

Content contentOf(const QByteArray& head, const QString& file_name) {
    const std::string_view bytes(head.constData(), static_cast<std::size_t>(head.size()));
    for (const Signature& signature : kSignatures) {
        if (bytes.starts_with(signature.bytes)) {
            return {signature.kind, QString::fromLatin1(signature.name)};
        }
    }
    if (bytes.starts_with("RIFF"sv) && bytes.substr(std::min<std::size_t>(8, bytes.size()), 4) == "WEBP"sv) {
        return {ContentKind::webp, QStringLiteral("WebP")};
    }
    if (bytes.substr(std::min<std::size_t>(4, bytes.size()), 4) == "ftyp"sv) {
        return contentOfBrand(head);
    }
    if (isBitmap(head)) {
        return {ContentKind::bmp, QStringLiteral("BMP")};
    }
    const QString suffix = QFileInfo(file_name).suffix().toUpper();
    if (bytes.starts_with("PK\x03\x04"sv)) {
        return contentOfZip(suffix);
    }
    if (bytes.starts_with("\xd0\xcf\x11\xe0"sv)) {
        return {ContentKind::document, suffix.isEmpty() ? QStringLiteral("Office") : suffix};
    }
    if (!head.isEmpty() && isPlainText(head)) {
        const QByteArray start = head.trimmed();
        const bool drawing = start.startsWith("<svg") || (start.startsWith("<?xml") && start.contains("<svg"));
        return drawing ? Content{ContentKind::other_picture, QStringLiteral("SVG")}
                       : Content{ContentKind::text, QStringLiteral("text")};
    }
    return {ContentKind::unknown, suffix};
}

bool isReadablePicture(ContentKind kind) {
    switch (kind) {
        case ContentKind::png:
        case ContentKind::jpeg:
        case ContentKind::webp:
        case ContentKind::gif:
        case ContentKind::bmp:
            return true;
        case ContentKind::other_picture:
        case ContentKind::document:
        case ContentKind::text:
        case ContentKind::unknown:
            break;
    }
    return false;
}

bool isPlainText(const QByteArray& bytes) {
    if (bytes.startsWith("\xff\xfe") || bytes.startsWith("\xfe\xff")) {
        return true;
    }
    if (bytes.contains('\0')) {
        return false;
    }
    // The cut may go through a letter: up to three bytes at the end may be the beginning of one.
    for (qsizetype cut = 0; cut <= std::min<qsizetype>(3, bytes.size()); ++cut) {
        if (QByteArrayView(bytes).chopped(cut).isValidUtf8()) {
            return true;
        }
    }
    return false;
}

}  // namespace strata::app
