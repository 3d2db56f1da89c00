#include "ui/chat/times_text.h"

#include <QtTest/QtTest>

#include <algorithm>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::ui;

namespace {

QString valueOf(const Message& message, const QString& name) {
    const auto rows = messageTimes(message);
    const auto row = std::find_if(rows.begin(), rows.end(), [&name](const auto& entry) { return entry.first == name; });
    return row == rows.end() ? QString() : row->second;
}

}  // namespace

class TimesTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void what_is_unknown_is_a_dash_and_never_nought() {
        Message answer;
        answer.role = Role::assistant;
        for (const auto& [name, value] : messageTimes(answer)) {
            QVERIFY2(!value.contains('0'), qPrintable(name + ": " + value));
        }
        QCOMPARE(valueOf(answer, "First word after"), QString("–"));
        QCOMPARE(valueOf(answer, "Model"), QString("–"));
    }

    void an_answer_tells_what_wrote_it_and_how_long_it_took() {
        Message answer;
        answer.role = Role::assistant;
        answer.first_word = std::chrono::milliseconds(1500);
        answer.pieces = 40;
        answer.pieces_per_second = 85;
        answer.model = "Balanced";
        answer.program_version = "1.2.3";
        answer.settings = R"({"temperature": 0.7})";
        answer.remembered = app::Remembered{200, 150, ResumeSource::nothing, RereadReason::none, 0, {}};
        answer.reading.pieces_per_second = 1700;
        QCOMPARE(valueOf(answer, "First word after"), QString("1.5 s"));
        QCOMPARE(valueOf(answer, "Reading"), QLocale().toString(1700) + " pieces/s");
        QCOMPARE(valueOf(answer, "In mind afterwards"), QString("240 pieces"));
        QCOMPARE(valueOf(answer, "Written"), QString("40 pieces"));
        QCOMPARE(valueOf(answer, "Read"), QString("50 pieces"));
        QCOMPARE(valueOf(answer, "Remembered"), QString("150 of 200, 75 %"));
        QCOMPARE(valueOf(answer, "Model"), QString("Balanced"));
        QCOMPARE(valueOf(answer, "Program version"), QString("1.2.3"));
        QCOMPARE(valueOf(answer, "Settings"), QString("temperature 0.7"));
    }
};

STRATA_TEST(TimesTextTest);

#include "times_text_test.moc"
