#include "app/model_fit.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata::app;

namespace {

const ModelCatalog& catalog() {
    static const ModelCatalog list = ModelCatalog::builtIn();
    return list;
}

Machine machine(double ram, double card = 0) {
    Machine pc;
    pc.ram_gib = ram;
    pc.smallest_card_gib = card;
    pc.cards_gib = card;
    pc.card = card > 0 ? "RTX" : "";
    pc.card_computes = true;
    return pc;
}

const CatalogSize& size(const char* id) {
    const CatalogSize* const found = catalog().size(id);
    [&] { QVERIFY2(found != nullptr, id); }();
    static const CatalogSize none;
    return found != nullptr ? *found : none;
}

qint64 bytesOf(const char* file) {
    return catalog().file(file)->bytes.value();
}

}  // namespace

class ModelFitTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void says_how_a_size_goes_with_a_machine_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("ram");
        QTest::addColumn<double>("card");
        QTest::addColumn<int>("level");
        QTest::addColumn<int>("reason");
        const auto row = [](const char* name, const char* id, double ram, double card, FitLevel level,
                            FitReason reason) {
            QTest::newRow(name) << id << ram << card << static_cast<int>(level) << static_cast<int>(reason);
        };
        row("at comfort", "orig-Q2_0", 48, 12, FitLevel::fits, FitReason::none);
        row("just below comfort", "orig-Q2_0", 47.9, 12, FitLevel::tight, FitReason::close_programs);
        row("eight below comfort", "orig-Q2_0", 40, 12, FitLevel::tight, FitReason::close_programs);
        row("eight below comfort, no card: nothing spare", "orig-Q2_0", 40, 0, FitLevel::tight,
            FitReason::nothing_spare);
        row("shared with a large card", "orig-Q2_0", 32, 24, FitLevel::warning, FitReason::shared_with_card);
        row("memory and card together, nothing spare", "orig-Q2_0", 34, 12, FitLevel::warning,
            FitReason::nothing_spare);
        row("too little: from the drive", "orig-Q2_0", 32, 8, FitLevel::warning, FitReason::reads_from_disk);
        row("far too little", "orig-Q2_0", 16, 12, FitLevel::cannot, FitReason::too_little_memory);
        row("64 GB hold the largest", "orig-IQ3_S", 64, 12, FitLevel::fits, FitReason::none);
        row("and not less", "orig-IQ3_S", 60, 12, FitLevel::tight, FitReason::close_programs);
        row("32 GB hold Coder", "coder-IQ1_M", 32, 12, FitLevel::fits, FitReason::none);
        row("24 GB and a card", "coder-IQ1_M", 24, 12, FitLevel::tight, FitReason::nothing_spare);
        row("more than fits anywhere", "unsloth-UD-Q4_K_XL", 64, 12, FitLevel::fits, FitReason::reads_from_disk);
        row("a size for NVIDIA alone", "unsloth-UD-Q4_K_XL", 128, 0, FitLevel::cannot, FitReason::needs_card);
        row("unknown memory", "orig-Q2_0", 0, 12, FitLevel::warning, FitReason::unknown_need);
    }
    void says_how_a_size_goes_with_a_machine() {
        QFETCH(QString, id);
        QFETCH(double, ram);
        QFETCH(double, card);
        const ModelFit fit = fitOf(size(qPrintable(id)), machine(ram, card));
        QTEST(static_cast<int>(fit.level), "level");
        QTEST(static_cast<int>(fit.reason), "reason");
        QCOMPARE(fit.comfortable_gib, static_cast<double>(size(qPrintable(id)).ram_gib));
    }

    void what_is_held_of_a_size_that_does_not_fit_leaves_room() {
        QCOMPARE(fitOf(size("orig-Q2_0"), machine(32, 8)).held_gib, 8);
        QCOMPARE(fitOf(size("unsloth-UD-Q4_K_XL"), machine(64, 12)).held_gib, 40);
        QCOMPARE(fitOf(size("orig-Q2_0"), machine(64, 12)).held_gib, 0);
    }

    void a_card_that_the_engine_does_not_use_holds_nothing() {
        Machine pc = machine(32, 24);
        QCOMPARE(fitOf(size("orig-Q2_0"), pc).reason, FitReason::shared_with_card);
        pc.card_computes = false;
        QCOMPARE(fitOf(size("orig-Q2_0"), pc).reason, FitReason::reads_from_disk);
    }

    void a_longer_memory_leaves_less_room_on_the_card() {
        QCOMPARE(fitOf(size("orig-Q2_0"), machine(32, 17.5)).reason, FitReason::shared_with_card);
        QCOMPARE(fitOf(size("orig-Q2_0"), machine(32, 17.5), 131'072).reason, FitReason::nothing_spare);
    }

    void proposes_a_size_data() {
        QTest::addColumn<double>("ram");
        QTest::addColumn<int>("wish");
        QTest::addColumn<QString>("id");
        const auto row = [](const char* name, double ram, ModelWish wish, const char* id) {
            QTest::newRow(name) << ram << static_cast<int>(wish) << id;
        };
        row("16 GB: none", 16, ModelWish::balanced, "");
        row("32 GB", 32, ModelWish::balanced, "coder-IQ1_M");
        row("39 GB", 39, ModelWish::best, "coder-IQ1_M");
        row("40 GB", 40, ModelWish::balanced, "orig-IQ2_XS");
        row("48 GB, fast", 48, ModelWish::fast, "orig-Q2_0");
        row("48 GB, best", 48, ModelWish::best, "orig-IQ2_XS");
        row("60 GB, best", 60, ModelWish::best, "orig-IQ3_XXS");
        row("64 GB", 64, ModelWish::balanced, "orig-IQ2_XS");
        row("64 GB, best", 64, ModelWish::best, "orig-IQ3_S");
        row("64 GB, code", 64, ModelWish::code, "coder-IQ1_M");
        row("96 GB", 96, ModelWish::balanced, "orig-IQ3_S");
        row("96 GB, fast", 96, ModelWish::fast, "orig-Q2_0");
    }
    void proposes_a_size() {
        QFETCH(double, ram);
        QFETCH(int, wish);
        QTEST(recommendedSize(catalog(), machine(ram, 12), static_cast<ModelWish>(wish)), "id");
    }

    void never_proposes_what_cannot_run() {
        for (int ram = 4; ram <= 192; ram += 4) {
            for (const double card : {0.0, 8.0, 12.0, 24.0}) {
                const QString id = recommendedSize(catalog(), machine(ram, card));
                QVERIFY(id.isEmpty() || fitOf(size(qPrintable(id)), machine(ram, card)).level != FitLevel::cannot);
                if (card < 24) {
                    QVERIFY(id.isEmpty() == (ram < 24));
                }
            }
        }
    }

    void proposes_how_much_to_keep_in_mind_by_the_card() {
        QCOMPARE(defaultContext(size("orig-Q2_0"), machine(64, 12)), 32'768);
        QCOMPARE(defaultContext(size("orig-Q2_0"), machine(64, 16)), 65'536);
        QCOMPARE(defaultContext(size("orig-Q2_0"), machine(64, 24)), 131'072);
        QCOMPARE(defaultContext(size("unsloth-UD-Q4_K_XL"), machine(64, 12)), 8'192);
        QCOMPARE(defaultContext(size("unsloth-UD-Q4_K_XL"), machine(64, 24)), 32'768);
        Machine pc = machine(64, 24);
        pc.card_computes = false;
        QCOMPARE(defaultContext(size("orig-Q2_0"), pc), 32'768);
    }

    void the_large_sizes_keep_the_longest_chats_only_with_much_memory() {
        QCOMPARE(longestContext(size("orig-IQ3_S"), machine(64, 24)), 131'072);
        QCOMPARE(longestContext(size("orig-IQ3_S"), machine(96, 24)), 262'144);
        QCOMPARE(longestContext(size("orig-IQ2_XS"), machine(64, 24)), 262'144);
    }

    void pictures_are_proposed_from_12_gb_on_the_card() {
        QVERIFY(!defaultPictures(machine(64, 8)));
        QVERIFY(defaultPictures(machine(64, 12)));
        QVERIFY(!defaultPictures(machine(64)));
    }

    void a_second_size_costs_only_what_is_not_there() {
        const DiskNeed first = diskNeed(catalog(), size("orig-Q2_0"), false, {}, false);
        QCOMPARE(first.download_bytes, bytesOf("orig-Q2_0-1") + bytesOf("orig-Q2_0-2"));
        QCOMPARE(first.present_bytes, 0);
        QCOMPARE(first.total(), first.download_bytes + 8'000'000'000);
        const DiskNeed second = diskNeed(catalog(), size("orig-IQ2_XS"), false, {"orig-Q2_0-1", "orig-Q2_0-2"}, true);
        QCOMPARE(second.download_bytes, bytesOf("orig-IQ2_XS-1"));
        QCOMPARE(second.present_bytes, bytesOf("orig-Q2_0-2"));
        QCOMPARE(second.working_bytes, 2'000'000'000);
    }

    void pictures_cost_a_file_and_room() {
        const DiskNeed without = diskNeed(catalog(), size("orig-Q2_0"), false, {}, false);
        const DiskNeed with = diskNeed(catalog(), size("orig-Q2_0"), true, {}, false);
        QCOMPARE(with.download_bytes - without.download_bytes, 907'543'008);
        QCOMPARE(with.working_bytes - without.working_bytes, 1'000'000'000);
    }

    void estimates_a_speed_only_where_there_is_something_to_estimate_from() {
        const auto twelve = expectedSpeed(size("orig-IQ2_XS"), machine(64, 12));
        QVERIFY(twelve && twelve->slowest < twelve->fastest && twelve->fastest <= 78.0);
        QCOMPARE(twelve->measured, 78.0);
        QVERIFY(!twelve->measured_on.isEmpty());
        const auto eight = expectedSpeed(size("orig-IQ2_XS"), machine(64, 8));
        QVERIFY(eight && eight->slowest < twelve->slowest && eight->fastest < twelve->fastest);
        QVERIFY(!expectedSpeed(size("orig-IQ2_XS"), machine(64)));            // no card
        QVERIFY(!expectedSpeed(size("orig-IQ2_XS"), machine(32, 8)));         // a part is read from the drive
        QVERIFY(!expectedSpeed(size("orig-IQ2_XS"), machine(16, 12)));        // cannot run
        QVERIFY(!expectedSpeed(size("unsloth-UD-IQ4_XS"), machine(64, 12)));  // never measured
        Machine pc = machine(64, 12);
        pc.card_computes = false;
        QVERIFY(!expectedSpeed(size("orig-IQ2_XS"), pc));
    }

    void knows_the_least_memory_of_all() { QCOMPARE(smallestMemoryGib(catalog()), 32); }
};

STRATA_TEST(ModelFitTest);

#include "model_fit_test.moc"
