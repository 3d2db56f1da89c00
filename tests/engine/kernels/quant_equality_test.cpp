#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>
#include <numeric>
#include <QtTest/QtTest>
#include <vector>

#include "base/worker_pool.h"
#include "quant_fixture.h"
#include "quant_samples.h"
#include "support/test_registry.h"

#if defined(__x86_64__) || defined(_M_X64)
#include <immintrin.h>
#endif

using namespace strata;
using namespace strata::testing;

namespace {

bool same_bits(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

/// Row lengths of a type: short, odd numbers of blocks, one of the model's.
std::vector<std::size_t> lengths_of(QuantType type) {
    switch (quant_type_info(type).block_values) {
        case 32:
            return {32, 64, 160, 640, 2560};
        case 64:
            return {64, 192, 640, 2560};
        case 128:
            return {128, 640, 2560};
        default:
            return {256, 768, 2560};
    }
}

/// Weights and activations of one test, with the product of every pair formed by a call of its own.
struct Pairs {
    static constexpr std::size_t kWeightRows = 37;
    static constexpr std::size_t kActivationRows = 21;

    Pairs(const CpuKernels& level, QuantType weight_type, std::size_t length)
        : kernels(level),
          type(weight_type),
          bytes(row_bytes(weight_type, length)),
          weights(random_weights(weight_type, kWeightRows, length, 7)),
          x(level, weight_type, random_activations(kActivationRows, length, 8), length),
          alone(kActivationRows * kWeightRows) {
        for (std::int32_t a = 0; a < static_cast<std::int32_t>(kActivationRows); ++a) {
            for (std::size_t w = 0; w < kWeightRows; ++w) {
                run(w, 1, {a}, &alone[static_cast<std::size_t>(a) * kWeightRows + w], 1);
            }
        }
    }

    void run(std::size_t first, std::size_t count, const std::vector<std::int32_t>& index, float* out,
             std::size_t stride) const {
        kernels.matmul[static_cast<std::size_t>(type)](weights.data() + first * bytes, bytes, count, x.rows(),
                                                       index.data(), index.size(), out, stride);
    }

    float wanted(std::int32_t activation, std::size_t weight_row) const {
        return alone[static_cast<std::size_t>(activation) * kWeightRows + weight_row];
    }

    /// Does a call with these rows give the bits of the calls for one pair?
    bool equal(std::size_t first, std::size_t count, const std::vector<std::int32_t>& index) const {
        const std::size_t stride = count + 3;
        std::vector<float> out(index.size() * stride, 1234.5F);
        run(first, count, index, out.data(), stride);
        for (std::size_t i = 0; i < index.size(); ++i) {
            for (std::size_t w = 0; w < stride; ++w) {
                const float expected = w < count ? wanted(index[i], first + w) : 1234.5F;
                if (!same_bits(out[i * stride + w], expected)) {
                    return false;
                }
            }
        }
        return true;
    }

    const CpuKernels& kernels;
    QuantType type;
    std::size_t bytes;
    std::vector<std::byte> weights;
    Activations x;
    std::vector<float> alone;  ///< [activation row * kWeightRows + weight row]
};

/// A level and one whose sums it forms in the same order, so that the bits must be the same.
struct Twins {
    CpuLevel level, same_as;
    bool own_products_only;
};
constexpr Twins kTwins[] = {{CpuLevel::avx2_vnni, CpuLevel::avx2, false},
                            {CpuLevel::avx512, CpuLevel::avx2, true},
                            {CpuLevel::avx512_amx, CpuLevel::avx512, false}};

/// Whether a level has more than the products that all types share.
bool has_own_products(QuantType type) {
    using T = QuantType;
    const T types[] = {T::Q4_0, T::Q4_1, T::Q5_0, T::Q5_1,    T::Q8_0,   T::IQ4_NL, T::Q2_0,    T::Q3_K,
                       T::Q4_K, T::Q5_K, T::Q6_K, T::IQ2_XXS, T::IQ2_XS, T::IQ2_S,  T::IQ3_XXS, T::IQ3_S};
    return std::ranges::find(types, type) != std::end(types);
}

/// Empty if both levels give the same bits for this many rows.
QString difference(const Twins& twins, QuantType type, std::size_t weight_rows, std::size_t rows, std::size_t columns) {
    const std::vector<std::byte> weights = random_weights(type, weight_rows, columns, 31);
    const std::vector<float> values = random_activations(rows, columns, 32);
    const auto products = [&](CpuLevel level) {
        const CpuKernels& kernels = select_kernels(level);
        return multiply(kernels, type, weights, weight_rows, Activations(kernels, type, values, columns));
    };
    const std::vector<float> got = products(twins.level);
    const std::vector<float> wanted = products(twins.same_as);
    for (std::size_t i = 0; i < got.size(); ++i) {
        if (!same_bits(got[i], wanted[i])) {
            return QStringLiteral("%1 weight rows, %2 rows of %3 columns: weight row %4 times row %5 is %6, not %7")
                .arg(weight_rows)
                .arg(rows)
                .arg(columns)
                .arg(i % weight_rows)
                .arg(i / weight_rows)
                .arg(static_cast<double>(got[i]), 0, 'g', 9)
                .arg(static_cast<double>(wanted[i]), 0, 'g', 9);
        }
    }
    return {};
}

std::vector<std::int32_t> first_rows(std::size_t count) {
    std::vector<std::int32_t> index(count);
    std::iota(index.begin(), index.end(), 0);
    return index;
}

}  // namespace

class QuantEqualityTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_pair_gives_the_same_bits_whatever_else_is_in_the_call_data() { add_types_and_levels(); }

    void a_pair_gives_the_same_bits_whatever_else_is_in_the_call() {
        QFETCH(int, type);
        QFETCH(int, level);
        for (const std::size_t length : lengths_of(static_cast<QuantType>(type))) {
            const Pairs pairs(kernels_of(level), static_cast<QuantType>(type), length);
            for (std::size_t batch = 1; batch <= Pairs::kActivationRows; ++batch) {
                std::vector<std::int32_t> index = first_rows(batch);
                QVERIFY(pairs.equal(0, Pairs::kWeightRows, index));
                std::reverse(index.begin(), index.end());
                QVERIFY(pairs.equal(0, Pairs::kWeightRows, index));
                std::rotate(index.begin(), index.begin() + static_cast<std::ptrdiff_t>(batch / 2), index.end());
                QVERIFY(pairs.equal(3, 5, index));
            }
            QVERIFY(pairs.equal(2, 7, {5, 5, 5, 0, 20, 5, 13}));
            std::vector<std::int32_t> many = first_rows(Pairs::kActivationRows);
            while (many.size() < 80) {
                many.push_back(many[many.size() - Pairs::kActivationRows]);
            }
            QVERIFY(pairs.equal(0, Pairs::kWeightRows, many));
            QVERIFY(pairs.equal(0, Pairs::kWeightRows, {}));
            QVERIFY(pairs.equal(4, 0, {1, 2, 3}));
        }
    }

    void rows_without_an_index_are_taken_in_order_data() { add_types_and_levels(); }

    void rows_without_an_index_are_taken_in_order() {
        QFETCH(int, type);
        QFETCH(int, level);
        const Pairs pairs(kernels_of(level), static_cast<QuantType>(type),
                          lengths_of(static_cast<QuantType>(type)).back());
        for (const std::size_t batch : {1, 2, 3, 4, 5, 8, 21}) {
            std::vector<float> out(batch * Pairs::kWeightRows);
            pairs.kernels.matmul[static_cast<std::size_t>(type)](pairs.weights.data(), pairs.bytes, Pairs::kWeightRows,
                                                                 pairs.x.rows(), nullptr, batch, out.data(),
                                                                 Pairs::kWeightRows);
            for (std::size_t i = 0; i < out.size(); ++i) {
                QVERIFY(same_bits(out[i], pairs.alone[i]));
            }
        }
    }

    void a_long_prompt_gives_the_same_bits_data() { add_types_and_levels(); }

    void a_long_prompt_gives_the_same_bits() {
        QFETCH(int, type);
        QFETCH(int, level);
        constexpr std::size_t kMost = 512;
        constexpr std::size_t kWeightRows = 17;
        const auto weight_type = static_cast<QuantType>(type);
        const std::size_t length = 256;
        const CpuKernels& kernels = kernels_of(level);
        const std::vector<std::byte> weights = random_weights(weight_type, kWeightRows, length, 22);
        const Activations x(kernels, weight_type, random_activations(kMost, length, 23), length);
        const auto run = [&](const std::vector<std::int32_t>& index) {
            std::vector<float> out(index.size() * kWeightRows);
            kernels.matmul[static_cast<std::size_t>(type)](weights.data(), row_bytes(weight_type, length), kWeightRows,
                                                           x.rows(), index.data(), index.size(), out.data(),
                                                           kWeightRows);
            return out;
        };
        std::vector<float> alone;
        for (std::int32_t row = 0; row < static_cast<std::int32_t>(kMost); ++row) {
            const std::vector<float> one = run({row});
            alone.insert(alone.end(), one.begin(), one.end());
        }
        for (const std::size_t rows : {33, 128, 129, 131, 257, 512}) {
            QVERIFY(same_bits(
                run(first_rows(rows)),
                std::vector<float>(alone.begin(), alone.begin() + static_cast<std::ptrdiff_t>(rows * kWeightRows))));
        }
    }

    void rows_longer_than_the_buffer_of_unpacked_weights_give_the_same_bits_data() { add_types_and_levels(); }

    void rows_longer_than_the_buffer_of_unpacked_weights_give_the_same_bits() {
        QFETCH(int, type);
        QFETCH(int, level);
        const auto weight_type = static_cast<QuantType>(type);
        const std::size_t length = 40960;
        const CpuKernels& kernels = kernels_of(level);
        constexpr std::size_t kRows = 9;
        const std::vector<std::byte> weights = random_weights(weight_type, kRows, length, 3);
        const std::vector<float> values = random_activations(7, length, 4);
        const std::vector<float> together =
            multiply(kernels, weight_type, weights, kRows, Activations(kernels, weight_type, values, length));
        for (std::size_t row = 0; row < 7; ++row) {
            const Activations x(kernels, weight_type, std::span(values).subspan(row * length, length), length);
            const std::vector<float> alone = multiply(kernels, weight_type, weights, kRows, x);
            QVERIFY(std::memcmp(alone.data(), &together[kRows * row], kRows * sizeof(float)) == 0);
        }
    }

    void any_number_of_threads_gives_the_same_bits_data() { add_types_and_levels(); }

    void any_number_of_threads_gives_the_same_bits() {
        QFETCH(int, type);
        QFETCH(int, level);
        const auto weight_type = static_cast<QuantType>(type);
        const Pairs pairs(kernels_of(level), weight_type, lengths_of(weight_type).back());
        for (const int threads : {1, 2, 3, 5}) {
            WorkerPool pool(threads);
            std::vector<float> out(pairs.alone.size());
            pool.run_ranges(Pairs::kWeightRows, 1, [&](std::size_t begin, std::size_t end) {
                pairs.run(begin, end - begin, first_rows(Pairs::kActivationRows), out.data() + begin,
                          Pairs::kWeightRows);
            });
            QVERIFY(same_bits(out, pairs.alone));
        }
    }

    void a_faster_way_of_a_level_gives_the_same_bits_data() {
        QTest::addColumn<int>("type");
        QTest::addColumn<int>("twins");
        const CpuFeatures features = detect_cpu_features();
        bool any = false;
        for (int i = 0; i < static_cast<int>(std::size(kTwins)); ++i) {
            if (!features.has(kTwins[i].level)) {
                continue;
            }
            any = true;
            for (const QuantType type : quantised_types()) {
                if (kTwins[i].own_products_only && !has_own_products(type)) {
                    continue;
                }
                QTest::addRow("%s %s", quant_type_info(type).name.data(), to_string(kTwins[i].level).data())
                    << static_cast<int>(type) << i;
            }
        }
        if (!any) {
            QSKIP("this processor has none of the levels that repeat another's bits");
        }
    }

    void a_faster_way_of_a_level_gives_the_same_bits() {
        QFETCH(int, type);
        QFETCH(int, twins);
        for (const std::size_t columns : lengths_of(static_cast<QuantType>(type))) {
            for (const std::size_t weight_rows : {1, 7, 8, 16, 27, 70}) {
                for (const std::size_t rows : {1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 33, 64}) {
                    const QString text =
                        difference(kTwins[twins], static_cast<QuantType>(type), weight_rows, rows, columns);
                    QVERIFY2(text.isEmpty(), qPrintable(text));
                }
            }
        }
    }

    void flushing_subnormals_to_zero_changes_nothing_data() { add_types_and_levels(); }

    void flushing_subnormals_to_zero_changes_nothing() {
#if defined(__x86_64__) || defined(_M_X64)
        QFETCH(int, type);
        QFETCH(int, level);
        const auto weight_type = static_cast<QuantType>(type);
        if (weight_type == QuantType::MXFP4 || weight_type == QuantType::NVFP4) {
            return;  // their scales are no f16 numbers
        }
        const CpuKernels& kernels = kernels_of(level);
        const std::size_t length = lengths_of(weight_type).back();
        std::vector<std::byte> weights = random_weights(weight_type, 4, length, 5);
        for (const int f16 : {0x0001, 0x8001, 0x0200, 0x83ff}) {
            set_scales(weight_type, weights, static_cast<std::uint16_t>(f16));
            const Activations x(kernels, weight_type, random_activations(5, length, 6), length);
            const std::vector<float> exact = multiply(kernels, weight_type, weights, 4, x);
            const unsigned mode = _mm_getcsr();
            _mm_setcsr(mode | 0x8040U);  // flush to zero, subnormals are zero
            const std::vector<float> flushed = multiply(kernels, weight_type, weights, 4, x);
            _mm_setcsr(mode);
            QVERIFY(same_bits(exact, flushed));
            QVERIFY(std::any_of(exact.begin(), exact.end(), [](float value) { return value != 0.0F; }));
        }
#endif
    }
};

STRATA_TEST(QuantEqualityTest);

#include "quant_equality_test.moc"
