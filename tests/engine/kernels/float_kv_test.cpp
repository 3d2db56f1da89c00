#include <algorithm>
#include <cmath>
#include <cstring>
#include <QtTest/QtTest>
#include <vector>

#include "float_samples.h"
#include "gguf/quant_type.h"
#include "kernels/cpu_kernels.h"
#include "quant_fixture.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::testing;

namespace {

enum class Stored { f32, f16, int8 };

constexpr std::size_t kSizes[] = {1, 3, 7, 31, 32, 33, 63, 64, 65, 127, 160, 256};

const KvKernels& kv_of(CpuLevel level, Stored stored) {
    const CpuKernels& kernels = select_kernels(level);
    return stored == Stored::f32 ? kernels.kv_f32 : stored == Stored::f16 ? kernels.kv_f16 : kernels.kv_int8;
}

std::size_t groups_of(std::size_t size) {
    return (size + 63) / 64;
}

/// Some cells as the cache holds them.
struct Cells {
    Stored stored = Stored::f32;
    std::size_t size = 0, count = 0;
    std::vector<std::byte> data;
    std::vector<std::uint16_t> scales;

    std::size_t value_bytes() const { return stored == Stored::f32 ? 4 : stored == Stored::f16 ? 2 : 1; }
    std::size_t cell_bytes() const { return size * value_bytes(); }

    static Cells make(CpuLevel level, Stored stored, std::span<const float> values, std::size_t size) {
        Cells cells{stored, size, values.size() / size, {}, {}};
        cells.data.resize(cells.count * cells.cell_bytes());
        cells.scales.resize(cells.count * groups_of(size));
        for (std::size_t j = 0; j < cells.count; ++j) {
            kv_of(level, stored)
                .store(values.data() + j * size, size, cells.data.data() + j * cells.cell_bytes(),
                       cells.scales.data() + j * groups_of(size));
        }
        return cells;
    }

    KvRun run(std::size_t begin, std::size_t end) const {
        return {data.data() + begin * cell_bytes(), scales.data() + begin * groups_of(size), end - begin};
    }

    /// What a cell holds, read by the definition of its type.
    float value(std::size_t j, std::size_t d) const {
        const std::byte* const at = data.data() + j * cell_bytes() + d * value_bytes();
        float value = 0;
        std::uint16_t bits = 0;
        switch (stored) {
            case Stored::f32:
                std::memcpy(&value, at, 4);
                return value;
            case Stored::f16:
                std::memcpy(&bits, at, 2);
                return f16_to_f32(bits);
            case Stored::int8:
                break;
        }
        return f16_to_f32(scales[j * groups_of(size) + d / 64]) * static_cast<float>(static_cast<std::int8_t>(*at));
    }
};

std::vector<float> dot(CpuLevel level, const Cells& cells, std::span<const float> q, std::size_t begin,
                       std::size_t end) {
    std::vector<float> out(end - begin);
    kv_of(level, cells.stored).dot(q.data(), cells.size, cells.run(begin, end), 0.0625F, out.data());
    return out;
}

void accumulate(CpuLevel level, const Cells& cells, std::span<const float> p, std::size_t begin, std::size_t end,
                std::span<float> acc) {
    kv_of(level, cells.stored).accumulate(p.data() + begin, cells.size, cells.run(begin, end), acc.data());
}

void add_stored_types_and_levels() {
    QTest::addColumn<int>("stored");
    QTest::addColumn<int>("level");
    const char* const names[] = {"f32", "f16", "int8"};
    for (const Stored stored : {Stored::f32, Stored::f16, Stored::int8}) {
        for (const CpuLevel level : available_levels()) {
            QTest::addRow("%s %s", names[static_cast<int>(stored)], to_string(level).data())
                << static_cast<int>(stored) << static_cast<int>(level);
        }
    }
}

}  // namespace

class FloatKvTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void all_levels_store_the_same_bytes_data() { add_stored_types_and_levels(); }

    void all_levels_store_the_same_bytes() {
        QFETCH(int, stored);
        QFETCH(int, level);
        for (const Sample sample : kSamples) {
            for (const std::size_t size : kSizes) {
                const std::vector<float> x = sample_values(sample, 3 * size, 1);
                const Cells got = Cells::make(static_cast<CpuLevel>(level), static_cast<Stored>(stored), x, size);
                const Cells wanted = Cells::make(CpuLevel::scalar, static_cast<Stored>(stored), x, size);
                QVERIFY2(got.data == wanted.data && got.scales == wanted.scales, name_of(sample));
            }
        }
    }

    void products_agree_with_the_stored_values_data() { add_stored_types_and_levels(); }

    void products_agree_with_the_stored_values() {
        QFETCH(int, stored);
        QFETCH(int, level);
        for (const Sample sample : kSamples) {
            for (const std::size_t size : kSizes) {
                const std::vector<float> q = sample_values(sample, size, 2);
                const Cells cells = Cells::make(static_cast<CpuLevel>(level), static_cast<Stored>(stored),
                                                sample_values(Sample::normal, 9 * size, 1), size);
                const std::vector<float> got = dot(static_cast<CpuLevel>(level), cells, q, 0, 9);
                for (std::size_t j = 0; j < 9; ++j) {
                    double wanted = 0, magnitude = 0;
                    for (std::size_t d = 0; d < size; ++d) {
                        const double product =
                            0.0625 * static_cast<double>(q[d]) * static_cast<double>(cells.value(j, d));
                        wanted += product;
                        magnitude += std::abs(product);
                    }
                    QVERIFY(std::abs(static_cast<double>(got[j]) - wanted) <= 2e-6 * magnitude + 1e-43);
                }
            }
        }
    }

    void sums_agree_with_the_stored_values_data() { add_stored_types_and_levels(); }

    void sums_agree_with_the_stored_values() {
        QFETCH(int, stored);
        QFETCH(int, level);
        for (const std::size_t size : kSizes) {
            const std::vector<float> p = sample_values(Sample::normal, 9, 2);
            const Cells cells = Cells::make(static_cast<CpuLevel>(level), static_cast<Stored>(stored),
                                            sample_values(Sample::cancel, 9 * size, 1), size);
            std::vector<float> acc = sample_values(Sample::normal, size, 3);
            std::vector<double> wanted(acc.begin(), acc.end()), magnitude(size);
            accumulate(static_cast<CpuLevel>(level), cells, p, 0, 9, acc);
            for (std::size_t d = 0; d < size; ++d) {
                magnitude[d] = std::abs(wanted[d]);
                for (std::size_t j = 0; j < 9; ++j) {
                    const double product = static_cast<double>(p[j]) * static_cast<double>(cells.value(j, d));
                    wanted[d] += product;
                    magnitude[d] += std::abs(product);
                }
                QVERIFY(std::abs(static_cast<double>(acc[d]) - wanted[d]) <= 1e-6 * magnitude[d]);
            }
        }
    }

    void cutting_a_run_changes_no_bit_data() { add_stored_types_and_levels(); }

    void cutting_a_run_changes_no_bit() {
        QFETCH(int, stored);
        QFETCH(int, level);
        constexpr std::size_t kCells = 13;
        const auto at = static_cast<CpuLevel>(level);
        for (const std::size_t size : kSizes) {
            const std::vector<float> q = sample_values(Sample::normal, size, 2);
            const std::vector<float> p = sample_values(Sample::normal, kCells, 3);
            const Cells cells =
                Cells::make(at, static_cast<Stored>(stored), sample_values(Sample::normal, kCells * size, 1), size);
            const std::vector<float> products = dot(at, cells, q, 0, kCells);
            std::vector<float> sum(size);
            accumulate(at, cells, p, 0, kCells, sum);
            for (const std::size_t step : {1U, 2U, 3U, 4U, 5U, 8U}) {
                std::vector<float> part(size);
                for (std::size_t begin = 0; begin < kCells; begin += step) {
                    const std::size_t end = std::min(begin + step, kCells);
                    QVERIFY(same_bits(dot(at, cells, q, begin, end), std::span(products).subspan(begin, end - begin)));
                    accumulate(at, cells, p, begin, end, part);
                }
                QVERIFY(same_bits(part, sum));
            }
        }
    }

    void alignment_changes_no_bit_data() { add_stored_types_and_levels(); }

    void alignment_changes_no_bit() {
        QFETCH(int, stored);
        QFETCH(int, level);
        const auto at = static_cast<CpuLevel>(level);
        for (const std::size_t size : kSizes) {
            const std::vector<float> values = sample_values(Sample::normal, 5 * size, 1);
            const std::vector<float> q = sample_values(Sample::normal, size, 2);
            const std::vector<float> p = sample_values(Sample::normal, 5, 3);
            const Cells cells = Cells::make(at, static_cast<Stored>(stored), values, size);
            const std::vector<float> products = dot(at, cells, q, 0, 5);
            std::vector<float> sum(size);
            accumulate(at, cells, p, 0, 5, sum);
            for (const std::size_t shift : {1U, 4U, 11U}) {
                const Shifted x(values, shift), query(q, shift);
                Shifted acc(std::vector<float>(size), shift);
                Cells moved = Cells::make(at, static_cast<Stored>(stored), x.span(), size);
                QVERIFY(moved.data == cells.data && moved.scales == cells.scales);
                moved.data.insert(moved.data.begin(), shift * moved.value_bytes(), std::byte{});
                KvRun run = moved.run(0, 5);
                run.data += shift * moved.value_bytes();
                std::vector<float> out(5);
                kv_of(at, moved.stored).dot(query.data(), size, run, 0.0625F, out.data());
                kv_of(at, moved.stored).accumulate(p.data(), size, run, acc.data());
                QVERIFY(same_bits(out, products));
                QVERIFY(same_bits(acc.span(), sum));
            }
        }
    }

    void int8_codes_are_off_by_half_a_step_at_most_data() { add_levels(); }

    void int8_codes_are_off_by_half_a_step_at_most() {
        QFETCH(int, level);
        for (const Sample sample : {Sample::normal, Sample::cancel, Sample::zero}) {
            for (const std::size_t size : kSizes) {
                const std::vector<float> x = sample_values(sample, size, 4);
                const Cells cells = Cells::make(static_cast<CpuLevel>(level), Stored::int8, x, size);
                for (std::size_t d = 0; d < size; ++d) {
                    const float step = f16_to_f32(cells.scales[d / 64]);
                    // The largest value may lie beyond code 127 by the rounding of the scale.
                    QVERIFY(std::abs(cells.value(0, d) - x[d]) <= 0.5F * step * 1.0001F + 127 * step / 2048);
                }
            }
        }
    }

    void an_int8_group_of_zeros_has_no_scale_data() { add_levels(); }

    void an_int8_group_of_zeros_has_no_scale() {
        QFETCH(int, level);
        std::vector<float> x(130);
        x[70] = -2;
        const Cells cells = Cells::make(static_cast<CpuLevel>(level), Stored::int8, x, 130);
        QCOMPARE(cells.scales[0], std::uint16_t{0});
        QCOMPARE(cells.scales[2], std::uint16_t{0});
        for (std::size_t d = 0; d < 130; ++d) {
            QCOMPARE(static_cast<int>(cells.data[d]), d == 70 ? 0x81 : 0);
        }
    }

    void int8_codes_saturate_where_the_scale_ends_data() { add_levels(); }

    void int8_codes_saturate_where_the_scale_ends() {
        QFETCH(int, level);
        // Beyond the largest f16, and where the smallest one is too coarse for 127 steps.
        for (const float largest : {1e9F, 1.06e-5F}) {
            const std::vector<float> x = {largest, -largest, 0};
            const Cells cells = Cells::make(static_cast<CpuLevel>(level), Stored::int8, x, 3);
            QCOMPARE(static_cast<std::int8_t>(cells.data[0]), std::int8_t{127});
            QCOMPARE(static_cast<std::int8_t>(cells.data[1]), std::int8_t{-127});
            QCOMPARE(static_cast<std::int8_t>(cells.data[2]), std::int8_t{0});
            QVERIFY(std::isfinite(cells.value(0, 0)));
        }
    }
};

STRATA_TEST(FloatKvTest);

#include "float_kv_test.moc"
