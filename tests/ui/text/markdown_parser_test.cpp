#include "ui/text/markdown_parser.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata::ui;

namespace {

std::vector<RichBlock> read(const QString& text, int number = -1) {
    MarkdownChunk chunk;
    chunk.text = text;
    chunk.number = number;
    return parseChunk(chunk);
}

QString textOf(const RichBlock& block) {
    QString text;
    for (const TextRun& run : block.runs) {
        text += run.text;
    }
    return text;
}

}  // namespace

class MarkdownParserTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reads_the_styles_of_running_text() {
        const auto blocks = read("plain **strong** *soft* ~~gone~~ `code` [web](https://a.org)");
        QCOMPARE(blocks.size(), std::size_t(1));
        const auto& runs = blocks[0].runs;
        const auto find = [&runs](const QString& text) {
            return *std::find_if(runs.begin(), runs.end(), [&](const TextRun& run) { return run.text == text; });
        };
        QVERIFY(find("strong").strong);
        QVERIFY(find("soft").emphasis);
        QVERIFY(find("gone").struck);
        QVERIFY(find("code").code);
        QCOMPARE(find("web").link, QString("https://a.org"));
        QCOMPARE(textOf(blocks[0]), QString("plain strong soft gone code web"));
    }

    void a_paragraph_of_many_lines_runs_on() {
        QStringList lines, words;
        for (int i = 0; i < 40; ++i) {
            lines.append(QString("line **%1** of it").arg(i));
            words.append(QString("line %1 of it").arg(i));
        }
        const auto blocks = read(lines.join('\n'));
        QCOMPARE(blocks.size(), std::size_t(1));
        QCOMPARE(textOf(blocks[0]), words.join(' '));
        QVERIFY(blocks[0].runs[1].strong);
        // Line breaks that are meant stay, and so do lines with marks of their own.
        QCOMPARE(read(lines.join("  \n")).size(), read("a  \nb").size() * 20);
        QCOMPARE(read("- " + lines.join("\n- ")).size(), std::size_t(40));
        QCOMPARE(read(lines.join('\n') + "\n===")[0].kind, BlockKind::heading);
    }

    void formulas_are_text_or_code() {
        const auto blocks = read("So $a_1 * b^2$, <i> and $\\overline{x}$ for $5.");
        QCOMPARE(textOf(blocks[0]), QString("So a₁ * b², <i> and $\\overline{x}$ for $5."));
        const auto display = read("It is\n\\[\n\\begin{matrix}a&b\\end{matrix}\n\\]\n");
        QCOMPARE(display.size(), std::size_t(2));
        QCOMPARE(display[1].kind, BlockKind::code);
        QCOMPARE(textOf(display[1]), QString("\\begin{matrix}a&b\\end{matrix}"));
    }

    void what_looks_like_html_stays_as_typed_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("tags") << "<smirk> waffles <b>bold</b> a < b";
        QTest::newRow("block tag") << "<div> x </div>";
        QTest::newRow("comment") << "a <!-- hidden --> b";
        QTest::newRow("script") << "<script>alert(1)</script>";
        QTest::newRow("thinking tag") << "<think> is a tag";
        QTest::newRow("generic type") << "std::vector<int> v; a->b";
    }

    void what_looks_like_html_stays_as_typed() {
        QFETCH(QString, text);
        const auto blocks = read(text);
        QCOMPARE(blocks.size(), std::size_t(1));
        QCOMPARE(textOf(blocks[0]), text);
    }

    void links_that_may_not_be_followed_become_text_with_their_target() {
        const auto blocks = read("[secret](file:///etc/passwd) and [run](javascript:x)");
        QCOMPARE(textOf(blocks[0]), QString("secret (file:///etc/passwd) and run (javascript:x)"));
        for (const TextRun& run : blocks[0].runs) {
            QVERIFY(run.link.isEmpty());
        }
    }

    void pictures_are_shown_as_their_text() {
        const auto blocks = read("see ![a cat](http://x.org/cat.png) and ![b](//server/share/x.png)");
        QCOMPARE(textOf(blocks[0]), QString("see ![a cat](http://x.org/cat.png) and ![b](//server/share/x.png)"));
    }

    void an_ordered_list_keeps_its_first_number() {
        const auto blocks = read("4. four\n5. five", 4);
        QCOMPARE(blocks.size(), std::size_t(2));
        QCOMPARE(blocks[0].marker, QString("4."));
        QCOMPARE(blocks[1].marker, QString("5."));
        QCOMPARE(blocks[0].indent, 1);
    }

    void nested_lists_and_paragraphs_of_items_keep_their_depth() {
        const auto blocks = read("1. a\n   - x\n   - y\n\n   more", 1);
        QCOMPARE(blocks.size(), std::size_t(4));
        QCOMPARE(blocks[0].marker, QString("1."));
        QCOMPARE(blocks[1].marker, QString("◦"));
        QCOMPARE(blocks[1].indent, 2);
        QCOMPARE(textOf(blocks[3]), QString("more"));
        QVERIFY(blocks[3].marker.isEmpty());
        QCOMPARE(blocks[3].indent, 1);
    }

    void check_lists_show_their_boxes() {
        const auto blocks = read("- [ ] open\n- [x] done");
        QCOMPARE(blocks[0].marker, QString("☐"));
        QCOMPARE(blocks[1].marker, QString("☑"));
    }

    void headings_quotes_and_rules_are_told_apart() {
        const auto heading = read("## Two");
        QCOMPARE(heading[0].kind, BlockKind::heading);
        QCOMPARE(heading[0].heading_level, 2);
        const auto quote = read("> said");
        QCOMPARE(quote[0].quote_depth, 1);
        const auto rule = read("---");
        QCOMPARE(rule.size(), std::size_t(1));
        QCOMPARE(rule[0].kind, BlockKind::rule);
    }

    void a_table_has_rows_cells_and_sides() {
        const auto blocks = read("| a | b |\n|---|--:|\n| **1** | 2 |");
        QCOMPARE(blocks.size(), std::size_t(1));
        QCOMPARE(blocks[0].kind, BlockKind::table);
        QCOMPARE(blocks[0].rows.size(), std::size_t(2));
        QCOMPARE(blocks[0].rows[1][0].runs[0].text, QString("1"));
        QVERIFY(blocks[0].rows[1][0].runs[0].strong);
        QVERIFY(blocks[0].rows[1][1].alignment.testFlag(Qt::AlignRight));
    }

    void text_around_a_table_is_not_lost() {
        const auto blocks = read("before\n\n| a |\n|---|\n| 1 |\n\nafter");
        QCOMPARE(blocks.size(), std::size_t(3));
        QCOMPARE(textOf(blocks[0]), QString("before"));
        QCOMPARE(textOf(blocks[2]), QString("after"));
    }

    void code_in_an_item_stays_line_by_line() {
        const auto blocks = read("1. do\n   ```sh\n   ls\n\n   cd\n   ```", 1);
        QCOMPARE(blocks.size(), std::size_t(4));
        QCOMPARE(blocks[1].kind, BlockKind::code);
        QVERIFY(blocks[1].first_line);
        QVERIFY(!blocks[2].first_line);
        QCOMPARE(textOf(blocks[3]), QString("cd"));
        QCOMPARE(blocks[1].language, QString("sh"));
    }

    void indented_code_is_code() {
        const auto blocks = read("    a < b\n      c");
        QCOMPARE(blocks.size(), std::size_t(2));
        QCOMPARE(blocks[0].kind, BlockKind::code);
        QCOMPARE(textOf(blocks[1]), QString("  c"));
    }

    void a_line_of_code_is_taken_as_it_is() {
        MarkdownChunk chunk;
        chunk.kind = MarkdownChunk::Kind::code;
        chunk.text = QStringLiteral("  **a** <b>\t#");
        chunk.first_line = true;
        const auto blocks = parseChunk(chunk);
        QCOMPARE(blocks.size(), std::size_t(1));
        QCOMPARE(textOf(blocks[0]), chunk.text);
        QCOMPARE(blocks[0].kind, BlockKind::code);
    }

    void a_long_line_in_an_item_is_cut_and_nothing_is_lost() {
        const QString words = QString("word **bold** ").repeated(1000) + QString(5000, u'x');
        const auto blocks = read("- " + words);
        QVERIFY(blocks.size() > 10);
        QString together;
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            QCOMPARE(blocks[i].joined, i > 0);
            QCOMPARE(blocks[i].marker.isEmpty(), i > 0);
            QCOMPARE(blocks[i].indent, 1);
            QVERIFY(textOf(blocks[i]).size() <= kLongestLine + 1);
            together += textOf(blocks[i]);
        }
        QCOMPARE(together, QString(words).remove("**"));
    }

    void typed_text_is_cut_into_lines_and_nothing_else() {
        const QString line = QStringLiteral("  # **as** <b>typed</b> ");
        const auto blocks = plainBlocks(line + "\n\n" + QString(2 * kLongestLine + 1, u'y'));
        QCOMPARE(blocks.size(), std::size_t(5));
        QCOMPARE(textOf(blocks[0]), line);
        QVERIFY(!blocks[2].joined);
        QVERIFY(blocks[3].joined && blocks[4].joined);
    }
};

STRATA_TEST(MarkdownParserTest);

#include "markdown_parser_test.moc"
