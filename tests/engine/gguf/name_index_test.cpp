#include "gguf/name_index.h"

#include <QtTest/QtTest>

#include <string>

#include "support/test_registry.h"

using namespace strata;

class NameIndexTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_name_is_found_at_its_place() {
        std::vector<std::string> names;
        for (int i = 0; i < 1000; ++i) {
            names.push_back(std::to_string(i * 7919 % 1000));
        }
        const NameIndex index({names.begin(), names.end()});
        for (std::size_t i = 0; i < names.size(); ++i) {
            QCOMPARE(index.find(names[i]), std::optional(i));
        }
        QCOMPARE(index.find("1000"), std::optional<std::size_t>());
        QCOMPARE(index.find(""), std::optional<std::size_t>());
        QVERIFY(!index.duplicate());
    }

    void an_empty_index_finds_nothing() {
        QVERIFY(!NameIndex().find("x"));
        QVERIFY(!NameIndex().duplicate());
    }

    void names_that_occur_twice_are_reported_with_their_places() {
        const NameIndex index({"b", "a", "c", "a", "aa"});
        QVERIFY(index.duplicate() == std::pair(std::size_t{1}, std::size_t{3}));
    }

    void a_nul_byte_does_not_end_a_name() {
        const NameIndex index({std::string_view("a\0b", 3), std::string_view("a\0c", 3), "a"});
        QVERIFY(!index.duplicate());
        QCOMPARE(index.find("a"), std::optional<std::size_t>(2));
    }
};

STRATA_TEST(NameIndexTest);

#include "name_index_test.moc"
