#include "app/pictures/picture_outline.h"

#include <algorithm>

#include "app/pictures/byte_walk.h"
#include "app/pictures/jpeg_outline.h"

namespace strata::app {
namespace {

constexpr quint64 kBitsPerByte = 8;

PictureOutline outlineOfPng(const QByteArray& bytes) {
    enum ColorType : quint32 { gray = 0, palette = 3 };
    PictureOutline outline;
    bool described = false;
    ByteWalk walk(bytes, Endian::big);
    walk.skip(8);
    while (walk.has(8)) {
        const quint32 length = walk.take32();
        const QByteArrayView name = walk.take(4);
        if (name == "IEND") {
            outline.whole = true;
            break;
        }
        const QByteArrayView data = walk.take(length);
        if (name == "IHDR" && data.size() >= 13 && !described) {
            described = true;
            const auto depth = static_cast<unsigned char>(data[8]);
            const auto color = static_cast<unsigned char>(data[9]);
            const bool small = color == gray || color == palette;
            outline.shrinks_in_reading = !small && depth <= 8 && data[12] == 0;
            outline.pixel_bytes = small ? (depth > 8 ? 2 : 1) : (depth > 8 ? 8 : 4);
        } else if (name == "tRNS") {
            outline.pixel_bytes = std::max<quint64>(outline.pixel_bytes, 4);  // a grey picture with holes
        } else if (name == "eXIf") {
            outline.orientation = exifOrientation(data);
        } else if (name == "acTL") {
            outline.more_frames = true;
        }
        walk.skip(4);  // the checksum
    }
    return outline;
}

PictureOutline outlineOfWebp(const QByteArray& bytes) {
    constexpr int kAnimated = 0x02;
    PictureOutline outline;
    outline.shrinks_in_reading = false;
    ByteWalk walk(bytes, Endian::little);
    walk.skip(4);
    outline.whole = walk.take32() + quint64{8} <= static_cast<quint64>(bytes.size());
    walk.skip(4);
    while (walk.has(8)) {
        const QByteArrayView name = walk.take(4);
        const quint32 length = walk.take32();
        const QByteArrayView data = walk.take(length);
        if (name == "VP8X" && !data.isEmpty()) {
            outline.more_frames = (data[0] & kAnimated) != 0;
        } else if (name == "EXIF") {
            outline.orientation = exifOrientation(data.startsWith("Exif") ? data.sliced(qMin(6, data.size())) : data);
        }
        walk.skip(length % 2);
    }
    return outline;
}

/// Passes over a row of blocks, each with its length before it, up to the empty one. False: it is cut off.
bool skipBlocks(ByteWalk& walk) {
    for (;;) {
        if (!walk.has(1)) {
            return false;
        }
        const quint8 length = walk.take8();
        if (length == 0) {
            return true;
        }
        if (!walk.skip(length)) {
            return false;
        }
    }
}

void skipGifColors(ByteWalk& walk, quint8 flags) {
    constexpr int kHasTable = 0x80, kTableSize = 0x07;
    if ((flags & kHasTable) != 0) {
        walk.skip(qint64{3} << ((flags & kTableSize) + 1));
    }
}

PictureOutline outlineOfGif(const QByteArray& bytes) {
    constexpr quint8 kExtension = 0x21, kImage = 0x2c;
    PictureOutline outline;
    outline.shrinks_in_reading = false;
    outline.pixel_bytes = 8;  // the frame and what is behind it
    ByteWalk walk(bytes, Endian::little);
    walk.skip(10);
    const quint8 flags = walk.take8();
    walk.skip(2);
    skipGifColors(walk, flags);
    while (walk.has(1)) {
        const quint8 mark = walk.take8();
        if (mark == kImage && outline.whole) {
            outline.more_frames = true;
            break;
        }
        if (mark == kImage) {
            walk.skip(8);
            skipGifColors(walk, walk.take8());
            walk.skip(1);
            outline.whole = skipBlocks(walk);
        } else if (mark == kExtension) {
            walk.skip(1);
            skipBlocks(walk);
        } else {
            break;
        }
    }
    return outline;
}

PictureOutline outlineOfBmp(const QByteArray& bytes) {
    constexpr quint32 kOldHeader = 12, kPlain = 0, kBitFields = 3;
    PictureOutline outline;
    outline.shrinks_in_reading = false;
    ByteWalk walk(bytes, Endian::little);
    walk.skip(10);
    const quint32 pixels_at = walk.take32();
    const bool old = walk.take32() == kOldHeader;
    const qint64 width = old ? walk.take16() : static_cast<qint32>(walk.take32());
    const qint64 height = old ? walk.take16() : static_cast<qint32>(walk.take32());
    walk.skip(2);
    const quint32 depth = walk.take16();
    const quint32 compression = old ? kPlain : walk.take32();
    outline.pixel_bytes = depth <= kBitsPerByte ? 1 : 4;
    const bool plain = compression == kPlain || compression == kBitFields;
    const quint64 row = (static_cast<quint64>(qAbs(width)) * depth + 31) / 32 * 4;
    outline.whole =
        !plain || pixels_at + row * static_cast<quint64>(qAbs(height)) <= static_cast<quint64>(bytes.size());
    return outline;
}

}  // namespace

PictureOutline outlineOf(ContentKind kind, const QByteArray& bytes) {
    switch (kind) {
        case ContentKind::png:
            return outlineOfPng(bytes);
        case ContentKind::jpeg:
            return outlineOfJpeg(bytes);
        case ContentKind::webp:
            return outlineOfWebp(bytes);
        case ContentKind::gif:
            return outlineOfGif(bytes);
        case ContentKind::bmp:
            return outlineOfBmp(bytes);
        case ContentKind::other_picture:
        case ContentKind::document:
        case ContentKind::text:
        case ContentKind::unknown:
            break;
    }
    return {};
}

int exifOrientation(QByteArrayView exif) {
    constexpr quint16 kOrientation = 0x0112, kShort = 3;
    const bool big = exif.startsWith("MM");
    if (!big && !exif.startsWith("II")) {
        return 1;
    }
    ByteWalk walk(exif, big ? Endian::big : Endian::little);
    walk.skip(4);
    walk.moveTo(walk.take32());
    for (int left = walk.take16(); left > 0 && walk.has(12); --left) {
        const quint16 tag = walk.take16();
        const quint16 type = walk.take16();
        walk.skip(4);
        const quint16 value = walk.take16();
        walk.skip(2);
        if (tag == kOrientation) {
            return type == kShort && value >= 1 && value <= 8 ? value : 1;
        }
    }
    return 1;
}

}  // namespace strata::app
