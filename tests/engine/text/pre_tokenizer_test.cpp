#include <QtTest/QtTest>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/test_registry.h"
#include "support/tiny_tokenizer.h"
#include "text/pre_tokenizer.h"

using namespace strata;

namespace {

std::vector<std::string> pieces_of(std::string_view text) {
    std::vector<std::string> pieces;
    while (!text.empty()) {
        const std::size_t length = first_piece(text);
        pieces.emplace_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return pieces;
}

using Pieces = std::vector<std::string>;

}  // namespace

class PreTokenizerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cuts_texts_as_the_expression_does() {
        const auto vectors = testing::tokenizer_fixture("text_vectors.json")["pieces"];
        QVERIFY(vectors.size() > 100);
        for (const auto& vector : vectors) {
            const auto expected = vector.get<Pieces>();
            std::string text;
            for (const auto& piece : expected) {
                text += piece;
            }
            QVERIFY2(pieces_of(text) == expected, vector.dump(-1, ' ', true).c_str());
        }
    }

    void contractions_ignore_case_also_that_of_the_long_s() {
        QCOMPARE(pieces_of("x'S y'lL"), (Pieces{"x", "'S", " y", "'lL"}));
        QCOMPARE(pieces_of("x'\xC5\xBFy"), (Pieces{"x", "'\xC5\xBF", "y"}));
        QCOMPARE(pieces_of("x'l"), (Pieces{"x", "'l"}));
        QCOMPARE(pieces_of("x'"), (Pieces{"x", "'"}));
    }

    void the_last_blank_before_a_word_belongs_to_the_word() {
        QCOMPARE(pieces_of("a   b"), (Pieces{"a", "  ", " b"}));
        QCOMPARE(pieces_of("a   1"), (Pieces{"a", "  ", " ", "1"}));
        QCOMPARE(pieces_of("a \t b   "), (Pieces{"a", " \t", " b", "   "}));
        QCOMPARE(pieces_of("a\n \n b"), (Pieces{"a", "\n \n", " b"}));
    }

    void invalid_bytes_are_symbols() {
        QCOMPARE(pieces_of("a\xFF\xFE!\nb"), (Pieces{"a", "\xFF\xFE!\n", "b"}));
        QCOMPARE(pieces_of(" \xFF"
                           "a"),
                 (Pieces{" \xFF", "a"}));
        QCOMPARE(pieces_of("1\xC3"), (Pieces{"1", "\xC3"}));
        QCOMPARE(pieces_of("\xC3"
                           "ab"),
                 (Pieces{"\xC3"
                         "ab"}));
    }

    void every_byte_of_any_text_is_in_one_piece() {
        std::mt19937 random(7);
        for (int round = 0; round < 20'000; ++round) {
            std::string text;
            for (auto i = 1 + random() % 12; i > 0; --i) {
                text.push_back(static_cast<char>(random() % 3 == 0 ? " \n'sra1!"[random() % 8] : random() % 256));
            }
            std::string_view rest = text;
            while (!rest.empty()) {
                const std::size_t length = first_piece(rest);
                QVERIFY(length > 0 && length <= rest.size());
                rest.remove_prefix(length);
            }
        }
    }
};

STRATA_TEST(PreTokenizerTest);

#include "pre_tokenizer_test.moc"
