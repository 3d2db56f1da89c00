#pragma once

#include <cstddef>
#include <span>

namespace strata {

/// A borrowed row-major matrix of floats: rows × columns, `stride` floats from one row to the next.
template <class T>
struct MatrixViewOf {
    T* data = nullptr;
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::size_t stride = 0;

    std::span<T> row(std::size_t index) const { return {data + index * stride, columns}; }
};

using MatrixView = MatrixViewOf<float>;
using ConstMatrixView = MatrixViewOf<const float>;

}  // namespace strata
