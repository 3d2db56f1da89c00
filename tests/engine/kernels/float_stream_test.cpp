#include <algorithm>
#include <cmath>
#include <QtTest/QtTest>
#include <vector>

#include "float_samples.h"
#include "kernels/cpu_kernels.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::testing;

namespace {

CpuLevel fetched_level() {
    QFETCH(int, level);
    return static_cast<CpuLevel>(level);
}

/// Columns [begin, begin + count) of a matrix of rows of n values, as a matrix of its own.
std::vector<float> columns_of(std::span<const float> matrix, std::size_t n, std::size_t begin, std::size_t count) {
    std::vector<float> part;
    for (std::size_t row = 0; row < matrix.size() / n; ++row) {
        part.insert(part.end(), matrix.begin() + static_cast<std::ptrdiff_t>(row * n + begin),
                    matrix.begin() + static_cast<std::ptrdiff_t>(row * n + begin + count));
    }
    return part;
}

std::vector<float> stream_mean(CpuLevel level, std::span<const float> gate, std::span<const float> x,
                               std::size_t streams) {
    std::vector<float> y(x.size() / streams);
    select_kernels(level).gated_stream_mean(gate.data(), x.data(), streams, y.size(), y.data());
    return y;
}

/// taps: tap_count rows of n values.
std::vector<float> conv(CpuLevel level, std::span<const float> taps, std::span<const float> weights,
                        std::size_t tap_count) {
    const std::size_t n = taps.size() / tap_count;
    std::vector<const float*> rows;
    for (std::size_t k = 0; k < tap_count; ++k) {
        rows.push_back(taps.data() + k * n);
    }
    std::vector<float> y(n);
    select_kernels(level).conv_silu(rows.data(), weights.data(), tap_count, n, y.data());
    return y;
}

std::vector<float> scores(CpuLevel level, std::span<const float> q, std::span<const float> keys, std::size_t size) {
    std::vector<float> out(keys.size() / size);
    select_kernels(level).relu_dot_sum(q.data(), q.size() / size, size, keys.data(), out.size(), 0.25F, out.data());
    return out;
}

bool close(std::span<const float> got, std::span<const float> wanted, float allowed) {
    for (std::size_t i = 0; i < got.size(); ++i) {
        if (!(std::abs(got[i] - wanted[i]) <= allowed)) {
            qWarning("value %zu: %g instead of %g", i, static_cast<double>(got[i]), static_cast<double>(wanted[i]));
            return false;
        }
    }
    return got.size() == wanted.size();
}

/// |x| summed over the rows of n values, for tolerances.
std::vector<float> column_sums(std::span<const float> a, std::span<const float> b, std::size_t n) {
    std::vector<float> sums(n);
    for (std::size_t i = 0; i < a.size(); ++i) {
        sums[i % n] += std::abs(a[i] * b[i]);
    }
    return sums;
}

bool agree(std::span<const float> got, std::span<const float> wanted, std::span<const float> sizes) {
    for (std::size_t i = 0; i < got.size(); ++i) {
        if (!(std::abs(got[i] - wanted[i]) <= 1e-6F * sizes[i] + 1e-44F)) {
            qWarning("value %zu: %g instead of %g", i, static_cast<double>(got[i]), static_cast<double>(wanted[i]));
            return false;
        }
    }
    return got.size() == wanted.size();
}

}  // namespace

/// The kernels that join several rows: hyper-connection read, short convolution, indexer scores.
class FloatStreamTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_level_agrees_with_the_scalar_definition_data() { add_levels(); }

    void every_level_agrees_with_the_scalar_definition() {
        for (const Sample sample : kSamples) {
            for (const std::size_t n : kLengths) {
                for (const std::size_t rows : {1U, 2U, 4U, 5U}) {
                    const std::vector<float> a = sample_values(sample, rows * n, 1);
                    const std::vector<float> b = sample_values(Sample::normal, rows * n, 2);
                    const std::vector<float> sizes = column_sums(a, b, n);
                    const std::vector<float> ones(rows * n, 1.0F);
                    QVERIFY(agree(stream_mean(fetched_level(), b, a, rows), stream_mean(CpuLevel::scalar, b, a, rows),
                                  column_sums(a, ones, n)));
                    QVERIFY(agree(conv(fetched_level(), a, b, rows), conv(CpuLevel::scalar, a, b, rows), sizes));
                }
            }
        }
    }

    void a_channel_has_the_same_bits_wherever_it_stands_data() { add_levels(); }

    void a_channel_has_the_same_bits_wherever_it_stands() {
        constexpr std::size_t kChannels = 75;
        const CpuLevel level = fetched_level();
        for (const std::size_t rows : {2U, 4U}) {
            const std::vector<float> a = sample_values(Sample::normal, rows * kChannels, 1);
            const std::vector<float> b = sample_values(Sample::normal, rows * kChannels, 2);
            const std::vector<float> mean = stream_mean(level, a, b, rows);
            const std::vector<float> mixed = conv(level, a, b, rows);
            for (std::size_t begin = 0; begin < kChannels; ++begin) {
                for (std::size_t count = 1; begin + count <= kChannels; count += 3) {
                    const std::vector<float> part_a = columns_of(a, kChannels, begin, count);
                    const std::vector<float> part_b = columns_of(b, kChannels, begin, count);
                    QVERIFY(same_bits(stream_mean(level, part_a, part_b, rows), std::span(mean).subspan(begin, count)));
                    QVERIFY(same_bits(conv(level, part_a, part_b, rows), std::span(mixed).subspan(begin, count)));
                }
            }
        }
    }

    void convolution_gives_the_known_series_data() { add_levels(); }

    void convolution_gives_the_known_series() {
        const std::vector<float> weights = {.1F, .2F, .3F, .4F};
        const auto at = [](int t) { return t < 0 ? 0.0F : static_cast<float>(t + 1); };
        const std::vector<float> plain = {.4F, 1.1F, 2, 3, 4, 5};
        const std::vector<float> dilated = {.4F, .8F, 1.2F, 1.9F, 2.6F, 3.3F, 4.2F, 5.1F, 6, 7, 8, 9};
        for (const int step : {1, 3}) {
            std::vector<float> got, wanted = step == 1 ? plain : dilated;
            for (int t = 0; t < static_cast<int>(wanted.size()); ++t) {
                const std::vector<float> taps = {at(t - 3 * step), at(t - 2 * step), at(t - step), at(t)};
                got.push_back(conv(fetched_level(), taps, weights, 4)[0]);
            }
            for (float& value : wanted) {
                value = value / (1 + std::exp(-value));
            }
            QVERIFY(close(got, wanted, 2e-6F));
        }
    }

    /// Two streams of two values through a mixer of rank 1, read and written.
    void a_hyper_connection_gives_the_known_values_data() { add_levels(); }

    void a_hyper_connection_gives_the_known_values() {
        const CpuKernels& kernels = select_kernels(fetched_level());
        const auto multiply = [&](const std::vector<float>& weights, std::size_t rows, const std::vector<float>& x) {
            std::vector<float> out(rows);
            ActivationRows activations;
            activations.values = x.data();
            activations.stride = activations.columns = x.size();
            kernels.matmul[static_cast<std::size_t>(QuantType::F32)](reinterpret_cast<const std::byte*>(weights.data()),
                                                                     x.size() * sizeof(float), rows, activations,
                                                                     nullptr, 1, out.data(), rows);
            return out;
        };
        std::vector<float> residual = {3, 4, 1, -1};
        const std::vector<float> norm = {1, 1.5F, 2, 1};
        std::vector<float> normed(4);
        for (const std::size_t stream : {0U, 2U}) {
            kernels.rms_norm(residual.data() + stream, norm.data() + stream, 1e-6F, 2, normed.data() + stream);
        }
        QVERIFY(close(normed, std::vector<float>{.8485281F, 1.6970562F, 1.9999990F, -.9999995F}, 5e-7F));

        std::vector<float> mixed = multiply({.5F, -.25F, 1, .25F}, 1, normed);
        kernels.silu(mixed.data(), 0.5F, 1, mixed.data());
        QVERIFY(close(mixed, std::vector<float>{.6175615F}, 5e-7F));

        const std::vector<float> gate = multiply({1, -1, .5F, 2}, 4, mixed);
        std::vector<float> open(4), x(2);
        kernels.sigmoid(gate.data(), 1, 4, open.data());
        kernels.gated_stream_mean(gate.data(), normed.data(), 2, 2, x.data());
        QVERIFY(close(open, std::vector<float>{.6496638F, .3503363F, .5765876F, .7747140F}, 5e-7F));
        QVERIFY(close(x, std::vector<float>{.8522163F, -.0900866F}, 5e-7F));

        std::vector<float> inject = multiply({1, 0, 0, 0, 0, 0, 0, -1}, 2, normed);
        kernels.sigmoid(inject.data(), 0.5F, 2, inject.data());
        const float y[] = {1, -2};
        for (const std::size_t stream : {0U, 1U}) {
            kernels.add_scaled(residual.data() + 2 * stream, y, 2 * inject[stream], 2);
        }
        QVERIFY(close(residual, std::vector<float>{4.2090063F, 1.5819874F, 2.2449185F, -3.4898371F}, 1e-6F));
    }

    void block_scores_agree_with_the_scalar_definition_data() { add_levels(); }

    void block_scores_agree_with_the_scalar_definition() {
        for (const std::size_t size : {1U, 7U, 32U, 33U, 128U}) {
            for (const std::size_t heads : {1U, 3U, 4U, 6U}) {
                const std::vector<float> q = sample_values(Sample::normal, heads * size, 1);
                const std::vector<float> keys = sample_values(Sample::normal, 9 * size, 2);
                const std::vector<float> got = scores(fetched_level(), q, keys, size);
                const float allowed = 1e-6F * static_cast<float>(heads * size);
                QVERIFY(close(got, scores(CpuLevel::scalar, q, keys, size), allowed));
            }
        }
    }

    void a_block_has_the_same_score_whichever_are_scored_beside_it_data() { add_levels(); }

    void a_block_has_the_same_score_whichever_are_scored_beside_it() {
        constexpr std::size_t kBlocks = 11;
        const CpuLevel level = fetched_level();
        for (const std::size_t size : {5U, 32U, 128U}) {
            const std::vector<float> q = sample_values(Sample::normal, 4 * size, 1);
            const std::vector<float> keys = sample_values(Sample::normal, kBlocks * size, 2);
            const std::vector<float> all = scores(level, q, keys, size);
            for (std::size_t begin = 0; begin < kBlocks; ++begin) {
                for (std::size_t count = 1; begin + count <= kBlocks; ++count) {
                    const Shifted part{std::span(keys).subspan(begin * size, count * size), begin};
                    QVERIFY(same_bits(scores(level, q, part.span(), size), std::span(all).subspan(begin, count)));
                }
            }
        }
    }

    void negative_heads_add_nothing_to_a_block_data() { add_levels(); }

    void negative_heads_add_nothing_to_a_block() {
        const std::vector<float> q = {1, 0, 0, 1, -1, 0};
        const std::vector<float> keys = {2, 3, -2, 3, -1, -1, 0, 0};
        const std::vector<float> wanted = {.25F * 5, .25F * 5, .25F, 0};
        QVERIFY(same_bits(scores(fetched_level(), q, keys, 2), wanted));
    }
};

STRATA_TEST(FloatStreamTest);

#include "float_stream_test.moc"
