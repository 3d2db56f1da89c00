#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "gguf/gguf_file.h"
#include "memory/weight_matrix.h"
#include "strata/result.h"

namespace strata {

/// The hashed n-gram table: far larger than memory, so single rows are read from the model file when a token needs them.
class NgramTable {
public:
    NgramTable() = default;
    NgramTable(GgufFile file, const TensorInfo& tensor);

    std::size_t width() const { return tensor_.dims[0]; }
    std::uint64_t rows() const { return tensor_.row_count(); }
    bool empty() const { return tensor_.bytes == 0; }

    /// Asks the operating system for the pages of these rows, so that reads of many rows overlap. Never waits.
    void prefetch(std::span<const std::uint32_t> rows) const;
    /// Decodes row `row` to out[width].
    void read_row(std::uint32_t row, std::span<float> out) const;

private:
    std::optional<GgufFile> file_;  // keeps the mapping alive
    TensorInfo tensor_;
    WeightMatrix matrix_;
};

}  // namespace strata
