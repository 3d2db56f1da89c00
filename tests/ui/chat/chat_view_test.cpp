#include "ui/chat/chat_view.h"

#include <QtTest/QtTest>

#include <QPushButton>
#include <QScrollBar>

#include "support/test_registry.h"
#include "ui/chat/message_view.h"
#include "ui/style/theme.h"
#include "ui/text/text_column.h"
#include "ui/text/text_view.h"

using namespace strata;
using namespace strata::ui;

namespace {

/// A chat view of a fixed size with helpers to let an answer grow.
struct Bench {
    Bench() {
        view.resize(700, 400);
        view.show();
    }

    void ask(const QString& text) {
        Message own;
        own.text = text;
        chat.append(own);
        Message answer;
        answer.role = Role::assistant;
        answer.state = TurnState::writing;
        chat.append(answer);
        view.followAnswer();
        settle();
    }
    /// Lets the answer grow and waits until that is on the screen.
    void write(int paragraphs) {
        for (int i = 0; i < paragraphs; ++i) {
            const QString text = QString("Paragraph %1 of the answer.").arg(++written);
            chat.appendText(chat.lastRow(), text + "\n\n");
            settle();
            const MessageView* const last = view.viewOf(chat.lastRow());
            QVERIFY(last == nullptr || QTest::qWaitFor([&] {
                        const TextColumn& shown = *last->text();
                        return shown.textOf({{}, shown.end()}).endsWith(text);
                    }));
            settle();
        }
    }
    /// Shows a chat of messages of many lengths.
    void showLong(int count) {
        std::vector<Message> messages(static_cast<std::size_t>(count));
        for (int row = 0; row < count; ++row) {
            Message& message = messages[static_cast<std::size_t>(row)];
            message.role = row % 2 == 0 ? Role::user : Role::assistant;
            message.text = QString("Message %1. ").arg(row) + QString("some words and more\n\n").repeated(row * 7 % 23);
        }
        chat.replaceAll(std::move(messages));
        settle();
    }
    /// Where the rows on the screen are.
    std::map<int, int> screen() const {
        std::map<int, int> tops;
        for (const auto& [row, message] : view.views()) {
            if (message->geometry().intersects(view.viewport()->rect())) {
                tops.emplace(row, message->y());
            }
        }
        return tops;
    }
    void finish() {
        chat.changeState(chat.lastRow(), [](Message& message) { message.state = TurnState::done; });
        settle();
    }
    /// Lays out what has changed.
    static void settle() { QCoreApplication::processEvents(); }
    int position() const { return view.verticalScrollBar()->value(); }
    int end() const { return view.verticalScrollBar()->maximum(); }
    QPushButton* pill() const { return view.findChild<QPushButton*>("moreBelowButton"); }

    int written = 0;
    Theme theme{ThemeChoice::light};
    ChatModel chat;
    ChatView view{&theme, &chat};
};

}  // namespace

class ChatViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void follows_an_answer_until_it_can_be_read_from_its_beginning() {
        Bench bench;
        bench.ask("first");
        bench.write(6);
        QCOMPARE(bench.position(), bench.end());
        bench.write(30);
        const int reading_place = bench.position();
        QVERIFY(reading_place < bench.end());
        QVERIFY(bench.pill()->isVisible());
        bench.write(10);
        bench.finish();  // the end of an answer never moves the view
        QCOMPARE(bench.position(), reading_place);
    }

    void the_reader_owns_the_scroll_bar() {
        Bench bench;
        bench.ask("first");
        bench.write(4);
        bench.finish();
        bench.ask("second");
        bench.write(20);
        bench.view.verticalScrollBar()->triggerAction(QAbstractSlider::SliderToMinimum);
        bench.write(5);
        QCOMPARE(bench.position(), 0);
    }

    void the_pill_and_the_end_key_follow_the_end() {
        Bench bench;
        bench.ask("first");
        bench.write(40);
        QVERIFY(bench.pill()->isVisible());
        bench.pill()->click();
        QCOMPARE(bench.position(), bench.end());
        bench.write(5);
        QCOMPARE(bench.position(), bench.end());
        QVERIFY(!bench.pill()->isVisible());
        QTest::keyClick(&bench.view, Qt::Key_Home);
        bench.write(1);
        QCOMPARE(bench.position(), 0);
        QTest::keyClick(&bench.view, Qt::Key_End);
        bench.write(3);
        QCOMPARE(bench.position(), bench.end());
    }

    void messages_lie_below_each_other_in_a_column_of_readable_width() {
        Bench bench;
        bench.view.resize(1600, 600);
        bench.ask("first");
        bench.write(3);
        bench.finish();
        bench.ask("second");
        QCOMPARE(bench.view.views().size(), std::size_t(4));
        for (int row = 1; row < 4; ++row) {
            QVERIFY(bench.view.viewOf(row)->y() > bench.view.viewOf(row - 1)->geometry().bottom());
        }
        const QWidget* const first = bench.view.viewOf(0);
        QCOMPARE(first->width(), bench.theme.columnWidth());
        QCOMPARE(first->x(), (bench.view.width() - first->width()) / 2);
    }

    void a_huge_answer_is_shown_whole() {
        Bench bench;
        bench.ask("first");
        const QString text = QString("word ").repeated(20000) + "\n\n" + QString(300000, u'x') + "\n\nthe end";
        bench.chat.appendText(1, text);
        bench.finish();
        QVERIFY(bench.end() > 10000);
        bench.view.followEnd();
        Bench::settle();
        QVERIFY(bench.view.findChildren<TextView*>("answerText").last()->toPlainText().endsWith("the end"));
        const TextColumn& shown = *bench.view.viewOf(1)->text();
        QCOMPARE(shown.textOf({{}, shown.end()}).count('x'), 300000);
    }

    void the_tab_key_goes_through_the_messages_in_their_order() {
        Bench bench;
        bench.ask("first");
        bench.write(1);
        bench.finish();
        bench.ask("second");
        bench.write(1);
        QList<QWidget*> expected;
        for (const auto& [row, view] : bench.view.views()) {
            expected.append(view->tabStops());
        }
        QList<QWidget*> found;
        for (QWidget* stop = bench.view.nextInFocusChain(); stop != &bench.view; stop = stop->nextInFocusChain()) {
            if (expected.contains(stop)) {
                found.append(stop);
            }
        }
        QCOMPARE(found, expected);
    }

    void only_messages_near_the_screen_are_widgets() {
        Bench bench;
        bench.showLong(10000);
        QVERIFY(bench.view.views().size() < 40);
        QCOMPARE(bench.view.views().rbegin()->first, 9999);  // a chat opens at its end
        QCOMPARE(bench.position(), bench.end());
        const QWidget* const last = bench.view.viewOf(9999);
        QVERIFY(last->geometry().bottom() < bench.view.viewport()->height());
    }

    void nothing_jumps_when_guessed_heights_are_corrected() {
        Bench bench;
        bench.showLong(1000);
        bench.view.verticalScrollBar()->triggerAction(QAbstractSlider::SliderMove);
        bench.view.verticalScrollBar()->setValue(bench.end() / 2);
        Bench::settle();
        for (int step = 0; step < 200; ++step) {
            const auto before = bench.screen();
            bench.view.verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub);
            Bench::settle();
            const auto after = bench.screen();
            int moved = 0;
            for (const auto& [row, y] : before) {
                if (const auto same = after.find(row); same != after.end()) {
                    QVERIFY(moved == 0 || same->second - y == moved);
                    moved = same->second - y;
                }
            }
            QCOMPARE(moved, bench.view.verticalScrollBar()->singleStep());
        }
    }

    void the_reading_place_stays_when_the_width_or_the_fonts_change() {
        Bench bench;
        bench.showLong(400);
        const MessageView* const shown = bench.view.showRow(150);
        Bench::settle();
        const int y = shown->y();
        for (const int width : {500, 900, 640}) {
            bench.view.resize(width, 400);
            Bench::settle();
            QCOMPARE(bench.view.viewOf(150)->y(), y);
        }
        bench.theme.setZoomPercent(150);
        Bench::settle();
        QCOMPARE(bench.view.viewOf(150)->y(), y);
    }

    void a_message_with_the_keyboard_stays_a_widget() {
        Bench bench;
        bench.view.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&bench.view));
        bench.showLong(400);
        QWidget* const stop = bench.view.showRow(100)->tabStops().last();
        stop->setFocus();
        QTest::keyClick(&bench.view, Qt::Key_End);
        QCOMPARE(QApplication::focusWidget(), stop);
        QVERIFY(bench.view.viewOf(100) != nullptr);
        QVERIFY(bench.view.viewOf(399) != nullptr);
    }

    void rows_in_the_middle_come_and_go() {
        Bench bench;
        bench.showLong(60);
        bench.view.showRow(30);
        auto messages = bench.chat.messages();
        while (bench.chat.rowCount() > 20) {
            bench.chat.replaceFrom(bench.chat.lastRow(), {});
        }
        Bench::settle();
        QCOMPARE(bench.view.views().rbegin()->first, 19);
        QVERIFY(bench.position() <= bench.end());
        bench.ask("after");
        QCOMPARE(bench.view.views().rbegin()->first, 21);
    }

    void another_theme_keeps_all_text() {
        Bench bench;
        bench.ask("first <b>");
        bench.write(2);
        bench.finish();
        bench.theme.setZoomPercent(150);
        Bench::settle();
        const auto texts = bench.view.findChildren<TextView*>();
        QCOMPARE(bench.view.findChild<TextView*>("ownText")->toPlainText(), QString("first <b>"));
        QVERIFY(bench.view.findChild<TextView*>("answerText")->toPlainText().contains("Paragraph 2"));
        QCOMPARE(texts.last()->document()->defaultFont().pointSizeF(), bench.theme.font(TextStyle::body).pointSizeF());
    }
};

STRATA_TEST(ChatViewTest);

#include "chat_view_test.moc"
