#include <QtTest/QtTest>

#include <string>

#include "support/test_registry.h"
#include "text/spelling_index.h"

using namespace strata;

class SpellingIndexTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void finds_bytes_of_any_kind_and_length() {
        const std::string zeros[] = {std::string(1, '\0'), std::string(2, '\0'), std::string(9, '\0')};
        const SpellingIndex index({{zeros[0], 1},
                                   {zeros[1], 2},
                                   {zeros[2], 3},
                                   {"abcdefgh", 4},
                                   {"abcdefghi", 5},
                                   {"abcdefgh\xFF", 6},
                                   {"\xFF", 7}});
        QCOMPARE(index.find(zeros[0]), std::optional<TokenId>(1));
        QCOMPARE(index.find(zeros[1]), std::optional<TokenId>(2));
        QCOMPARE(index.find(zeros[2]), std::optional<TokenId>(3));
        QCOMPARE(index.find("abcdefgh"), std::optional<TokenId>(4));
        QCOMPARE(index.find("abcdefghi"), std::optional<TokenId>(5));
        QCOMPARE(index.find("abcdefgh\xFF"), std::optional<TokenId>(6));
        QCOMPARE(index.find("\xFF"), std::optional<TokenId>(7));
        QVERIFY(!index.find(std::string(3, '\0')));
        QVERIFY(!index.find("abcdefg"));
        QVERIFY(!index.find("abcdefghij"));
        QVERIFY(!index.find(""));
        QVERIFY(!SpellingIndex().find("a"));
    }

    void of_equal_bytes_the_lowest_id_counts() {
        const SpellingIndex index({{"same", 9}, {"same", 3}, {"other", 1}, {"same", 5}});
        QCOMPARE(index.find("same"), std::optional<TokenId>(3));
        QCOMPARE(index.find("other"), std::optional<TokenId>(1));
    }
};

STRATA_TEST(SpellingIndexTest);

#include "spelling_index_test.moc"
