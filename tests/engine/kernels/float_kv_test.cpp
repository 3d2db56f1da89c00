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

std::vector<float> unpack(CpuLevel level, const Cells& cells, const KvRun& run) {
    std::vector<float> out(run.cells * cells.size);
    kv_of(level, cells.stored).unpack(run, cells.size, out.data());
    return out;
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

    void cells_are_unpacked_exactly_wherever_they_lie_data() { add_stored_types_and_levels(); }

    void cells_are_unpacked_exactly_wherever_they_lie() {
        QFETCH(int, stored);
        QFETCH(int, level);
        for (const Sample sample : kSamples) {
            for (const std::size_t size : kSizes) {
                Cells cells = Cells::make(CpuLevel::scalar, static_cast<Stored>(stored),
                                          sample_values(sample, 5 * size, 1), size);
                std::vector<float> wanted;
                for (std::size_t i = 0; i < 5 * size; ++i) {
                    wanted.push_back(cells.value(i / size, i % size));
                }
                for (const std::size_t shift : {0U, 1U, 10U}) {
                    cells.data.insert(cells.data.begin(), shift * cells.value_bytes(), std::byte{});
                    KvRun run = cells.run(0, 5);
                    run.data += shift * cells.value_bytes();
                    QVERIFY2(same_bits(unpack(static_cast<CpuLevel>(level), cells, run), wanted), name_of(sample));
                    cells.data.erase(cells.data.begin(),
                                     cells.data.begin() + static_cast<std::ptrdiff_t>(shift * cells.value_bytes()));
                }
            }
        }
    }

    void weighted_rows_agree_with_the_reference_data() { add_levels(); }

    void weighted_rows_agree_with_the_reference() {
        QFETCH(int, level);
        constexpr std::size_t kHeads = 13, kRows = 9;
        for (const std::size_t size : kSizes) {
            const std::vector<float> p = sample_values(Sample::normal, kHeads * kRows, 2);
            const std::vector<float> rows = sample_values(Sample::cancel, kRows * size, 1);
            std::vector<float> acc = sample_values(Sample::normal, kHeads * size, 3);
            std::vector<double> wanted(acc.begin(), acc.end()), magnitude(acc.size());
            select_kernels(static_cast<CpuLevel>(level))
                .add_weighted_rows(p.data(), kRows, kHeads, rows.data(), size, kRows, acc.data());
            for (std::size_t i = 0; i < acc.size(); ++i) {
                magnitude[i] = std::abs(wanted[i]);
                for (std::size_t j = 0; j < kRows; ++j) {
                    const double product =
                        static_cast<double>(p[i / size * kRows + j]) * static_cast<double>(rows[j * size + i % size]);
                    wanted[i] += product;
                    magnitude[i] += std::abs(product);
                }
                QVERIFY(std::abs(static_cast<double>(acc[i]) - wanted[i]) <= 1e-6 * magnitude[i]);
            }
        }
    }

    void cutting_weighted_rows_and_heads_changes_no_bit_data() { add_levels(); }

    void cutting_weighted_rows_and_heads_changes_no_bit() {
        QFETCH(int, level);
        const CpuKernels& kernels = select_kernels(static_cast<CpuLevel>(level));
        constexpr std::size_t kHeads = 13, kRows = 13;
        for (const std::size_t size : kSizes) {
            const std::vector<float> p = sample_values(Sample::normal, kHeads * kRows, 3);
            const std::vector<float> rows = sample_values(Sample::normal, kRows * size, 1);
            std::vector<float> sum(kHeads * size);
            kernels.add_weighted_rows(p.data(), kRows, kHeads, rows.data(), size, kRows, sum.data());
            for (const std::size_t step : {1U, 2U, 3U, 4U, 5U, 8U}) {
                Shifted part(std::vector<float>(kHeads * size), step);
                const Shifted moved(rows, step);
                for (std::size_t head = 0; head < kHeads; head += step) {
                    const std::size_t heads = std::min<std::size_t>(step, kHeads - head);
                    for (std::size_t begin = 0; begin < kRows; begin += step) {
                        kernels.add_weighted_rows(
                            p.data() + head * kRows + begin, kRows, heads, moved.data() + begin * size, size,
                            std::min<std::size_t>(step, kRows - begin), part.data() + head * size);
                    }
                }
                QVERIFY(same_bits(part.span(), sum));
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
