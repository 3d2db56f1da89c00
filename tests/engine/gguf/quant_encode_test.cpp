#include <QtTest/QtTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "gguf/quant_type.h"
#include "support/test_registry.h"

using namespace strata;

namespace {

constexpr std::size_t kCount = 256 * 200;

/// Nearly Gaussian values of mean square 1, the same with every standard library; one in `outlier_every` eight times
/// larger.
std::vector<float> random_values(std::uint32_t seed, std::uint32_t outlier_every) {
    std::mt19937 random(seed);
    std::vector<float> values(kCount);
    for (float& value : values) {
        double sum = -6;
        for (int i = 0; i < 12; ++i) {
            sum += static_cast<double>(random()) / 4294967296.0;
        }
        value = static_cast<float>(outlier_every != 0 && random() % outlier_every == 0 ? 8 * sum : sum);
    }
    return values;
}

std::vector<float> round_trip(QuantType type, std::span<const float> values) {
    std::vector<std::byte> bytes(row_bytes(type, values.size()));
    if (!quantize_row(type, values, bytes)) {
        return {};
    }
    std::vector<float> decoded(values.size());
    dequantize_row(type, bytes, decoded);
    return decoded;
}

/// Root of the mean square error over the root of the mean square.
double relative_rms(std::span<const float> values, std::span<const float> decoded) {
    double error = 0;
    double power = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double off = static_cast<double>(decoded[i]) - static_cast<double>(values[i]);
        error += off * off;
        power += static_cast<double>(values[i]) * static_cast<double>(values[i]);
    }
    return std::sqrt(error / power);
}

/// The largest error of a value over the largest magnitude of the 256 values that it stands among.
double worst_error(std::span<const float> values, std::span<const float> decoded) {
    double worst = 0;
    for (std::size_t at = 0; at < values.size(); at += 256) {
        float largest = 0;
        float off = 0;
        for (std::size_t i = at; i < at + 256; ++i) {
            largest = std::max(largest, std::fabs(values[i]));
            off = std::max(off, std::fabs(decoded[i] - values[i]));
        }
        worst = std::max(worst, static_cast<double>(off / largest));
    }
    return worst;
}

}  // namespace

class QuantEncodeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void decoded_values_are_close_to_what_was_encoded_data() {
        QTest::addColumn<double>("gaussian_rms");
        QTest::addColumn<double>("outlier_rms");
        QTest::addColumn<double>("worst");
        const auto row = [](const char* name, double gaussian_rms, double outlier_rms, double worst) {
            QTest::newRow(name) << gaussian_rms << outlier_rms << worst;
        };
        row("F32", 0, 0, 0);
        row("F16", 0.0003, 0.0003, 0.0005);
        row("BF16", 0.002, 0.002, 0.004);
        row("Q8_0", 0.006, 0.008, 0.0045);
        row("Q6_K", 0.020, 0.025, 0.032);
        row("Q5_K", 0.041, 0.047, 0.035);
        row("Q5_1", 0.040, 0.046, 0.035);
        row("Q5_0", 0.045, 0.063, 0.064);
        row("Q4_K", 0.082, 0.095, 0.07);
        row("Q4_1", 0.082, 0.095, 0.07);
        row("Q4_0", 0.090, 0.125, 0.126);
        row("IQ4_NL", 0.078, 0.098, 0.13);
        row("IQ4_XS", 0.079, 0.100, 0.13);
        row("IQ3_S", 0.145, 0.170, 0.4);
        row("IQ2_XS", 0.315, 0.350, 0.6);
        row("Q2_0", 0.370, 0.430, 0.7);
    }

    void decoded_values_are_close_to_what_was_encoded() {
        const QuantType type = parse_quant_type(QTest::currentDataTag()).value();
        QFETCH(double, gaussian_rms);
        QFETCH(double, outlier_rms);
        QFETCH(double, worst);
        const auto report = [](const char* what, double got, double bound) {
            return QString("%1 %2, bound %3").arg(what).arg(got).arg(bound).toUtf8();
        };
        for (const float size : {0.02F, -1.0F, 300.0F}) {
            auto gaussian = random_values(1, 0);
            auto outliers = random_values(2, 200);
            for (auto* values : {&gaussian, &outliers}) {
                std::ranges::transform(*values, values->begin(), [size](float value) { return size * value; });
            }
            const auto decoded_gaussian = round_trip(type, gaussian);
            const auto decoded_outliers = round_trip(type, outliers);
            const double first = relative_rms(gaussian, decoded_gaussian);
            QVERIFY2(first <= gaussian_rms, report("Gaussian", first, gaussian_rms));
            const double second = relative_rms(outliers, decoded_outliers);
            QVERIFY2(second <= outlier_rms, report("outliers", second, outlier_rms));
            const double third =
                std::max(worst_error(gaussian, decoded_gaussian), worst_error(outliers, decoded_outliers));
            QVERIFY2(third <= worst, report("worst", third, worst));
        }
    }

    void zeros_stay_zeros_data() { add_types(); }

    void zeros_stay_zeros() {
        const auto decoded = round_trip(type_of_row(), std::vector<float>(512, 0.0F));
        QCOMPARE(decoded.size(), std::size_t{512});
        QVERIFY(std::ranges::all_of(decoded, [](float value) { return value == 0; }));
    }

    void values_far_outside_a_scales_range_stay_finite_data() { add_types(); }

    void values_far_outside_a_scales_range_stay_finite() {
        const QuantType type = type_of_row();
        const bool plain = type == QuantType::F32 || type == QuantType::F16 || type == QuantType::BF16;
        for (const float size : {1e-42F, 1e-30F, 1e-7F, 1e6F, 1e20F, std::numeric_limits<float>::max()}) {
            auto values = random_values(3, 0);
            values.resize(2048);
            std::ranges::transform(values, values.begin(), [size](float value) { return size * (value / 8); });
            const auto decoded = round_trip(type, values);
            QCOMPARE(decoded.size(), values.size());
            QVERIFY(plain || std::ranges::all_of(decoded, [](float value) { return std::isfinite(value); }));
        }
    }

    void a_block_does_not_depend_on_its_neighbours_data() { add_types(); }

    void a_block_does_not_depend_on_its_neighbours() {
        const QuantType type = type_of_row();
        const auto values = random_values(4, 50);
        std::vector<std::byte> together(row_bytes(type, 512)), alone(row_bytes(type, 256));
        QVERIFY(quantize_row(type, std::span(values).first(512), together));
        QVERIFY(quantize_row(type, std::span(values).subspan(256, 256), alone));
        QVERIFY(std::ranges::equal(std::span(together).subspan(alone.size()), alone));
    }

    void what_was_decoded_is_encoded_to_the_same_values_again_data() {
        QTest::addColumn<int>("unused");
        for (const char* name : {"F32", "F16", "BF16", "Q8_0", "Q4_0", "Q5_0"}) {
            QTest::newRow(name) << 0;
        }
    }

    /// True for types whose scale follows from the extreme value alone.
    void what_was_decoded_is_encoded_to_the_same_values_again() {
        const QuantType type = type_of_row();
        const auto once = round_trip(type, random_values(5, 0));
        QVERIFY(round_trip(type, once) == once);
    }

    void values_that_are_not_finite_are_refused_unless_the_type_has_them() {
        for (const float value : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
            std::vector<float> values(256, 1.0F);
            values[77] = value;
            std::vector<std::byte> bytes(row_bytes(QuantType::Q4_K, 256));
            const auto refused = quantize_row(QuantType::Q4_K, values, bytes);
            QVERIFY(!refused && refused.error().code == ErrorCode::invalid_argument);
            const auto kept = round_trip(QuantType::F16, values);
            QVERIFY(std::isnan(value) ? std::isnan(kept[77]) : kept[77] == value);
        }
    }

    void types_without_an_encoder_are_refused() {
        const std::vector<float> values(256, 1.0F);
        for (const char* name : {"Q2_K", "IQ1_M", "NVFP4", "TQ1_0", "Q8_K", "I8"}) {
            const QuantType type = *parse_quant_type(name);
            std::vector<std::byte> bytes(row_bytes(type, values.size()));
            const auto refused = quantize_row(type, values, bytes);
            QVERIFY(!refused && refused.error().code == ErrorCode::unsupported_format);
        }
    }

private:
    static QuantType type_of_row() { return parse_quant_type(QTest::currentDataTag()).value(); }

    static void add_types() {
        QTest::addColumn<int>("unused");
        for (const char* name : {"F32", "F16", "BF16", "Q8_0", "Q6_K", "Q5_K", "Q5_1", "Q5_0", "Q4_K", "Q4_1", "Q4_0",
                                 "IQ4_NL", "IQ4_XS", "IQ3_S", "IQ2_XS", "Q2_0"}) {
            QTest::newRow(name) << 0;
        }
    }
};

STRATA_TEST(QuantEncodeTest);

#include "quant_encode_test.moc"
