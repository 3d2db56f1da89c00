#include "memory/recency_list.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata;

class RecencyListTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_one_that_was_added_first_is_the_oldest() {
        RecencyList list(4);
        QVERIFY(!list.oldest());
        list.add_newest(2);
        list.add_newest(0);
        list.add_newest(3);
        QCOMPARE(*list.oldest(), std::size_t{2});
        list.remove(2);
        QCOMPARE(*list.oldest(), std::size_t{0});
        list.add_oldest(1);
        QCOMPARE(*list.oldest(), std::size_t{1});
        QVERIFY(list.contains(3));
        QVERIFY(!list.contains(2));
        list.remove(3);
        list.remove(1);
        list.remove(0);
        QVERIFY(!list.oldest());
    }
};

STRATA_TEST(RecencyListTest);

#include "recency_list_test.moc"
