#include <algorithm>
#include <cmath>
#include <limits>
#include <QtTest/QtTest>
#include <vector>

#include "float_samples.h"
#include "kernels/cpu_kernels.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::testing;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// The element-wise kernels of two inputs, all as y = f(a, b).
struct Map {
    const char* name;
    void (*run)(const CpuKernels& kernels, const float* a, const float* b, std::size_t n, float* y);
};

void run_add_scaled(const CpuKernels& kernels, const float* a, const float* b, std::size_t n, float* y) {
    std::copy(a, a + n, y);
    kernels.add_scaled(y, b, 0.37F, n);
}
void run_silu(const CpuKernels& kernels, const float* a, const float*, std::size_t n, float* y) {
    kernels.silu(a, 0.25F, n, y);
}
void run_sigmoid(const CpuKernels& kernels, const float* a, const float*, std::size_t n, float* y) {
    kernels.sigmoid(a, 0.25F, n, y);
}
void run_silu_mul(const CpuKernels& kernels, const float* a, const float* b, std::size_t n, float* y) {
    kernels.silu_mul(a, b, n, y);
}
void run_sigmoid_mul(const CpuKernels& kernels, const float* a, const float* b, std::size_t n, float* y) {
    kernels.sigmoid_mul(a, b, n, y);
}

constexpr Map kMaps[] = {{"add_scaled", run_add_scaled},
                         {"silu", run_silu},
                         {"sigmoid", run_sigmoid},
                         {"silu_mul", run_silu_mul},
                         {"sigmoid_mul", run_sigmoid_mul}};

std::vector<float> apply(const Map& map, CpuLevel level, std::span<const float> a, std::span<const float> b) {
    std::vector<float> y(a.size());
    map.run(select_kernels(level), a.data(), b.data(), a.size(), y.data());
    return y;
}

/// |got - wanted| in units in the last place of wanted.
double ulps(float got, double wanted) {
    const auto rounded = static_cast<float>(std::abs(wanted));
    const double unit = static_cast<double>(std::nextafter(rounded, kInfinity)) - static_cast<double>(rounded);
    return std::abs(static_cast<double>(got) - wanted) / unit;
}

double exact_sigmoid(double x) {
    return x < 0 ? std::exp(x) / (1.0 + std::exp(x)) : 1.0 / (1.0 + std::exp(-x));
}

CpuLevel fetched_level() {
    QFETCH(int, level);
    return static_cast<CpuLevel>(level);
}

}  // namespace

class FloatElementwiseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_level_agrees_with_the_scalar_definition_data() { add_levels(); }

    void every_level_agrees_with_the_scalar_definition() {
        for (const Map& map : kMaps) {
            for (const Sample sample : kSamples) {
                for (const std::size_t n : kLengths) {
                    const std::vector<float> a = sample_values(sample, n, 1);
                    const std::vector<float> b = sample_values(Sample::normal, n, 2);
                    const std::vector<float> got = apply(map, fetched_level(), a, b);
                    const std::vector<float> wanted = apply(map, CpuLevel::scalar, a, b);
                    for (std::size_t i = 0; i < n; ++i) {
                        // A sum that cancels is right to the units of its terms.
                        const float size = map.run == run_add_scaled ? std::abs(a[i]) + std::abs(b[i]) : wanted[i];
                        const double off = std::abs(static_cast<double>(got[i]) - static_cast<double>(wanted[i]));
                        QVERIFY2(off <= 6e-7 * static_cast<double>(std::abs(size)) + 3e-45,
                                 qPrintable(QStringLiteral("%1 of %2: %3 instead of %4")
                                                .arg(map.name, name_of(sample))
                                                .arg(static_cast<double>(got[i]))
                                                .arg(static_cast<double>(wanted[i]))));
                    }
                }
            }
        }
    }

    void a_value_has_the_same_bits_wherever_it_stands_data() { add_levels(); }

    void a_value_has_the_same_bits_wherever_it_stands() {
        constexpr std::size_t kCount = 133;
        const CpuLevel level = fetched_level();
        for (const Map& map : kMaps) {
            const std::vector<float> a = sample_values(Sample::normal, kCount, 3);
            const std::vector<float> b = sample_values(Sample::spread, kCount, 4);
            const std::vector<float> all = apply(map, level, a, b);
            for (std::size_t begin = 0; begin < kCount; ++begin) {
                for (const std::size_t n : {1U, 2U, 7U, 9U, 16U, 31U, 40U, 133U}) {
                    const std::size_t count = std::min<std::size_t>(n, kCount - begin);
                    const Shifted shifted_a{std::span(a).subspan(begin, count), begin % 16};
                    const Shifted shifted_b{std::span(b).subspan(begin, count), begin % 5};
                    const std::vector<float> part = apply(map, level, shifted_a.span(), shifted_b.span());
                    QVERIFY2(same_bits(part, std::span(all).subspan(begin, count)), map.name);
                }
            }
        }
    }

    void the_output_may_be_the_input_data() { add_levels(); }

    void the_output_may_be_the_input() {
        const CpuKernels& kernels = select_kernels(fetched_level());
        for (const std::size_t n : kLengths) {
            const std::vector<float> x = sample_values(Sample::normal, n, 5);
            std::vector<float> apart(n), together = x;
            kernels.silu(x.data(), 1, n, apart.data());
            kernels.silu(together.data(), 1, n, together.data());
            QVERIFY(same_bits(apart, together));
            together = x;
            kernels.sigmoid_mul(x.data(), x.data(), n, apart.data());
            kernels.sigmoid_mul(together.data(), together.data(), n, together.data());
            QVERIFY(same_bits(apart, together));
        }
    }

    void sigmoid_is_right_to_three_units_in_the_last_place_data() { add_levels(); }

    void sigmoid_is_right_to_three_units_in_the_last_place() {
        const CpuKernels& kernels = select_kernels(fetched_level());
        std::vector<float> x;
        for (float value = -105; value < 105; value += 0.00137F) {
            x.push_back(value);
        }
        for (float value = 1e-30F; value < 1; value *= 1.01F) {
            x.push_back(value);
            x.push_back(-value);
        }
        std::vector<float> y(x.size());
        kernels.sigmoid(x.data(), 1, x.size(), y.data());
        double worst = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            worst = std::max(worst, ulps(y[i], exact_sigmoid(static_cast<double>(x[i]))));
        }
        QVERIFY2(worst <= 3, qPrintable(QString::number(worst)));
    }

    void extreme_arguments_give_the_limits_data() { add_levels(); }

    void extreme_arguments_give_the_limits() {
        const CpuKernels& kernels = select_kernels(fetched_level());
        const std::vector<float> x = {-kInfinity, -1e30F, -200,  -104.5F,   -0.0F,
                                      0,          30,     1e30F, kInfinity, std::numeric_limits<float>::quiet_NaN()};
        std::vector<float> y(x.size());
        kernels.sigmoid(x.data(), 1, x.size(), y.data());
        for (const std::size_t i : {0U, 1U, 2U, 3U}) {
            QCOMPARE(y[i], 0.0F);
        }
        QCOMPARE(y[4], 0.5F);
        QCOMPARE(y[5], 0.5F);
        for (const std::size_t i : {6U, 7U, 8U}) {
            QCOMPARE(y[i], 1.0F);
        }
        QVERIFY(std::isnan(y[9]));

        kernels.silu(x.data(), 1, x.size(), y.data());
        QCOMPARE(y[1], -0.0F);
        QCOMPARE(y[7], 1e30F);
        QCOMPARE(y[8], kInfinity);
        QVERIFY(std::isnan(y[9]));
    }

    void sigmoid_gives_the_known_gates_data() { add_levels(); }

    void sigmoid_gives_the_known_gates() {
        const std::vector<float> x = {2, -2, 0, 0.001F};
        std::vector<float> y(4);
        select_kernels(fetched_level()).sigmoid(x.data(), 1, 4, y.data());
        const float wanted[] = {.880797F, .119203F, .5F, .50025F};
        for (std::size_t i = 0; i < 4; ++i) {
            QVERIFY(std::abs(y[i] - wanted[i]) < 5e-7F);
        }
    }
};

STRATA_TEST(FloatElementwiseTest);

#include "float_elementwise_test.moc"
