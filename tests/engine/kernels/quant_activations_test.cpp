#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <QtTest/QtTest>
#include <vector>

#include "quant_fixture.h"
#include "quant_samples.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::testing;

namespace {

/// A type for each of the two formats.
constexpr QuantType kBlocksOf32 = QuantType::Q8_0;
constexpr QuantType kBlocksOf256 = QuantType::Q4_K;

struct Quantised {
    std::vector<std::int8_t> codes;
    std::vector<float> scales;
    std::vector<std::int16_t> sums;

    bool operator==(const Quantised& other) const {
        return codes == other.codes && sums == other.sums &&
               std::memcmp(scales.data(), other.scales.data(), scales.size() * sizeof(float)) == 0;
    }
};

Quantised quantised(CpuLevel level, std::size_t group, const std::vector<float>& x) {
    const Activations row(select_kernels(level), group == 32 ? kBlocksOf32 : kBlocksOf256, x, x.size());
    const ActivationRows& rows = row.rows();
    return {{rows.codes, rows.codes + x.size()},
            {rows.scales, rows.scales + x.size() / group},
            {rows.sums, rows.sums + x.size() / 16}};
}

void add_levels_and_groups() {
    QTest::addColumn<int>("level");
    QTest::addColumn<int>("group");
    for (const CpuLevel level : available_levels()) {
        for (const int group : {32, 256}) {
            QTest::addRow("%s, %d values per scale", to_string(level).data(), group)
                << static_cast<int>(level) << group;
        }
    }
}

/// Values on and next to the steps and half steps of a scale, and of many sizes.
std::vector<float> hard_values() {
    std::vector<float> x;
    for (int group = 0; group < 64; ++group) {
        const float top = std::ldexp(1.0F + static_cast<float>(group % 7) / 8.0F, group - 32);
        x.push_back(group % 2 == 0 ? top : -top);
        for (int i = 1; i < 256; ++i) {
            const float half_steps = static_cast<float>(i % 254 - 127);
            float value = top / 127.0F * (half_steps / 2.0F);
            if (i % 3 != 0) {
                value = std::nextafter(value, i % 3 == 1 ? 1e30F : -1e30F);
            }
            x.push_back(value);
        }
    }
    return x;
}

}  // namespace

class QuantActivationsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void all_levels_give_the_same_codes_scales_and_sums() {
        for (const std::size_t group : {32, 256}) {
            for (std::uint32_t seed = 0; seed < 20; ++seed) {
                const std::vector<float> x = random_activations(1, 2560, seed);
                const Quantised plain = quantised(CpuLevel::scalar, group, x);
                for (const CpuLevel level : available_levels()) {
                    QVERIFY(quantised(level, group, x) == plain);
                }
            }
            const Quantised plain = quantised(CpuLevel::scalar, group, hard_values());
            for (const CpuLevel level : available_levels()) {
                QVERIFY(quantised(level, group, hard_values()) == plain);
            }
        }
    }

    void codes_are_the_nearest_and_within_127_data() { add_levels_and_groups(); }

    void codes_are_the_nearest_and_within_127() {
        QFETCH(int, level);
        QFETCH(int, group);
        std::vector<float> x = random_activations(1, 2560, 40);
        const std::vector<float> hard = hard_values();
        x.insert(x.end(), hard.begin(), hard.end());
        const Quantised result = quantised(static_cast<CpuLevel>(level), static_cast<std::size_t>(group), x);
        for (std::size_t i = 0; i < x.size(); ++i) {
            const auto scale = static_cast<double>(result.scales[i / static_cast<std::size_t>(group)]);
            QVERIFY(result.codes[i] >= -127);
            QVERIFY(std::abs(static_cast<double>(x[i]) - scale * result.codes[i]) <= scale * (0.5 + 1e-4));
        }
        for (std::size_t i = 0; i < x.size() / 16; ++i) {
            int sum = 0;
            for (std::size_t j = 0; j < 16; ++j) {
                sum += result.codes[16 * i + j];
            }
            QCOMPARE(static_cast<int>(result.sums[i]), sum);
        }
    }

    void a_zero_group_has_zero_codes_and_scale_data() { add_levels_and_groups(); }

    void a_zero_group_has_zero_codes_and_scale() {
        QFETCH(int, level);
        QFETCH(int, group);
        for (const float tiny : {0.0F, -0.0F, 1e-31F, -1e-44F}) {
            std::vector<float> x(768, 1.0F);
            std::fill_n(x.begin() + 256, 256, tiny);
            const Quantised result = quantised(static_cast<CpuLevel>(level), static_cast<std::size_t>(group), x);
            for (std::size_t i = 0; i < x.size(); ++i) {
                const bool zero = i >= 256 && i < 512;
                QCOMPARE(static_cast<int>(result.codes[i]), zero ? 0 : 127);
                QCOMPARE(result.scales[i / static_cast<std::size_t>(group)] == 0.0F, zero);
                QCOMPARE(static_cast<int>(result.sums[i / 16]), zero ? 0 : 127 * 16);
            }
        }
    }

    void small_and_huge_groups_keep_their_scale_data() { add_levels_and_groups(); }

    void small_and_huge_groups_keep_their_scale() {
        QFETCH(int, level);
        QFETCH(int, group);
        for (const float size : {2e-30F, 1e-7F, 1e7F, std::numeric_limits<float>::max()}) {
            const std::vector<float> x(256, -size);
            const Quantised result = quantised(static_cast<CpuLevel>(level), static_cast<std::size_t>(group), x);
            for (std::size_t i = 0; i < x.size(); ++i) {
                QCOMPARE(static_cast<int>(result.codes[i]), -127);
                QCOMPARE(result.scales[i / static_cast<std::size_t>(group)], size / 127.0F);
            }
        }
    }

    void a_group_with_an_infinity_or_a_nan_gets_the_scale_nan_data() { add_levels_and_groups(); }

    void a_group_with_an_infinity_or_a_nan_gets_the_scale_nan() {
        QFETCH(int, level);
        QFETCH(int, group);
        for (const std::uint32_t bits : {0x7f800000U, 0xff800000U, 0x7fc00000U, 0xffc00001U, 0x7f800001U}) {
            for (const std::size_t at : {0, 1, 7, 31, 100, 255}) {
                std::vector<float> x = random_activations(1, 768, 41);
                const Quantised before = quantised(static_cast<CpuLevel>(level), static_cast<std::size_t>(group), x);
                x[256 + at] = std::bit_cast<float>(bits);
                const Quantised result = quantised(static_cast<CpuLevel>(level), static_cast<std::size_t>(group), x);
                for (std::size_t i = 0; i < x.size(); ++i) {
                    const std::size_t g = i / static_cast<std::size_t>(group);
                    const bool hit = g == (256 + at) / static_cast<std::size_t>(group);
                    QCOMPARE(std::isnan(result.scales[g]), hit);
                    QCOMPARE(static_cast<int>(result.codes[i]), hit ? 0 : static_cast<int>(before.codes[i]));
                    QCOMPARE(static_cast<int>(result.sums[i / 16]), hit ? 0 : static_cast<int>(before.sums[i / 16]));
                }
            }
        }
    }
};

STRATA_TEST(QuantActivationsTest);

#include "quant_activations_test.moc"
