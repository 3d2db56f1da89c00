#include "ui/text/document_writer.h"

#include <QtTest/QtTest>

#include <QAbstractTextDocumentLayout>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextTable>

#include "support/test_registry.h"
#include "ui/text/markdown_parser.h"

using namespace strata::ui;

namespace {

std::vector<RichBlock> read(const QString& text) {
    MarkdownChunk chunk;
    chunk.text = text;
    return parseChunk(chunk);
}

/// All that matters of a document, for comparing two of them.
QStringList written(const QTextDocument& document) {
    QStringList lines;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        const QTextBlockFormat format = block.blockFormat();
        QString line = QStringLiteral("%1 top %2 indent %3 kind %4 marker %5 quote %6 height %7/%8: ")
                           .arg(block.text())
                           .arg(format.topMargin())
                           .arg(format.indent())
                           .arg(format.intProperty(block_property::kKind))
                           .arg(format.stringProperty(block_property::kMarker))
                           .arg(format.intProperty(QTextFormat::BlockQuoteLevel))
                           .arg(format.lineHeight())
                           .arg(format.lineHeightType());
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            const QTextCharFormat style = part.fragment().charFormat();
            line += QStringLiteral("[%1 w%2 i%3 s%4 f%5 %6]")
                        .arg(part.fragment().text())
                        .arg(style.fontWeight())
                        .arg(style.fontItalic())
                        .arg(style.fontPointSize())
                        .arg(style.fontFixedPitch())
                        .arg(style.anchorHref());
        }
        lines.append(line);
    }
    return lines;
}

}  // namespace

class DocumentWriterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_changed_tail_looks_as_if_it_had_been_written_at_once_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::newRow("grows") << "Hello wor"
                               << "Hello world";
        QTest::newRow("turns strong") << "Hello **wor"
                                      << "Hello **world** x";
        QTest::newRow("becomes a heading") << "Head\n="
                                           << "Head\n===";
        QTest::newRow("becomes two") << "one"
                                     << "one\n\ntwo";
        QTest::newRow("two become one") << "one\n\ntwo"
                                        << "one";
        QTest::newRow("text becomes a table") << "| a | b |"
                                              << "| a | b |\n|---|---|";
        QTest::newRow("table grows") << "| a | b |\n|---|---|\n| 1 |"
                                     << "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |";
        QTest::newRow("table becomes text") << "| a |\n|---|"
                                            << "no table";
        QTest::newRow("behind a table") << "| a |\n|---|\n\nx"
                                        << "| a |\n|---|\n\nxy\n\nz";
        QTest::newRow("list grows") << "- a\n- b"
                                    << "- a\n- bc\n  - d";
        QTest::newRow("code grows") << "- a\n  ```\n  x"
                                    << "- a\n  ```\n  xy\n  z";
        QTest::newRow("goes away") << "something"
                                   << "";
        QTest::newRow("rule") << "--"
                              << "---";
        QTest::newRow("quote") << "> a"
                               << "> a\n>\n> b";
    }

    void a_changed_tail_looks_as_if_it_had_been_written_at_once() {
        QFETCH(QString, before);
        QFETCH(QString, after);
        const Theme theme(ThemeChoice::light);
        for (const QString settled : {"", "settled text", "| t |\n|---|\n| 1 |", "    code"}) {
            QTextDocument changed;
            DocumentWriter writer(&changed, &theme);
            writer.append(read(settled));
            writer.setTail(read(before));
            writer.setTail(read(after));

            QTextDocument fresh;
            DocumentWriter fresh_writer(&fresh, &theme);
            fresh_writer.append(read(settled));
            fresh_writer.append(read(after));

            QCOMPARE(written(changed), written(fresh));
            QCOMPARE(changed.rootFrame()->childFrames().size(), fresh.rootFrame()->childFrames().size());
        }
    }

    void a_growing_tail_changes_the_document_only_at_its_end() {
        const Theme theme(ThemeChoice::light);
        QTextDocument document;
        DocumentWriter writer(&document, &theme);
        writer.append(read("settled"));
        writer.setTail(read("Hello wor"));
        document.documentLayout();  // without one, a document tells nobody of changes
        int first_changed = -1;
        connect(&document, &QTextDocument::contentsChange, this,
                [&first_changed](int position, int, int) { first_changed = position; });
        writer.setTail(read("Hello world"));
        QCOMPARE(first_changed, QStringLiteral("settled\nHello wor").size());
        writer.append(read("Hello world"));
        QCOMPARE(document.toPlainText(), QString("settled\nHello world"));
    }

    void a_selection_in_the_settled_text_survives() {
        const Theme theme(ThemeChoice::light);
        QTextDocument document;
        DocumentWriter writer(&document, &theme);
        writer.append(read("settled"));
        QTextCursor selection(&document);
        selection.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor, 4);
        writer.setTail(read("- a"));
        writer.setTail(read("something else"));
        QCOMPARE(selection.selectedText(), QString("sett"));
    }

    void there_is_room_between_blocks_of_all_kinds() {
        const Theme theme(ThemeChoice::light);
        for (const QString first : {"text", "| t |\n|---|\n| 1 |", "    code", "---", "- item", "# head"}) {
            for (const QString second : {"text", "| t |\n|---|\n| 1 |", "    code", "> quote", "- item", "# head"}) {
                QTextDocument document;
                DocumentWriter writer(&document, &theme);
                writer.append(read(first));
                document.setTextWidth(400);
                const double before = document.size().height();
                writer.append(read(second));
                const double both = document.size().height();
                QTextDocument alone;
                DocumentWriter(&alone, &theme).append(read(second));
                alone.setTextWidth(400);
                QVERIFY2(both - before - alone.size().height() > 5, qPrintable(first + " and " + second));
            }
        }
    }

    void code_at_the_beginning_has_room_for_its_panel() {
        const Theme theme(ThemeChoice::light);
        QTextDocument document;
        DocumentWriter(&document, &theme).append(read("    code"));
        document.setTextWidth(400);
        QVERIFY(document.documentLayout()->blockBoundingRect(document.lastBlock()).top() >= kCodePadding);
    }

    void only_links_are_anchors_and_no_picture_is_ever_an_object() {
        const Theme theme(ThemeChoice::light);
        QTextDocument document;
        DocumentWriter writer(&document, &theme);
        writer.append(read("[a](https://a.org) [b](file:///b) ![c](http://c.org/c.png)"));
        QStringList targets;
        for (auto part = document.begin().begin(); !part.atEnd(); ++part) {
            QVERIFY(!part.fragment().charFormat().isImageFormat());
            if (part.fragment().charFormat().isAnchor()) {
                targets.append(part.fragment().charFormat().anchorHref());
            }
        }
        QCOMPARE(targets, QStringList{"https://a.org"});
    }
};

STRATA_TEST(DocumentWriterTest);

#include "document_writer_test.moc"
