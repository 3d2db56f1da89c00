#include "app/request_queue.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;

class RequestQueueTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void gives_requests_in_the_order_in_which_they_came() {
        RequestQueue queue;
        for (const RequestId id : {7U, 3U, 5U}) {
            queue.add(QueuedRequest{id, {}, {}});
        }
        QCOMPARE(queue.takeNext()->id, 7U);
        QCOMPARE(queue.takeNext()->id, 3U);
        QCOMPARE(queue.takeNext()->id, 5U);
        QVERIFY(!queue.takeNext());
        QVERIFY(queue.isEmpty());
    }

    void a_withdrawn_request_never_comes() {
        RequestQueue queue;
        queue.add(QueuedRequest{1, {}, {}});
        queue.add(QueuedRequest{2, {}, {}});
        QVERIFY(queue.withdraw(1));
        QVERIFY(!queue.withdraw(1));
        QCOMPARE(queue.takeNext()->id, 2U);
        QVERIFY(queue.isEmpty());
    }

    void the_person_comes_before_programs_but_after_the_person() {
        RequestQueue queue;
        queue.add(QueuedRequest{1, {}, {}, Asker::program});
        queue.add(QueuedRequest{2, {}, {}, Asker::person});
        queue.add(QueuedRequest{3, {}, {}, Asker::program});
        queue.add(QueuedRequest{4, {}, {}, Asker::person});
        QCOMPARE(queue.count(Asker::program), std::size_t(2));
        QCOMPARE(queue.before(2), std::optional<std::size_t>(0));
        QCOMPARE(queue.before(4), std::optional<std::size_t>(1));
        QCOMPARE(queue.before(3), std::optional<std::size_t>(3));
        QCOMPARE(queue.before(9), std::nullopt);
        for (const RequestId id : {2U, 4U, 1U, 3U}) {
            QCOMPARE(queue.takeNext()->id, id);
        }
    }

    void in_turn_nobody_comes_first() {
        RequestQueue queue;
        queue.setOrder(QueueOrder::in_turn);
        queue.add(QueuedRequest{1, {}, {}, Asker::program});
        queue.add(QueuedRequest{2, {}, {}, Asker::person});
        queue.add(QueuedRequest{3, {}, {}, Asker::program});
        QCOMPARE(queue.takeNext(Asker::person)->id, 2U);
        QVERIFY(!queue.takeNext(Asker::person));
        QCOMPARE(queue.takeNext()->id, 1U);
        QCOMPARE(queue.takeNext()->id, 3U);
    }

    void taking_all_empties_it() {
        RequestQueue queue;
        queue.add(QueuedRequest{1, {}, {}});
        queue.add(QueuedRequest{2, {}, {}});
        QCOMPARE(queue.takeAll().size(), std::size_t(2));
        QVERIFY(queue.isEmpty());
    }
};

STRATA_TEST(RequestQueueTest);

#include "request_queue_test.moc"
