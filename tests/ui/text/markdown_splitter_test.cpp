#include "ui/text/markdown_splitter.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"
#include "ui/text/rich_block.h"

using namespace strata::ui;

namespace {

/// "M" or "C" (code), number, marks for apart (|), joined (+) and first line (^), then the text.
QString written(const MarkdownChunk& chunk) {
    QString line = chunk.kind == MarkdownChunk::Kind::code ? "C" : "M";
    if (chunk.number >= 0) {
        line += QString::number(chunk.number);
    }
    line += chunk.spaced ? "|" : "";
    line += chunk.joined ? "+" : "";
    line += chunk.first_line ? "^" : "";
    return line + " " + chunk.text.trimmed().replace("\n", "/");
}

QStringList settledOf(MarkdownSplitter& splitter) {
    QStringList lines;
    for (const MarkdownChunk& chunk : splitter.takeSettled()) {
        lines.append(written(chunk));
    }
    return lines;
}

QStringList chunksOf(const QString& text) {
    MarkdownSplitter splitter;
    splitter.feed(text);
    splitter.finish();
    return settledOf(splitter);
}

}  // namespace

class MarkdownSplitterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cuts_a_text_where_its_blocks_end_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("chunks");
        QTest::newRow("paragraphs") << "one\nstill one\n\n\ntwo" << QStringList{"M| one/still one", "M| two"};
        QTest::newRow("heading and text") << "# Head\ntext\n## Next\n"
                                          << QStringList{"M| # Head", "M| text", "M| ## Next"};
        QTest::newRow("no heading") << "#tag\ntext" << QStringList{"M| #tag/text"};
        QTest::newRow("underlined heading") << "Head\n---\ntext" << QStringList{"M| Head/---/text"};
        QTest::newRow("code") << "so:\n```cpp\nint a;\n\n  b\n```\nend"
                              << QStringList{"M| so:", "C|^ int a;", "C ", "C b", "M| end"};
        QTest::newRow("code without end") << "~~~\na\n```\nb" << QStringList{"C|^ a", "C ```", "C b"};
        QTest::newRow("longer fence") << "````\n```\n````\nx" << QStringList{"C|^ ```", "M| x"};
        QTest::newRow("inline code is no fence") << "```a``` b" << QStringList{"M| ```a``` b"};
        QTest::newRow("close list") << "1. a\n2. b\n3. c" << QStringList{"M1| 1. a", "M2 2. b", "M3 3. c"};
        QTest::newRow("wide list") << "- a\n\n- b" << QStringList{"M| - a", "M| - b"};
        QTest::newRow("counts on") << "1. a\n1. b\n7. c" << QStringList{"M1| 1. a", "M2 1. b", "M3 7. c"};
        QTest::newRow("begins at four") << "4. a\n5. b" << QStringList{"M4| 4. a", "M5 5. b"};
        QTest::newRow("begins at nought") << "0. a\n1. b" << QStringList{"M0| 0. a", "M1 1. b"};
        QTest::newRow("list ends at text") << "- a\n\ntext" << QStringList{"M| - a", "M| text"};
        QTest::newRow("lazy line") << "- a\nstill a\n- b" << QStringList{"M| - a/still a", "M - b"};
        QTest::newRow("inner paragraph") << "1. a\n\n   inner\n\n2. b" << QStringList{"M1| 1. a//   inner", "M2| 2. b"};
        QTest::newRow("inner list") << "1. a\n   - x\n   - y\n2. b" << QStringList{"M1| 1. a/   - x/   - y", "M2 2. b"};
        QTest::newRow("code in item") << "1. a\n   ```\n   x\n\n- no item\n   ```\n2. b"
                                      << QStringList{"M1| 1. a/   ```/   x//- no item/   ```", "M2 2. b"};
        QTest::newRow("code begins item")
            << "- ```\n  x\n\n  y\n  ```\n- b" << QStringList{"M| - ```/  x//  y/  ```", "M - b"};
        QTest::newRow("other bullet") << "- a\n* b" << QStringList{"M| - a", "M| * b"};
        QTest::newRow("list after text") << "Steps:\n- a\n- b" << QStringList{"M| Steps:", "M| - a", "M - b"};
        QTest::newRow("a year is no list") << "It was\n1984. A book" << QStringList{"M| It was/1984. A book"};
        QTest::newRow("rule") << "a\n\n***\n\nb" << QStringList{"M| a", "M| ***", "M| b"};
        QTest::newRow("table") << "| a |\n|---|\n| 1 |\n\nx" << QStringList{"M| | a |/|---|/| 1 |", "M| x"};
        QTest::newRow("tags stay text") << "<div>\n\n<b>x</b>" << QStringList{"M| <div>", "M| <b>x</b>"};
    }

    void cuts_a_text_where_its_blocks_end() {
        QFETCH(QString, text);
        QFETCH(QStringList, chunks);
        QCOMPARE(chunksOf(text), chunks);
    }

    void pieces_of_any_size_give_the_same_chunks() {
        const QString text =
            "# A\n\nSome *text*\nhere\n\n1. x\n2. y\n\n   z\n\n```py\ncode\n\n```\nend\n\n> q\n> q\n\n- [ ] t\n";
        const QStringList whole = chunksOf(text);
        for (const int size : {1, 2, 3, 7}) {
            MarkdownSplitter splitter;
            for (int at = 0; at < text.size(); at += size) {
                splitter.feed(text.mid(at, size));
            }
            splitter.finish();
            QCOMPARE(settledOf(splitter), whole);
        }
    }

    void what_is_settled_never_waits_for_the_end() {
        MarkdownSplitter splitter;
        splitter.feed(QStringLiteral("one\n\ntw"));
        QCOMPARE(settledOf(splitter), QStringList{"M| one"});
        QCOMPARE(written(*splitter.openEnd()), QString("M| tw"));
        splitter.feed(QStringLiteral("o\n\n"));
        QCOMPARE(settledOf(splitter), QStringList{"M| two"});
        QVERIFY(!splitter.openEnd());
    }

    void the_beginning_of_a_fence_does_not_flash_up() {
        MarkdownSplitter splitter;
        splitter.feed(QStringLiteral("so\n```py"));
        QCOMPARE(written(*splitter.openEnd()), QString("M| so"));
        splitter.feed(QStringLiteral("\nx = 1\n``"));
        settledOf(splitter);
        QVERIFY(!splitter.openEnd());
        splitter.feed(QStringLiteral("x"));
        QCOMPARE(written(*splitter.openEnd()), QString("C ``x"));
    }

    void a_paragraph_without_end_is_settled_in_joined_pieces_and_nothing_is_lost() {
        MarkdownSplitter splitter;
        QString text;
        for (int i = 0; i < 20000; ++i) {
            text += QStringLiteral("word%1 ").arg(i);
        }
        qsizetype longest_open = 0;
        for (int at = 0; at < text.size(); at += 100) {
            splitter.feed(QStringView(text).mid(at, 100));
            longest_open = std::max(longest_open, splitter.openEnd() ? splitter.openEnd()->text.size() : 0);
        }
        splitter.finish();
        QString together;
        for (const MarkdownChunk& chunk : splitter.takeSettled()) {
            QCOMPARE(chunk.joined, !together.isEmpty());
            together += chunk.text;
        }
        QCOMPARE(together.trimmed(), text.trimmed());
        QVERIFY(longest_open < 5000);
    }

    void long_lines_are_cut_also_when_they_come_at_once() {
        for (const QString frame : {"%1\n\nend", "```\n%1\n```\nend", "%1"}) {
            MarkdownSplitter splitter;
            splitter.feed(frame.arg(QString(10000, u'x')));
            splitter.finish();
            qsizetype together = 0;
            for (const MarkdownChunk& chunk : splitter.takeSettled()) {
                QVERIFY(chunk.text.size() < 5000);
                together += chunk.text.count(u'x');
            }
            QCOMPARE(together, 10000);
        }
    }

    void one_line_of_code_without_end_is_cut_and_nothing_is_lost() {
        MarkdownSplitter splitter;
        const QString line = QString(300000, u'x') + QStringLiteral("\U0001F600").repeated(1001);
        splitter.feed(QStringLiteral("```\n"));
        splitter.feed(line);
        splitter.feed(QStringLiteral("\n```\n"));
        QString together;
        for (const MarkdownChunk& chunk : splitter.takeSettled()) {
            QCOMPARE(chunk.joined, !together.isEmpty());
            QVERIFY(chunk.text.size() <= kLongestLine);
            QVERIFY(!chunk.text.back().isHighSurrogate());
            together += chunk.text;
        }
        QCOMPARE(together, line);
    }
};

STRATA_TEST(MarkdownSplitterTest);

#include "markdown_splitter_test.moc"
