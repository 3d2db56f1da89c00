#include "ui/chat/problem_text.h"

#include <QtTest/QtTest>

#include <QStringList>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::ui;

class ProblemTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void says_what_happened_what_is_kept_and_what_helps() {
        const Problem problem = answerProblem({ErrorCode::out_of_memory, "alloc 12"}, true);
        QCOMPARE(problem.text, QString("The answer stopped because memory ran out. What was written is kept."));
        QCOMPARE(problem.remedies, (std::vector{Remedy::continue_answer, Remedy::try_again, Remedy::settings}));
        QVERIFY(problem.details.contains("out_of_memory") && problem.details.contains("alloc 12"));
    }

    void without_a_word_written_the_message_is_kept() {
        const Problem problem = answerProblem({ErrorCode::bad_template, "no user query"}, false);
        QCOMPARE(problem.text,
                 QString("There is no answer because the model does not take a chat like this one. Your message is "
                         "kept."));
        QCOMPARE(problem.remedies, (std::vector{Remedy::try_again, Remedy::new_chat}));
    }

    void no_error_shows_the_words_of_the_engine_and_each_has_a_button() {
        for (int code = 0; code <= static_cast<int>(ErrorCode::internal); ++code) {
            for (const bool written : {false, true}) {
                const Problem problem = answerProblem({static_cast<ErrorCode>(code), "slot 3: 0x1f"}, written);
                QVERIFY2(!problem.text.contains("0x1f"), qPrintable(problem.text));
                QVERIFY(problem.details.contains("slot 3: 0x1f"));
                QVERIFY(!problem.remedies.empty() && problem.remedies.size() <= Problem::kMostRemedies);
            }
        }
        QCOMPARE(answerProblem({ErrorCode::engine_lost, {}}, false).remedies.back(), Remedy::restart);
    }

    void what_another_server_says_about_an_answer_is_shown() {
        const Problem problem =
            answerProblem({ErrorCode::invalid_argument, "pc.example does not accept the key"}, false, LoadedBy::server);
        QVERIFY(problem.text.contains("pc.example does not accept the key"));
    }

    void a_full_chat_offers_three_ways_on() {
        const Problem problem = answerProblem({ErrorCode::context_full, "4097 of 4096"}, false);
        QCOMPARE(problem.remedies, (std::vector{Remedy::shorten, Remedy::new_summary, Remedy::more_memory}));
        QVERIFY(problem.text.contains("Nothing was cut off"));
    }

    void a_model_that_cannot_be_loaded_says_why_in_plain_words() {
        const Problem problem = loadProblem({ErrorCode::bad_file, "x.gguf: bad-magic"});
        QCOMPARE(problem.text, QString("The file is damaged, or it is no model."));
        QVERIFY(problem.details.contains("bad-magic"));
    }

    void what_a_server_says_is_shown() {
        const Problem problem = loadProblem({ErrorCode::not_found, "pc.example offers no model"}, LoadedBy::server);
        QCOMPARE(problem.text, QString("The model could not be loaded (pc.example offers no model)."));
    }

    void a_missing_built_in_model_names_where_it_was_looked_for() {
        QVERIFY(missingModelProblem({"/a", "/b"}).details.contains("/a; /b"));
    }
};

STRATA_TEST(ProblemTextTest);

#include "problem_text_test.moc"
