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

constexpr float kEps = 1e-6F;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// The kernels that turn a whole row into a row, all as y = f(x, w).
struct RowKernel {
    const char* name;
    void (*run)(const CpuKernels& kernels, const float* x, const float* w, std::size_t n, float* y);
};

void run_rms_norm(const CpuKernels& kernels, const float* x, const float* w, std::size_t n, float* y) {
    kernels.rms_norm(x, w, kEps, n, y);
}
void run_rms_norm_of_ones(const CpuKernels& kernels, const float* x, const float*, std::size_t n, float* y) {
    kernels.rms_norm(x, nullptr, kEps, n, y);
}
void run_l2_normalize(const CpuKernels& kernels, const float* x, const float*, std::size_t n, float* y) {
    kernels.l2_normalize(x, kEps, 0.125F, n, y);
}
void run_softmax(const CpuKernels& kernels, const float* x, const float*, std::size_t n, float* y) {
    if (x != y) {
        std::copy(x, x + n, y);
    }
    kernels.softmax(y, n);
}

constexpr RowKernel kRowKernels[] = {{"rms_norm", run_rms_norm},
                                     {"rms_norm without weights", run_rms_norm_of_ones},
                                     {"l2_normalize", run_l2_normalize},
                                     {"softmax", run_softmax}};

CpuLevel fetched_level() {
    QFETCH(int, level);
    return static_cast<CpuLevel>(level);
}

double absolute_products(std::span<const float> a, std::span<const float> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        sum += std::abs(static_cast<double>(a[i]) * static_cast<double>(b[i]));
    }
    return sum;
}

}  // namespace

class FloatNormTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_level_agrees_with_the_scalar_definition_data() { add_levels(); }

    void every_level_agrees_with_the_scalar_definition() {
        const CpuKernels& kernels = select_kernels(fetched_level());
        for (const RowKernel& kernel : kRowKernels) {
            for (const Sample sample : kSamples) {
                for (const std::size_t n : kLengths) {
                    const std::vector<float> x = sample_values(sample, n, 1);
                    const std::vector<float> w = sample_values(Sample::normal, n, 2);
                    std::vector<float> got(n), wanted(n);
                    kernel.run(kernels, x.data(), w.data(), n, got.data());
                    kernel.run(select_kernels(CpuLevel::scalar), x.data(), w.data(), n, wanted.data());
                    for (std::size_t i = 0; i < n; ++i) {
                        const double off = std::abs(static_cast<double>(got[i]) - static_cast<double>(wanted[i]));
                        QVERIFY2(off <= 1e-6 * static_cast<double>(std::abs(wanted[i])) + 3e-45,
                                 qPrintable(QStringLiteral("%1 of %2 %3: %4 instead of %5")
                                                .arg(kernel.name)
                                                .arg(n)
                                                .arg(name_of(sample))
                                                .arg(static_cast<double>(got[i]))
                                                .arg(static_cast<double>(wanted[i]))));
                    }
                }
            }
        }
    }

    void dot_agrees_with_the_scalar_definition_data() { add_levels(); }

    void dot_agrees_with_the_scalar_definition() {
        for (const Sample sample : kSamples) {
            for (std::size_t n = 0; n <= 300; ++n) {
                const std::vector<float> a = sample_values(sample, n, 1);
                const std::vector<float> b = sample_values(sample, n, 2);
                const float got = select_kernels(fetched_level()).dot(a.data(), b.data(), n);
                const float wanted = select_kernels(CpuLevel::scalar).dot(a.data(), b.data(), n);
                QVERIFY(std::abs(static_cast<double>(got) - static_cast<double>(wanted)) <=
                        2e-6 * absolute_products(a, b) + 1.5e-45 * static_cast<double>(n));
            }
        }
    }

    void alignment_and_working_in_place_change_no_bit_data() { add_levels(); }

    void alignment_and_working_in_place_change_no_bit() {
        const CpuKernels& kernels = select_kernels(fetched_level());
        for (const std::size_t n : kLengths) {
            const std::vector<float> x = sample_values(Sample::normal, n, 3);
            const std::vector<float> w = sample_values(Sample::spread, n, 4);
            const float product = kernels.dot(x.data(), w.data(), n);
            for (const RowKernel& kernel : kRowKernels) {
                std::vector<float> wanted(n);
                kernel.run(kernels, x.data(), w.data(), n, wanted.data());
                for (std::size_t shift = 0; shift < 16; ++shift) {
                    Shifted in(x, shift);
                    const Shifted weights(w, 15 - shift);
                    QVERIFY(same_bits(kernels.dot(in.data(), weights.data(), n), product));
                    kernel.run(kernels, in.data(), weights.data(), n, in.data());
                    QVERIFY2(same_bits(in.span(), wanted), kernel.name);
                }
            }
        }
    }

    void l2_normalize_keeps_eps_inside_the_sum_data() { add_levels(); }

    void l2_normalize_keeps_eps_inside_the_sum() {
        const CpuKernels& kernels = select_kernels(fetched_level());
        const float x[] = {3, 4};
        float y[2];
        kernels.l2_normalize(x, kEps, 1, 2, y);
        QVERIFY(std::abs(y[0] - 0.59999999F) < 1e-7F);
        QVERIFY(std::abs(y[1] - 0.79999998F) < 1e-7F);
        const float nothing[] = {0, 0};
        kernels.l2_normalize(nothing, kEps, 1, 2, y);
        QCOMPARE(y[0], 0.0F);
    }

    void softmax_gives_the_known_router_weights_data() { add_levels(); }

    void softmax_gives_the_known_router_weights() {
        float x[] = {3, 3, 2};
        select_kernels(fetched_level()).softmax(x, 3);
        const float wanted[] = {.4223188F, .4223188F, .1553624F};
        for (std::size_t i = 0; i < 3; ++i) {
            QVERIFY(std::abs(x[i] - wanted[i]) < 1e-7F);
        }
    }

    void softmax_takes_its_extremes_data() { add_levels(); }

    void softmax_takes_its_extremes() {
        const CpuKernels& kernels = select_kernels(fetched_level());
        float single[] = {-1e30F};
        kernels.softmax(single, 1);
        QCOMPARE(single[0], 1.0F);

        std::vector<float> masked(37, -kInfinity);
        masked[5] = masked[36] = -300;
        kernels.softmax(masked.data(), masked.size());
        for (std::size_t i = 0; i < masked.size(); ++i) {
            QCOMPARE(masked[i], i == 5 || i == 36 ? 0.5F : 0.0F);
        }

        float far[] = {-1e9F, 0, -1e9F};
        kernels.softmax(far, 3);
        QCOMPARE(far[0], 0.0F);
        QCOMPARE(far[1], 1.0F);
    }

    void softmax_sums_to_one_data() { add_levels(); }

    void softmax_sums_to_one() {
        for (std::size_t n = 1; n < 200; ++n) {
            std::vector<float> x = sample_values(Sample::normal, n, 7);
            select_kernels(fetched_level()).softmax(x.data(), n);
            double sum = 0;
            for (const float p : x) {
                sum += static_cast<double>(p);
            }
            QVERIFY(std::abs(sum - 1) < 1e-6);
        }
    }
};

STRATA_TEST(FloatNormTest);

#include "float_norm_test.moc"
