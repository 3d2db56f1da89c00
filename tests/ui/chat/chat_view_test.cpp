#include "ui/chat/chat_view.h"

#include <QtTest/QtTest>

#include <QPushButton>
#include <QScrollBar>

#include "support/test_registry.h"
#include "ui/chat/message_view.h"
#include "ui/style/theme.h"
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
            QVERIFY(QTest::qWaitFor([&] { return answer()->toPlainText().endsWith(text); }));
            settle();
        }
    }
    void finish() {
        chat.changeState(chat.lastRow(), [](Message& message) { message.state = TurnState::done; });
        settle();
    }
    /// Lays out what has changed.
    static void settle() { QCoreApplication::processEvents(); }
    TextView* answer() const { return view.findChildren<TextView*>("answerText").last(); }
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
        const auto views = bench.view.findChildren<MessageView*>();
        QCOMPARE(views.size(), 4);
        for (int i = 1; i < views.size(); ++i) {
            QVERIFY(views[i]->y() > views[i - 1]->geometry().bottom());
        }
        QCOMPARE(views[0]->width(), bench.theme.columnWidth());
        QCOMPARE(views[0]->x(), (bench.view.width() - views[0]->width()) / 2);
    }

    void a_huge_answer_is_shown_whole() {
        Bench bench;
        bench.ask("first");
        const QString text = QString("word ").repeated(20000) + "\n\n" + QString(300000, u'x') + "\n\nthe end";
        bench.chat.appendText(1, text);
        bench.finish();
        auto* const answer = bench.view.findChild<TextView*>("answerText");
        QVERIFY(answer->toPlainText().endsWith("the end"));
        QVERIFY(answer->height() > 10000);
        QCOMPARE(bench.view.widget()->height(), bench.end() + bench.view.viewport()->height());
    }

    void the_tab_key_goes_through_the_messages_in_their_order() {
        Bench bench;
        bench.ask("first");
        bench.write(1);
        bench.finish();
        bench.ask("second");
        bench.write(1);
        QList<QWidget*> expected;
        for (MessageView* const view : bench.view.findChildren<MessageView*>()) {
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

    void another_theme_keeps_all_text() {
        Bench bench;
        bench.ask("first <b>");
        bench.write(2);
        bench.finish();
        bench.theme.setZoomPercent(150);
        Bench::settle();
        const auto texts = bench.view.findChildren<TextView*>();
        QCOMPARE(texts[0]->toPlainText(), QString("first <b>"));
        QVERIFY(texts.last()->toPlainText().contains("Paragraph 2"));
        QCOMPARE(texts.last()->document()->defaultFont().pointSizeF(), bench.theme.font(TextStyle::body).pointSizeF());
    }
};

STRATA_TEST(ChatViewTest);

#include "chat_view_test.moc"
