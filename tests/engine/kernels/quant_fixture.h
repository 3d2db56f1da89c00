#pragma once

#include <cstddef>
#include <QString>
#include <span>
#include <vector>

#include "base/cpu_features.h"
#include "gguf/quant_type.h"
#include "kernels/cpu_kernels.h"

namespace strata::testing {

/// Twelve weight rows of a type, four activation rows, and what each pair should give.
struct QuantRows {
    /// Columns of the reference, for one weight row and one activation row.
    struct Expected {
        double exact;      ///< sum of w * x
        double exact_abs;  ///< sum of |w * x|
        double q8;         ///< the same with the quantised activations of the fixture
        double q8_abs;
        double ref_scalar, ref_avx2, ref_avx512;
        double q8_bound;  ///< |q8 - exact| is at most this
    };

    QuantType type;
    std::size_t columns = 0;
    std::vector<std::byte> weights;  ///< kRows rows
    std::vector<float> x;            ///< kActivations rows
    std::vector<Expected> expected;  ///< [kRows * kActivations]
    QString activation_format;       ///< "Q8_0", "Q8_1" or "Q8_K"

    static constexpr std::size_t kRows = 12;
    static constexpr std::size_t kActivations = 4;
    static constexpr std::size_t kZeroRow = 11;  ///< all scales zero

    std::span<const float> activation(std::size_t row) const { return std::span(x).subspan(row * columns, columns); }
    const Expected& pair(std::size_t weight_row, std::size_t activation_row) const {
        return expected[weight_row * kActivations + activation_row];
    }
};

/// Names such as "Q4_K 2560" of the weight rows of quantised types, in the order of the manifest.
std::vector<QString> quant_row_names();
QuantRows load_quant_rows(const QString& name);

/// A file of tests/fixtures/quant; ends the test program if it is missing.
std::vector<std::byte> quant_fixture(const QString& file);

/// The quantised weight types.
std::vector<QuantType> quantised_types();

/// The levels that this processor has, scalar first.
std::vector<CpuLevel> available_levels();

/// For a _data slot: columns "type" (QuantType) and "level" (CpuLevel) as int, a row for each pair.
void add_types_and_levels();
inline const CpuKernels& kernels_of(int level) {
    return select_kernels(static_cast<CpuLevel>(level));
}

/// Activation rows in the format that a weight type needs, with the alignment that kernels ask for.
class Activations {
public:
    /// Quantised by the kernels. x: rows of `columns` values.
    Activations(const CpuKernels& kernels, QuantType type, std::span<const float> x, std::size_t columns);
    /// From stored blocks of Q8_0, Q8_1 or Q8_K.
    Activations(const QString& format, std::span<const std::byte> blocks, std::size_t columns);

    const ActivationRows& rows() const { return rows_; }
    std::size_t count() const { return count_; }
    /// The value that the kernels take for x[row][column].
    double value(std::size_t row, std::size_t column) const;

private:
    Activations(std::size_t count, std::size_t columns, std::size_t group);
    void set_sums();

    std::size_t count_;
    std::size_t group_;  ///< values per scale
    std::vector<std::byte> storage_;
    std::int8_t* codes_ = nullptr;
    float* scales_ = nullptr;
    std::int16_t* sums_ = nullptr;
    ActivationRows rows_;
};

/// out[i * row_count + r] for all activation rows in order.
std::vector<float> multiply(const CpuKernels& kernels, QuantType type, std::span<const std::byte> weights,
                            std::size_t row_count, const Activations& x);

}  // namespace strata::testing
