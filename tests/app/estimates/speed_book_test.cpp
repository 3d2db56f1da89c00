#include "app/estimates/speed_book.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata::app;
using namespace std::chrono_literals;

class SpeedBookTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knows_nothing_that_it_has_not_seen() {
        SpeedBook book;
        QVERIFY(!book.speed(Work::reading, "fast", 100));
        book.learn(Work::reading, "fast", 100, 1s);
        QVERIFY(!book.speed(Work::writing, "fast", 100));
        QVERIFY(!book.speed(Work::reading, "best", 100));
        QCOMPARE(book.speed(Work::reading, "fast", 100)->per_second, 100.0);
        QCOMPARE(book.speed(Work::reading, "fast", 100)->observations, 1);
    }

    void one_slow_moment_does_not_spoil_what_was_learned() {
        SpeedBook book;
        for (int i = 0; i < 4; ++i) {
            book.learn(Work::reading, "fast", 1000, 1s);
        }
        book.learn(Work::reading, "fast", 1000, 60s);
        QCOMPARE(book.speed(Work::reading, "fast", 1000)->per_second, 1000.0);
    }

    void lengths_have_speeds_of_their_own_and_lend_them_to_neighbours() {
        SpeedBook book;
        for (int i = 0; i < 3; ++i) {
            book.learn(Work::reading, "fast", 20, 1s);
            book.learn(Work::reading, "fast", 2000, 4s);
        }
        QCOMPARE(book.speed(Work::reading, "fast", 24)->per_second, 20.0);
        QCOMPARE(book.speed(Work::reading, "fast", 1500)->per_second, 500.0);
        QCOMPARE(book.speed(Work::reading, "fast", 90'000)->per_second, 500.0);
        QCOMPARE(book.speed(Work::reading, "fast", 90'000)->observations, 1);  // a guess from far away
    }

    void forgets_what_is_long_ago() {
        SpeedBook book;
        for (int i = 0; i < 7; ++i) {
            book.learn(Work::writing, "fast", 100, 10s);
        }
        for (int i = 0; i < 7; ++i) {
            book.learn(Work::writing, "fast", 100, 1s);
        }
        QCOMPARE(book.speed(Work::writing, "fast", 100)->per_second, 100.0);
        QCOMPARE(book.speed(Work::writing, "fast", 100)->observations, 7);
    }

    void a_clock_that_stood_still_teaches_nothing() {
        SpeedBook book;
        book.learn(Work::reading, "fast", 100, 0s);
        book.learn(Work::reading, "fast", 0, 1s);
        QVERIFY(!book.speed(Work::reading, "fast", 100));
    }

    void everything_comes_back_from_its_text() {
        SpeedBook book;
        book.learn(Work::loading, "a \"name\" ü", 5e10, 40s);
        book.learn(Work::restoring_from_disk, "fast", 254e6, 300ms);
        book.noteOutcome(4s, 4s, 4500ms);
        book.noteOutcome(4s, 4s, 9s);
        const SpeedBook again = SpeedBook::fromText(book.toText());
        QCOMPARE(again.toText(), book.toText());
        QCOMPARE(again.speed(Work::loading, "a \"name\" ü", 5e10)->per_second, 1.25e9);
        QCOMPARE(again.score(), (EstimateScore{1, 2}));
    }

    void text_that_makes_no_sense_gives_an_empty_book() {
        for (const char* text :
             {"", "no json", "[]", R"({"speeds": 3})",
              R"({"speeds": [{"work": "flying", "length_class": 1, "per_second": [1]}]})",
              R"({"speeds": [{"work": "reading", "length_class": -4, "per_second": [1]}]})",
              R"({"speeds": [{"work": "reading", "length_class": 1, "per_second": [-1, 0, "x"]}]})"}) {
            const SpeedBook book = SpeedBook::fromText(text);
            QVERIFY(!book.speed(Work::reading, "", 1));
            QCOMPARE(book.score(), EstimateScore{});
        }
    }

    void a_shown_time_is_right_within_thirty_per_cent() {
        SpeedBook book;
        book.noteOutcome(10s, 10s, 13s);
        book.noteOutcome(10s, 10s, 7s);
        book.noteOutcome(10s, 30s, 20s);
        QCOMPARE(book.score(), (EstimateScore{3, 3}));
        book.noteOutcome(10s, 10s, 13100ms);
        book.noteOutcome(10s, 10s, 6900ms);
        QCOMPARE(book.score(), (EstimateScore{3, 5}));
        for (int i = 0; i < 20; ++i) {
            book.noteOutcome(1s, 1s, 1s);
        }
        QCOMPARE(book.score(), (EstimateScore{20, 20}));
    }
};

STRATA_TEST(SpeedBookTest);

#include "speed_book_test.moc"
