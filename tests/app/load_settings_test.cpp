#include "app/load_settings.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;

class LoadSettingsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void defaults_are_the_engines() {
        const Settings settings{QString()};
        const LiveLimits limits = limitsOf(settings);
        const LiveLimits engine;
        QCOMPARE(limits.checkpoints, engine.checkpoints);
        QCOMPARE(limits.checkpoint_spacing, engine.checkpoint_spacing);
        QCOMPARE(limits.short_read, engine.short_read);
        QCOMPARE(limits.minimum_free_memory, engine.minimum_free_memory);
        QVERIFY(!limits.memory_parking_bytes);
        QVERIFY(!limits.disk_parking_bytes);
        const LoadOptions options = loadOptionsOf(settings, {});
        QVERIFY(options.kv_type == LoadOptions{}.kv_type);
        QCOMPARE(options.context_length, 0);
    }

    void parking_on_disk_switched_off_is_a_limit_of_nothing() {
        Settings settings{QString()};
        ParkingSettings parking;
        parking.disk_gb = 10.0;
        settings.set(parking);
        QCOMPARE(*limitsOf(settings).disk_parking_bytes, std::uint64_t{10} << 30);
        parking.on_disk = false;
        settings.set(parking);
        QCOMPARE(*limitsOf(settings).disk_parking_bytes, std::uint64_t{0});
    }

    void room_by_hand_counts_only_if_chosen() {
        Settings settings{QString()};
        ModelSettings model;
        model.free_memory_gb = 12;
        settings.set(model);
        QCOMPARE(limitsOf(settings).minimum_free_memory, LiveLimits{}.minimum_free_memory);
        model.room = RoomForOthers::by_hand;
        settings.set(model);
        QCOMPARE(limitsOf(settings).minimum_free_memory, std::uint64_t{12} << 30);
    }

    void the_command_line_counts_before_the_settings() {
        Settings settings{QString()};
        ModelSettings model;
        model.context_length = 65'536;
        model.threads = 4;
        settings.set(model);
        LoadOptions given;
        given.context_length = 2'048;
        const LoadOptions options = loadOptionsOf(settings, given);
        QCOMPARE(options.context_length, 2'048);
        QCOMPARE(options.threads, 4);
    }

    void low_memory_mode_keeps_few_experts_in_memory() {
        Settings settings{QString()};
        QVERIFY(loadOptionsOf(settings, {}).experts == ExpertPlacement::automatic);
        ModelSettings model;
        model.low_memory = true;
        settings.set(model);
        const LoadOptions options = loadOptionsOf(settings, {});
        QVERIFY(options.experts == ExpertPlacement::budget);
        QCOMPARE(options.expert_budget_bytes.value_or(0), kLowMemoryExperts);
        LoadOptions given;
        given.experts = ExpertPlacement::mapped;
        QVERIFY(loadOptionsOf(settings, given).experts == ExpertPlacement::mapped);
        QVERIFY(needsReload({}, model));
    }

    void a_parking_folder_counts_only_where_parking_on_disk_is_allowed() {
        Settings settings{QString()};
        ParkingSettings parking;
        parking.folder = "/somewhere/else";
        settings.set(parking);
        QVERIFY(loadOptionsOf(settings, {}).conversation_folder.empty());
        LoadOptions given;
        given.conversation_folder = "/data/parked";
        QVERIFY(loadOptionsOf(settings, given).conversation_folder == "/somewhere/else");
    }

    void only_what_the_model_is_built_with_needs_loading_again() {
        ModelSettings loaded;
        ModelSettings wanted;
        wanted.style = 4;
        wanted.checkpoints = 1;
        QVERIFY(!needsReload(loaded, wanted));
        wanted.kv_type = KvType::f16;
        QVERIFY(needsReload(loaded, wanted));
    }
};

STRATA_TEST(LoadSettingsTest);

#include "load_settings_test.moc"
