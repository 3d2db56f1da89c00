#include "app/pictures/picture_reader.h"

#include <algorithm>
#include <cmath>
#include <mutex>

#include <QBuffer>
#include <QImageReader>

#include "app/pictures/picture_outline.h"
#include "app/pictures/picture_pixels.h"
#include "app/pictures/picture_size.h"

namespace strata::app {
namespace {

/// What one decoder may hold, so that all together stays below 300 MB.
constexpr quint64 kDecoderBytes = 120'000'000;
/// Pixels that one byte of a file can stand for at most, with room to spare: zlib makes a thousand bytes of one, each
/// of eight pixels. A claim beyond is a lie. WebP can truly say "all white".
constexpr double kPixelsPerByte = 10'000;

/// Qt takes every pixel for four bytes when it looks at its own limit. What is held truly is checked here.
void liftReaderLimit() {
    static std::once_flag once;
    constexpr int kMegabytes = 512;
    std::call_once(once, [] { QImageReader::setAllocationLimit(kMegabytes); });
}

tl::unexpected<PictureProblem> problem(PictureFault fault, const Content& content, double amount = 0,
                                       double limit = 0) {
    return tl::unexpected(PictureProblem{fault, content, amount, limit, {}});
}

const char* readerOf(ContentKind kind) {
    switch (kind) {
        case ContentKind::png:
            return "png";
        case ContentKind::jpeg:
            return "jpeg";
        case ContentKind::webp:
            return "webp";
        case ContentKind::gif:
            return "gif";
        case ContentKind::bmp:
            return "bmp";
        case ContentKind::other_picture:
        case ContentKind::document:
        case ContentKind::text:
        case ContentKind::unknown:
            break;
    }
    return "";
}

/// Whether a picture of this size, as its header claims, is read at all.
tl::expected<void, PictureProblem> checkSize(QSize size, const Content& content, const PictureOutline& outline,
                                             qint64 file_bytes) {
    if (size.isEmpty()) {
        return problem(PictureFault::damaged, content);
    }
    const double pixels = megapixelsOf(size) * 1e6;
    if (content.kind != ContentKind::webp && pixels > static_cast<double>(file_bytes) * kPixelsPerByte) {
        return problem(PictureFault::damaged, content);
    }
    if (megapixelsOf(size) > kLargestMegapixels) {
        return problem(PictureFault::too_big, content, megapixelsOf(size), kLargestMegapixels);
    }
    if (const int longest = std::max(size.width(), size.height()); longest > kLongestSide) {
        return problem(PictureFault::too_long, content, longest, kLongestSide);
    }
    if (!isShapeUseful(size)) {
        const double longer = std::max(size.width(), size.height());
        return problem(PictureFault::too_narrow, content, longer / std::min(size.width(), size.height()),
                       kLongestShape);
    }
    const quint64 held = (outline.shrinks_in_reading ? 0 : outline.pixel_bytes * static_cast<quint64>(pixels));
    if (std::max(held, outline.extra_bytes) > kDecoderBytes) {
        const double byte_per_pixel = static_cast<double>(std::max(held, outline.extra_bytes)) / pixels;
        const double limit = std::floor(static_cast<double>(kDecoderBytes) / byte_per_pixel / 1e6);
        return problem(PictureFault::too_big, content, megapixelsOf(size), limit);
    }
    return {};
}

/// shrink: says how large a picture is to be that is upright of this size.
template <class Shrink>
tl::expected<PictureRead, PictureProblem> readAs(const QByteArray& bytes, const QString& file_name, Shrink shrink,
                                                 double most_megapixels) {
    const Content content = contentOf(bytes.first(std::min(bytes.size(), kContentHead)), file_name);
    if (!isReadablePicture(content.kind)) {
        const bool nothing_known = content.kind == ContentKind::unknown || content.kind == ContentKind::text;
        return problem(nothing_known ? PictureFault::damaged : PictureFault::other_kind, content);
    }
    if (bytes.size() > kLargestPictureFile) {
        constexpr double kMegabyte = 1e6;
        return problem(PictureFault::too_heavy, content, static_cast<double>(bytes.size()) / kMegabyte,
                       kLargestPictureFile / kMegabyte);
    }
    liftReaderLimit();
    const PictureOutline outline = outlineOf(content.kind, bytes);
    QBuffer buffer;
    buffer.setData(bytes);
    buffer.open(QIODevice::ReadOnly);
    // The one reader that fits: others must not try their luck with foreign bytes.
    QImageReader reader(&buffer, readerOf(content.kind));
    reader.setAutoDetectImageFormat(false);
    const QSize size = reader.size();
    if (!outline.whole) {
        return problem(PictureFault::damaged, content);
    }
    if (const auto fits = checkSize(size, content, outline, bytes.size()); !fits) {
        return tl::unexpected(fits.error());
    }
    const bool turned_by_reader = reader.transformation().testFlag(QImageIOHandler::TransformationRotate90);
    const bool exchanged = turned_by_reader || exchangesSides(outline.orientation);
    PictureRead read;
    read.kind = content.kind;
    read.more_frames = outline.more_frames;
    read.source = exchanged ? size.transposed() : size;
    const QSize useful = shrink(read.source);
    if (megapixelsOf(useful) > most_megapixels) {
        return problem(PictureFault::too_big, content, megapixelsOf(useful), most_megapixels);
    }
    reader.setAutoTransform(true);
    if (outline.shrinks_in_reading && useful != read.source) {
        reader.setScaledSize(exchanged ? useful.transposed() : useful);  // in the frame before it is turned
    }
    const QImage image = reader.read();
    if (image.isNull()) {
        return problem(PictureFault::damaged, content);
    }
    const QSize before_turning = exchangesSides(outline.orientation) ? useful.transposed() : useful;
    read.image = turnedUpright(plainPixels(image, before_turning), outline.orientation);
    return read;
}

}  // namespace

tl::expected<PictureRead, PictureProblem> readPicture(const QByteArray& bytes, PictureDetail detail,
                                                      const QString& file_name) {
    return readAs(
        bytes, file_name, [detail](QSize upright) { return usefulSize(upright, detail); }, kLargestMegapixels);
}

tl::expected<PictureRead, PictureProblem> readOriginal(const QByteArray& bytes, const QString& file_name) {
    return readAs(
        bytes, file_name, [](QSize upright) { return upright; }, kLargestOriginal);
}

tl::expected<PictureRead, PictureProblem> readPicture(const QImage& image, PictureDetail detail) {
    const Content content{ContentKind::png, QStringLiteral("PNG")};
    PictureOutline held;
    held.shrinks_in_reading = true;
    if (const auto fits = checkSize(image.size(), content, held, image.sizeInBytes()); !fits) {
        return tl::unexpected(fits.error());
    }
    PictureRead read;
    read.source = image.size();
    read.image = plainPixels(image, usefulSize(image.size(), detail));
    return read;
}

}  // namespace strata::app
