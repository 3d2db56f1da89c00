#pragma once

#include <cstddef>

#include "base/aligned_buffer.h"
#include "base/matrix_view.h"
#include "strata/result.h"

namespace strata {

/// A row-major matrix of floats that owns its memory. Every row starts at a multiple of 64 bytes.
class Matrix {
public:
    /// Gives the matrix this shape. The memory only grows; the content is undefined afterwards.
    Result<void> resize(std::size_t rows, std::size_t columns);

    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }
    std::size_t stride() const { return stride_; }  ///< floats from one row to the next

    float* row(std::size_t index) { return buffer_.data() + index * stride_; }
    const float* row(std::size_t index) const { return buffer_.data() + index * stride_; }

    MatrixView view() { return {buffer_.data(), rows_, columns_, stride_}; }
    ConstMatrixView view() const { return {buffer_.data(), rows_, columns_, stride_}; }

private:
    FloatBuffer buffer_;
    std::size_t rows_ = 0;
    std::size_t columns_ = 0;
    std::size_t stride_ = 0;
};

}  // namespace strata
