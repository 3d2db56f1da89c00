#include "app/message_tree.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata::app;

namespace {

using Ids = std::vector<qint64>;

/// 1 ─ 2 ─ 3
///   └ 4 ─ 5
///       └ 6
/// 7
MessageTree sample() {
    return MessageTree({{1, 0, 2}, {2, 1, 0}, {3, 2, 0}, {4, 1, 5}, {5, 4, 0}, {6, 4, 0}, {7, 0, 0}});
}

}  // namespace

class MessageTreeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knows_ways_versions_and_what_is_below() {
        const MessageTree tree = sample();
        QCOMPARE(tree.pathTo(6), (Ids{1, 4, 6}));
        QCOMPARE(tree.versionsOf(4), (Ids{2, 4}));
        QCOMPARE(tree.versionOf(4), 1);
        QCOMPARE(tree.versionsOf(1), (Ids{1, 7}));
        QCOMPARE(tree.subtreeOf(1), (Ids{1, 2, 4, 3, 5, 6}));
    }

    void goes_down_where_it_was_last_and_else_to_the_newest() {
        const MessageTree tree = sample();
        QCOMPARE(tree.leafBelow(1), qint64(3));
        QCOMPARE(tree.leafBelow(4), qint64(5));
        QCOMPARE(tree.leafBelow(0), qint64(7));
        QCOMPARE(tree.leafBelow(7), qint64(7));
    }

    void pointers_that_lead_elsewhere_are_not_followed() {
        const MessageTree tree({{1, 0, 7}, {2, 1, 1}, {3, 9, 0}, {4, 4, 0}});
        QCOMPARE(tree.leafBelow(1), qint64(2));
        QVERIFY(!tree.contains(3));
        QVERIFY(!tree.contains(4));
        QVERIFY(!tree.contains(0));
    }
};

STRATA_TEST(MessageTreeTest);

#include "message_tree_test.moc"
