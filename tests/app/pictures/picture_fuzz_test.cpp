#include <QtTest/QtTest>

#include <random>

#include "app/pictures/attachment_import.h"
#include "picture_files.h"
#include "support/test_registry.h"

using namespace strata::app;
using namespace strata::testing;

/// Hostile files: cut, mutated and mixed, of every format. What is asked for is that the program is still there.
class PictureFuzzTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void no_file_brings_the_reader_down_data() {
        QTest::addColumn<QByteArray>("bytes");
        const QImage image = scene({40, 30});
        for (const char* const format : {"png", "jpeg", "webp", "bmp"}) {
            QTest::newRow(format) << encoded(image, format, 80);
        }
        QTest::newRow("gif") << movingGif();
        QTest::newRow("palette") << encoded(image.convertToFormat(QImage::Format_Indexed8), "png");
        QTest::newRow("bits") << encoded(image.convertToFormat(QImage::Format_Mono), "bmp");
        QTest::newRow("jpeg with EXIF") << turnedJpeg({40, 30}, 6);
        QTest::newRow("png with EXIF") << turnedPng({40, 30}, 5);
        QTest::newRow("webp with EXIF") << turnedWebp({40, 30}, 8);
    }
    void no_file_brings_the_reader_down() {
        QFETCH(const QByteArray, bytes);
        QVERIFY(!bytes.isEmpty());
        PictureStore store{QString()};
        std::mt19937 random(20'260'727);
        int taken = 0, refused = 0;
        const auto attempt = [&](const QByteArray& hostile) {
            const Imported imported =
                importAttachment({"hostile", {}, hostile, {}}, PictureDetail::low, PictureKeeping::in_memory, store);
            ++(std::holds_alternative<ImportProblem>(imported) ? refused : taken);
        };
        for (qsizetype length = 0; length < bytes.size(); length += 1 + bytes.size() / 150) {
            attempt(bytes.first(length));
        }
        for (int round = 0; round < 400; ++round) {
            QByteArray hostile = bytes;
            const int changes = 1 + static_cast<int>(random() % 6);
            for (int i = 0; i < changes; ++i) {
                // The head decides more than the rest.
                const auto range =
                    static_cast<unsigned>(random() % 2 == 0 ? qMin<qsizetype>(hostile.size(), 64) : hostile.size());
                hostile[static_cast<qsizetype>(random() % range)] = static_cast<char>(random());
            }
            attempt(hostile);
        }
        QVERIFY(taken + refused > 400);
        QVERIFY(refused > 100);
    }
};

STRATA_TEST(PictureFuzzTest);

#include "picture_fuzz_test.moc"
