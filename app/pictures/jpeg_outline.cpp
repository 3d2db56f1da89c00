#include "app/pictures/jpeg_outline.h"

#include <algorithm>
#include <cstring>

#include "app/pictures/byte_walk.h"

namespace strata::app {
namespace {

constexpr int kMostScans = 64;  // pictures that are sent piece by piece have about ten
constexpr quint8 kMark = 0xff;
constexpr quint8 kStartOfScan = 0xda, kEndOfImage = 0xd9;

bool startsFrame(quint8 mark) {
    // C4, C8 and CC between them are tables.
    return mark >= 0xc0 && mark <= 0xcf && mark != 0xc4 && mark != 0xc8 && mark != 0xcc;
}

bool isAlone(quint8 mark) {
    return mark == 0x01 || (mark >= 0xd0 && mark <= 0xd8);
}

struct Frame {
    int components = 0;
    quint64 coefficient_bytes = 0;
};

/// data: the segment of a frame, after its length.
Frame frameOf(QByteArrayView data) {
    constexpr quint64 kBlock = 8, kBlockBytes = 128;
    ByteWalk walk(data, Endian::big);
    walk.skip(1);
    const quint64 height = walk.take16();
    const quint64 width = walk.take16();
    Frame frame;
    frame.components = walk.take8();
    quint64 widest = 1, highest = 1, blocks = 0;
    const qint64 first = walk.position();
    for (int i = 0; i < frame.components && walk.has(3); ++i) {
        walk.skip(1);
        const quint8 sampling = walk.take8();
        walk.skip(1);
        widest = std::max<quint64>(widest, sampling >> 4);
        highest = std::max<quint64>(highest, sampling & 0x0f);
    }
    walk.moveTo(first);
    for (int i = 0; i < frame.components && walk.has(3); ++i) {
        walk.skip(1);
        const quint8 sampling = walk.take8();
        walk.skip(1);
        const quint64 across = width * (sampling >> 4) / (widest * kBlock) + 2;
        const quint64 down = height * (sampling & 0x0f) / (highest * kBlock) + 2;
        blocks += across * down;
    }
    frame.coefficient_bytes = blocks * kBlockBytes;
    return frame;
}

/// The next mark at or after `from`; inside of coded data FF 00 is none. -1: there is none.
qint64 findMark(const QByteArray& bytes, qint64 from) {
    while (from + 1 < bytes.size()) {
        const void* const found =
            std::memchr(bytes.constData() + from, kMark, static_cast<std::size_t>(bytes.size() - from));
        if (found == nullptr) {
            return -1;
        }
        const qint64 at = static_cast<const char*>(found) - bytes.constData();
        if (at + 1 >= bytes.size()) {
            return -1;
        }
        const auto mark = static_cast<quint8>(bytes[at + 1]);
        if (mark != 0 && mark != kMark) {
            return at;
        }
        from = at + (mark == 0 ? 2 : 1);
    }
    return -1;
}

}  // namespace

PictureOutline outlineOfJpeg(const QByteArray& bytes) {
    PictureOutline outline;
    Frame frame;
    int scans = 0;
    for (qint64 at = findMark(bytes, 0); at >= 0;) {
        const auto mark = static_cast<quint8>(bytes[at + 1]);
        if (mark == kEndOfImage) {
            outline.whole = scans > 0 && scans <= kMostScans;
            break;
        }
        if (isAlone(mark)) {
            at = findMark(bytes, at + 2);
            continue;
        }
        ByteWalk walk(bytes, Endian::big);
        walk.moveTo(at + 2);
        const quint16 length = walk.take16();
        const QByteArrayView data = walk.take(std::max(length - 2, 0));
        if (startsFrame(mark)) {
            frame = frameOf(data);
            constexpr quint8 kProgressive = 0xc2, kArithmeticProgressive = 0xca;
            outline.extra_bytes =
                mark == kProgressive || mark == kArithmeticProgressive ? frame.coefficient_bytes : outline.extra_bytes;
        } else if (mark == kStartOfScan) {
            ++scans;
            if (!data.isEmpty() && data[0] < frame.components) {
                outline.extra_bytes = frame.coefficient_bytes;
            }
        }
        at = findMark(bytes, walk.position());
    }
    return outline;
}

}  // namespace strata::app
