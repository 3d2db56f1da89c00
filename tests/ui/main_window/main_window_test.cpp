#include "ui/main_window/main_window.h"

#include <QtTest/QtTest>

#include <QAccessible>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMessageBox>
#include <QScrollArea>
#include <QStringList>
#include <QTemporaryDir>

#include "support/test_registry.h"
#include "support/test_window.h"
#include "ui/chat/thinking_button.h"
#include "ui/text/text_view.h"

using namespace strata;
using namespace strata::ui;
using strata::testing::answering;
using strata::testing::Gate;
using strata::testing::loaderOf;
using strata::testing::Script;
using strata::testing::ScriptedVault;
using strata::testing::TestWindow;
using strata::testing::WindowSetup;

namespace {

QString textOf(const TestWindow& test, const char* name) {
    return test.find<QLabel>(name)->text();
}

QString lastAnswer(const TestWindow& test) {
    auto* const view = test.findLast<TextView>("answerText");
    return view == nullptr ? QString() : view->toPlainText();
}

QStringList titlesOf(const QListView* list) {
    QStringList titles;
    for (int row = 0; row < list->model()->rowCount(); ++row) {
        titles.append(list->model()->index(row, 0).data().toString());
    }
    return titles;
}

void pressRow(QListView* list, int row) {
    const QPoint place = list->visualRect(list->model()->index(row, 0)).center();
    QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::NoModifier, place);
}

}  // namespace

class MainWindowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_parts_have_the_names_that_tests_rely_on() {
        const TestWindow test(std::vector<Script>{});
        QCOMPARE(test.window.objectName(), QString("mainWindow"));
        for (const char* name : {"chatView", "composer", "chatList", "newChatButton", "moreButton", "meterStrip",
                                 "sendButton", "stopButton", "modelLabel", "stateLabel"}) {
            QVERIFY2(test.find(name) != nullptr, name);
        }
    }

    void says_plainly_that_the_built_in_model_is_tiny() {
        const TestWindow test(std::vector<Script>{});
        QTRY_COMPARE(textOf(test, "modelLabel"), QString("Scripted"));
        QVERIFY(test.find("modelBadge")->isVisible());
        QVERIFY(textOf(test, "modelBadge").contains("Tiny practice model"));
        const TestWindow other(std::vector<Script>{}, false);
        QVERIFY(!other.find("modelBadge")->isVisible());
    }

    void a_message_sent_with_enter_is_answered_in_view() {
        TestWindow test({answering({"The capital is ", "**Paris**."})});
        QVERIFY(test.find("emptyState")->isVisible());
        test.send("What is the capital of France?");
        QVERIFY(!test.find("emptyState")->isVisible());
        QVERIFY(test.composer()->toPlainText().isEmpty());
        QTRY_COMPARE(lastAnswer(test), QString("The capital is Paris."));
        QTRY_VERIFY(textOf(test, "answerState").endsWith("2 pieces"));
    }

    void an_example_is_sent_by_pressing_it() {
        TestWindow test({answering({"Paris"})});
        const auto prompts = test.window.findChildren<QPushButton*>("promptButton");
        QVERIFY(prompts.size() >= 3);
        test.composer()->setPlainText("my draft");
        prompts.first()->click();
        QTRY_COMPARE(lastAnswer(test), QString("Paris"));
        QCOMPARE(test.chat.at(0).text, prompts.first()->text());
        QCOMPARE(test.composer()->toPlainText(), QString("my draft"));
    }

    void text_appears_while_it_is_written() {
        const auto gate = std::make_shared<Gate>();
        Script script;
        script.text("First line").waitAt(gate).text(" and more");
        TestWindow test({script});
        test.send("question");
        QTRY_COMPARE(lastAnswer(test), QString("First line"));
        QVERIFY(test.button("stopButton")->isVisible());
        gate->open();
        QTRY_COMPARE(lastAnswer(test), QString("First line and more"));
        QTRY_VERIFY(!test.button("stopButton")->isVisible());
    }

    void thinking_is_folded_and_never_part_of_the_answer() {
        const auto gate = std::make_shared<Gate>();
        Script script;
        script.reasoning("secret steps").waitAt(gate).text("Answer");
        TestWindow test({script});
        test.find<ThinkingButton>("thinkingButton")->setThinking(Thinking::medium);
        test.send("question");
        QTRY_VERIFY(test.button("thinkingFoldButton") != nullptr && test.button("thinkingFoldButton")->isVisible());
        QVERIFY(test.button("thinkingFoldButton")->text().startsWith("Thinking…"));
        gate->open();
        QTRY_COMPARE(lastAnswer(test), QString("Answer"));
        QTRY_VERIFY(test.button("thinkingFoldButton")->text().startsWith("Thought for"));
        QCOMPARE(test.window.findChildren<TextView*>().size(), 2);  // own message and answer: nothing shows the steps

        test.button("thinkingFoldButton")->click();
        QTRY_COMPARE(test.window.findChildren<TextView*>().size(), 3);
        const auto views = test.window.findChildren<TextView*>();
        QVERIFY(std::any_of(views.begin(), views.end(),
                            [](TextView* view) { return view->isVisible() && view->toPlainText() == "secret steps"; }));
        QCOMPARE(lastAnswer(test), QString("Answer"));
        auto* const answer = test.findLast<TextView>("answerText");
        answer->selectAll();
        answer->copy();
        QCOMPARE(QGuiApplication::clipboard()->text(), QString("Answer"));
    }

    void an_opened_thinking_is_open_when_its_chat_comes_back() {
        const auto thought = [](const char* steps) {
            Script script;
            script.reasoning(steps).text("Answer");
            return script;
        };
        TestWindow test({thought("first steps"), thought("second steps")});
        const auto shows = [&test](const QString& text) {
            const auto views = test.window.findChildren<TextView*>();
            return std::any_of(views.begin(), views.end(), [&text](const TextView* view) {
                return view->isVisible() && view->toPlainText() == text;
            });
        };
        test.send("question");
        QTRY_VERIFY(test.isIdle());
        const ConversationId chat = test.controller.currentChat();
        test.send("another");
        QTRY_VERIFY(test.isIdle() && test.chat.rowCount() == 4);
        const auto folds = test.window.findChildren<QPushButton*>("thinkingFoldButton");
        QCOMPARE(folds.size(), 2);
        folds[0]->click();
        QTRY_VERIFY(shows("first steps"));
        test.controller.newChat();
        QTRY_VERIFY(!shows("first steps"));
        test.controller.openChat(chat);
        QTRY_VERIFY(shows("first steps"));
        QVERIFY(!shows("second steps"));
    }

    void an_answer_that_stayed_in_the_thinking_is_shown() {
        Script script;
        script.reasoning("the answer is 42");
        TestWindow test({script});
        test.send("question");
        QTRY_VERIFY(test.isIdle() && !test.chat.isEmpty());
        QTRY_VERIFY(([&test] {
            const auto views = test.window.findChildren<TextView*>();
            return std::any_of(views.begin(), views.end(), [](TextView* view) {
                return view->isVisible() && view->toPlainText() == "the answer is 42";
            });
        }()));
    }

    void stopping_keeps_the_text_and_says_so_data() {
        QTest::addColumn<bool>("by_key");
        QTest::newRow("button") << false;
        QTest::newRow("escape") << true;
    }

    void stopping_keeps_the_text_and_says_so() {
        QFETCH(bool, by_key);
        Script endless;
        endless.text("Half an answer").untilStopped();
        TestWindow test({endless});
        test.send("question");
        QTRY_COMPARE(lastAnswer(test), QString("Half an answer"));
        if (by_key) {
            QTest::keyClick(&test.window, Qt::Key_Escape);
        } else {
            test.button("stopButton")->click();
        }
        QTRY_VERIFY(textOf(test, "answerState").startsWith("Stopped"));
        QCOMPARE(lastAnswer(test), QString("Half an answer"));
        QVERIFY(!test.button("stopButton")->isVisible());
    }

    void a_message_stopped_before_its_answer_can_be_answered_now() {
        Script reading;
        reading.reading(1, 10).untilStopped();
        TestWindow test({reading, answering({"late"})});
        test.send("question");
        QTRY_VERIFY(textOf(test, "answerState").startsWith("Reading your message"));
        QCOMPARE(textOf(test, "stateLabel"), QString("Reading 10 %"));
        test.button("stopButton")->click();
        QTRY_COMPARE(textOf(test, "answerState"), QString("Not answered yet"));
        test.button("answerNowButton")->click();
        QTRY_COMPARE(lastAnswer(test), QString("late"));
    }

    void an_error_stands_in_the_chat_until_it_is_solved() {
        Script broken;
        broken.text("Half").fail(ErrorCode::out_of_memory, "no memory");
        TestWindow test({broken, answering({"Whole"})});
        test.send("question");
        QTRY_VERIFY(test.find("problemBubble") != nullptr && test.find("problemBubble")->isVisible());
        QVERIFY(textOf(test, "problemText").contains("memory ran out"));
        QTRY_COMPARE(lastAnswer(test), QString("Half"));
        QVERIFY(test.button("continueRemedyButton")->isVisible());  // it is one of two ways
        test.button("tryAgainButton")->click();
        QTRY_COMPARE(lastAnswer(test), QString("Whole"));
        for (QWidget* const bubble : test.window.findChildren<QWidget*>("problemBubble")) {
            QVERIFY(!bubble->isVisible());
        }
    }

    void a_second_message_waits_in_sight_and_can_be_taken_back() {
        Script endless;
        endless.untilStopped();
        TestWindow test({endless});
        test.send("first");
        test.send("second");
        QVERIFY(test.find("waitingMessage")->isVisible());
        QVERIFY(test.composer()->toPlainText().isEmpty());
        test.composer()->setPlainText("third");
        QVERIFY(!test.button("sendButton")->isEnabled());
        test.find("waitingMessage")->findChildren<QPushButton*>().first()->click();
        QVERIFY(!test.find("waitingMessage")->isVisible());
        QCOMPARE(test.composer()->toPlainText(), QString("second\nthird"));
    }

    void chats_are_begun_switched_and_listed() {
        TestWindow test({answering({"one"}), answering({"two"})});
        test.send("first question");
        QTRY_COMPARE(lastAnswer(test), QString("one"));
        QTest::keyClick(&test.window, Qt::Key_N, Qt::ControlModifier);
        QVERIFY(test.find("emptyState")->isVisible());
        test.send("second question");
        QTRY_COMPARE(lastAnswer(test), QString("two"));
        auto* const list = test.find<QListView>("chatList");
        QCOMPARE(titlesOf(list), QStringList({"second question", "first question"}));
        QVERIFY(list->model()->index(0, 0).data(ChatListModel::open_role).toBool());

        pressRow(list, 1);
        QCOMPARE(lastAnswer(test), QString("one"));
        QVERIFY(list->model()->index(1, 0).data(ChatListModel::open_role).toBool());
        QCOMPARE(test.window.focusWidget(), test.composer());
        QTest::keyClick(&test.window, Qt::Key_Tab, Qt::ControlModifier);
        QCOMPARE(lastAnswer(test), QString("two"));
    }

    void each_chat_keeps_its_own_draft() {
        TestWindow test({answering({"one"})});
        test.send("first question");
        QTRY_VERIFY(test.isIdle());
        QTest::keyClicks(test.composer(), "about the first");
        QTest::keyClick(&test.window, Qt::Key_N, Qt::ControlModifier);
        QVERIFY(test.composer()->toPlainText().isEmpty());
        QTest::keyClicks(test.composer(), "something new");
        auto* const list = test.find<QListView>("chatList");
        pressRow(list, 0);
        QCOMPARE(test.composer()->toPlainText(), QString("about the first"));
        test.button("newChatButton")->click();
        QCOMPARE(test.composer()->toPlainText(), QString("something new"));
    }

    void the_list_works_by_keyboard() {
        TestWindow test({answering({"one"}), answering({"two"})});
        test.send("first question");
        QTRY_VERIFY(test.isIdle());
        test.button("newChatButton")->click();
        test.send("second question");
        QTRY_VERIFY(test.isIdle());
        auto* const list = test.find<QListView>("chatList");
        list->setFocus();
        list->setCurrentIndex(list->model()->index(1, 0));
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(lastAnswer(test), QString("one"));

        list->setFocus();
        QTest::keyClick(list, Qt::Key_F2);
        auto* const editor = list->findChild<QLineEdit*>("chatTitleEdit");
        QVERIFY(editor != nullptr);
        editor->setText("  My  title ");
        QTest::keyClick(editor, Qt::Key_Return);
        QCOMPARE(titlesOf(list), QStringList({"second question", "My title"}));
        QCOMPARE(test.store->chats()->at(1).title, QString("My title"));

        QTest::keyClick(list, Qt::Key_Delete);
        QCOMPARE(titlesOf(list), QStringList({"second question"}));
        QVERIFY(test.find("emptyState")->isVisible());
        QVERIFY(test.find("noticeBar")->findChild<QLabel*>()->text().contains("My title"));
        test.find("noticeBar")->findChildren<QPushButton*>().first()->click();
        QCOMPARE(titlesOf(list), QStringList({"second question", "My title"}));
        QCOMPARE(lastAnswer(test), QString("one"));
        QVERIFY(!test.find("noticeBar")->isVisible());

        list->setFocus();
        list->setCurrentIndex(list->model()->index(1, 0));
        QTest::keyClick(list, Qt::Key_Delete);
        QTest::keyClick(list, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(titlesOf(list), QStringList({"second question", "My title"}));
    }

    void a_click_with_the_other_button_offers_the_same() {
        TestWindow test({answering({"one"})});
        test.send("question");
        QTRY_VERIFY(test.isIdle());
        auto* const list = test.find<QListView>("chatList");
        const QPoint place = list->visualRect(list->model()->index(0, 0)).center();
        QContextMenuEvent wanted(QContextMenuEvent::Mouse, place, list->viewport()->mapToGlobal(place));
        QCoreApplication::sendEvent(list->viewport(), &wanted);
        auto* const menu = list->findChild<QMenu*>("chatMenu");
        QVERIFY(menu != nullptr && menu->isVisible());
        QCOMPARE(menu->actions().size(), 7);
        menu->actions().last()->trigger();
        menu->close();
        QCOMPARE(titlesOf(list), QStringList());
    }

    void a_parked_chat_carries_a_mark_and_a_tip() {
        const auto vault = std::make_shared<ScriptedVault>();
        TestWindow test(loaderOf({answering({"one"})}, nullptr, vault), app::ModelChoice{"/models/tiny.gguf", true});
        test.send("question");
        QTRY_VERIFY(test.isIdle());
        ParkedConversation parked;
        parked.id = test.controller.currentChat();
        parked.bytes = 254'000'000;
        parked.where = ParkedWhere::disk;
        parked.restore_estimate = std::chrono::milliseconds(310);
        parked.last_used = std::chrono::system_clock::now();  // long unused ones are forgotten
        vault->park(parked);
        test.parked.refresh();
        const QModelIndex row = test.find<QListView>("chatList")->model()->index(0, 0);
        QTRY_VERIFY(row.data(ChatListModel::parked_role).toBool());
        const QString tip = "Parked on disk, 254 MB, comes back in 0.3 s";
        QVERIFY(row.data(Qt::ToolTipRole).toString().contains(tip));
        QVERIFY(row.data(Qt::AccessibleTextRole).toString().contains(tip));
        vault->forget(parked.id);
        test.parked.refresh();
        QTRY_VERIFY(!row.data(ChatListModel::parked_role).toBool());
    }

    void the_meter_and_the_answer_say_what_was_remembered() {
        const auto gate = std::make_shared<Gate>();
        Resumed resumed;
        resumed.reused_tokens = 87;
        resumed.source = ResumeSource::disk;
        Script script;
        GenerationSummary summary;
        summary.prompt_tokens = 100;
        summary.reused_tokens = 87;
        summary.generated_tokens = 2;
        summary.source = ResumeSource::disk;
        script.event(resumed).reading(100, 100).waitAt(gate).text("yes").summary(summary);
        TestWindow test({script});
        QVERIFY(!test.find("rememberedLabel")->isVisible());
        test.send("question");
        QTRY_COMPARE(textOf(test, "rememberedLabel"), QString("remembered 87 %, 87 of 100 (parked on disk)"));
        QVERIFY(test.find("rememberedLabel")->toolTip().contains("prefix reuse"));
        gate->open();
        QTRY_VERIFY(textOf(test, "answerState").endsWith("87 % remembered (parked on disk)"));
        QVERIFY(textOf(test, "rememberedLabel").startsWith("last answer"));  // nothing old looks like now
        QVERIFY(test.find("answerState")->toolTip().contains("87 of 100 pieces were remembered"));
    }

    void what_was_read_again_can_be_looked_at() {
        Diverged diverged;
        diverged.reason = RereadReason::edited_message;
        diverged.position = 800;
        diverged.live_text = "the old words";
        diverged.prompt_text = "the <b>new</b> words";
        GenerationSummary summary;
        summary.prompt_tokens = 1800;
        summary.reused_tokens = 796;
        summary.source = ResumeSource::checkpoint;
        summary.reread_reason = RereadReason::edited_message;
        Script script;
        script.event(diverged).text("yes").summary(summary);
        TestWindow test({script});
        test.send("question");
        QTRY_VERIFY(test.find("rereadFold") != nullptr && test.find("rereadFold")->isVisible());
        QCOMPARE(test.button("rereadButton")->text(),
                 QString("Read %1 pieces again because an earlier message was changed").arg(QLocale().toString(1004)));
        QVERIFY(!test.find("rereadBefore")->isVisible());
        QTest::keyClick(test.button("rereadButton"), Qt::Key_Return);
        QVERIFY(test.find("rereadBefore")->isVisible());
        QCOMPARE(textOf(test, "rereadBefore"), QString("the old words"));
        QCOMPARE(textOf(test, "rereadNow"), QString("the <b>new</b> words"));
        QVERIFY(textOf(test, "rereadPlace").contains("800"));

        test.button("newChatButton")->click();
        pressRow(test.find<QListView>("chatList"), 0);
        QVERIFY(test.find("rereadFold")->isVisible());  // it is stored with the answer
    }

    void the_bin_gives_back_and_is_emptied_when_that_is_meant() {
        TestWindow test({answering({"one"})});
        for (const char* text : {"first", "second"}) {
            test.send(text);
            QTRY_VERIFY(test.isIdle());
            test.button("newChatButton")->click();
        }
        auto* const list = test.find<QListView>("chatList");
        auto* const bin = test.window.findChild<QMenu*>("binMenu");
        Q_EMIT bin->aboutToShow();
        QVERIFY(!bin->actions().first()->isEnabled());
        list->setFocus();
        list->setCurrentIndex(list->model()->index(0, 0));
        QTest::keyClick(list, Qt::Key_Delete);
        QTest::keyClick(list, Qt::Key_Delete);
        QCOMPARE(titlesOf(list), QStringList());

        Q_EMIT bin->aboutToShow();
        QVERIFY(bin->actions().first()->text().contains("first"));  // deleted last
        bin->actions().first()->trigger();
        QCOMPARE(titlesOf(list), QStringList({"first"}));
        QCOMPARE(test.chat.at(0).text, QString("first"));

        Q_EMIT bin->aboutToShow();
        bin->findChild<QAction*>("emptyBinAction")->trigger();
        auto* const box = test.window.findChild<QMessageBox*>("emptyBinBox");
        QVERIFY(box != nullptr && box->text().contains("1 chat"));
        QCOMPARE(test.store->bin()->size(), std::size_t(1));
        for (QAbstractButton* const button : box->buttons()) {
            if (box->buttonRole(button) == QMessageBox::DestructiveRole) {
                button->click();
            }
        }
        QVERIFY(test.store->bin()->empty());
        QCOMPARE(titlesOf(list), QStringList({"first"}));
    }

    void a_chat_that_cannot_be_stored_is_said_and_the_message_stays_in_the_box() {
        QTemporaryDir folder;
        const QString path = folder.filePath("chats.sqlite");
        TestWindow test(WindowSetup{.loader = loaderOf({answering({"fine"})}), .store = path});
        QPlainTextEdit* const composer = test.composer();
        composer->setPlainText("my words");
        const auto other = app::ChatDatabase::open(path);
        {
            app::ChatTransaction busy(**other);
            QTest::keyClick(composer, Qt::Key_Return);
        }
        QCOMPARE(composer->toPlainText(), QString("my words"));
        auto* const bar = test.find("noticeBar");
        QVERIFY(bar->isVisible());
        QVERIFY(bar->findChild<QLabel*>()->text().contains("could not be saved"));
        QTest::keyClick(composer, Qt::Key_Return);
        QVERIFY(composer->toPlainText().isEmpty());
        QVERIFY(!bar->isVisible());
    }

    void the_list_is_a_drawer_where_there_is_little_room() {
        TestWindow test({answering({"one"}), answering({"two"})});
        test.send("first question");
        QTRY_VERIFY(test.isIdle());
        test.button("newChatButton")->click();
        QWidget* const panel = test.find("chatListPanel");
        QVERIFY(panel->isVisible());
        QTest::keyClick(&test.window, Qt::Key_B, Qt::ControlModifier);
        QVERIFY(!panel->isVisible());
        QTest::keyClick(&test.window, Qt::Key_B, Qt::ControlModifier);
        QVERIFY(panel->isVisible());

        test.window.resize(899, 600);
        QTRY_VERIFY(!panel->isVisible());
        const int width = test.find("composer")->width();
        test.button("chatListButton")->click();
        QVERIFY(panel->isVisible());
        QCOMPARE(test.find("composer")->width(), width);  // it lies over the chat
        QTest::keyClick(&test.window, Qt::Key_Escape);
        QVERIFY(!panel->isVisible());
        test.button("chatListButton")->click();
        pressRow(test.find<QListView>("chatList"), 0);
        QVERIFY(!panel->isVisible());
        QCOMPARE(lastAnswer(test), QString("one"));
        test.window.resize(900, 600);
        QTRY_VERIFY(panel->isVisible());
    }

    void what_was_wrong_with_the_chats_at_the_start_is_said() {
        const app::ChatStoreTrouble trouble{app::ChatStoreTrouble::Kind::damaged, "/data/chats-damaged.sqlite",
                                            "malformed"};
        TestWindow test(WindowSetup{.loader = loaderOf({}), .store_trouble = trouble});
        auto* const bar = test.find("noticeBar");
        QVERIFY(bar->isVisible());
        const QString text = bar->findChild<QLabel*>()->text();
        QVERIFY2(text.contains("malformed") && text.contains("chats-damaged.sqlite"), qPrintable(text));
        bar->findChildren<QPushButton*>().first()->click();
        QVERIFY(!bar->isVisible());
    }

    void a_model_that_cannot_be_loaded_is_told_with_a_way_out() {
        std::atomic<bool> works{false};
        TestWindow test(
            [&works](const LoadOptions& options, const LoadProgress& progress) -> Result<std::unique_ptr<Engine>> {
                if (!works) {
                    return tl::unexpected(Error{ErrorCode::bad_file, "tiny.gguf is damaged"});
                }
                return loaderOf({answering({"fine"})})(options, progress);
            },
            app::ModelChoice{"/models/tiny.gguf", true});
        QTRY_COMPARE(textOf(test, "stateLabel"), QString("Failed"));
        QVERIFY(test.find("noticeBar")->isVisible());
        QVERIFY(test.find("noticeBar")->findChild<QLabel*>()->text().contains("damaged"));
        works = true;
        test.find("noticeBar")->findChildren<QPushButton*>().first()->click();
        QTRY_COMPARE(textOf(test, "stateLabel"), QString("Ready"));
        QVERIFY(!test.find("noticeBar")->isVisible());
    }

    void the_window_answers_while_the_engine_is_blocked() {
        const auto gate = std::make_shared<Gate>();
        Script blocked;
        blocked.hangAt(gate).text("done");
        TestWindow test({blocked});
        test.send("question");
        gate->awaitVisitor();
        int ticks = 0;
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [&ticks] { ++ticks; });
        timer.start(0);
        QTRY_VERIFY(ticks > 50);
        QTest::keyClicks(test.composer(), "typed meanwhile");
        QCOMPARE(test.composer()->toPlainText(), QString("typed meanwhile"));
        test.button("stopButton")->click();
        QVERIFY(!test.button("stopButton")->isEnabled());  // reacts, although the engine is deaf
        gate->open();
        QTRY_VERIFY(test.isIdle());
    }

    void what_looks_like_markup_is_shown_as_typed_on_both_sides() {
        TestWindow test({answering({"Use <b>x</b> & ", "a < b <smirk>"})});
        test.send("  <i>my</i> **text** &amp; <script>");
        QTRY_COMPARE(lastAnswer(test), QString("Use <b>x</b> & a < b <smirk>"));
        const auto views = test.window.findChildren<TextView*>();
        QCOMPARE(views.first()->toPlainText(), QString("  <i>my</i> **text** &amp; <script>"));
    }

    void links_show_their_target_and_are_opened_outside() {
        TestWindow test({answering({"[page](https://example.org/a)"})});
        test.send("question");
        QTRY_COMPARE(lastAnswer(test), QString("page"));
        auto* const answer = test.findLast<TextView>("answerText");
        Q_EMIT answer->linkPointedAt(QUrl("https://example.org/a"));
        QVERIFY(test.find("linkTarget")->isVisible());
        QCOMPARE(textOf(test, "linkTarget"), QString("https://example.org/a"));
        Q_EMIT answer->linkPointedAt(QUrl());
        QVERIFY(!test.find("linkTarget")->isVisible());
        Q_EMIT answer->anchorClicked(QUrl("https://example.org/a"));
        Q_EMIT answer->anchorClicked(QUrl("file:///etc/passwd"));
        QCOMPARE(test.opened, QList<QUrl>{QUrl("https://example.org/a")});
    }

    void escape_closes_what_lies_over_the_chat_the_innermost_first() {
        TestWindow test({answering({"Answer"})});
        test.send("question");
        QTRY_VERIFY(test.isIdle());
        auto* const search = test.find<QLineEdit>("chatSearch");
        search->setText("word");
        test.composer()->setFocus();
        QTest::keyClick(test.composer(), Qt::Key_Up);
        QTRY_VERIFY(test.find("messageEdit") != nullptr);
        QTest::keyClick(&test.window, Qt::Key_F, Qt::ControlModifier);
        QVERIFY(test.find("findBar")->isVisible());

        const auto escape = [&test] {
            test.composer()->setFocus();
            QTest::keyClick(test.composer(), Qt::Key_Escape);
        };
        escape();
        QVERIFY(!test.find("findBar")->isVisible());
        QVERIFY(test.find("messageEdit") != nullptr);
        QVERIFY(test.composer()->hasFocus());
        escape();
        QTRY_VERIFY(test.find("messageEdit") == nullptr);
        QCOMPARE(search->text(), QString("word"));
        escape();
        QVERIFY(search->text().isEmpty());
    }

    void keys_reach_the_composer_and_change_the_text_size() {
        TestWindow test(std::vector<Script>{});
        test.button("newChatButton")->setFocus();
        QTest::keyClick(&test.window, Qt::Key_L, Qt::ControlModifier);
        QCOMPARE(test.window.focusWidget(), test.composer());
        test.button("newChatButton")->setFocus();
        QTest::keyClick(&test.window, Qt::Key_Escape);
        QCOMPARE(test.window.focusWidget(), test.composer());
        QTest::keyClick(&test.window, Qt::Key_Plus, Qt::ControlModifier);
        QCOMPARE(test.theme.zoomPercent(), 110);
        QTest::keyClick(&test.window, Qt::Key_Minus, Qt::ControlModifier);
        QTest::keyClick(&test.window, Qt::Key_Minus, Qt::ControlModifier);
        QCOMPARE(test.theme.zoomPercent(), 90);
        QTest::keyClick(&test.window, Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(test.theme.zoomPercent(), 100);
        QSignalSpy quit(&test.window, &MainWindow::quitWanted);
        QTest::keyClick(&test.window, Qt::Key_Q, Qt::ControlModifier);
        QCOMPARE(quit.size(), 1);
    }

    void everything_that_can_have_the_focus_has_a_name() {
        Script broken;
        broken.reasoning("hm").text("Half").fail(ErrorCode::internal, "broken");
        TestWindow test({broken});
        test.send("question");
        QTRY_VERIFY(test.button("tryAgainButton") != nullptr && test.button("tryAgainButton")->isVisible());
        test.button("thinkingFoldButton")->click();
        for (QWidget* const widget : test.window.findChildren<QWidget*>()) {
            if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible()) {
                continue;
            }
            QAccessibleInterface* const spoken = QAccessible::queryAccessibleInterface(widget);
            QVERIFY2(spoken != nullptr && !spoken->text(QAccessible::Name).isEmpty(),
                     qPrintable(widget->objectName() + " " + widget->metaObject()->className()));
        }
        auto* const state = QAccessible::queryAccessibleInterface(test.find("stateLabel"));
        QCOMPARE(state->text(QAccessible::Name), QString("State: Ready"));
    }

    void fits_the_smallest_window_also_with_large_text() {
        TestWindow test({answering({"answer"})});
        test.send("question");
        QTRY_COMPARE(lastAnswer(test), QString("answer"));
        for (const int zoom : {100, 150, 200}) {
            test.theme.setZoomPercent(zoom);
            test.window.resize(640, 480);
            QCoreApplication::processEvents();
            QCOMPARE(test.window.size(), QSize(640, 480));
            for (const char* name :
                 {"modelBadge", "chatListButton", "moreButton", "composer", "sendButton", "thinkingButton"}) {
                QWidget* const part = test.find(name);
                const QRect place(part->mapTo(&test.window, QPoint()), part->size());
                QVERIFY2(test.window.rect().contains(place), name);
                QVERIFY2(part->width() >= part->minimumSizeHint().width(), name);
            }
            QVERIFY(test.find("chatView")->height() > 60);
        }
    }

    void the_composer_grows_to_two_fifths_of_the_window() {
        TestWindow test(std::vector<Script>{});
        test.window.resize(900, 700);
        test.composer()->setPlainText(QString("line\n").repeated(200));
        QWidget* const frame = test.find("composerFrame");
        QTRY_VERIFY2(frame->height() > 700 * 3 / 10, qPrintable(QString::number(frame->height())));
        QVERIFY2(frame->height() <= 700 * 2 / 5, qPrintable(QString::number(frame->height())));
    }

    void follows_the_system_when_it_turns_dark() {
        const QPalette before = QGuiApplication::palette();
        const TestWindow test(WindowSetup{.loader = loaderOf({}), .theme = ThemeChoice::system});
        QCOMPARE(test.theme.kind(), ThemeKind::light);
        QPalette dark = before;
        dark.setColor(QPalette::Window, Qt::black);
        dark.setColor(QPalette::WindowText, Qt::white);
        QApplication::setPalette(dark);
        QTRY_COMPARE(test.theme.kind(), ThemeKind::dark);
        QCOMPARE(test.window.palette().color(QPalette::Window), Theme::color(ThemeKind::dark, ColorRole::window));
        QApplication::setPalette(before);
    }
};

STRATA_TEST(MainWindowTest);

#include "main_window_test.moc"
