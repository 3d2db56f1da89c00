#include "app/memory_use.h"

#include <QtTest/QtTest>

#include <vector>

#include "support/test_registry.h"

using namespace strata::app;

class MemoryUseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_process_that_takes_memory_is_seen_to_have_it() {
        constexpr std::size_t kTaken = 64U << 20;
        const MemoryUse before = readMemoryUse();
        QVERIFY(before.own_bytes && before.free_bytes && before.all_bytes);
        QVERIFY(*before.own_bytes > 0);
        QVERIFY(*before.free_bytes <= *before.all_bytes);
        std::vector<char> taken(kTaken);
        for (std::size_t i = 0; i < taken.size(); i += 1024) {
            taken[i] = static_cast<char>(i);  // a page is ours once something is written to it
        }
        const MemoryUse after = readMemoryUse();
        QVERIFY(*after.own_bytes >= *before.own_bytes + kTaken / 2);
        QCOMPARE(after.all_bytes, before.all_bytes);
        QVERIFY(taken[1024 * 5] == static_cast<char>(1024 * 5));
    }
};

STRATA_TEST(MemoryUseTest);

#include "memory_use_test.moc"
