#include "base/matrix.h"

#include "base/error.h"

namespace strata {

Result<void> Matrix::resize(std::size_t rows, std::size_t columns) {
    constexpr std::size_t kFloatsPerLine = 16;
    const std::size_t stride = (columns + kFloatsPerLine - 1) / kFloatsPerLine * kFloatsPerLine;
    STRATA_CHECK(buffer_.reserve(rows * stride));
    rows_ = rows;
    columns_ = columns;
    stride_ = stride;
    return {};
}

}  // namespace strata
