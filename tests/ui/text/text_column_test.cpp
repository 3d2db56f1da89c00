#include "ui/text/text_column.h"

#include <QtTest/QtTest>

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>

#include "support/test_registry.h"
#include "ui/style/theme.h"
#include "ui/text/text_view.h"

using namespace strata::ui;

namespace {

/// A column of a fixed width with what stands between two heights on the screen.
struct Page {
    explicit Page(const QString& text, bool complete = true) {
        column.setTextName("text", "Text");
        column.show(text, complete);
        QWidget::connect(&column, &TextColumn::changed, &column, [this] { layOut(); });
        layOut();
    }
    void layOut() { column.resize(500, column.layOut(500, top, top + 1200)); }
    QList<TextView*> views() const { return column.findChildren<TextView*>("text"); }
    QPushButton* button(const char* name) const { return column.findChild<QPushButton*>(name); }
    static QString copied() { return QGuiApplication::clipboard()->text(); }

    Theme theme{ThemeChoice::light};
    QWidget window;
    TextColumn column{&theme, TextParts::Markup::markdown, &window};
    int top = 0;
};

QString numberedLines(int count) {
    QString lines;
    for (int line = 0; line < count; ++line) {
        lines += QString("line %1\n").arg(line);
    }
    return lines;
}

}  // namespace

class TextColumnTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void only_what_is_near_the_screen_is_laid_out() {
        Page page(QStringLiteral("A paragraph of some words.\n\n").repeated(20000));
        QVERIFY(page.column.height() > 100000);
        QVERIFY(page.views().size() < 20);
        page.top = page.column.height() / 2;
        page.layOut();
        QVERIFY(page.views().size() < 20);
    }

    void settled_text_is_not_touched_when_more_comes() {
        Page page(QStringLiteral("first\n\n").repeated(20), false);
        TextView* const first = page.views().first();
        const QSignalSpy changes(first->document(), &QTextDocument::contentsChange);
        const int count = static_cast<int>(page.views().size());
        page.column.show(QStringLiteral("first\n\n").repeated(20) + "```\ncode\n```\nafter", true);
        QVERIFY(page.views().size() > count);
        QCOMPARE(page.views().first(), first);
        QVERIFY(changes.isEmpty());
    }

    void code_says_its_language_and_is_copied_exactly() {
        Page page("text\n\n```python\n  a = 1  \n\nb\n```\n");
        QCOMPARE(page.column.findChild<QLabel*>("codeLanguage")->text(), QString("python"));
        page.button("copyPieceButton")->click();
        QCOMPARE(Page::copied(), QString("  a = 1  \n\nb"));
    }

    void long_lines_of_code_are_scrolled_sideways_or_wrapped() {
        Page page("```\n" + QString("word ").repeated(100) + "\n```\n");
        const int one_line = page.column.height();
        TextView* const code = page.views().first();
        QVERIFY(code->document()->size().width() > 1000);
        page.button("wrapButton")->click();
        QVERIFY(page.column.height() > 3 * one_line / 2);
        QVERIFY(code->document()->size().width() <= 500);
        page.button("wrapButton")->click();
        QCOMPARE(page.column.height(), one_line);
    }

    void long_code_is_folded_until_it_is_asked_for() {
        Page page("```\n" + numberedLines(1000) + "```\nafter");
        QVERIFY(page.views().first()->toPlainText().endsWith("line 39"));
        QCOMPARE(page.views().size(), 2);  // the head of the code and what comes behind it
        const int folded = page.column.height();
        page.button("copyPieceButton")->click();
        QCOMPARE(Page::copied(), numberedLines(1000).chopped(1));
        page.button("showAllCodeButton")->click();
        QTRY_VERIFY(page.column.height() > 10 * folded);
        QVERIFY(page.views().first()->toPlainText().endsWith("line 399"));
    }

    void code_that_is_read_while_it_is_written_is_not_folded() {
        Page page("```\n" + numberedLines(390), false);
        page.column.show("```\n" + numberedLines(600), false);
        page.column.show("```\n" + numberedLines(600) + "```\n", true);
        QVERIFY(page.button("showAllCodeButton") == nullptr);
    }

    void a_table_is_copied_with_tabs() {
        Page page("| a | b |\n|---|---|\n| 1 | **2** |\n");
        page.button("copyPieceButton")->click();
        QCOMPARE(Page::copied(), QString("a\tb\n1\t2"));
    }

    void a_wide_table_is_scrolled_inside_the_message() {
        const QString cell = QString(" some words in a cell |").repeated(8);
        Page page("|" + cell + "\n|" + QString("---|").repeated(8) + "\n|" + cell + "\n");
        QVERIFY(page.views().first()->document()->size().width() > 700);
        QCOMPARE(page.views().first()->width(), 500);
    }

    void a_range_is_copied_whether_it_is_laid_out_or_not() {
        const QString line = QStringLiteral("A *paragraph* of words.");
        Page page((line + "\n\n").repeated(3000));
        const TextRange range{{0, 0, 2}, page.column.end()};
        const QString copied = page.column.textOf(range);
        QVERIFY(copied.startsWith("paragraph of words.\nA paragraph"));
        QCOMPARE(copied.count('\n'), 2999);
        QVERIFY(copied.endsWith("A paragraph of words."));
        page.column.setSelection(range);
        QCOMPARE(page.views().first()->textCursor().selectionStart(), 2);
        page.top = page.column.height() - 400;
        page.layOut();
        QVERIFY(page.views().last()->textCursor().hasSelection());
    }

    void another_theme_keeps_the_text_and_the_stream_goes_on() {
        Page page("one `two` thr", false);
        page.theme.setZoomPercent(150);
        QCOMPARE(page.views().first()->document()->defaultFont().pointSizeF(),
                 page.theme.font(TextStyle::body).pointSizeF());
        page.column.show("one `two` three", true);
        QCOMPARE(page.views().first()->toPlainText(), QString("one two three"));
    }
};

STRATA_TEST(TextColumnTest);

#include "text_column_test.moc"
