#include <QtTest/QtTest>

#include <string>
#include <vector>

#include "support/test_registry.h"
#include "text/vocabulary.h"

using namespace strata;

namespace {

std::string error_of(const std::vector<std::string>& spellings, const std::vector<std::int64_t>& kinds) {
    const auto vocabulary = Vocabulary::create(spellings, kinds);
    if (vocabulary) {
        return "none";
    }
    return vocabulary.error().code == ErrorCode::bad_file ? vocabulary.error().message : "another code";
}

}  // namespace

class VocabularyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tokens_stand_for_bytes_by_their_kind() {
        const std::vector<std::string> spellings = {
            "\xC4\xA0"
            "a",
            "<\xC4\xA0>",
            "<|x|>",
            "[PAD]",
            "a b",
            "?"};
        const std::vector<std::int64_t> kinds = {1, 4, 3, 5, 1, 2};
        const auto vocabulary = Vocabulary::create(spellings, kinds);
        QVERIFY(vocabulary);
        QCOMPARE(vocabulary->bytes(0), std::string_view(" a"));
        QCOMPARE(vocabulary->bytes(1), std::string_view("<\xC4\xA0>"));
        QCOMPARE(vocabulary->bytes(2), std::string_view("<|x|>"));
        QCOMPARE(vocabulary->bytes(3), std::string_view());
        QCOMPARE(vocabulary->bytes(4), std::string_view("a b"));
        QCOMPARE(vocabulary->bytes(-1), std::string_view());
        QCOMPARE(vocabulary->bytes(6), std::string_view());
        QVERIFY(vocabulary->kind(2) == TokenKind::control);
        QVERIFY(vocabulary->kind(6) == TokenKind::unused);
    }

    void only_normal_tokens_can_be_merged_to() {
        const std::vector<std::string> spellings = {"x", "y", "y", "\xC4\xA0", "a b", "z", "w"};
        const std::vector<std::int64_t> kinds = {3, 4, 1, 1, 1, 5, 2};
        const auto vocabulary = Vocabulary::create(spellings, kinds);
        QVERIFY(vocabulary);
        QVERIFY(!vocabulary->find_mergeable("x"));
        QCOMPARE(vocabulary->find_mergeable("y"), std::optional<TokenId>(2));
        QCOMPARE(vocabulary->find_mergeable(" "), std::optional<TokenId>(3));
        QVERIFY(!vocabulary->find_mergeable("a b"));
        QVERIFY(!vocabulary->find_mergeable("z"));
        QVERIFY(!vocabulary->find_mergeable("w"));
    }

    void spellings_are_found_added_tokens_first_then_the_lowest_id() {
        const std::vector<std::string> spellings = {"<x>", "<x>", "<x>", "\xC4\xA0", "a b", "z", "q", "q"};
        const std::vector<std::int64_t> kinds = {1, 4, 3, 1, 1, 5, 1, 1};
        const auto vocabulary = Vocabulary::create(spellings, kinds);
        QVERIFY(vocabulary);
        QCOMPARE(vocabulary->find("<x>"), std::optional<TokenId>(1));
        QCOMPARE(vocabulary->find("\xC4\xA0"), std::optional<TokenId>(3));
        QCOMPARE(vocabulary->find("a b"), std::optional<TokenId>(4));
        QCOMPARE(vocabulary->find("q"), std::optional<TokenId>(6));
        QVERIFY(!vocabulary->find(" "));
        QVERIFY(!vocabulary->find("z"));
        QVERIFY(!vocabulary->find(""));
    }

    void what_makes_no_sense_is_refused_with_the_place() {
        QCOMPARE(error_of({"a", "b"}, {1}), std::string("2 tokens, but 1 token types"));
        QCOMPARE(error_of({"a", "b"}, {1, 0}), std::string("token 1 has type 0, there are types 1 to 6"));
        QCOMPARE(error_of({"a"}, {7}), std::string("token 0 has type 7, there are types 1 to 6"));
        QCOMPARE(error_of({"a"}, {-1}), std::string("token 0 has type -1, there are types 1 to 6"));
        QCOMPARE(error_of({"a", ""}, {1, 1}), std::string("token 1 is empty"));
        QCOMPARE(error_of({"a", ""}, {1, 3}), std::string("token 1 is empty"));
        QCOMPARE(error_of({"a", ""}, {1, 5}), std::string("none"));
        QCOMPARE(error_of({std::string(4097, 'a')}, {1}),
                 std::string("token 0 is 4097 bytes long, at most 4096 are read"));
        QCOMPARE(error_of({std::string(257, 'a')}, {3}),
                 std::string("token 0 is 257 bytes long, at most 256 are read"));
    }

    void a_vocabulary_can_be_moved() {
        auto vocabulary = Vocabulary::create(std::vector<std::string>{"x", "<y>"}, std::vector<std::int64_t>{1, 3});
        QVERIFY(vocabulary);
        const Vocabulary moved = std::move(*vocabulary);
        QCOMPARE(moved.find("<y>"), std::optional<TokenId>(1));
        QCOMPARE(moved.find_mergeable("x"), std::optional<TokenId>(0));
        QVERIFY(moved.added().find("a<y>", 0, [](std::size_t, std::size_t) { return true; }));
    }
};

STRATA_TEST(VocabularyTest);

#include "vocabulary_test.moc"
