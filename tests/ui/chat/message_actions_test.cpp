#include "ui/chat/message_actions.h"

#include <QtTest/QtTest>

#include <QAccessible>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>

#include "support/test_registry.h"
#include "ui/chat/chat_find.h"
#include "ui/chat/chat_keys.h"
#include "ui/chat/chat_selection.h"
#include "ui/chat/chat_view.h"
#include "ui/style/theme.h"
#include "ui/text/text_view.h"

using namespace strata;
using namespace strata::ui;

namespace {

/// A chat of many messages that the keyboard reaches.
struct Bench {
    explicit Bench(int count = 6) {
        view.resize(700, 500);
        view.show();
        static_cast<void>(QTest::qWaitForWindowActive(&view));
        std::vector<Message> messages(static_cast<std::size_t>(count));
        for (int row = 0; row < count; ++row) {
            Message& message = messages[static_cast<std::size_t>(row)];
            message.id = row + 1;
            message.role = row % 2 == 0 ? Role::user : Role::assistant;
            message.time = QDateTime(QDate(2026, 1, 1), QTime(10, 42));
            message.text = QString("Message **number%1** of the chat.\n\nSecond paragraph.").arg(row);
        }
        chat.replaceAll(std::move(messages));
        view.setOffered(MessageAction::copy | MessageAction::edit | MessageAction::answer_again |
                        MessageAction::continue_answer | MessageAction::remove);
        settle();
    }
    static void settle() { QCoreApplication::processEvents(); }
    template <class Widget = QPushButton>
    Widget* seen(const char* name) const {
        for (Widget* const widget : view.findChildren<Widget*>(QLatin1String(name))) {
            if (widget->isVisible()) {
                return widget;
            }
        }
        return nullptr;
    }

    Theme theme{ThemeChoice::light};
    ChatModel chat;
    ChatView view{&theme, &chat};
};

}  // namespace

class MessageActionsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void actions_are_there_while_the_keyboard_is_in_a_message() {
        Bench bench;
        QVERIFY(bench.seen("copyMessageButton") == nullptr);
        bench.view.focusRow(5);
        Bench::settle();
        QVERIFY(bench.seen("copyMessageButton") != nullptr);
        QVERIFY(bench.seen("answerAgainButton") != nullptr);
        QVERIFY(bench.seen("editMessageButton") == nullptr);  // of own messages only
        QVERIFY(bench.seen("timesButton") == nullptr);        // nobody carries it out
        const QSignalSpy copied(&bench.view, &ChatView::copyWanted);
        bench.seen("copyMessageButton")->click();
        QCOMPARE(copied.size(), 1);
        QCOMPARE(copied[0][0].toInt(), 5);
    }

    void going_back_is_offered_at_earlier_answers_and_says_how_long_it_takes() {
        Bench bench;
        bench.view.setOffered(MessageAction::go_back | MessageAction::show_rest);
        bench.view.setGoBackNote([](int row) { return QString("row %1").arg(row); });
        bench.view.focusRow(5);
        Bench::settle();
        QVERIFY(bench.seen("goBackButton") == nullptr);  // the chat ends there already
        QVERIFY(bench.seen("showRestButton") == nullptr);
        bench.view.focusRow(3);
        Bench::settle();
        QPushButton* const back = bench.seen("goBackButton");
        QVERIFY(back != nullptr);
        QCOMPARE(back->toolTip(), QString("Go back to here (row 3)"));
        QCOMPARE(back->accessibleDescription(), QString("row 3"));
        const QSignalSpy wanted(&bench.view, &ChatView::goBackWanted);
        back->click();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toInt(), 3);
    }

    void an_own_message_is_changed_in_its_place() {
        Bench bench;
        QVERIFY(ChatKeys(&bench.view, &bench.view).editLastMessage());
        Bench::settle();
        auto* const edit = bench.seen<QPlainTextEdit>("messageEdit");
        QVERIFY(edit != nullptr && edit->hasFocus());
        QCOMPARE(edit->toPlainText(), bench.chat.at(4).text);
        const QSignalSpy wanted(&bench.view, &ChatView::editWanted);
        edit->setPlainText("another text");
        QTest::keyClick(edit, Qt::Key_Return);
        QTRY_COMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toInt(), 4);
        QCOMPARE(wanted[0][1].toString(), QString("another text"));
    }

    void an_edit_that_is_cancelled_leaves_the_message() {
        Bench bench;
        bench.view.editRow(2);
        QTest::keyClick(bench.seen<QPlainTextEdit>("messageEdit"), Qt::Key_Escape);
        QTRY_VERIFY(bench.seen<QPlainTextEdit>("messageEdit") == nullptr);
        QVERIFY(bench.view.viewOf(2)->text()->isVisible());
    }

    void versions_are_chosen_by_buttons_with_names() {
        Bench bench;
        bench.chat.changeState(3, [](Message& message) {
            message.branch = 1;
            message.branches = 3;
        });
        Bench::settle();
        QCOMPARE(bench.seen<QLabel>("branchPlace")->text(), QString("2 of 3"));
        QVERIFY(!bench.seen("previousBranchButton")->accessibleName().isEmpty());
        const QSignalSpy wanted(&bench.view, &ChatView::branchWanted);
        bench.seen("nextBranchButton")->click();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toInt(), 3);
        QCOMPARE(wanted[0][1].toInt(), 2);
    }

    void a_stopped_answer_offers_to_go_on() {
        Bench bench;
        const auto stop = [](Message& message) { message.state = TurnState::stopped; };
        bench.chat.changeState(3, stop);
        bench.chat.changeState(5, stop);
        Bench::settle();
        const QSignalSpy wanted(&bench.view, &ChatView::continueWanted);
        bench.seen("answerNowButton")->click();
        QCOMPARE(wanted.size(), 1);
        const auto buttons = bench.view.findChildren<QPushButton*>("answerNowButton");
        QCOMPARE(std::count_if(buttons.begin(), buttons.end(), [](QPushButton* b) { return b->isVisible(); }), 1);
    }

    void a_selection_reaches_over_messages_that_are_no_widgets() {
        Bench bench(400);
        bench.view.selection()->selectAll();
        const QString text = bench.view.selection()->text();
        QVERIFY(
            text.startsWith("Message **number0** of the chat.\n\nSecond paragraph.\n\nMessage number1 of the chat.\n"));
        QVERIFY(text.endsWith("Message number399 of the chat.\nSecond paragraph."));
        QVERIFY(bench.seen<TextView>("answerText")->textCursor().hasSelection());
        bench.view.setFocus();
        QTest::keyClick(&bench.view, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), text);
    }

    void the_pointer_selects_from_one_message_into_another() {
        Bench bench;
        bench.view.verticalScrollBar()->triggerAction(QAbstractSlider::SliderToMinimum);
        Bench::settle();
        auto* const from = bench.view.viewOf(0)->findChild<TextView*>("ownText")->viewport();
        auto* const to = bench.view.viewOf(1)->findChild<TextView*>("answerText")->viewport();
        QTest::mousePress(from, Qt::LeftButton, Qt::NoModifier, QPoint(0, 5));
        const QPoint end = to->mapToGlobal(QPoint(to->width() - 1, to->height() - 1));
        QMouseEvent move(QEvent::MouseMove, from->mapFromGlobal(end), end, Qt::NoButton, Qt::LeftButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(from, &move);
        QTest::mouseRelease(from, Qt::LeftButton, Qt::NoModifier, from->mapFromGlobal(end));
        QCOMPARE(bench.view.selection()->text(), QString("Message **number0** of the chat.\n\nSecond paragraph.\n\n"
                                                         "Message number1 of the chat.\nSecond paragraph."));
        QTest::mouseClick(from, Qt::LeftButton, Qt::NoModifier, QPoint(3, 5));
        QVERIFY(bench.view.selection()->isEmpty());
    }

    void words_are_found_in_all_messages_and_shown() {
        Bench bench(400);
        bench.view.find()->open();
        auto* const edit = bench.seen<QLineEdit>("findEdit");
        QVERIFY(edit != nullptr && edit->hasFocus());
        edit->setText("NUMBER33");  // 33 and 330 to 339
        QTRY_COMPARE(bench.seen<QLabel>("findPlace")->text(), QString("1 of 11"));
        QVERIFY(bench.view.viewOf(33) != nullptr);
        QTest::keyClick(edit, Qt::Key_Return);
        QCOMPARE(bench.seen<QLabel>("findPlace")->text(), QString("2 of 11"));
        QVERIFY(bench.view.viewOf(330) != nullptr);
        QVERIFY(bench.view.viewOf(330)->geometry().intersects(bench.view.viewport()->rect()));
        QVERIFY(!bench.view.viewOf(330)->findChild<TextView*>("ownText")->extraSelections().isEmpty());
        QTest::keyClick(edit, Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClick(edit, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(bench.seen<QLabel>("findPlace")->text(), QString("11 of 11"));
        QTest::keyClick(edit, Qt::Key_Escape);
        QVERIFY(bench.seen<QLineEdit>("findEdit") == nullptr);
    }

    void keys_go_from_message_to_message_and_copy_code() {
        Bench bench(40);
        QWidget page;
        auto* const outside = new QLineEdit(&page);
        bench.view.setParent(&page);
        bench.view.show();
        const ChatKeys keys(&bench.view, &page);
        page.resize(700, 500);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        outside->setFocus();
        QTest::keyClick(outside, Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(bench.view.currentRow(), 39);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(bench.view.currentRow(), 38);
        bench.chat.appendText(35, "\n\n```sh\n  ls -l\n```\n");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QString("  ls -l"));
        bench.view.setParent(nullptr);
    }

    void a_screen_reader_finds_every_message() {
        Bench bench(400);
        QAccessible::setActive(true);
        QAccessibleInterface* const chat = QAccessible::queryAccessibleInterface(&bench.view);
        QVERIFY(chat->childCount() >= 400);
        for (const int row : {0, 7, 398, 399}) {
            QAccessibleInterface* const message = chat->child(row);
            QVERIFY(message != nullptr);
            QVERIFY(message->text(QAccessible::Name).contains(QString("number%1*").arg(row)));
            QCOMPARE(chat->indexOfChild(message), row);
        }
        QVERIFY(chat->child(7)->text(QAccessible::Name).startsWith("Strata, "));
        chat->child(7)->actionInterface()->doAction(QAccessibleActionInterface::setFocusAction());
        QCOMPARE(bench.view.currentRow(), 7);
    }

    void the_reading_place_can_be_kept_and_found_again() {
        Bench bench(400);
        QVERIFY(!bench.view.readingPlace());  // at the end
        bench.view.showRow(100);
        Bench::settle();
        const auto place = bench.view.readingPlace();
        QVERIFY(place);
        const int y = bench.view.viewOf(100)->y();
        const std::vector<Message> messages = bench.chat.messages();
        bench.chat.replaceAll({});
        bench.chat.replaceAll(messages);
        bench.view.showReadingPlace(*place);
        Bench::settle();
        QCOMPARE(bench.view.viewOf(100)->y(), y);
    }
};

STRATA_TEST(MessageActionsTest);

#include "message_actions_test.moc"
