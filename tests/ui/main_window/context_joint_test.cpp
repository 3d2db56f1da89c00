#include "ui/main_window/context_joint.h"

#include <QtTest/QtTest>

#include <QLabel>
#include <QRadioButton>

#include "support/test_registry.h"
#include "support/test_window.h"

using namespace strata;
using namespace strata::testing;
using namespace strata::ui;

namespace {

/// An answer after which the model has so much in mind; it has room for 4,096 pieces.
Script answerAt(int pieces) {
    GenerationSummary summary;
    summary.prompt_tokens = pieces - 5;
    summary.generated_tokens = 5;
    Script script;
    script.event(Resumed{}).text("an answer").summary(summary);
    return script;
}

}  // namespace

class ContextJointTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothing_is_said_while_there_is_room() {
        TestWindow test({answerAt(2000)});
        test.send("question");
        QTRY_VERIFY(test.isIdle());
        QVERIFY(test.told().isEmpty());
    }

    void a_chat_that_is_almost_full_goes_on_in_a_new_one_with_a_summary() {
        TestWindow test({answerAt(3900), answering({"We spoke of ", "Lisbon."})});
        test.send("question");
        QTRY_VERIFY(test.told().contains("nearly reached"));
        test.pressOnNotice("New chat with a summary");
        QTRY_VERIFY(test.composer()->toPlainText().contains("We spoke of Lisbon."));
        QVERIFY(test.controller.currentChat().empty());
        QVERIFY(test.told().isEmpty());
        QCOMPARE(test.store->chats()->size(), std::size_t(1));  // the old one is as it was
        QCOMPARE(test.store->messages(test.store->chats()->at(0).id)->size(), std::size_t(2));
    }

    void a_chat_is_shortened_and_its_long_version_stays_beside_it() {
        const auto log = std::make_shared<RequestLog>();
        TestWindow test(
            loaderOf({answerAt(2000), answerAt(3000), answerAt(3900), answering({"About Lisbon."}), answering({"Yes"})},
                     log),
            app::ModelChoice{"/models/tiny.gguf", true});
        for (const char* const text : {"one", "two", "three"}) {
            test.send(text);
            QTRY_VERIFY(test.isIdle() && test.chat.at(test.chat.rowCount() - 2).text == text);
        }
        QTRY_VERIFY(test.told().contains("nearly reached"));
        test.pressOnNotice("Shorten the chat…");
        auto* const dialog = test.find("shortenDialog");
        QVERIFY(dialog->findChild<QRadioButton*>("keep2")->isChecked());
        QVERIFY(dialog->findChild<QRadioButton*>("keep4") == nullptr);  // that is the whole chat
        dialog->findChild<QRadioButton*>("keep1")->setChecked(true);
        dialog->findChild<QPushButton*>("shortenButton")->click();
        QTRY_COMPARE(test.chat.rowCount(), 2);
        QVERIFY(test.chat.at(0).text.contains("About Lisbon."));
        QVERIFY(test.chat.at(0).text.endsWith("three"));
        QCOMPARE(test.chat.at(0).branches, 2);
        const auto asked = log->all()[3].messages;  // what it was asked to sum up
        QVERIFY(std::none_of(asked.begin(), asked.end(), [](const ChatMessage& message) {
            return message.text.find("three") != std::string::npos;
        }));
        QTRY_VERIFY(test.told().isEmpty());
        test.send("and now?");
        QTRY_COMPARE(test.last().text, QString("Yes"));
        test.controller.showBranch(0, 0);
        QCOMPARE(test.chat.rowCount(), 6);
        QCOMPARE(test.chat.at(0).text, QString("one"));
    }

    void a_full_chat_offers_its_ways_on_where_it_happened() {
        Script full;
        full.fail(ErrorCode::context_full, "too long");
        TestWindow test({answerAt(2000), full, full, full, answering({"Of one."})});
        test.send("one");
        QTRY_VERIFY(test.isIdle());
        test.send("two");
        QTRY_VERIFY(test.last().problem.has_value());
        QTRY_VERIFY(test.button("moreMemoryButton") != nullptr && test.button("moreMemoryButton")->isVisible());
        test.button("moreMemoryButton")->click();
        QVERIFY(test.find("settingsDialog")->isVisible());
        test.button("shortenRemedyButton")->click();
        QVERIFY(test.find("shortenDialog")->isVisible());
        test.find("shortenDialog")->close();
        test.button("summaryRemedyButton")->click();
        // The model had no room for all of it and summed up the beginning; the rest stands there word for word.
        QTRY_VERIFY(test.composer()->toPlainText().contains("Of one."));
        QVERIFY(test.composer()->toPlainText().contains("I said: two"));
    }

    void a_summary_that_has_no_room_is_told_and_loses_nothing() {
        Script full;
        full.fail(ErrorCode::context_full, "too long");
        TestWindow test({answerAt(4096), full});
        test.send("question");
        QTRY_VERIFY(test.told().contains("has reached"));
        test.pressOnNotice("New chat with a summary");
        QTRY_VERIFY(test.told().contains("no room left for a summary"));
        QCOMPARE(test.chat.rowCount(), 2);
        test.pressOnNotice("New chat");
        QVERIFY(test.controller.currentChat().empty());
    }

    void more_memory_is_a_setting() {
        TestWindow test({answerAt(3900)});
        test.send("question");
        QTRY_VERIFY(!test.told().isEmpty());
        test.pressOnNotice("More memory…");
        QVERIFY(test.find("settingsDialog")->isVisible());
        QVERIFY(test.told().isEmpty());
    }
};

STRATA_TEST(ContextJointTest);

#include "context_joint_test.moc"
