#include "app/memory_fit.h"

#include <QtTest/QtTest>

#include <limits>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;

namespace {

constexpr std::uint64_t kGib = std::uint64_t{1} << 30;

HardwareInfo pcWith(std::uint64_t gib) {
    HardwareInfo pc;
    pc.ram_bytes = gib * kGib;
    return pc;
}

/// 34 GiB of weights, 1.75 GiB of keys and values, 8 GiB parked: 43.75 GiB.
MemoryPlan largePlan() {
    return {.model = 34 * kGib,
            .kv_per_token = 14'336,
            .context_length = 131'072,
            .parking = 8 * kGib,
            .for_others = 6 * kGib};
}

}  // namespace

class MemoryFitTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void adds_up_weights_context_and_parking() {
        const MemoryJudgement judgement = judgeMemory(largePlan(), pcWith(64));
        QCOMPARE(judgement.needed, 43 * kGib + 3 * kGib / 4);
        QCOMPARE(judgement.available, 64 * kGib);
    }

    void says_what_fits_data() {
        QTest::addColumn<quint64>("ram");
        QTest::addColumn<int>("fit");
        QTest::newRow("plenty") << quint64{64} << static_cast<int>(MemoryFit::fits);
        QTest::newRow("just enough for others") << quint64{50} << static_cast<int>(MemoryFit::fits);
        QTest::newRow("less than wanted for others") << quint64{48} << static_cast<int>(MemoryFit::tight);
        QTest::newRow("nothing left for the system") << quint64{45} << static_cast<int>(MemoryFit::does_not_fit);
        QTest::newRow("too small") << quint64{16} << static_cast<int>(MemoryFit::does_not_fit);
        QTest::newRow("unknown") << quint64{0} << static_cast<int>(MemoryFit::unknown);
    }
    void says_what_fits() {
        QFETCH(const quint64, ram);
        QFETCH(const int, fit);
        QCOMPARE(static_cast<int>(judgeMemory(largePlan(), pcWith(ram)).fit), fit);
    }

    void experts_without_room_are_read_from_the_disk() {
        MemoryPlan plan = largePlan();
        plan.experts = 30 * kGib;
        QVERIFY(judgeMemory(plan, pcWith(50)).fit == MemoryFit::fits);
        QVERIFY(judgeMemory(plan, pcWith(32)).fit == MemoryFit::from_disk);
        QVERIFY(judgeMemory(plan, pcWith(16)).fit == MemoryFit::does_not_fit);
        plan.low_memory = true;
        QVERIFY(judgeMemory(plan, pcWith(32)).fit == MemoryFit::fits);
        QCOMPARE(judgeMemory(plan, pcWith(32)).needed, 17 * kGib + 3 * kGib / 4);
    }

    void a_model_of_unknown_size_is_not_judged() {
        MemoryPlan plan = largePlan();
        plan.model = 0;
        QVERIFY(judgeMemory(plan, pcWith(64)).fit == MemoryFit::unknown);
    }

    void the_system_keeps_its_part_whatever_the_person_wants() {
        MemoryPlan plan = largePlan();
        plan.for_others = 0;
        QVERIFY(judgeMemory(plan, pcWith(45)).fit == MemoryFit::does_not_fit);
    }

    void absurd_numbers_do_not_become_small_ones() {
        MemoryPlan plan = largePlan();
        plan.parking = std::numeric_limits<std::uint64_t>::max();
        QVERIFY(judgeMemory(plan, pcWith(64)).fit == MemoryFit::does_not_fit);
    }

    void keys_and_values_grow_with_their_type() {
        QCOMPARE(kvPerTokenAs(KvType::int8, KvType::int8, 13'728), std::uint64_t{13'728});
        QCOMPARE(kvPerTokenAs(KvType::f16, KvType::int8, 1'056), std::uint64_t{2'048});
        QCOMPARE(kvPerTokenAs(KvType::f32, KvType::f16, 2'048), std::uint64_t{4'096});
    }
};

STRATA_TEST(MemoryFitTest);

#include "memory_fit_test.moc"
