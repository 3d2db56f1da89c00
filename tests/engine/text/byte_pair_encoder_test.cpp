#include <QtTest/QtTest>

#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "support/test_registry.h"
#include "text/byte_alphabet.h"
#include "text/byte_pair_encoder.h"
#include "text/utf8.h"

using namespace strata;

namespace {

std::string spelling_of_bytes(std::string_view bytes) {
    std::string spelling;
    for (const char byte : bytes) {
        append_utf8(spelling, character_of_byte(static_cast<unsigned char>(byte)));
    }
    return spelling;
}

/// A vocabulary by its merges; the bytes come first.
struct Merges {
    std::vector<std::string> spellings;
    std::vector<std::int64_t> kinds;
    std::vector<std::string> lines;

    Merges() {
        for (unsigned byte = 0; byte < 256; ++byte) {
            add_token(std::string(1, static_cast<char>(byte)));
        }
    }
    void add_token(const std::string& bytes, TokenKind kind = TokenKind::normal) {
        spellings.push_back(spelling_of_bytes(bytes));
        kinds.push_back(static_cast<std::int64_t>(kind));
    }
    void add(const std::string& left, const std::string& right) {
        add_token(left + right);
        add_line(left, right);
    }
    void add_line(const std::string& left, const std::string& right) {
        lines.push_back(spelling_of_bytes(left) + ' ' + spelling_of_bytes(right));
    }
    Result<BytePairEncoder> encoder() const {
        STRATA_TRY(const Vocabulary vocabulary, Vocabulary::create(spellings, kinds));
        STRATA_TRY(MergeTable table, MergeTable::create(lines, vocabulary));
        return BytePairEncoder::create(vocabulary, std::move(table));
    }
};

std::vector<TokenId> encoded(const BytePairEncoder& encoder, std::string_view piece) {
    BytePairEncoder::Workspace workspace;
    std::vector<TokenId> tokens;
    encoder.encode(piece, workspace, tokens);
    return tokens;
}

/// The definition: as long as any neighbours can be merged, the first pair of the lowest rank is.
std::vector<std::string> merged_plainly(const Merges& merges, std::string_view piece) {
    std::map<std::string, std::size_t> ranks;
    for (std::size_t rank = 0; rank < merges.lines.size(); ++rank) {
        ranks.emplace(merges.lines[rank], rank);
    }
    std::vector<std::string> parts;
    for (const char byte : piece) {
        parts.push_back(spelling_of_bytes(std::string_view(&byte, 1)));
    }
    for (;;) {
        std::size_t best = ranks.size();
        std::size_t place = 0;
        for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
            const auto found = ranks.find(parts[i] + ' ' + parts[i + 1]);
            if (found != ranks.end() && found->second < best) {
                best = found->second;
                place = i;
            }
        }
        if (best == ranks.size()) {
            return parts;
        }
        parts[place] += parts[place + 1];
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(place) + 1);
    }
}

/// Merges of two random earlier tokens over a small alphabet: many overlap.
Merges random_merges(std::mt19937& random, int count) {
    Merges merges;
    std::vector<std::string> tokens = {"a", "b", "c"};
    while (count > 0) {
        const std::string left = tokens[random() % tokens.size()];
        const std::string right = tokens[random() % tokens.size()];
        if (left.size() + right.size() <= 12 && std::ranges::find(tokens, left + right) == tokens.end()) {
            merges.add(left, right);
            tokens.push_back(left + right);
        }
        --count;
    }
    return merges;
}

}  // namespace

class BytePairEncoderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void merges_as_the_definition_says() {
        std::mt19937 random(11);
        for (int vocabulary = 0; vocabulary < 40; ++vocabulary) {
            const Merges merges = random_merges(random, 5 + vocabulary);
            const auto encoder = merges.encoder();
            QVERIFY(encoder);
            for (int round = 0; round < 100; ++round) {
                std::string piece;
                for (auto i = random() % 24; i > 0; --i) {
                    piece.push_back(static_cast<char>('a' + random() % 3));
                }
                std::vector<std::string> spellings;
                for (const TokenId token : encoded(*encoder, piece)) {
                    spellings.push_back(merges.spellings[static_cast<std::size_t>(token)]);
                }
                QVERIFY2(spellings == merged_plainly(merges, piece), piece.c_str());
            }
        }
    }

    void the_workspace_carries_nothing_over() {
        Merges merges;
        merges.add("a", "b");
        const auto encoder = merges.encoder();
        QVERIFY(encoder);
        BytePairEncoder::Workspace workspace;
        std::vector<TokenId> tokens;
        for (const char* piece : {"abab", "", "a", "b", "ba"}) {
            encoder->encode(piece, workspace, tokens);
        }
        QCOMPARE(tokens, (std::vector<TokenId>{256, 256, 'a', 'b', 'b', 'a'}));
    }

    void a_long_piece_takes_no_quadratic_time() {
        Merges merges;
        for (std::string part = "a"; part.size() < 64; part += part) {
            merges.add(part, part);
        }
        const auto encoder = merges.encoder();
        QVERIFY(encoder);
        const auto tokens = encoded(*encoder, std::string(std::size_t{1} << 20, 'a'));
        QCOMPARE(tokens, std::vector<TokenId>((std::size_t{1} << 20) / 64, 256 + 5));
    }

    void of_a_pair_that_occurs_twice_the_first_rank_counts() {
        Merges merges;
        merges.add("a", "b");
        merges.add("b", "c");
        merges.add_line("a", "b");
        const auto encoder = merges.encoder();
        QVERIFY(encoder);
        QCOMPARE(encoded(*encoder, "abc"), (std::vector<TokenId>{256, 'c'}));
    }

    void no_merge_leads_to_an_added_token() {
        Merges merges;
        merges.add("<", "t");
        merges.add_token("<t>", TokenKind::user_defined);
        merges.add_line("<t", ">");
        merges.add("<t>", "x");
        const auto encoder = merges.encoder();
        QVERIFY(encoder);
        QCOMPARE(encoded(*encoder, "<t>x"), (std::vector<TokenId>{256, '>', 'x'}));
    }

    void merges_that_make_no_sense_are_refused_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("unknown left") << QByteArray("zz a") << QByteArray("merge 0 (zz a) refers to a token that");
        QTest::newRow("unknown right") << QByteArray("a zz") << QByteArray("merge 0 (a zz) refers to a token that");
        QTest::newRow("unknown result") << QByteArray("a b") << QByteArray("merge 0 (a b) refers to a token that");
        QTest::newRow("not in the alphabet") << QByteArray("a \xFF") << QByteArray("merge 0");
        QTest::newRow("one token") << QByteArray("ab") << QByteArray("merge 0 (ab) is not two tokens");
        QTest::newRow("three tokens") << QByteArray("a b c") << QByteArray("merge 0 (a b c) is not two tokens");
        QTest::newRow("empty") << QByteArray("") << QByteArray("merge 0 () is not two tokens");
        QTest::newRow("empty left") << QByteArray(" a") << QByteArray("merge 0 ( a) is not two tokens");
        QTest::newRow("empty right") << QByteArray("a ") << QByteArray("merge 0 (a ) is not two tokens");
    }

    void merges_that_make_no_sense_are_refused() {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, message);
        Merges merges;
        merges.lines.push_back(line.toStdString());
        const auto encoder = merges.encoder();
        QVERIFY(!encoder);
        QVERIFY(encoder.error().code == ErrorCode::bad_file);
        QVERIFY2(encoder.error().message.starts_with(message.toStdString()), encoder.error().message.c_str());
    }

    void every_byte_needs_a_token() {
        Merges merges;
        merges.kinds[0x41] = static_cast<std::int64_t>(TokenKind::control);
        const auto encoder = merges.encoder();
        QVERIFY(!encoder);
        QCOMPARE(encoder.error().message, std::string("no token for the byte 0x41"));
    }
};

STRATA_TEST(BytePairEncoderTest);

#include "byte_pair_encoder_test.moc"
