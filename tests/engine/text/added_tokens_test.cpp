#include <QtTest/QtTest>

#include <string>
#include <vector>

#include "support/test_registry.h"
#include "text/added_tokens.h"

using namespace strata;

namespace {

bool always(std::size_t /*begin*/, std::size_t /*end*/) {
    return true;
}

/// The matches of a text as "begin-end:id" words.
std::string matches(const AddedTokens& tokens, std::string_view text, const AddedTokens::Allowed& allowed = always) {
    std::string found;
    std::size_t from = 0;
    while (const auto match = tokens.find(text, from, allowed)) {
        found +=
            std::to_string(match->begin) + '-' + std::to_string(match->end) + ':' + std::to_string(match->id) + ' ';
        from = match->end;
    }
    return found;
}

}  // namespace

class AddedTokensTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_first_place_wins_then_the_longest_spelling() {
        const AddedTokens tokens({{"<a", 1}, {"<a>", 2}, {"<a>b", 3}, {"a>b>", 4}, {"b", 5}});
        QCOMPARE(matches(tokens, "x<a>b>"), std::string("1-5:3 "));
        QCOMPARE(matches(tokens, "<a>c"), std::string("0-3:2 "));
        QCOMPARE(matches(tokens, "<ac<b"), std::string("0-2:1 4-5:5 "));
        QCOMPARE(matches(tokens, "a>b>"), std::string("0-4:4 "));
        QCOMPARE(matches(tokens, "a>c"), std::string());
        QCOMPARE(matches(tokens, ""), std::string());
    }

    void a_shorter_spelling_counts_where_the_longer_is_not_allowed() {
        const AddedTokens tokens({{"<a", 1}, {"<a>", 2}, {"<a>b", 3}});
        const auto within = [](std::size_t last) {
            return [last](std::size_t /*begin*/, std::size_t end) { return end <= last; };
        };
        QCOMPARE(matches(tokens, "<a>b", within(4)), std::string("0-4:3 "));
        QCOMPARE(matches(tokens, "<a>b", within(3)), std::string("0-3:2 "));
        QCOMPARE(matches(tokens, "<a>b", within(2)), std::string("0-2:1 "));
        QCOMPARE(matches(tokens, "<a>b", within(1)), std::string());
    }

    void spellings_may_hold_any_bytes() {
        const AddedTokens tokens({{std::string_view("\0", 1), 1}, {"\xFF\xFE", 2}, {"\xFF", 3}});
        QCOMPARE(matches(tokens, std::string_view("\0\xFF\xFE\xFF\0", 5)), std::string("0-1:1 1-3:2 3-4:3 4-5:1 "));
    }

    void of_equal_spellings_the_lowest_id_counts() {
        QCOMPARE(matches(AddedTokens({{"<a>", 9}, {"<a>", 4}}), "<a>"), std::string("0-3:4 "));
        QCOMPARE(matches(AddedTokens(), "<a>"), std::string());
    }
};

STRATA_TEST(AddedTokensTest);

#include "added_tokens_test.moc"
