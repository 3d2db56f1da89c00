#include <cmath>
#include <cstring>
#include <numeric>
#include <QtTest/QtTest>
#include <vector>

#include "float_samples.h"
#include "quant_fixture.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::testing;

namespace {

constexpr QuantType kTypes[] = {QuantType::F32, QuantType::F16, QuantType::BF16};

/// Of the sum of absolute products, as the fixtures' README asks of kernels that multiply decoded weights.
constexpr double kPrecision = 2e-6;

std::vector<std::byte> encode(QuantType type, std::span<const float> values) {
    std::vector<std::byte> bytes(row_bytes(type, values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (type == QuantType::F32) {
            std::memcpy(bytes.data() + i * 4, &values[i], 4);
        } else {
            const std::uint16_t bits = type == QuantType::F16 ? f32_to_f16(values[i]) : f32_to_bf16(values[i]);
            std::memcpy(bytes.data() + i * 2, &bits, 2);
        }
    }
    return bytes;
}

/// The largest weight that an F16 file can hold is 65504.
Sample weight_sample(QuantType type, Sample sample) {
    return type == QuantType::F16 && (sample == Sample::large || sample == Sample::spread) ? Sample::normal : sample;
}

/// A product of `row_count` weight rows with `activation_count` activation rows.
struct Product {
    QuantType type = QuantType::F32;
    std::size_t columns = 0, row_count = 0, activation_count = 0;
    std::vector<std::byte> weights;
    std::vector<float> x;

    static Product make(QuantType type, Sample sample, std::size_t columns, std::size_t row_count,
                        std::size_t activation_count) {
        Product p{type, columns, row_count, activation_count, {}, {}};
        p.weights = encode(type, sample_values(weight_sample(type, sample), row_count * columns, 1));
        p.x = sample_values(sample, activation_count * columns, 2);
        return p;
    }

    std::size_t bytes_per_row() const { return row_bytes(type, columns); }
    ActivationRows rows() const {
        ActivationRows rows;
        rows.values = x.data();
        rows.stride = rows.columns = columns;
        return rows;
    }
    CpuKernels::MatMul kernel(CpuLevel level) const {
        return select_kernels(level).matmul[static_cast<std::size_t>(type)];
    }

    /// out[i * row_count + r] of the listed activation rows, or of all.
    std::vector<float> run(CpuLevel level, std::span<const std::int32_t> index = {}) const {
        const std::size_t count = index.empty() ? activation_count : index.size();
        std::vector<float> out(count * row_count);
        kernel(level)(weights.data(), bytes_per_row(), row_count, rows(), index.empty() ? nullptr : index.data(), count,
                      out.data(), row_count);
        return out;
    }

    double absolute_sum(std::size_t activation, std::size_t row) const {
        std::vector<float> decoded(columns);
        dequantize_row(type, std::span(weights).subspan(row * bytes_per_row(), bytes_per_row()), decoded);
        double sum = 0;
        for (std::size_t c = 0; c < columns; ++c) {
            sum += std::abs(static_cast<double>(decoded[c]) * static_cast<double>(x[activation * columns + c]));
        }
        return sum;
    }
};

void add_float_types_and_levels() {
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("level");
    for (const QuantType type : kTypes) {
        for (const CpuLevel level : available_levels()) {
            QTest::addRow("%s %s", quant_type_info(type).name.data(), to_string(level).data())
                << static_cast<int>(type) << static_cast<int>(level);
        }
    }
}

}  // namespace

class FloatMatMulTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void products_equal_the_fixtures_to_float_precision_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("level");
        for (const char* type : {"F32", "F16", "BF16"}) {
            for (const int columns : {160, 256, 512, 640, 2560}) {
                for (const CpuLevel level : available_levels()) {
                    const QString name = QStringLiteral("%1 %2").arg(type).arg(columns);
                    QTest::newRow(qUtf8Printable(name + ' ' + to_string(level).data()))
                        << name << static_cast<int>(level);
                }
            }
        }
    }

    void products_equal_the_fixtures_to_float_precision() {
        QFETCH(QString, name);
        QFETCH(int, level);
        const QuantRows rows = load_quant_rows(name);
        const Product product{rows.type, rows.columns, QuantRows::kRows, QuantRows::kActivations, rows.weights, rows.x};
        const std::vector<float> out = product.run(static_cast<CpuLevel>(level));
        for (std::size_t w = 0; w < QuantRows::kRows; ++w) {
            for (std::size_t a = 0; a < QuantRows::kActivations; ++a) {
                const QuantRows::Expected& expected = rows.pair(w, a);
                const double got = static_cast<double>(out[a * QuantRows::kRows + w]);
                if (!std::isfinite(expected.exact)) {
                    QCOMPARE(std::isnan(got), std::isnan(expected.exact));
                    continue;
                }
                QVERIFY2(std::abs(got - expected.exact) <= kPrecision * expected.exact_abs,
                         qPrintable(QStringLiteral("row %1, activation %2: %3 instead of %4")
                                        .arg(w)
                                        .arg(a)
                                        .arg(got)
                                        .arg(expected.exact)));
            }
        }
    }

    void every_level_agrees_with_the_scalar_definition_data() { add_float_types_and_levels(); }

    void every_level_agrees_with_the_scalar_definition() {
        QFETCH(int, type);
        QFETCH(int, level);
        for (const Sample sample : kSamples) {
            for (const std::size_t columns : kLengths) {
                const Product product = Product::make(static_cast<QuantType>(type), sample, columns, 5, 4);
                const std::vector<float> out = product.run(static_cast<CpuLevel>(level));
                const std::vector<float> wanted = product.run(CpuLevel::scalar);
                for (std::size_t i = 0; i < out.size(); ++i) {
                    // Every step that ends among the subnormals may lose one of their units.
                    const double allowed =
                        kPrecision * product.absolute_sum(i / 5, i % 5) + 1.5e-45 * static_cast<double>(columns);
                    QVERIFY2(std::abs(static_cast<double>(out[i]) - static_cast<double>(wanted[i])) <= allowed,
                             qPrintable(QStringLiteral("%1, %2 columns, output %3: %4 instead of %5")
                                            .arg(name_of(sample))
                                            .arg(columns)
                                            .arg(i)
                                            .arg(static_cast<double>(out[i]))
                                            .arg(static_cast<double>(wanted[i]))));
                }
            }
        }
    }

    void an_output_has_the_same_bits_in_every_batch_data() { add_float_types_and_levels(); }

    void an_output_has_the_same_bits_in_every_batch() {
        QFETCH(int, type);
        QFETCH(int, level);
        const auto at = static_cast<CpuLevel>(level);
        for (const std::size_t columns : kLengths) {
            const Product product = Product::make(static_cast<QuantType>(type), Sample::normal, columns, 11, 23);
            const std::vector<float> all = product.run(at);
            for (std::size_t count = 1; count <= product.activation_count; ++count) {
                // The last `count` rows, backwards, the first of them twice.
                std::vector<std::int32_t> index(count + 1);
                std::iota(index.rbegin(), index.rend() - 1, static_cast<std::int32_t>(23 - count));
                index[0] = index[count];
                const std::vector<float> some = product.run(at, index);
                for (std::size_t i = 0; i < index.size(); ++i) {
                    QVERIFY(same_bits(std::span(some).subspan(i * 11, 11),
                                      std::span(all).subspan(static_cast<std::size_t>(index[i]) * 11, 11)));
                }
            }
        }
    }

    void an_output_has_the_same_bits_whichever_rows_are_computed_beside_it_data() { add_float_types_and_levels(); }

    void an_output_has_the_same_bits_whichever_rows_are_computed_beside_it() {
        QFETCH(int, type);
        QFETCH(int, level);
        const auto at = static_cast<CpuLevel>(level);
        for (const std::size_t columns : kLengths) {
            const Product product = Product::make(static_cast<QuantType>(type), Sample::spread, columns, 13, 7);
            const std::vector<float> all = product.run(at);
            for (std::size_t begin = 0; begin < product.row_count; ++begin) {
                for (std::size_t end = begin + 1; end <= product.row_count; ++end) {
                    std::vector<float> part(all.size(), -1);
                    product.kernel(at)(product.weights.data() + begin * product.bytes_per_row(),
                                       product.bytes_per_row(), end - begin, product.rows(), nullptr, 7,
                                       part.data() + begin, 13);
                    for (std::size_t i = 0; i < all.size(); ++i) {
                        const bool owned = i % 13 >= begin && i % 13 < end;
                        QVERIFY(same_bits(part[i], owned ? all[i] : -1.0F));
                    }
                }
            }
        }
    }

    void memory_layout_changes_no_bit_data() { add_float_types_and_levels(); }

    void memory_layout_changes_no_bit() {
        QFETCH(int, type);
        QFETCH(int, level);
        for (const std::size_t columns : kLengths) {
            const Product product = Product::make(static_cast<QuantType>(type), Sample::normal, columns, 6, 5);
            const std::vector<float> all = product.run(static_cast<CpuLevel>(level));
            for (const std::size_t shift : {1U, 2U, 5U, 15U}) {
                const std::size_t stride = columns + shift;
                const std::size_t bytes = product.bytes_per_row() + 2 * shift;
                std::vector<std::byte> weights(2 + 6 * bytes);
                for (std::size_t r = 0; r < 6; ++r) {
                    std::memcpy(weights.data() + 2 + r * bytes, product.weights.data() + r * product.bytes_per_row(),
                                product.bytes_per_row());
                }
                std::vector<float> spaced(5 * stride, 1e30F);
                for (std::size_t a = 0; a < 5; ++a) {
                    std::memcpy(spaced.data() + a * stride, product.x.data() + a * columns, columns * sizeof(float));
                }
                const Shifted x(spaced, shift);
                ActivationRows rows = product.rows();
                rows.values = x.data();
                rows.stride = stride;
                std::vector<float> out(5 * 6);
                product.kernel(static_cast<CpuLevel>(level))(weights.data() + 2, bytes, 6, rows, nullptr, 5, out.data(),
                                                             6);
                QVERIFY(same_bits(out, all));
            }
        }
    }

    void many_activation_rows_are_cut_into_groups_without_a_trace_data() { add_float_types_and_levels(); }

    void many_activation_rows_are_cut_into_groups_without_a_trace() {
        QFETCH(int, type);
        QFETCH(int, level);
        const auto at = static_cast<CpuLevel>(level);
        const Product product = Product::make(static_cast<QuantType>(type), Sample::normal, 2560, 5, 75);
        const std::vector<float> all = product.run(at);
        for (const std::int32_t row : {0, 23, 24, 25, 26, 41, 42, 74}) {
            const std::vector<float> one = product.run(at, std::span(&row, 1));
            QVERIFY(same_bits(one, std::span(all).subspan(static_cast<std::size_t>(row) * 5, 5)));
        }
    }

    void nothing_is_written_for_no_rows_and_no_activations_data() { add_float_types_and_levels(); }

    void nothing_is_written_for_no_rows_and_no_activations() {
        QFETCH(int, type);
        QFETCH(int, level);
        const Product product = Product::make(static_cast<QuantType>(type), Sample::normal, 32, 1, 1);
        float out = 7;
        const auto kernel = product.kernel(static_cast<CpuLevel>(level));
        kernel(product.weights.data(), product.bytes_per_row(), 0, product.rows(), nullptr, 1, &out, 1);
        kernel(product.weights.data(), product.bytes_per_row(), 1, product.rows(), nullptr, 0, &out, 1);
        QCOMPARE(out, 7.0F);
    }

    void float_weights_take_float_activations() {
        for (const QuantType type : kTypes) {
            QCOMPARE(activation_format(type), ActivationFormat::f32);
        }
    }
};

STRATA_TEST(FloatMatMulTest);

#include "float_matmul_test.moc"
