#include "app/estimates/wait_estimate.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata::app;
using namespace std::chrono_literals;

namespace {

SpeedBook experienced() {
    SpeedBook book;
    for (int i = 0; i < 5; ++i) {
        book.learn(Work::reading, "fast", 1200, 1s);
        book.learn(Work::loading, "fast", 40e9, 40s);
        book.learn(Work::restoring_from_disk, "fast", 300e6, 300ms);
    }
    return book;
}

}  // namespace

class WaitEstimateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void adds_up_waking_bringing_back_and_reading() {
        WaitNeeds needs;
        needs.model = "fast";
        needs.load_bytes = 40e9;
        needs.restore_bytes = 300'000'000;
        needs.new_pieces = 1200;
        const WaitEstimate estimate = estimateWait(experienced(), needs);
        QCOMPARE(estimate.wake, (TimeRange{40s, 40s}));
        QCOMPARE(estimate.restore, (TimeRange{300ms, 300ms}));
        QCOMPARE(estimate.read, (TimeRange{1s, 1s}));
        QCOMPARE(estimate.all, (TimeRange{41'300ms, 41'300ms}));
    }

    void a_part_that_is_not_known_leaves_the_whole_unknown() {
        WaitNeeds needs;
        needs.model = "fast";
        needs.new_pieces = 1200;
        QVERIFY(estimateWait(experienced(), needs).all);
        needs.load_unknown = true;
        QVERIFY(!estimateWait(experienced(), needs).all);
        needs.load_unknown = false;
        needs.waits_for_others = true;
        QVERIFY(!estimateWait(experienced(), needs).all);
        QVERIFY(estimateWait(experienced(), needs).read);
        needs.waits_for_others = false;
        needs.model = "never seen";
        QVERIFY(!estimateWait(experienced(), needs).all);
    }

    void with_little_data_the_time_is_a_range() {
        SpeedBook book;
        book.learn(Work::reading, "fast", 1000, 17s);
        WaitNeeds needs;
        needs.model = "fast";
        needs.new_pieces = 1000;
        QCOMPARE(estimateWait(book, needs).all, (TimeRange{10s, 28'900ms}));
    }

    void the_engines_own_estimate_of_a_restore_counts_more() {
        WaitNeeds needs;
        needs.model = "fast";
        needs.restore_bytes = 300'000'000;
        needs.restore_estimate = 700ms;
        QCOMPARE(estimateWait(experienced(), needs).restore, (TimeRange{700ms, 700ms}));
    }

    void times_are_rounded_to_what_is_honest_data() {
        QTest::addColumn<int>("milliseconds");
        QTest::addColumn<int>("seconds");
        QTest::newRow("nothing") << 0 << 0;
        QTest::newRow("under two") << 1'999 << 0;
        QTest::newRow("two") << 2'000 << 2;
        QTest::newRow("half") << 4'499 << 4;
        QTest::newRow("half up") << 4'500 << 5;
        QTest::newRow("ten") << 12'400 << 10;
        QTest::newRow("fifteen") << 12'500 << 15;
        QTest::newRow("twenty") << 20'000 << 20;
        QTest::newRow("thirty") << 31'000 << 30;
        QTest::newRow("forty-five") << 44'000 << 45;
        QTest::newRow("a minute") << 55'000 << 60;
        QTest::newRow("two minutes") << 100'000 << 120;
        QTest::newRow("ten minutes") << 610'000 << 600;
    }
    void times_are_rounded_to_what_is_honest() {
        QFETCH(const int, milliseconds);
        QFETCH(const int, seconds);
        QCOMPARE(roundedWait(std::chrono::milliseconds(milliseconds)), std::chrono::seconds(seconds));
    }

    void a_moment_means_anything_up_to_two_seconds() {
        QCOMPARE(shownRange({300ms, 300ms}), (TimeRange{0s, 2s}));
        QCOMPARE(shownRange({4'200ms, 4'200ms}), (TimeRange{4s, 4s}));
    }
};

STRATA_TEST(WaitEstimateTest);

#include "wait_estimate_test.moc"
