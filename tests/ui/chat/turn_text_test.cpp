#include "ui/chat/turn_text.h"

#include <QtTest/QtTest>

#include <QLocale>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::ui;
using namespace std::chrono_literals;

namespace {

Message answerIn(TurnState state) {
    Message message;
    message.role = Role::assistant;
    message.state = state;
    return message;
}

}  // namespace

class TurnTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void a_finished_answer_says_its_numbers() {
        Message answer = answerIn(TurnState::done);
        answer.text = "Paris";
        answer.first_word = 312ms;
        answer.pieces_per_second = 85.4;
        answer.pieces = 42;
        QCOMPARE(stateLine(answer), QString("First word after 0.3 s · 85 pieces/s · 42 pieces"));
    }

    void unknown_numbers_are_a_dash_and_never_nought() {
        Message answer = answerIn(TurnState::done);
        answer.text = "Yes";
        answer.first_word = 12400ms;
        answer.pieces = 1;
        QCOMPARE(stateLine(answer), QString("First word after 12 s · – pieces/s · 1 piece"));
        answer.first_word = 20ms;
        QVERIFY(stateLine(answer).startsWith("First word at once"));
    }

    void reading_shows_how_much_and_how_long() {
        Message answer = answerIn(TurnState::reading);
        answer.reading = {380, 1000, 155.0};
        QCOMPARE(stateLine(answer), QString("Reading your message · 38 % · about 4 s left"));
        answer.reading.pieces_per_second = 0.0;
        answer.state_time = 2600ms;
        QCOMPARE(stateLine(answer), QString("Reading your message · 38 % · 2 s"));
        answer.reading = {};
        QVERIFY(stateLine(answer).contains("0 %"));
    }

    void a_stopped_answer_says_so() {
        Message answer = answerIn(TurnState::stopped);
        QCOMPARE(stateLine(answer), QString("Not answered yet"));
        answer.text = "Half";
        answer.pieces = 3;
        QCOMPARE(stateLine(answer), QString("Stopped · – pieces/s · 3 pieces"));
    }

    void an_answer_without_a_word_and_one_that_was_cut_off_say_so() {
        Message answer = answerIn(TurnState::done);
        answer.pieces = 1;
        QVERIFY(stateLine(answer).startsWith("The model answered without a word"));
        answer.state = TurnState::cut_off;
        answer.text = "long";
        QVERIFY(stateLine(answer).startsWith("The answer reached its longest length"));
    }

    void waiting_gives_a_sign_of_life_every_second() {
        Message answer = answerIn(TurnState::loading);
        QCOMPARE(stateLine(answer), QString("Loading the model"));
        answer.state_time = 3200ms;
        QCOMPARE(stateLine(answer), QString("Loading the model · 3 s"));
        answer.load_seconds_left = 40;
        QCOMPARE(stateLine(answer), QString("Will be sent when the model is ready, in about 40 s"));
    }

    void thinking_counts_seconds_and_then_says_how_long_it_took() {
        Message answer = answerIn(TurnState::thinking);
        answer.state_time = 12300ms;
        QCOMPARE(thinkingLine(answer), QString("Thinking… 12 s"));
        answer.state = TurnState::writing;
        answer.thinking_time = 12300ms;
        QCOMPARE(thinkingLine(answer), QString("Thought for 12 s"));
        answer.thinking_time = 1460ms;
        QCOMPARE(thinkingLine(answer), QString("Thought for 1.5 s"));
    }
};

STRATA_TEST(TurnTextTest);

#include "turn_text_test.moc"
