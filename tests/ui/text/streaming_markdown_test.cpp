#include "ui/text/streaming_markdown.h"

#include <QtTest/QtTest>

#include <QTextBlock>
#include <QTextDocument>

#include "support/test_registry.h"

using namespace strata::ui;

namespace {

const QString kAnswer = QStringLiteral(
    "# Title\n\nSome **bold** text,\nnext line.\n\n1. one\n2. two\n   - inner\n\n3. three\n\n"
    "```cpp\nint main() {\n\n}\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quote\n\n---\n\nThe <end>.");

QStringList linesOf(const QTextDocument& document) {
    QStringList lines;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        lines.append(block.text() + block.blockFormat().stringProperty(block_property::kMarker) +
                     QString::number(block.blockFormat().topMargin()));
    }
    return lines;
}

}  // namespace

class StreamingMarkdownTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void an_answer_looks_the_same_streamed_and_at_once() {
        const Theme theme(ThemeChoice::light);
        StreamingMarkdown whole(&theme);
        whole.show(kAnswer, true);
        StreamingMarkdown streamed(&theme);
        for (int length = 1; length <= kAnswer.size(); ++length) {
            streamed.show(kAnswer.first(length), false);
            if (length % 7 == 0) {
                QTest::qWait(0);  // some of the pieces meet the timer
            }
        }
        streamed.show(kAnswer, true);
        QCOMPARE(linesOf(*streamed.document()), linesOf(*whole.document()));
        QVERIFY(streamed.document()->toPlainText().contains(QStringLiteral("The <end>.")));
    }

    void text_appears_without_waiting_for_its_end() {
        const Theme theme(ThemeChoice::light);
        StreamingMarkdown text(&theme);
        text.show(QStringLiteral("Hel"), false);
        QCOMPARE(text.document()->toPlainText(), QString("Hel"));
        text.show(QStringLiteral("Hello\n\nyou"), false);
        QTRY_COMPARE(text.document()->toPlainText(), QString("Hello\nyou"));
    }

    void another_text_takes_the_place_of_the_first() {
        const Theme theme(ThemeChoice::light);
        StreamingMarkdown text(&theme);
        const QSignalSpy replaced(&text, &StreamingMarkdown::documentReplaced);
        text.show(QStringLiteral("first"), true);
        text.show(QStringLiteral("second"), false);
        QCOMPARE(replaced.size(), 1);
        QCOMPARE(text.document()->toPlainText(), QString("second"));
    }

    void a_new_theme_keeps_the_text_and_the_stream_goes_on() {
        Theme theme(ThemeChoice::light);
        StreamingMarkdown text(&theme);
        text.show(QStringLiteral("one `two` thr"), false);
        const QSignalSpy replaced(&text, &StreamingMarkdown::documentReplaced);
        theme.setZoomPercent(150);
        QCOMPARE(replaced.size(), 1);
        QCOMPARE(text.document()->defaultFont().pointSizeF(), theme.font(TextStyle::body).pointSizeF());
        text.show(QStringLiteral("one `two` three"), true);
        QCOMPARE(text.document()->toPlainText(), QString("one two three"));
    }
};

STRATA_TEST(StreamingMarkdownTest);

#include "streaming_markdown_test.moc"
