#include "ui/text/text_view.h"

#include <QtTest/QtTest>

#include <QAbstractTextDocumentLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QHash>
#include <QMouseEvent>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>

#include "support/test_registry.h"
#include "ui/style/theme.h"
#include "ui/text/document_writer.h"
#include "ui/text/markdown_parser.h"

using namespace strata::ui;

namespace {

/// A document of a finished Markdown text.
void write(QTextDocument& document, const Theme& theme, const QString& markdown) {
    MarkdownSplitter splitter;
    splitter.feed(markdown);
    splitter.finish();
    DocumentWriter writer(&document, &theme);
    for (const MarkdownChunk& chunk : splitter.takeSettled()) {
        writer.append(parseChunk(chunk));
    }
}

QString copyAll(TextView& view) {
    view.selectAll();
    view.copy();
    return QGuiApplication::clipboard()->text();
}

}  // namespace

class TextViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void is_as_high_as_its_text() {
        const Theme theme(ThemeChoice::light);
        QTextDocument line;
        write(line, theme, QStringLiteral("one line"));
        QTextDocument text;
        write(text, theme, QStringLiteral("word ").repeated(100));
        TextView view(&theme);
        view.showDocument(&line);
        const int one = view.heightForWidth(300);
        view.showDocument(&text);
        QVERIFY(view.heightForWidth(300) > 5 * one);
        QVERIFY(view.heightForWidth(1200) < view.heightForWidth(300));
    }

    void each_paragraph_takes_its_own_direction_and_code_goes_to_the_right() {
        const Theme theme(ThemeChoice::light);
        for (const Qt::LayoutDirection around : {Qt::LeftToRight, Qt::RightToLeft}) {
            QTextDocument text;
            write(text, theme, QStringLiteral("plain words\n\nكلمات عربية\n\n- one\n- عنصر\n\n```\nكود\n```\n"));
            TextView view(&theme);
            view.setLayoutDirection(around);
            view.resize(400, 300);
            view.showDocument(&text);
            text.setTextWidth(400);
            static_cast<void>(text.documentLayout()->documentSize());  // lays everything out
            QHash<QString, QTextBlock> blocks;
            for (QTextBlock block = text.begin(); block.isValid(); block = block.next()) {
                blocks.insert(block.text(), block);
            }
            QCOMPARE(blocks["plain words"].textDirection(), Qt::LeftToRight);
            QCOMPARE(blocks["كلمات عربية"].textDirection(), Qt::RightToLeft);
            QCOMPARE(blocks["one"].textDirection(), Qt::LeftToRight);
            QCOMPARE(blocks["عنصر"].textDirection(), Qt::RightToLeft);
            QCOMPARE(blocks["كود"].textDirection(), Qt::LeftToRight);
            // And each begins at its own side of the page.
            QVERIFY(blocks["plain words"].layout()->lineAt(0).naturalTextRect().left() < 100);
            QVERIFY(blocks["كلمات عربية"].layout()->lineAt(0).naturalTextRect().right() > 300);
        }
    }

    void fetches_nothing() {
        const Theme theme(ThemeChoice::light);
        TextView view(&theme);
        for (const char* address : {"file:///etc/hostname", "//server/share/x.png", "http://a.org/x.png"}) {
            const QVariant picture = view.loadResource(QTextDocument::ImageResource, QUrl(address));
            QVERIFY(picture.value<QImage>().isNull());
        }
    }

    void tells_about_links_and_opens_none_by_itself() {
        const Theme theme(ThemeChoice::light);
        QTextDocument text;
        write(text, theme, QStringLiteral("[page](https://a.org/x)"));
        TextView view(&theme);
        view.showDocument(&text);
        view.resize(300, 40);
        view.show();
        const QSignalSpy pointed(&view, &TextView::linkPointedAt);
        const QSignalSpy activated(&view, &TextView::linkActivated);
        const QPointF on_link(8, 8);
        QMouseEvent move(QEvent::MouseMove, on_link, view.viewport()->mapToGlobal(on_link), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(view.viewport(), &move);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::NoModifier, QPoint(8, 8));
        QCOMPARE(activated.size(), 1);
        QCOMPARE(activated[0][0].toUrl(), QUrl("https://a.org/x"));
        QVERIFY(!pointed.isEmpty());
        QCOMPARE(view.document(), &text);
    }

    void copies_markers_tabs_and_whole_lines() {
        const Theme theme(ThemeChoice::light);
        QTextDocument text;
        write(text, theme,
              QStringLiteral("Do:\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\n") +
                  QString(2500, u'x') + QStringLiteral("\n```"));
        TextView view(&theme);
        view.showDocument(&text);
        QCOMPARE(copyAll(view), QStringLiteral("Do:\n1. one\n2. two\na\tb\n1\t2\n") + QString(2500, u'x'));
    }

    void typed_text_is_copied_exactly() {
        const Theme theme(ThemeChoice::light);
        QTextDocument document;
        const QString typed = QStringLiteral("  <b>x</b>\n\n\t*a*  b ") + QString(5000, u'z');
        DocumentWriter(&document, &theme).append(plainBlocks(typed));
        TextView view(&theme);
        view.showDocument(&document);
        QCOMPARE(copyAll(view), typed);
    }

    void can_be_read_with_the_keyboard() {
        const Theme theme(ThemeChoice::light);
        TextView view(&theme);
        QVERIFY(view.textInteractionFlags().testFlag(Qt::TextSelectableByKeyboard));
        QVERIFY(view.focusPolicy() & Qt::TabFocus);
    }
};

STRATA_TEST(TextViewTest);

#include "text_view_test.moc"
