#include "ui/text/text_parts.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata::ui;

namespace {

const QString kAnswer = QStringLiteral(
    "# Title\n\nSome **bold** text,\nnext line.\n\n1. one\n2. two\n   - inner\n\n3. three\n\n"
    "```cpp\nint main() {\n\n}\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quote\n\n---\n\nThe <end>.");

std::vector<TextPiece> allPieces(const TextParts& text) {
    std::vector<TextPiece> pieces;
    for (const TextPart& part : text.parts()) {
        const auto more = piecesOf(part);
        pieces.insert(pieces.end(), more.begin(), more.end());
    }
    return pieces;
}

QString allText(const TextParts& text) {
    QString whole;
    for (const TextPiece& piece : allPieces(text)) {
        whole += (whole.isEmpty() ? QString() : separatorBefore(piece)) + plainText(piece);
    }
    return whole;
}

}  // namespace

class TextPartsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void an_answer_is_the_same_streamed_and_at_once() {
        TextParts whole(TextParts::Markup::markdown);
        whole.show(kAnswer.repeated(40), true);
        QVERIFY(whole.count() > 3);
        TextParts streamed(TextParts::Markup::markdown);
        const QString text = kAnswer.repeated(40);
        for (qsizetype length = 1; length <= text.size(); length += 3) {
            streamed.show(text.first(length), false);
            if (length % 7 == 0) {
                QTest::qWait(0);  // some of the pieces meet the timer
            }
        }
        streamed.show(text, true);
        QCOMPARE(streamed.count(), whole.count());
        QVERIFY(allPieces(streamed) == allPieces(whole));
    }

    void text_appears_without_waiting_for_its_end() {
        TextParts text(TextParts::Markup::markdown);
        text.show(QStringLiteral("Hel"), false);
        QCOMPARE(allText(text), QString("Hel"));
        text.show(QStringLiteral("Hello\n\nyou"), false);
        QTRY_COMPARE(allText(text), QString("Hello\nyou"));
    }

    void only_the_last_parts_are_told_of_when_it_grows() {
        TextParts text(TextParts::Markup::markdown);
        const QString begun = QStringLiteral("One paragraph of words.\n\n").repeated(2000);
        text.show(begun, false);
        const int parts = text.count();
        const QSignalSpy grown(&text, &TextParts::grown);
        text.show(begun + QStringLiteral("More"), false);
        QTRY_COMPARE(grown.size(), 1);
        QVERIFY(grown[0][0].toInt() >= parts - 1);
    }

    void another_text_takes_the_place_of_the_first() {
        TextParts text(TextParts::Markup::markdown);
        const QSignalSpy replaced(&text, &TextParts::replaced);
        text.show(QStringLiteral("first"), true);
        text.show(QStringLiteral("second"), false);
        QCOMPARE(replaced.size(), 1);
        QCOMPARE(allText(text), QString("second"));
    }

    void code_is_a_piece_that_can_be_had_exactly() {
        QString lines;
        for (int line = 0; line < 1000; ++line) {
            lines += QString("  line %1  \n").arg(line);
        }
        TextParts text(TextParts::Markup::markdown);
        text.show("before\n```sh\n" + lines + "```\n```\nother\n```\nafter", true);
        QCOMPARE(text.at(1).kind, TextPart::Kind::code);
        QCOMPARE(text.codeBegin(3), 1);
        QCOMPARE(text.codeEnd(1), 4);
        QCOMPARE(text.codeLines(2), 1000);
        QCOMPARE(text.code(2), lines.chopped(1));
        QCOMPARE(text.code(4), QString("other"));
    }

    void code_in_a_list_and_tables_are_pieces_too() {
        TextParts text(TextParts::Markup::markdown);
        text.show("1. do\n   ```sh\n   ls -l\n   ```\n   then\n\n| a | b |\n|---|---|\n| 1 | 2 |\n", true);
        const auto pieces = allPieces(text);
        QStringList texts;
        std::transform(pieces.begin(), pieces.end(), std::back_inserter(texts), plainText);
        QCOMPARE(texts, QStringList({"1. do", "ls -l", "then", "a\tb\n1\t2"}));
        QCOMPARE(pieces[1].kind, TextPiece::Kind::code);
        QCOMPARE(pieces[3].kind, TextPiece::Kind::table);
    }

    void typed_text_is_kept_exactly() {
        const QString typed = QStringLiteral("  <b>x</b>\n\n\t*a*  b ") + QString(5000, u'z') + QStringLiteral("\n") +
                              QStringLiteral("line\n").repeated(3000);
        TextParts text(TextParts::Markup::none);
        text.show(typed, true);
        QVERIFY(text.count() > 3);
        QCOMPARE(allText(text), typed);
    }
};

STRATA_TEST(TextPartsTest);

#include "text_parts_test.moc"
