#include "app/pictures/picture_size.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata::app;

class PictureSizeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void large_pictures_shrink_to_what_the_detail_is_worth_and_keep_their_shape() {
        for (const auto& [detail, tokens] :
             {std::pair(PictureDetail::low, 300), {PictureDetail::normal, 1'024}, {PictureDetail::high, 4'096}}) {
            const QSize size = usefulSize({4032, 3024}, detail);
            QVERIFY(size.width() * size.height() <= tokens * 1'024);
            QVERIFY(size.width() * size.height() > tokens * 1'000);
            QVERIFY(qAbs(size.width() * 3 - size.height() * 4) <= 4);
        }
    }

    void small_pictures_stay_as_they_are() {
        QCOMPARE(usefulSize({640, 480}, PictureDetail::normal), QSize(640, 480));
        QCOMPARE(usefulSize({1, 1}, PictureDetail::low), QSize(1, 1));
    }

    void shrinking_never_makes_a_long_picture_too_long() {
        for (int width = 29'000; width <= 30'000; width += 7) {
            const QSize long_one(width, (width + kLongestShape - 1) / kLongestShape);
            QVERIFY(isShapeUseful(long_one));
            QVERIFY(isShapeUseful(usefulSize(long_one, PictureDetail::low)));
        }
        QVERIFY(!isShapeUseful({1, 16'384}));
        QVERIFY(!isShapeUseful({0, 10}));
    }

    void tokens_are_counted_as_the_network_cuts_pictures() {
        // Height and width of published examples.
        QCOMPARE(pictureTokens({640, 480}), 300);
        QCOMPARE(pictureTokens({1920, 1080}), 2'040);
        QCOMPARE(pictureTokens({100, 100}), 64);
        QCOMPARE(pictureTokens({400, 20}), 72);
        QCOMPARE(pictureTokens({224, 224}), 64);
        QCOMPARE(pictureTokens({1000, 1000}), 961);
        QCOMPARE(pictureTokens({}), 0);
    }
};

STRATA_TEST(PictureSizeTest);

#include "picture_size_test.moc"
