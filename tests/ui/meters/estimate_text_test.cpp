#include "ui/meters/estimate_text.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::ui;
using namespace std::chrono_literals;
using app::TimeRange;

namespace {

EstimateFacts typed(int pieces) {
    EstimateFacts facts;
    facts.pieces = pieces;
    facts.needed = pieces + 10;
    facts.left = 12'300;
    facts.context_length = 32'768;
    facts.new_pieces = pieces;
    facts.wait.read = TimeRange{4'100ms, 4'100ms};
    facts.wait.all = facts.wait.read;
    return facts;
}

}  // namespace

class EstimateTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tells_pieces_space_and_time() {
        QCOMPARE(estimateLine(typed(1'200)).text, QString("1,200 pieces · 12,300 left · first word in about 4 s"));
        QVERIFY(!estimateLine(typed(1'200)).strong);
        EstimateFacts guessed = typed(1);
        guessed.exact = false;
        QCOMPARE(estimateLine(guessed).text, QString("about 1 piece · 12,300 left · first word in about 4 s"));
    }

    void tells_the_parts_if_there_are_several() {
        EstimateFacts facts = typed(1'200);
        facts.wait.wake = TimeRange{41s, 41s};
        facts.wait.restore = TimeRange{300ms, 300ms};
        facts.wait.read = TimeRange{1s, 1s};
        facts.wait.all = TimeRange{42'300ms, 42'300ms};
        QCOMPARE(
            estimateLine(facts).text,
            QString("1,200 pieces · 12,300 left · wake the model 45 s + bring this chat back 0.3 s + read 1,200 new "
                    "pieces 1.0 s"));
    }

    void what_is_not_known_is_said_to_be_unknown() {
        EstimateFacts facts = typed(7);
        facts.wait = {};
        QCOMPARE(estimateLine(facts).text, QString("7 pieces · 12,300 left · time not known yet"));
        facts.wait.waits_for_others = true;
        QCOMPARE(estimateLine(facts).text,
                 QString("7 pieces · 12,300 left · waits for the answer that is being written"));
        QCOMPARE(estimateLine(EstimateFacts()).text, QString());
    }

    void with_little_data_the_time_is_a_range() {
        QCOMPARE(shownWait({10s, 28s}), QString("10 s to 30 s"));
        QCOMPARE(shownWait({1s, 4s}), QString("up to 4 s"));
        QCOMPARE(shownWait({300ms, 900ms}), QString("a moment"));
        QCOMPARE(shownWait({100s, 100s}), QString("about 2 min"));
    }

    void a_long_wait_is_bold() {
        EstimateFacts facts = typed(30'000);
        facts.left = 100'000;
        facts.context_length = 131'072;
        facts.wait.all = facts.wait.read = TimeRange{61s, 61s};
        QVERIFY(estimateLine(facts).strong);
    }

    void an_empty_box_tells_only_the_space() {
        EstimateFacts facts;
        facts.left = 12'300;
        facts.context_length = 16'384;
        QCOMPARE(estimateLine(facts).text, QString("Space for 12,300 more pieces"));
        QVERIFY(!estimateLine(facts).attention);
        facts.left = 4'096;
        QCOMPARE(estimateLine(facts).text, QString("Space for 4,096 more pieces, getting full"));
        QVERIFY(estimateLine(facts).attention);
    }

    void a_message_that_cannot_fit_says_so() {
        EstimateFacts facts = typed(41'000);
        QVERIFY(isTooBig(facts));
        QCOMPARE(estimateLine(facts).text, QString("This message needs 41,010 pieces; 12,300 are left."));
        QVERIFY(estimateLine(facts).attention);
        facts.left.reset();
        QVERIFY(!isTooBig(facts));
    }

    void on_its_way_the_time_counts_down_and_is_honest_when_it_is_over() {
        EstimateFacts facts;
        facts.left = 12'300;
        facts.context_length = 32'768;
        facts.on_its_way = true;
        QCOMPARE(estimateLine(facts).text, QString());
        facts.remaining = 8'200ms;
        QCOMPARE(estimateLine(facts).text, QString("First word in about 8 s"));
        facts.remaining = 900ms;
        QCOMPARE(estimateLine(facts).text, QString("First word in a moment"));
        facts.remaining = -1ms;
        QCOMPARE(estimateLine(facts).text, QString("This takes longer than expected."));
    }

    void the_score_is_told_once_there_is_one() {
        QCOMPARE(scoreText({}), QString());
        QVERIFY(scoreText({9, 10}).contains("9 of the last 10"));
    }
};

STRATA_TEST(EstimateTextTest);

#include "estimate_text_test.moc"
