#include "memory/memory_plan.h"

#include <cstdint>
#include <QtTest/QtTest>
#include <string>

#include "support/test_registry.h"

using namespace strata;

namespace {

constexpr double kGB = 1e9;
constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;

std::uint64_t bytes(double count) {
    return static_cast<std::uint64_t>(count);
}

/// A model of so many GB without its n-gram table, a tenth of it dense; a context of 32,768 tokens where it is large.
MemoryFacts facts_of(double model_gb, double ram_gb, double available_share = 0.85) {
    MemoryFacts facts;
    facts.total_ram = bytes(ram_gb * kGiB);
    facts.available_ram = bytes(ram_gb * kGiB * available_share);
    facts.dense = bytes(model_gb * 0.1 * kGB);
    facts.experts = bytes(model_gb * 0.9 * kGB);
    facts.least_cache = facts.experts / 1200;
    facts.kv = bytes(model_gb < 1 ? 0.08 * kGB : 0.5 * kGB);
    facts.running = bytes(model_gb < 1 ? 0.01 * kGB : 0.9 * kGB);
    facts.working = bytes(0.2 * kGB);
    return facts;
}

ExpertPlacement placement_of(const std::string& word) {
    return word == "arena"    ? ExpertPlacement::arena
           : word == "mapped" ? ExpertPlacement::mapped
                              : ExpertPlacement::budget;
}

}  // namespace

class MemoryPlanTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void chooses_by_what_the_machine_has_data() {
        QTest::addColumn<double>("ram");
        QTest::addColumn<double>("model");
        QTest::addColumn<QString>("choice");
        const double models[] = {0.02, 3, 40, 70, 110};
        const struct {
            double ram;
            const char* choices[5];
        } machines[] = {
            {8, {"arena", "arena", "budget", "refused", "refused"}},
            {16, {"arena", "arena", "budget", "budget", "budget"}},
            {32, {"arena", "arena", "budget", "budget", "budget"}},
            {64, {"arena", "arena", "arena", "budget", "budget"}},
            {128, {"arena", "arena", "arena", "arena", "mapped"}},
        };
        for (const auto& machine : machines) {
            for (std::size_t i = 0; i < std::size(models); ++i) {
                QTest::addRow("%g GB, model of %g GB", machine.ram, models[i])
                    << machine.ram << models[i] << QString(machine.choices[i]);
            }
        }
    }

    void chooses_by_what_the_machine_has() {
        QFETCH(double, ram);
        QFETCH(double, model);
        QFETCH(QString, choice);
        const MemoryFacts facts = facts_of(model, ram);
        const auto plan = plan_memory(facts, {});
        if (choice == "refused") {
            QVERIFY(!plan);
            QCOMPARE(plan.error().code, ErrorCode::out_of_memory);
            return;
        }
        QVERIFY2(plan.has_value(), plan ? "" : plan.error().message.c_str());
        QVERIFY2(plan->placement == placement_of(choice.toStdString()), plan->why.c_str());
        // Whatever is chosen, it fits into what is free.
        QVERIFY(plan->expected_bytes <= facts.available_ram);
        QCOMPARE(plan->expected_bytes, facts.fixed() + plan->expert_bytes);
    }

    void an_arena_leaves_10_gb_and_less_on_small_machines() {
        for (const auto& [ram, spare] : {std::pair{64.0, 10.0 * kGB}, {16.0, 16.0 * kGiB / 5}}) {
            MemoryFacts facts = facts_of(3, ram, 1.0);
            facts.experts = bytes(ram * kGiB - spare) - facts.fixed();
            QCOMPARE(plan_memory(facts, {})->placement, ExpertPlacement::arena);
            facts.experts += 2;
            QVERIFY(plan_memory(facts, {})->placement != ExpertPlacement::arena);
        }
    }

    void a_busy_machine_gets_no_arena() {
        QCOMPARE(plan_memory(facts_of(40, 64, 0.85), {})->placement, ExpertPlacement::arena);
        QVERIFY(plan_memory(facts_of(40, 64, 0.6), {})->placement != ExpertPlacement::arena);
    }

    void the_usual_budget_is_ram_less_24_gb_and_at_least_8() {
        const auto large = plan_memory(facts_of(70, 64, 0.95), {});
        QCOMPARE(large->placement, ExpertPlacement::budget);
        QCOMPARE(large->expert_bytes, bytes(64 * kGiB) - bytes(24 * kGB));
        const auto small = plan_memory(facts_of(70, 32, 0.95), {});
        QCOMPARE(small->placement, ExpertPlacement::budget);
        QVERIFY(small->expert_bytes >= bytes(8 * kGB));
    }

    void a_budget_leaves_4_and_a_quarter_gib_free() {
        const MemoryFacts facts = facts_of(70, 64, 0.5);
        const auto plan = plan_memory(facts, {});
        QCOMPARE(plan->placement, ExpertPlacement::budget);
        QCOMPARE(plan->expected_bytes, facts.available_ram - bytes(4.25 * kGiB));
    }

    void a_small_machine_keeps_less_free_for_a_budget() {
        const MemoryFacts facts = facts_of(40, 16);
        const auto plan = plan_memory(facts, {});
        QCOMPARE(plan->expected_bytes, facts.available_ram - bytes(2.25 * kGiB));
        QVERIFY(plan->expert_bytes > facts.least_cache);
    }

    void takes_the_budget_that_was_asked_for() {
        const MemoryFacts facts = facts_of(40, 128);
        const auto plan = plan_memory(facts, {ExpertPlacement::budget, bytes(5 * kGB), {}});
        QCOMPARE(plan->placement, ExpertPlacement::budget);
        QCOMPARE(plan->expert_bytes, bytes(5 * kGB));
        // More than all experts is all experts, less than a token needs is what a token needs.
        QCOMPARE(plan_memory(facts, {ExpertPlacement::budget, bytes(90 * kGB), {}})->expert_bytes, facts.experts);
        QCOMPARE(plan_memory(facts, {ExpertPlacement::budget, 1, {}})->expert_bytes, facts.least_cache);
    }

    void keeps_to_a_budget_for_everything() {
        const MemoryFacts facts = facts_of(40, 128);
        const auto plan = plan_memory(facts, {ExpertPlacement::automatic, {}, bytes(20 * kGB)});
        QCOMPARE(plan->placement, ExpertPlacement::budget);
        QCOMPARE(plan->expected_bytes, bytes(20 * kGB));
        const auto refused = plan_memory(facts, {ExpertPlacement::automatic, {}, bytes(5 * kGB)});
        QVERIFY(!refused);
        QVERIFY(refused.error().message.find("5.0 GB were allowed") != std::string::npos);
    }

    void experts_stay_in_the_file_when_asked() {
        const MemoryFacts facts = facts_of(110, 32);
        const auto plan = plan_memory(facts, {ExpertPlacement::mapped, {}, {}});
        QCOMPARE(plan->placement, ExpertPlacement::mapped);
        QCOMPARE(plan->expected_bytes, facts.available_ram);
    }

    void an_arena_that_does_not_fit_is_refused() {
        const auto plan = plan_memory(facts_of(70, 64), {ExpertPlacement::arena, {}, {}});
        QVERIFY(!plan);
        QVERIFY(plan.error().message.find("choose a budget") != std::string::npos);
        // It may be closer than what is chosen without asking.
        QVERIFY(plan_memory(facts_of(55, 64, 0.95), {ExpertPlacement::arena, {}, {}}).has_value());
    }

    void says_what_could_be_closed() {
        const auto plan = plan_memory(facts_of(40, 16, 0.25), {});
        QVERIFY(!plan);
        QVERIFY2(plan.error().message.find("close other programs") != std::string::npos, plan.error().message.c_str());
    }

    void a_machine_that_does_not_tell_its_memory_maps() {
        MemoryFacts facts = facts_of(40, 64);
        facts.total_ram = 0;
        facts.available_ram = 0;
        QCOMPARE(plan_memory(facts, {})->placement, ExpertPlacement::mapped);
    }

    void the_least_memory_is_enough_and_a_byte_less_is_refused() {
        MemoryFacts facts = facts_of(70, 32);
        facts.available_ram = facts.fixed() + facts.least_cache;
        const auto plan = plan_memory(facts, {});
        QVERIFY(plan.has_value());
        QCOMPARE(plan->expert_bytes, facts.least_cache);
        --facts.available_ram;
        QVERIFY(!plan_memory(facts, {}));
    }
};

STRATA_TEST(MemoryPlanTest);

#include "memory_plan_test.moc"
