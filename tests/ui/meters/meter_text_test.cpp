#include "ui/meters/meter_text.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::ui;
using namespace std::chrono_literals;

class MeterTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void what_is_unknown_is_a_dash_everywhere() {
        for (int i = 0; i < kMeters; ++i) {
            const MeterLine line = meterLine(static_cast<Meter>(i), {});
            QVERIFY2(line.value == "–", qPrintable(meterName(static_cast<Meter>(i)) + line.value));
            QVERIFY(!line.share);
            QVERIFY(!line.attention);
        }
    }

    void meters_without_anything_behind_them_are_left_out() {
        MeterReadings readings;
        QVERIFY(!isShown(Meter::hot_parts, readings));
        QVERIFY(!isShown(Meter::graphics_memory, readings));
        QVERIFY(!isShown(Meter::drafts, readings));
        QVERIFY(isShown(Meter::memory, readings));
        readings.hot_parts = HotParts{0.83, 0.10, 0.07, 0};
        readings.drafts_accepted = 0.6;
        QVERIFY(isShown(Meter::hot_parts, readings));
        QCOMPARE(meterLine(Meter::hot_parts, readings).value, QString("83 % on the card"));
        QCOMPARE(meterLine(Meter::drafts, readings).value, QString("60 %"));
    }

    void numbers_have_the_units_and_rounding_of_the_table() {
        MeterReadings readings;
        readings.live = true;
        readings.pieces_read = 1'204;
        readings.pieces_to_read = 3'000;
        readings.reading_speed = 310.4;
        readings.first_word = 4'260ms;
        readings.writing_speed = 20.0;
        QCOMPARE(meterLine(Meter::reading, readings).value, QString("310 pieces/s"));
        QCOMPARE(meterLine(Meter::reading, readings).detail, QString("1,204 of 3,000 new pieces"));
        QCOMPARE(meterLine(Meter::first_word, readings).value, QString("4.3 s"));
        QCOMPARE(meterLine(Meter::writing, readings).value, QString("20 pieces/s"));
        QCOMPARE(meterLine(Meter::writing, readings).detail, QString("over the last 2 s"));
        QCOMPARE(meterLine(Meter::writing, readings).tip, QString("About 15 words/s, ×3.8 your reading speed."));
        QVERIFY(!meterLine(Meter::writing, readings).old);
    }

    void after_an_answer_its_numbers_are_old_and_those_of_the_pc_are_not() {
        MeterReadings readings;
        readings.writing_average = 12.0;
        readings.memory = app::MemoryUse{2'000'000'000, 9'400'000'000, 16'000'000'000};
        QVERIFY(meterLine(Meter::writing, readings).old);
        QCOMPARE(meterLine(Meter::memory, readings).value, QString("2.0 GB ours"));
        QCOMPARE(meterLine(Meter::memory, readings).detail, QString("9.4 GB of 16.0 GB free"));
        QVERIFY(!meterLine(Meter::memory, readings).old);
    }

    void a_chat_that_fills_the_mind_asks_for_attention_in_words() {
        MeterReadings readings;
        readings.context_length = 1'000;
        readings.context_used = 749;
        QVERIFY(!meterLine(Meter::in_mind, readings).attention);
        QCOMPARE(meterLine(Meter::in_mind, readings).value, QString("74 %"));
        readings.context_used = 750;
        QVERIFY(meterLine(Meter::in_mind, readings).attention);
        QCOMPARE(meterLine(Meter::in_mind, readings).value, QString("75 %, getting full"));
        readings.context_used = 905;
        QCOMPARE(meterLine(Meter::in_mind, readings).value, QString("90 %, almost full"));
    }

    void a_check_is_yes_no_or_not_yet() {
        MeterReadings readings;
        readings.check_known = true;
        QCOMPARE(meterLine(Meter::checked, readings).value, QString("not yet"));
        readings.check = MeterReadings::Check{true, QDateTime::currentDateTime()};
        QCOMPARE(meterLine(Meter::checked, readings).value, QString("yes"));
        readings.check->passed = false;
        QCOMPARE(meterLine(Meter::checked, readings).value, QString("no"));
        QVERIFY(meterLine(Meter::checked, readings).attention);
    }

    void every_meter_says_what_it_means_and_why_it_may_be_low() {
        for (int i = 0; i < kMeters; ++i) {
            const auto meter = static_cast<Meter>(i);
            QVERIFY(!meterHelp(meter).isEmpty());
            QVERIFY(meterQuestion(meter).endsWith('?'));
            QVERIFY(!meterAnswer(meter, {}).isEmpty());
        }
    }
};

STRATA_TEST(MeterTextTest);

#include "meter_text_test.moc"
