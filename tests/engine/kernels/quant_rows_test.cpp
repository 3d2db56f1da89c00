#include <algorithm>
#include <cmath>
#include <QtTest/QtTest>
#include <vector>

#include "quant_fixture.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::testing;

namespace {

/// Of the sum of absolute products; see the fixtures' README. Kernels stay below a fifth of it.
constexpr double kPrecision = 2e-6;

QString pair_text(std::size_t weight_row, std::size_t activation_row, double got, double wanted, double allowed) {
    return QStringLiteral("weight row %1, activation row %2: %3 instead of %4 +- %5")
        .arg(weight_row)
        .arg(activation_row)
        .arg(got, 0, 'g', 12)
        .arg(wanted, 0, 'g', 12)
        .arg(allowed);
}

void add_rows_and_levels() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("level");
    for (const QString& name : quant_row_names()) {
        for (const CpuLevel level : available_levels()) {
            QTest::newRow(qUtf8Printable(name + ' ' + to_string(level).data())) << name << static_cast<int>(level);
        }
    }
}

}  // namespace

class QuantRowsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void products_stay_within_the_error_of_quantised_activations_data() { add_rows_and_levels(); }

    void products_stay_within_the_error_of_quantised_activations() {
        QFETCH(QString, name);
        QFETCH(int, level);
        const QuantRows rows = load_quant_rows(name);
        const CpuKernels& kernels = select_kernels(static_cast<CpuLevel>(level));
        const Activations x(kernels, rows.type, rows.x, rows.columns);
        const std::vector<float> out = multiply(kernels, rows.type, rows.weights, QuantRows::kRows, x);

        std::vector<double> shares;
        for (std::size_t w = 0; w < QuantRows::kRows; ++w) {
            for (std::size_t a = 0; a < QuantRows::kActivations; ++a) {
                const QuantRows::Expected& expected = rows.pair(w, a);
                const double got = static_cast<double>(out[a * QuantRows::kRows + w]);
                const double allowed = expected.q8_bound * 1.1 + kPrecision * expected.exact_abs;
                QVERIFY2(std::abs(got - expected.exact) <= allowed,
                         qPrintable(pair_text(w, a, got, expected.exact, allowed)));
                if (w < 10 && expected.q8_bound > 0) {
                    shares.push_back(std::abs(got - expected.exact) / expected.q8_bound);
                }
            }
        }
        std::nth_element(shares.begin(), shares.begin() + static_cast<std::ptrdiff_t>(shares.size() / 2), shares.end());
        QVERIFY2(shares[shares.size() / 2] < 0.3, qPrintable(QString::number(shares[shares.size() / 2])));
    }

    void products_with_given_codes_are_right_to_float_precision_data() { add_rows_and_levels(); }

    void products_with_given_codes_are_right_to_float_precision() {
        QFETCH(QString, name);
        QFETCH(int, level);
        const QuantRows rows = load_quant_rows(name);
        const CpuKernels& kernels = select_kernels(static_cast<CpuLevel>(level));
        const Activations x(
            rows.activation_format,
            quant_fixture(QStringLiteral("acts/n%1.%2").arg(rows.columns).arg(rows.activation_format.toLower())),
            rows.columns);
        const std::vector<float> out = multiply(kernels, rows.type, rows.weights, QuantRows::kRows, x);

        std::vector<float> decoded(QuantRows::kRows * rows.columns);
        dequantize_row(rows.type, rows.weights, decoded);
        for (std::size_t w = 0; w < QuantRows::kRows; ++w) {
            for (std::size_t a = 0; a < QuantRows::kActivations; ++a) {
                // A Q8_1 block stores its sum rounded, and the reference column contains that; ours is exact. So the
                // expected product is formed here for these, and taken from the reference for all others.
                double wanted = rows.pair(w, a).q8;
                double magnitude = rows.pair(w, a).q8_abs;
                if (rows.activation_format == "Q8_1") {
                    wanted = magnitude = 0;
                    for (std::size_t c = 0; c < rows.columns; ++c) {
                        const double product = static_cast<double>(decoded[w * rows.columns + c]) * x.value(a, c);
                        wanted += product;
                        magnitude += std::abs(product);
                    }
                }
                const double got = static_cast<double>(out[a * QuantRows::kRows + w]);
                const double allowed = kPrecision * magnitude;
                QVERIFY2(std::abs(got - wanted) <= allowed, qPrintable(pair_text(w, a, got, wanted, allowed)));
            }
        }
    }

    void rows_of_zero_scales_give_exactly_zero_data() { add_rows_and_levels(); }

    void rows_of_zero_scales_give_exactly_zero() {
        QFETCH(QString, name);
        QFETCH(int, level);
        const QuantRows rows = load_quant_rows(name);
        const CpuKernels& kernels = select_kernels(static_cast<CpuLevel>(level));
        const Activations x(kernels, rows.type, rows.x, rows.columns);
        const std::vector<float> out = multiply(kernels, rows.type, rows.weights, QuantRows::kRows, x);
        // MXFP4 has no zero scale; its row has the scale 2^-128.
        const float allowed = rows.type == QuantType::MXFP4 ? 1e-30F : 0.0F;
        for (std::size_t a = 0; a < QuantRows::kActivations; ++a) {
            QVERIFY(std::abs(out[a * QuantRows::kRows + QuantRows::kZeroRow]) <= allowed);
        }
    }
};

STRATA_TEST(QuantRowsTest);

#include "quant_rows_test.moc"
