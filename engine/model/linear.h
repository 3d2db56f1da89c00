#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>

#include "base/aligned_buffer.h"
#include "base/matrix_view.h"
#include "base/worker_pool.h"
#include "kernels/cpu_kernels.h"
#include "memory/weight_matrix.h"
#include "strata/result.h"

namespace strata {

/// What CPU code computes with: the kernels of one instruction set and the threads. Borrowed.
struct Compute {
    const CpuKernels* kernels = nullptr;
    WorkerPool* pool = nullptr;
};

/// The input rows of one or several matrix products. Each row is quantised on its own, once per format, when a weight
/// type first asks for it; so what a row becomes does not depend on its neighbours.
class LinearInput {
public:
    LinearInput() = default;
    static Result<LinearInput> create(std::size_t most_rows, std::size_t most_columns);

    /// Takes new rows; they must stay as they are until the next `set`.
    void set(ConstMatrixView x);
    std::size_t rows() const { return x_.rows; }

    /// The rows as `format` wants them.
    ActivationRows as(ActivationFormat format, const Compute& compute);

private:
    struct Quantized {
        AlignedBuffer codes, scales, sums;
        bool valid = false;
    };
    Quantized& of(ActivationFormat format) { return format == ActivationFormat::q8_32 ? by_32_ : by_256_; }
    void quantize(ActivationFormat format, const Compute& compute);

    ConstMatrixView x_;
    Quantized by_32_, by_256_;
};

/// A matrix and where its product goes: out[t][r] = W_r · x_t, [inputs × w.rows].
struct Product {
    const WeightMatrix* w = nullptr;
    MatrixView out;
};

/// All products of one input, as one piece of work for the pool: threads meet once, however many matrices there are.
void multiply(const Compute& compute, std::span<const Product> products, LinearInput& x);
inline void multiply(const Compute& compute, std::initializer_list<Product> products, LinearInput& x) {
    multiply(compute, std::span(products.begin(), products.size()), x);
}
/// One product alone.
inline void multiply(const Compute& compute, const WeightMatrix& w, LinearInput& x, MatrixView out) {
    multiply(compute, {{&w, out}}, x);
}

/// Weight rows that kernels like to have together when there are many inputs.
inline constexpr std::size_t kRowGroup = 8;

/// Some of a matrix's rows; may be empty.
struct RowRange {
    std::size_t begin = 0, end = 0;
};
/// Part `part` of `parts` nearly equal ones, split between groups of kRowGroup.
RowRange part_of_rows(std::size_t rows, std::size_t part, std::size_t parts);

/// Rows of a product that are worth giving to a thread: about 64 Ki multiply-adds.
std::size_t least_rows_per_thread(std::size_t columns, std::size_t inputs);

}  // namespace strata
