#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <QtTest/QtTest>
#include <vector>

#include "guarded_bytes.h"
#include "quant_fixture.h"
#include "quant_samples.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::testing;

namespace {

/// All products of the weights, `columns` to a row, lie within 2e-6 of the magnitudes of their terms.
bool all_right(const CpuKernels& kernels, QuantType type, const std::vector<std::byte>& weights, const Activations& x) {
    const std::size_t columns = x.rows().columns;
    const std::size_t rows = weights.size() / row_bytes(type, columns);
    const std::vector<float> values = decoded(type, weights);
    const std::vector<float> sizes = part_magnitudes(type, weights);
    const std::vector<float> out = multiply(kernels, type, weights, rows, x);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::size_t w = i % rows;
        double wanted = 0;
        double magnitude = 0;
        for (std::size_t c = 0; c < columns; ++c) {
            wanted += static_cast<double>(values[w * columns + c]) * x.value(i / rows, c);
            magnitude += static_cast<double>(sizes[w * columns + c]) * std::abs(x.value(i / rows, c));
        }
        if (!(std::abs(static_cast<double>(out[i]) - wanted) <= 2e-6 * magnitude)) {
            qWarning("weight row %zu, activation row %zu: %g instead of %g", w, i / rows, static_cast<double>(out[i]),
                     wanted);
            return false;
        }
    }
    return true;
}

}  // namespace

class QuantValuesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_weight_of_a_block_meets_its_activation_data() { add_types_and_levels(); }

    void every_weight_of_a_block_meets_its_activation() {
        QFETCH(int, type);
        QFETCH(int, level);
        const auto weight_type = static_cast<QuantType>(type);
        const CpuKernels& kernels = kernels_of(level);
        const std::size_t columns = std::max<std::size_t>(quant_type_info(weight_type).block_values, 96);
        const std::size_t length = columns == 96 && quant_type_info(weight_type).block_values == 64 ? 192 : columns;
        std::vector<float> one_each(length * length, 0.0F);
        for (std::size_t c = 0; c < length; ++c) {
            one_each[c * length + c] = c % 2 == 0 ? 1.0F : -0.75F;
        }
        const Activations x(kernels, weight_type, one_each, length);
        QVERIFY(all_right(kernels, weight_type, random_weights(weight_type, 40, length, 11), x));
    }

    void random_codes_and_scales_give_the_decoded_product_data() { add_types_and_levels(); }

    void random_codes_and_scales_give_the_decoded_product() {
        QFETCH(int, type);
        QFETCH(int, level);
        const auto weight_type = static_cast<QuantType>(type);
        const CpuKernels& kernels = kernels_of(level);
        for (const std::size_t length : {256, 1280}) {
            const Activations x(kernels, weight_type, random_activations(6, length, 12), length);
            QVERIFY(all_right(kernels, weight_type, random_weights(weight_type, 50, length, 13), x));
        }
    }

    void every_level_stays_close_to_the_plain_one_data() { add_types_and_levels(); }

    void every_level_stays_close_to_the_plain_one() {
        QFETCH(int, type);
        QFETCH(int, level);
        const auto weight_type = static_cast<QuantType>(type);
        const CpuKernels& plain = select_kernels(CpuLevel::scalar);
        const std::size_t length = 2560;
        const std::vector<std::byte> weights = random_weights(weight_type, 8, length, 20);
        const Activations x(plain, weight_type, random_activations(8, length, 21), length);
        const std::vector<float> wanted = multiply(plain, weight_type, weights, 8, x);
        const std::vector<float> got = multiply(kernels_of(level), weight_type, weights, 8, x);
        const std::vector<float> sizes = part_magnitudes(weight_type, weights);
        for (std::size_t i = 0; i < got.size(); ++i) {
            double magnitude = 0;
            for (std::size_t c = 0; c < length; ++c) {
                magnitude += static_cast<double>(sizes[i % 8 * length + c]) * std::abs(x.value(i / 8, c));
            }
            QVERIFY(static_cast<double>(std::abs(got[i] - wanted[i])) <= 1e-6 * magnitude);
        }
    }

    void extreme_codes_do_not_overflow_data() { add_types_and_levels(); }

    void extreme_codes_do_not_overflow() {
        QFETCH(int, type);
        QFETCH(int, level);
        const auto weight_type = static_cast<QuantType>(type);
        const CpuKernels& kernels = kernels_of(level);
        // Enough rows of both kinds for panels, with some behind them.
        constexpr std::size_t kLength = 768, kInputs = 11, kWeightRows = 19;
        std::vector<float> largest(kInputs * kLength, 1.0F);
        for (std::size_t row = 0; row < kInputs; ++row) {
            for (std::size_t c = 0; c < kLength; ++c) {
                const bool negative = row % 3 == 1 || (row % 3 == 2 && c % 2 == 1);
                largest[row * kLength + c] = negative ? -1.0F : 1.0F;
            }
        }
        const Activations x(kernels, weight_type, largest, kLength);
        for (const int byte : {0x00, 0x7f, 0x80, 0xff, 0x88, 0x55, 0xaa, 0x0f, 0xf0}) {
            std::vector<std::byte> weights(kWeightRows * row_bytes(weight_type, kLength), static_cast<std::byte>(byte));
            if (weight_type == QuantType::MXFP4) {
                for (std::size_t at = 0; at < weights.size(); at += 17) {
                    weights[at] = std::byte{127};
                }
            } else if (weight_type != QuantType::NVFP4) {
                set_scales(weight_type, weights, 0x3555);
            }
            QVERIFY(all_right(kernels, weight_type, weights, x));
        }
    }

    void nothing_is_read_beyond_the_last_row_data() { add_types_and_levels(); }

    void nothing_is_read_beyond_the_last_row() {
        QFETCH(int, type);
        QFETCH(int, level);
        const auto weight_type = static_cast<QuantType>(type);
        const CpuKernels& kernels = kernels_of(level);
        const std::size_t block_values = quant_type_info(weight_type).block_values;
        for (const std::size_t blocks : {1, 2, 3, 5}) {
            const std::size_t length = blocks * block_values;
            for (const std::size_t weight_rows : {3, 8, 17}) {
                const std::vector<std::byte> weights = random_weights(weight_type, weight_rows, length, 14);
                GuardedBytes guarded(weights.size());
                std::memcpy(guarded.bytes().data(), weights.data(), weights.size());
                for (const std::size_t rows : {1, 2, 3, 4, 7}) {
                    const Activations x(kernels, weight_type, random_activations(rows, length, 15), length);
                    QVERIFY(multiply(kernels, weight_type, guarded.bytes(), weight_rows, x) ==
                            multiply(kernels, weight_type, weights, weight_rows, x));
                }
            }
        }
    }

    void an_activation_that_is_no_number_shows_in_its_row_only_data() { add_types_and_levels(); }

    void an_activation_that_is_no_number_shows_in_its_row_only() {
        QFETCH(int, type);
        QFETCH(int, level);
        const auto weight_type = static_cast<QuantType>(type);
        const CpuKernels& kernels = kernels_of(level);
        const std::size_t length = 512;
        const std::vector<std::byte> weights = random_weights(weight_type, 3, length, 16);
        std::vector<float> values = random_activations(3, length, 17);
        const std::vector<float> before =
            multiply(kernels, weight_type, weights, 3, Activations(kernels, weight_type, values, length));
        for (const float bad : {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                                std::numeric_limits<float>::quiet_NaN()}) {
            values[length + 300] = bad;
            const std::vector<float> after =
                multiply(kernels, weight_type, weights, 3, Activations(kernels, weight_type, values, length));
            for (std::size_t w = 0; w < 3; ++w) {
                QVERIFY(std::isnan(after[3 + w]));
                QCOMPARE(after[w], before[w]);
                QCOMPARE(after[6 + w], before[6 + w]);
            }
        }
    }

    void an_infinite_scale_never_gives_a_number_that_looks_right_data() { add_types_and_levels(); }

    void an_infinite_scale_never_gives_a_number_that_looks_right() {
        QFETCH(int, type);
        QFETCH(int, level);
        const auto weight_type = static_cast<QuantType>(type);
        if (weight_type == QuantType::MXFP4 || weight_type == QuantType::NVFP4) {
            return;  // neither can have one
        }
        const CpuKernels& kernels = kernels_of(level);
        const std::size_t length = 256;
        std::vector<std::byte> weights = random_weights(weight_type, 2, length, 18);
        const Activations x(kernels, weight_type, random_activations(2, length, 19), length);
        for (const int f16 : {0x7c00, 0xfc00, 0x7e00}) {
            set_scales(weight_type, weights, static_cast<std::uint16_t>(f16));
            for (const float value : multiply(kernels, weight_type, weights, 2, x)) {
                QVERIFY(!std::isfinite(value));
            }
        }
    }
};

STRATA_TEST(QuantValuesTest);

#include "quant_values_test.moc"
