#include "ui/chat/remembered_text.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"
#include "ui/chat/turn_text.h"

using namespace strata;
using namespace strata::ui;

namespace {

app::Remembered remembered(int reused, int prompt, ResumeSource source, RereadReason reason = RereadReason::none) {
    app::Remembered all;
    all.reused_pieces = reused;
    all.prompt_pieces = prompt;
    all.source = source;
    all.reason = reason;
    return all;
}

}  // namespace

class RememberedTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void never_says_all_when_something_was_read() {
        QCOMPARE(rememberedPercent(remembered(9999, 10000, ResumeSource::live_session)), 99);
        QCOMPARE(rememberedPercent(remembered(10000, 10000, ResumeSource::live_session)), 100);
        QCOMPARE(rememberedPercent(remembered(0, 0, ResumeSource::nothing)), 0);
        QCOMPARE(rememberedPercent(remembered(2'000'000'000, 2'100'000'000, ResumeSource::disk)), 95);
    }

    void says_where_it_came_from_data() {
        QTest::addColumn<int>("source");
        QTest::addColumn<QString>("text");
        QTest::newRow("live") << static_cast<int>(ResumeSource::live_session) << "87 % remembered (still open)";
        QTest::newRow("point") << static_cast<int>(ResumeSource::checkpoint) << "87 % remembered (an earlier point)";
        QTest::newRow("memory") << static_cast<int>(ResumeSource::memory) << "87 % remembered (parked in memory)";
        QTest::newRow("disk") << static_cast<int>(ResumeSource::disk) << "87 % remembered (parked on disk)";
    }

    void says_where_it_came_from() {
        QFETCH(int, source);
        QFETCH(QString, text);
        QCOMPARE(rememberedPart(remembered(87, 100, static_cast<ResumeSource>(source))), text);
    }

    void the_first_message_has_nothing_to_remember() {
        const auto first = remembered(0, 100, ResumeSource::nothing, RereadReason::first_message);
        QVERIFY(rememberedPart(first).isEmpty());
        QVERIFY(rememberedHelp(first).contains("had not seen this chat before"));
        QCOMPARE(rememberedPart(remembered(0, 100, ResumeSource::nothing, RereadReason::evicted)),
                 QString("nothing remembered"));
    }

    void the_meter_shows_share_counts_and_source() {
        QCOMPARE(shownRemembered(std::nullopt), QString("remembered –"));
        const QLocale locale;
        QCOMPARE(
            shownRemembered(remembered(2310, 2650, ResumeSource::disk)),
            QString("remembered 87 %, %1 of %2 (parked on disk)").arg(locale.toString(2310), locale.toString(2650)));
    }

    void the_line_of_an_answer_ends_with_it() {
        Message answer;
        answer.role = Role::assistant;
        answer.text = "Yes.";
        answer.pieces = 2;
        answer.remembered = remembered(87, 100, ResumeSource::disk);
        QVERIFY(stateLine(answer).endsWith("2 pieces · 87 % remembered (parked on disk)"));
    }

    void tells_how_much_was_read_again_and_why() {
        Message answer;
        answer.role = Role::assistant;
        answer.remembered = remembered(796, 19000, ResumeSource::checkpoint, RereadReason::edited_message);
        QVERIFY(rereadLine(answer).isEmpty());  // nothing diverged
        answer.divergence = app::Divergence{RereadReason::edited_message, 800, "was", "is"};
        QCOMPARE(rereadLine(answer),
                 QString("Read %1 pieces again because an earlier message was changed").arg(QLocale().toString(18204)));
        answer.remembered->reused_pieces = 18999;
        QCOMPARE(rereadLine(answer), QString("Read 1 piece again because an earlier message was changed"));
    }

    void a_parked_state_that_was_of_no_use_is_told_without_two_texts() {
        Message answer;
        answer.role = Role::assistant;
        for (const RereadReason reason : {RereadReason::evicted, RereadReason::damaged, RereadReason::other_model}) {
            answer.remembered = remembered(0, 500, ResumeSource::nothing, reason);
            QCOMPARE(rereadLine(answer), "Read 500 pieces again because " + shownReason(reason));
        }
        answer.remembered = remembered(0, 500, ResumeSource::nothing, RereadReason::first_message);
        QVERIFY(rereadLine(answer).isEmpty());
    }

    void a_few_pieces_that_the_template_writes_differently_are_not_told() {
        Message answer;
        answer.role = Role::assistant;
        for (const RereadReason reason : {RereadReason::thinking_removed, RereadReason::tokenization}) {
            answer.divergence.emplace();
            answer.divergence->reason = reason;
            answer.remembered = remembered(100, 611, ResumeSource::checkpoint, reason);
            QVERIFY(rereadLine(answer).isEmpty());
            answer.remembered = remembered(100, 612, ResumeSource::checkpoint, reason);
            QCOMPARE(rereadLine(answer), "Read 512 pieces again because " + shownReason(reason));
        }
    }

    void every_reason_has_its_words() {
        QSet<QString> seen;
        for (int reason = 1; reason <= static_cast<int>(RereadReason::other_model); ++reason) {
            const QString words = shownReason(static_cast<RereadReason>(reason));
            QVERIFY(!words.isEmpty());
            seen.insert(words);
        }
        QCOMPARE(seen.size(), static_cast<qsizetype>(RereadReason::other_model));
    }

    void the_tip_has_all_the_numbers() {
        auto all = remembered(150, 200, ResumeSource::disk, RereadReason::edited_message);
        all.restored_bytes = 254'000'000;
        all.restore_time = std::chrono::milliseconds(310);
        QCOMPARE(rememberedTip(all), QString("150 of 200 pieces were remembered, 50 were read.\n"
                                             "254 MB were brought back in 0.3 s.\n"
                                             "Not more because an earlier message was changed."));
    }
};

STRATA_TEST(RememberedTextTest);

#include "remembered_text_test.moc"
