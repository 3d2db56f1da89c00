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
