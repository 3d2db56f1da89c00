#include "app/pictures/picture_reader.h"

#include <QtTest/QtTest>

#include <QFile>
#include <QPainter>
#include <QtEndian>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "app/pictures/picture_size.h"
#include "picture_files.h"
#include "support/test_registry.h"

using namespace strata::app;
using namespace strata::testing;

namespace {

constexpr QSize kSmall(96, 64);

PictureFault faultOf(const QByteArray& bytes, const QString& name = {}) {
    const auto read = readPicture(bytes, PictureDetail::normal, name);
    return read ? PictureFault::not_readable : read.error().fault;
}

#ifdef __GLIBC__
qint64 statusKb(const QByteArray& key) {
    QFile file(QStringLiteral("/proc/self/status"));
    file.open(QIODevice::ReadOnly);
    const QByteArray all = file.readAll();
    return all.mid(all.indexOf(key) + key.size()).trimmed().split(' ').first().toLongLong();
}

/// The most memory that `action` needed at once beyond what was in use before it.
template <class Action>
qint64 peakMegabytes(const Action& action) {
    malloc_trim(0);  // what was freed before must not be there to be used again
    QFile reset(QStringLiteral("/proc/self/clear_refs"));
    reset.open(QIODevice::WriteOnly);
    reset.write("5");  // the mark of the most memory begins anew
    reset.close();
    const qint64 before = statusKb("VmRSS:");
    action();
    return (statusKb("VmHWM:") - before) / 1024;
}
#endif

/// The header of a PNG of this size and nothing of its pixels.
QByteArray claimingPng(quint32 width, quint32 height) {
    QByteArray png = encoded(scene({8, 8}), "png");
    qToBigEndian(width, png.data() + 16);
    qToBigEndian(height, png.data() + 20);
    return png;
}

}  // namespace

class PictureReaderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_format_is_read_by_its_content_whatever_the_name_says_data() {
        QTest::addColumn<QByteArray>("format");
        for (const char* const format : {"png", "jpeg", "webp", "bmp"}) {
            QTest::newRow(format) << QByteArray(format);
        }
    }
    void every_format_is_read_by_its_content_whatever_the_name_says() {
        QFETCH(const QByteArray, format);
        const QByteArray bytes = encoded(scene(kSmall), format.constData(), 95);
        QVERIFY(!bytes.isEmpty());
        const auto read = readPicture(bytes, PictureDetail::normal, "wrong.txt");
        QVERIFY(read);
        QCOMPARE(read->source, kSmall);
        QCOMPARE(read->image.size(), kSmall);
        QCOMPARE(quartersOf(read->image), QString("RGBW"));
        QCOMPARE(read->image.format(), QImage::Format_RGB32);
        QVERIFY(!read->more_frames);
    }

    void of_a_moving_picture_the_first_frame_is_taken_and_said() {
        const auto read = readPicture(movingGif(), PictureDetail::normal);
        QVERIFY(read);
        QVERIFY(read->more_frames);
        QCOMPARE(read->kind, ContentKind::gif);
        QCOMPARE(read->image.size(), QSize(2, 2));
        QCOMPARE(read->image.pixelColor(0, 0), QColor(Qt::red));
    }

    void stored_rotation_is_applied_in_every_format_data() {
        QTest::addColumn<QByteArray>("bytes");
        for (int orientation = 1; orientation <= 8; ++orientation) {
            QTest::addRow("jpeg %d", orientation) << turnedJpeg(kSmall, orientation);
            QTest::addRow("jpeg, other byte order %d", orientation) << turnedJpeg(kSmall, orientation, true);
            QTest::addRow("png %d", orientation) << turnedPng(kSmall, orientation);
            QTest::addRow("webp %d", orientation) << turnedWebp(kSmall, orientation);
            QTest::addRow("large jpeg %d", orientation) << turnedJpeg({3000, 1500}, orientation);
            QTest::addRow("large png %d", orientation) << turnedPng({3000, 1500}, orientation);
        }
    }
    void stored_rotation_is_applied_in_every_format() {
        QFETCH(const QByteArray, bytes);
        const auto read = readPicture(bytes, PictureDetail::normal);
        QVERIFY(read);
        QVERIFY(read->source.width() > read->source.height());
        QVERIFY(read->image.width() > read->image.height());
        QCOMPARE(quartersOf(read->image), QString("RGBW"));
    }

    void rotation_that_makes_no_sense_changes_nothing() {
        for (const int orientation : {0, 9, 65'535}) {
            QByteArray jpeg = turnedJpeg(kSmall, 1);
            const qsizetype at = jpeg.indexOf(QByteArray("\x12\x01\x03\0\x01\0\0\0", 8)) + 8;
            qToLittleEndian(static_cast<quint16>(orientation), jpeg.data() + at);
            const auto read = readPicture(jpeg, PictureDetail::normal);
            QVERIFY(read);
            QCOMPARE(quartersOf(read->image), QString("RGBW"));
        }
    }

    void what_is_transparent_becomes_white() {
        QImage image(8, 8, QImage::Format_ARGB32);
        image.fill(Qt::transparent);
        image.setPixelColor(0, 0, Qt::black);
        const auto read = readPicture(encoded(image, "png"), PictureDetail::normal);
        QVERIFY(read);
        QCOMPARE(read->image.pixelColor(7, 7), QColor(Qt::white));
        QCOMPARE(read->image.pixelColor(0, 0), QColor(Qt::black));
    }

    void other_kinds_are_named_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("kind");
        QTest::newRow("heic") << QByteArray(
                                     "\0\0\0\x18"
                                     "ftypheic\0\0\0\0",
                                     16)
                              << "HEIC";
        QTest::newRow("avif") << QByteArray(
                                     "\0\0\0\x1c"
                                     "ftypavif\0\0\0\0",
                                     16)
                              << "AVIF";
        QTest::newRow("svg") << QByteArray("<?xml version=\"1.0\"?>\n<svg xmlns=\"\"><rect/></svg>") << "SVG";
        QTest::newRow("tiff") << QByteArray("II*\0\x08\0\0\0", 8) << "TIFF";
        QTest::newRow("pdf") << QByteArray("%PDF-1.7\n") << "PDF";
        QTest::newRow("icon") << QByteArray("\0\0\1\0\1\0", 6) << "ICO";
    }
    void other_kinds_are_named() {
        QFETCH(const QByteArray, bytes);
        QFETCH(const QString, kind);
        const auto read = readPicture(bytes, PictureDetail::normal, "photo.png");
        QVERIFY(!read);
        QCOMPARE(read.error().fault, PictureFault::other_kind);
        QCOMPARE(read.error().content.name, kind);
    }

    void cut_files_are_damaged_data() { every_format_is_read_by_its_content_whatever_the_name_says_data(); }
    void cut_files_are_damaged() {
        QFETCH(const QByteArray, format);
        const QByteArray whole = encoded(scene(kSmall), format.constData(), 90);
        for (const double share : {0.3, 0.6, 0.9}) {
            const auto cut = static_cast<qsizetype>(static_cast<double>(whole.size()) * share);
            QCOMPARE(faultOf(whole.first(cut)), PictureFault::damaged);
        }
        QCOMPARE(faultOf(movingGif().first(40)), PictureFault::damaged);
    }

    void nothing_and_noise_are_damaged() {
        QCOMPARE(faultOf({}), PictureFault::damaged);
        QCOMPARE(faultOf("hello"), PictureFault::damaged);
        QCOMPARE(faultOf(QByteArray("\x89PNG\r\n\x1a\n", 8)), PictureFault::damaged);
        QCOMPARE(faultOf(QByteArray("\xff\xd8\xff", 3)), PictureFault::damaged);
    }

    void sizes_that_the_bytes_cannot_hold_are_damaged() {
        QCOMPARE(faultOf(claimingPng(30'000, 30'000)), PictureFault::damaged);
        QCOMPARE(faultOf(claimingPng(0x7fffffff, 0x7fffffff)), PictureFault::damaged);
        QCOMPARE(faultOf(claimingPng(0, 5)), PictureFault::damaged);
        QCOMPARE(faultOf(claimingPng(5'000, 5'000)), PictureFault::damaged);
    }

    void pictures_over_the_limits_say_how_large_they_are() {
        QImage wide(30'001, 200, QImage::Format_Grayscale8);
        wide.fill(Qt::white);
        const auto too_long = readPicture(encoded(wide, "jpeg"), PictureDetail::normal);
        QVERIFY(!too_long);
        QCOMPARE(too_long.error().fault, PictureFault::too_long);
        QCOMPARE(too_long.error().amount, 30'001.0);

        QImage big(20'000, 10'500, QImage::Format_Mono);
        big.fill(1);
        const auto too_big = readPicture(encoded(big, "png"), PictureDetail::normal);
        QVERIFY(!too_big);
        QCOMPARE(too_big.error().fault, PictureFault::too_big);
        QCOMPARE(too_big.error().amount, 210.0);
        QCOMPARE(too_big.error().limit, 200.0);

        QImage line(2'000, 5, QImage::Format_RGB32);
        line.fill(Qt::red);
        const auto too_narrow = readPicture(encoded(line, "png"), PictureDetail::normal);
        QVERIFY(!too_narrow);
        QCOMPARE(too_narrow.error().fault, PictureFault::too_narrow);

        QByteArray heavy = encoded(scene(kSmall), "png");
        heavy.append(QByteArray(kLargestPictureFile, '\0'));
        QCOMPARE(faultOf(heavy), PictureFault::too_heavy);
    }

    void a_file_of_very_many_scans_is_not_decoded() {
        QByteArray jpeg = encoded(scene(kSmall), "jpeg", 90);
        const qsizetype scan = jpeg.indexOf("\xff\xda");
        const QByteArray last = jpeg.mid(scan, jpeg.size() - scan - 2);
        QByteArray many = jpeg.first(scan);
        for (int i = 0; i < 65; ++i) {
            many += last;
        }
        many += QByteArray("\xff\xd9", 2);
        QCOMPARE(faultOf(many), PictureFault::damaged);
    }

    void an_image_of_the_clipboard_is_shrunk_and_loses_its_texts() {
        QImage image = scene({3000, 2000});
        image.setText("Comment", "secret");
        const auto read = readPicture(image, PictureDetail::normal);
        QVERIFY(read);
        QCOMPARE(read->source, QSize(3000, 2000));
        QVERIFY(read->image.width() < 1'300);
        QVERIFY(read->image.textKeys().isEmpty());
        QCOMPARE(quartersOf(read->image), QString("RGBW"));
    }

#ifdef __GLIBC__
    void large_photos_take_little_memory_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("48 megapixels, JPEG") << encoded(scene({8000, 6000}), "jpeg", 80);
        QTest::newRow("108 megapixels, JPEG") << encoded(scene({12'000, 9'000}), "jpeg", 80);
        QTest::newRow("48 megapixels, PNG") << encoded(scene({8000, 6000}), "png", 60);
        QTest::newRow("100 megapixels of grey, PNG")
            << encoded(scene({11'000, 9'100}).convertToFormat(QImage::Format_Grayscale8), "png", 60);
        QTest::newRow("23 megapixels, WebP") << encoded(scene({5'600, 4'200}), "webp", 50);
    }
    void large_photos_take_little_memory() {
        QFETCH(const QByteArray, bytes);
        bool done = false;
        const qint64 peak = peakMegabytes([&] {
            const auto read = readPicture(bytes, PictureDetail::high);
            done = read && (quartersOf(read->image) == QString("RGBW") || read->image.isGrayscale());
        });
        QVERIFY(done);
        qInfo("at most %lld MB", static_cast<long long>(peak));
        QVERIFY2(peak < 300, qPrintable(QString::number(peak)));
    }
#endif
};

STRATA_TEST(PictureReaderTest);

#include "picture_reader_test.moc"
