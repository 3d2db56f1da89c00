#include <QtTest/QtTest>

#include <atomic>
#include <thread>
#include <vector>

#include "base/worker_pool.h"
#include "support/test_registry.h"

using namespace strata;

class WorkerPoolTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void runs_every_slice_once_data() {
        QTest::addColumn<int>("threads");
        QTest::addColumn<int>("count");
        for (const int threads : {1, 2, 3, 8}) {
            for (const int count : {0, 1, 2, 7, 1000, 70000}) {
                QTest::addRow("%d threads, %d slices", threads, count) << threads << count;
            }
        }
    }

    void runs_every_slice_once() {
        QFETCH(int, threads);
        QFETCH(int, count);
        WorkerPool pool(threads);
        std::vector<std::atomic<int>> seen(static_cast<std::size_t>(count));
        pool.run(count, [&](int slice) { seen[static_cast<std::size_t>(slice)].fetch_add(1); });
        for (const auto& times : seen) {
            QCOMPARE(times.load(), 1);
        }
    }

    void many_short_jobs_in_a_row_lose_nothing() {
        WorkerPool pool(3);
        long long total = 0;
        std::atomic<long long> done{0};
        for (int job = 0; job < 20000; ++job) {
            const int count = job % 5;
            pool.run(count, [&](int slice) { done.fetch_add(slice + 1, std::memory_order_relaxed); });
            total += count * (count + 1) / 2;
        }
        QCOMPARE(done.load(), total);
    }

    void workers_sleep_when_idle_and_wake_again() {
        WorkerPool pool(3);
        std::atomic<int> done{0};
        for (int round = 0; round < 20; ++round) {
            QTRY_COMPARE(pool.sleeping(), 2);
            pool.run(8, [&](int) { done.fetch_add(1); });
        }
        QCOMPARE(done.load(), 160);
    }

    void ranges_cover_everything_without_overlap() {
        WorkerPool pool(4);
        std::vector<std::atomic<int>> seen(1003);
        pool.run_ranges(seen.size(), 10, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                seen[i].fetch_add(1);
            }
        });
        for (const auto& times : seen) {
            QCOMPARE(times.load(), 1);
        }
    }
};

STRATA_TEST(WorkerPoolTest);

#include "worker_pool_test.moc"
