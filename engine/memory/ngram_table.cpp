#include "memory/ngram_table.h"

#include <utility>

#include "base/assert.h"
#include "base/mapped_file.h"

namespace strata {

NgramTable::NgramTable(GgufFile file, const TensorInfo& tensor) : file_(std::move(file)), tensor_(tensor) {
    matrix_ = {tensor_.type, file_->tensor_bytes(tensor_).data(), row_bytes(tensor_.type, tensor_.dims[0]),
               tensor_.row_count(), tensor_.dims[0]};
}

void NgramTable::prefetch(std::span<const std::uint32_t> rows) const {
    for (const std::uint32_t row : rows) {
        MappedFile::prefetch({matrix_.row(row), matrix_.row_bytes});
    }
}

void NgramTable::read_row(std::uint32_t row, std::span<float> out) const {
    STRATA_ASSERT(row < matrix_.rows, "an n-gram row lies inside the table");
    dequantize_row(matrix_.type, {matrix_.row(row), matrix_.row_bytes}, out);
}

}  // namespace strata
