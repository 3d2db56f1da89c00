#include "ui/chat/answer_settings.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::ui;

class AnswerSettingsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_middle_style_is_what_the_authors_chose() {
        app::ModelSettings settings;
        const float authors = SamplingOptions::for_thinking(Thinking::medium).temperature;
        QCOMPARE(answerSettings(settings, Thinking::medium, false).sampling.temperature, authors);
        settings.style = 0;
        QVERIFY(answerSettings(settings, Thinking::medium, false).sampling.temperature <= 0.0F);
        settings.style = 4;
        QVERIFY(answerSettings(settings, Thinking::medium, false).sampling.temperature > authors);
        settings.temperature = 0.25;
        QCOMPARE(answerSettings(settings, Thinking::medium, false).sampling.temperature, 0.25F);
    }

    void a_style_that_makes_no_sense_is_the_nearest() {
        app::ModelSettings settings;
        settings.style = -3;
        QVERIFY(answerSettings(settings, Thinking::off, false).sampling.temperature <= 0.0F);
        settings.style = 99;
        QVERIFY(answerSettings(settings, Thinking::off, false).sampling.temperature > 1.0F);
    }

    void the_practice_model_takes_no_chances() {
        QVERIFY(answerSettings({}, Thinking::off, true).sampling.temperature <= 0.0F);
    }

    void a_seed_is_kept_and_without_one_answers_differ() {
        app::ModelSettings settings;
        settings.seed = (quint64(1) << 63) + 1;
        const AnswerSettings answer = answerSettings(settings, Thinking::off, false);
        QCOMPARE(answer.sampling.seed, *settings.seed);
        QVERIFY(textOf(answer).contains("9223372036854775809"));
        QVERIFY(answerSettings({}, Thinking::off, false).sampling.seed !=
                answerSettings({}, Thinking::off, false).sampling.seed);
    }

    void the_longest_answer_is_a_limit() {
        app::ModelSettings settings;
        settings.longest_answer = 512;
        QCOMPARE(answerSettings(settings, Thinking::off, false).limits.max_tokens, 512);
    }
};

STRATA_TEST(AnswerSettingsTest);

#include "answer_settings_test.moc"
