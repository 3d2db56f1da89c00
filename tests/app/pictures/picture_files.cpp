#include "picture_files.h"

#include <array>

#include <QBuffer>
#include <QImageWriter>
#include <QtEndian>
#include <QTransform>

namespace strata::testing {
namespace {

constexpr const char* kCamera = "SecretCam 9000";
constexpr const char* kPlace = "N48.137154E11.576124";

template <class Number>
void put(QByteArray& bytes, Number number, bool big_endian) {
    number = big_endian ? qToBigEndian(number) : qToLittleEndian(number);
    bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

quint32 crcOf(const QByteArray& bytes) {
    quint32 crc = 0xFFFFFFFFU;
    for (const char byte : bytes) {
        crc ^= static_cast<quint8>(byte);
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
        }
    }
    return ~crc;
}

/// The scene as a camera stores it that notes this orientation.
QImage stored(QSize upright, int orientation) {
    const QImage image = scene(upright);
    const bool mirrored = orientation == 2 || orientation == 4 || orientation == 5 || orientation == 7;
    constexpr std::array kBack{0, 0, 0, 180, 180, 90, 270, 270, 90};
    const QImage turned = image.transformed(QTransform().rotate(kBack[static_cast<std::size_t>(orientation)]));
    return mirrored ? turned.mirrored(true, false) : turned;
}

}  // namespace

QImage scene(QSize size) {
    QImage image(size, QImage::Format_RGB32);
    for (int y = 0; y < size.height(); ++y) {
        auto* const row = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < size.width(); ++x) {
            const bool right = x >= size.width() / 2;
            const bool below = y >= size.height() / 2;
            const int grain = (x * 7 + y * 13) % 24;
            const int on = 255 - grain;
            row[x] = !below ? (right ? qRgb(grain, on, grain) : qRgb(on, grain, grain))
                            : (right ? qRgb(on, on, on) : qRgb(grain, grain, on));
        }
    }
    return image;
}

QString quartersOf(const QImage& image) {
    QString letters;
    for (const int y : {image.height() / 4, image.height() * 3 / 4}) {
        for (const int x : {image.width() / 4, image.width() * 3 / 4}) {
            const QColor color = image.pixelColor(x, y);
            const bool red = color.red() > 128, green = color.green() > 128, blue = color.blue() > 128;
            letters += red && green && blue ? u'W' : red ? u'R' : green ? u'G' : blue ? u'B' : u'?';
        }
    }
    return letters;
}

QByteArray encoded(const QImage& image, const char* format, int quality) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QImageWriter writer(&buffer, format);
    writer.setQuality(quality);
    return writer.write(image) ? bytes : QByteArray();
}

QByteArray exifBlock(int orientation, bool big_endian) {
    constexpr quint16 kAscii = 2, kShort = 3, kLong = 4;
    const QByteArray camera = QByteArray(kCamera) + '\0';
    const QByteArray place = QByteArray(kPlace) + '\0';
    const quint32 camera_at = 8 + 2 + 3 * 12 + 4;
    const quint32 gps_at = camera_at + static_cast<quint32>(camera.size());
    const quint32 place_at = gps_at + 2 + 12 + 4;
    QByteArray bytes = big_endian ? "MM" : "II";
    const auto entry = [&](quint16 tag, quint16 type, quint32 count, quint32 value) {
        put(bytes, tag, big_endian);
        put(bytes, type, big_endian);
        put(bytes, count, big_endian);
        put(bytes, value, big_endian);
    };
    put<quint16>(bytes, 42, big_endian);
    put<quint32>(bytes, 8, big_endian);
    put<quint16>(bytes, 3, big_endian);
    entry(0x0110, kAscii, static_cast<quint32>(camera.size()), camera_at);
    put<quint16>(bytes, 0x0112, big_endian);
    put<quint16>(bytes, kShort, big_endian);
    put<quint32>(bytes, 1, big_endian);
    put<quint16>(bytes, static_cast<quint16>(orientation), big_endian);
    put<quint16>(bytes, 0, big_endian);
    entry(0x8825, kLong, 1, gps_at);
    put<quint32>(bytes, 0, big_endian);
    bytes += camera;
    put<quint16>(bytes, 1, big_endian);
    entry(0x001D, kAscii, static_cast<quint32>(place.size()), place_at);
    put<quint32>(bytes, 0, big_endian);
    return bytes + place;
}

QByteArrayList secretsOfExif() {
    return {kCamera, kPlace, "Exif"};
}

QByteArray turnedJpeg(QSize upright, int orientation, bool big_endian) {
    QByteArray jpeg = encoded(stored(upright, orientation), "jpeg", 90);
    const QByteArray exif = QByteArray("Exif\0\0", 6) + exifBlock(orientation, big_endian);
    QByteArray segment("\xff\xe1", 2);
    put(segment, static_cast<quint16>(exif.size() + 2), true);
    return jpeg.insert(2, segment + exif);
}

QByteArray turnedPng(QSize upright, int orientation) {
    QImage image = stored(upright, orientation);
    image.setText(QStringLiteral("Comment"), QString::fromLatin1(kPlace));
    QByteArray png = encoded(image, "png");
    const QByteArray data = "eXIf" + exifBlock(orientation);
    QByteArray chunk;
    put(chunk, static_cast<quint32>(data.size() - 4), true);
    chunk += data;
    put(chunk, crcOf(data), true);
    return png.insert(8 + 25, chunk);
}

QByteArray turnedWebp(QSize upright, int orientation) {
    const QImage image = stored(upright, orientation);
    const QByteArray plain = encoded(image, "webp", 90);
    if (plain.isEmpty()) {
        return {};
    }
    constexpr quint8 kHasExif = 0x08;
    const auto sizes = [](QByteArray& bytes, int side) {
        bytes.append(static_cast<char>((side - 1) & 0xff));
        bytes.append(static_cast<char>((side - 1) >> 8 & 0xff));
        bytes.append(static_cast<char>((side - 1) >> 16 & 0xff));
    };
    QByteArray body = "WEBPVP8X";
    put<quint32>(body, 10, false);
    put<quint32>(body, kHasExif, false);
    sizes(body, image.width());
    sizes(body, image.height());
    body += plain.mid(12);
    QByteArray exif = exifBlock(orientation);
    body += "EXIF";
    put(body, static_cast<quint32>(exif.size()), false);
    body += exif + QByteArray(exif.size() % 2, '\0');
    QByteArray bytes = "RIFF";
    put(bytes, static_cast<quint32>(body.size()), false);
    return bytes + body;
}

QByteArray movingGif() {
    // Two colours; each frame is 2×2 pixels: clear, four times one colour, end, in codes of three bits.
    const QByteArray head = QByteArray("GIF89a\x02\0\x02\0\x80\0\0", 13) + QByteArray("\xff\0\0\0\0\xff", 6);
    const QByteArray control = QByteArray("\x21\xf9\x04\0\x0a\0\0\0", 8);
    const auto frame = [](const QByteArray& data) {
        return QByteArray("\x2c\0\0\0\0\x02\0\x02\0\0\x02", 11) + QByteArray(1, static_cast<char>(data.size())) + data +
               QByteArray(1, '\0');
    };
    // 4, 0, 0, 0, 0, 5 and 4, 1, 1, 1, 1, 5 with the width of codes growing to four bits after the third entry.
    return head + control + frame(QByteArray("\x84\x51", 2)) + control + frame(QByteArray("\x8c\x53", 2)) + ";";
}

}  // namespace strata::testing
