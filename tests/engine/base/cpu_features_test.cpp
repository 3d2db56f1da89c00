#include "base/cpu_features.h"

#include <algorithm>
#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata;

class CpuFeaturesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_levels_of_this_processor_go_from_plain_to_fast() {
        const CpuFeatures features = detect_cpu_features();
        QVERIFY(features.has(CpuLevel::scalar));
        QVERIFY(features.levels.front() == CpuLevel::scalar);
        for (const CpuLevel level : features.levels) {
            QVERIFY(std::ranges::count(features.levels, level) == 1);
        }
        QVERIFY(features.best_level() == features.levels.back());
    }

    void what_builds_on_a_level_comes_with_it() {
        const CpuFeatures features = detect_cpu_features();
        QVERIFY(!features.has(CpuLevel::avx2_vnni) || features.has(CpuLevel::avx2));
        QVERIFY(!features.has(CpuLevel::avx512) || features.has(CpuLevel::avx2));
        QVERIFY(!features.has(CpuLevel::avx512_amx) || features.has(CpuLevel::avx512));
    }

    void automatic_takes_the_best_level_there_is() {
        CpuFeatures features;
        QVERIFY(choose_cpu_level(CpuChoice::automatic, features).value() == CpuLevel::scalar);
        features.levels = {CpuLevel::scalar, CpuLevel::avx2, CpuLevel::avx2_vnni};
        QVERIFY(choose_cpu_level(CpuChoice::automatic, features).value() == CpuLevel::avx2_vnni);
        QVERIFY(choose_cpu_level(CpuChoice::avx2, features).value() == CpuLevel::avx2);
    }

    void tiles_are_taken_only_by_those_who_ask() {
        const CpuFeatures features = detect_cpu_features();
        QVERIFY(features.best_level() != CpuLevel::avx512_amx);
        QVERIFY(choose_cpu_level(CpuChoice::avx512_amx, features).has_value() == features.has(CpuLevel::avx512_amx));
    }

    // A server has AVX-512 without the 256-bit dot products of a desktop.
    void a_level_that_the_processor_lacks_is_refused_even_below_the_best() {
        CpuFeatures features;
        features.levels = {CpuLevel::scalar, CpuLevel::avx2, CpuLevel::avx512};
        const auto level = choose_cpu_level(CpuChoice::avx2_vnni, features);
        QVERIFY(!level);
        QVERIFY(level.error().code == ErrorCode::unsupported_device);
        QVERIFY(level.error().message.find("avx2_vnni") != std::string::npos);
        QVERIFY(level.error().message.find("avx512") != std::string::npos);
    }

    void every_level_has_a_word_of_its_own() {
        for (const CpuLevel level :
             {CpuLevel::scalar, CpuLevel::avx2, CpuLevel::avx2_vnni, CpuLevel::avx512, CpuLevel::avx512_amx}) {
            QVERIFY(parse_cpu_level(to_string(level)) == level);
        }
        QVERIFY(!parse_cpu_level("amx"));
    }
};

STRATA_TEST(CpuFeaturesTest);

#include "cpu_features_test.moc"
