#include "ui/chat/composer.h"

#include <QtTest/QtTest>

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>

#include "support/test_registry.h"
#include "ui/chat/composer_settings.h"
#include "ui/style/theme.h"

using namespace strata;
using namespace strata::ui;

namespace {

void compose(QWidget* edit, const QString& preedit, const QString& commit = QString()) {
    QInputMethodEvent event(preedit, {});
    event.setCommitString(commit);
    QCoreApplication::sendEvent(edit, &event);
}

}  // namespace

class ComposerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void enter_sends_and_shift_enter_begins_a_line() {
        const Theme theme(ThemeChoice::light);
        Composer composer(&theme);
        composer.show();
        QSignalSpy sent(&composer, &Composer::sendWanted);
        QTest::keyClicks(composer.edit(), "one");
        QTest::keyClick(composer.edit(), Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClicks(composer.edit(), "two");
        QCOMPARE(sent.size(), 0);
        QTest::keyClick(composer.edit(), Qt::Key_Return);
        QCOMPARE(sent.size(), 1);
        QCOMPARE(sent[0][0].toString(), QString("one\ntwo"));
        QTest::keyClick(composer.edit(), Qt::Key_Enter, Qt::KeypadModifier);
        QCOMPARE(sent.size(), 2);
        QCOMPARE(composer.text(), QString("one\ntwo"));  // emptied only by whoever took the message
    }

    void blank_text_cannot_be_sent() {
        const Theme theme(ThemeChoice::light);
        Composer composer(&theme);
        composer.show();
        const QSignalSpy sent(&composer, &Composer::sendWanted);
        composer.edit()->setPlainText(" \n\t ");
        QTest::keyClick(composer.edit(), Qt::Key_Return);
        QCOMPARE(sent.size(), 0);
        QVERIFY(!composer.findChild<QPushButton*>("sendButton")->isEnabled());
        composer.edit()->setPlainText(" \n\t x");
        QVERIFY(composer.findChild<QPushButton*>("sendButton")->isEnabled());
    }

    void enter_belongs_to_the_input_method_while_it_composes() {
        const Theme theme(ThemeChoice::light);
        Composer composer(&theme);
        composer.show();
        const QSignalSpy sent(&composer, &Composer::sendWanted);
        compose(composer.edit(), "にほん");
        QTest::keyClick(composer.edit(), Qt::Key_Return);
        QCOMPARE(sent.size(), 0);
        compose(composer.edit(), QString(), "日本");
        QTest::keyClick(composer.edit(), Qt::Key_Return);  // the one that settled the text
        QCOMPARE(sent.size(), 0);
        QCoreApplication::processEvents();
        QTest::keyClick(composer.edit(), Qt::Key_Return);
        QCOMPARE(sent.size(), 1);
        QCOMPARE(composer.text(), QString("日本"));
    }

    void grows_with_its_text_up_to_the_limit_and_then_scrolls() {
        const Theme theme(ThemeChoice::light);
        Composer composer(&theme);
        composer.resize(400, 300);
        composer.show();
        composer.setHighest(200);
        const int one_line = composer.edit()->height();
        composer.edit()->setPlainText("a\nb\nc");
        QVERIFY(composer.edit()->height() > 2 * one_line);
        composer.edit()->setPlainText(QString("line\n").repeated(100));
        QTRY_COMPARE(composer.edit()->height(), 200);
        QVERIFY(composer.edit()->verticalScrollBar()->isVisible());
        composer.clearMessage();
        QTRY_COMPARE(composer.edit()->height(), one_line);
    }

    void pasted_markup_stays_text() {
        const Theme theme(ThemeChoice::light);
        Composer composer(&theme);
        composer.show();
        auto* const pasted = new QMimeData;
        pasted->setHtml("<b>bold</b>");
        pasted->setText("<b>bold</b>");
        QGuiApplication::clipboard()->setMimeData(pasted);
        composer.edit()->paste();
        QCOMPARE(composer.text(), QString("<b>bold</b>"));
    }

    void a_text_that_comes_back_stands_before_what_was_typed_since() {
        const Theme theme(ThemeChoice::light);
        Composer composer(&theme);
        composer.giveBack("first");
        QCOMPARE(composer.text(), QString("first"));
        composer.clearMessage();
        composer.edit()->setPlainText("typed");
        composer.giveBack("first");
        QCOMPARE(composer.text(), QString("first\ntyped"));
    }

    void the_stop_button_is_there_only_while_an_answer_runs() {
        const Theme theme(ThemeChoice::light);
        Composer composer(&theme);
        composer.show();
        auto* const stop = composer.findChild<QPushButton*>("stopButton");
        const QSignalSpy stopped(&composer, &Composer::stopWanted);
        QVERIFY(!stop->isVisible());
        composer.setAnswering(true);
        QVERIFY(stop->isVisible() && stop->isEnabled());
        stop->click();
        QCOMPARE(stopped.size(), 1);
        composer.setStopping();
        QVERIFY(!stop->isEnabled());
        composer.setAnswering(false);
        QVERIFY(!stop->isVisible());
    }

    void enter_can_begin_a_line_and_shift_enter_send() {
        const Theme theme(ThemeChoice::light);
        Composer composer(&theme);
        composer.setEnterSends(false);
        composer.show();
        const QSignalSpy sent(&composer, &Composer::sendWanted);
        QTest::keyClicks(composer.edit(), "one");
        QTest::keyClick(composer.edit(), Qt::Key_Return);
        QTest::keyClicks(composer.edit(), "two");
        QCOMPARE(sent.size(), 0);
        QTest::keyClick(composer.edit(), Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClick(composer.edit(), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(sent.size(), 2);
        QCOMPARE(composer.text(), QString("one\ntwo"));
    }

    void how_to_answer_is_chosen_in_the_menu_and_becomes_the_setting() {
        const Theme theme(ThemeChoice::light);
        Composer composer(&theme);
        app::Settings settings{QString()};
        const ComposerSettings joined(&composer, &settings);
        QCOMPARE(composer.thinking(), Thinking::off);
        const auto actions = composer.findChild<QMenu*>("thinkingMenu")->actions();
        const auto choose = [&actions](const QString& text) {
            for (QAction* const action : actions) {
                if (action->text() == text) {
                    action->trigger();
                }
            }
        };
        choose("Long");
        QCOMPARE(composer.thinking(), Thinking::high);
        QCOMPARE(settings.model().thinking, Thinking::high);
        choose("Exact");
        QCOMPARE(settings.model().style, 0);
        app::ModelSettings changed = settings.model();
        changed.thinking = Thinking::low;
        settings.set(changed);
        QCOMPARE(composer.thinking(), Thinking::low);
        app::LookSettings look = settings.look();
        look.enter_sends = false;
        settings.set(look);
        QVERIFY(!composer.edit()->enterSends());
    }
};

STRATA_TEST(ComposerTest);

#include "composer_test.moc"
