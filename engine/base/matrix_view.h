#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

namespace strata {

/// A borrowed row-major matrix of floats: rows × columns, `stride` floats from one row to the next.
template <class T>
struct MatrixViewOf {
    T* data = nullptr;
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::size_t stride = 0;

    std::span<T> row(std::size_t index) const { return {data + index * stride, columns}; }
    /// Rows [begin, begin + count).
    MatrixViewOf slice(std::size_t begin, std::size_t count) const {
        return {data + begin * stride, count, columns, stride};
    }

    /// A view of writable floats may be read.
    operator MatrixViewOf<const T>() const requires(!std::is_const_v<T>) {
        return {data, rows, columns, stride};
    }  // NOLINT(google-explicit-constructor)
};

using MatrixView = MatrixViewOf<float>;
using ConstMatrixView = MatrixViewOf<const float>;

}  // namespace strata
