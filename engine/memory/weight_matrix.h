#pragma once

#include <cstddef>
#include <cstdint>

#include "gguf/quant_type.h"

namespace strata {

/// A weight matrix as it lies in the model file: `rows` rows of `columns` values, y = W·x is one dot product per row.
/// Borrowed bytes; no alignment.
struct WeightMatrix {
    QuantType type = QuantType::F32;
    const std::byte* data = nullptr;
    std::size_t row_bytes = 0;
    std::size_t rows = 0;
    std::size_t columns = 0;

    bool empty() const { return data == nullptr; }
    std::size_t bytes() const { return rows * row_bytes; }
    const std::byte* row(std::size_t index) const { return data + index * row_bytes; }

    /// Rows [begin, begin + count) as a matrix of their own.
    WeightMatrix slice(std::size_t begin, std::size_t count) const {
        return {type, data + begin * row_bytes, row_bytes, count, columns};
    }
};

}  // namespace strata
