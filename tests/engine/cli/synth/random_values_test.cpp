#include "cli/synth/random_values.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <cmath>

#include "support/test_registry.h"

using namespace strata::cli;

class RandomValuesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void normal_values_have_mean_0_and_deviation_1() {
        const RandomValues random(7, "x");
        constexpr int kCount = 100'000;
        double sum = 0, squares = 0, most = 0;
        for (std::uint64_t i = 0; i < kCount; ++i) {
            const double value = random.normal(i);
            sum += value;
            squares += value * value;
            most = std::max(most, std::abs(value));
        }
        QVERIFY(std::abs(sum / kCount) < 0.02);
        QVERIFY(std::abs(squares / kCount - 1.0) < 0.02);
        QVERIFY(most > 3.0 && most < 3.47);
    }

    void seed_name_and_index_choose_the_value() {
        QCOMPARE(RandomValues(1, "a").bits(5), RandomValues(1, "a").bits(5));
        QVERIFY(RandomValues(1, "a").bits(5) != RandomValues(2, "a").bits(5));
        QVERIFY(RandomValues(1, "a").bits(5) != RandomValues(1, "b").bits(5));
        QVERIFY(RandomValues(1, "a").bits(5) != RandomValues(1, "a").bits(6));
    }

    void values_are_the_same_on_every_machine() {
        // Anything else would make files of the same seed differ.
        QCOMPARE(split_mix(kGoldenStep),
                 std::uint64_t{0xE220A8397B1DCDAF});  // first output of SplitMix64 seeded with 0
    }

    void a_shared_part_repeats_and_the_own_part_does_not() {
        ValueRule rule;
        rule.spread = 0.0F;
        rule.shared_spread = 1.0F;
        rule.shared_period = 4;
        rule.shared_name = "common";
        const TensorValues one(1, "one", rule);
        const TensorValues other(1, "other", rule);
        QCOMPARE(one.at(1, 3, 8), other.at(5, 3, 8));
        QVERIFY(one.at(1, 3, 8) != one.at(2, 3, 8));
        rule.spread = 1.0F;
        QVERIFY(TensorValues(1, "one", rule).at(1, 3, 8) != TensorValues(1, "other", rule).at(1, 3, 8));
    }

    void decay_rates_are_negative_and_bounded() {
        ValueRule rule;
        rule.decay_rates = true;
        const TensorValues rates(3, "blk.0.ssm_a", rule);
        for (std::uint64_t i = 0; i < 1000; ++i) {
            QVERIFY(rates.at(0, i, 1000) <= -0.02F && rates.at(0, i, 1000) >= -1.2F);
        }
    }
};

STRATA_TEST(RandomValuesTest);
#include "random_values_test.moc"
