#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/matrix_view.h"

namespace strata {

/// Receives inner values of a forward pass, for comparisons with a reference. Names are those of the reference values
/// (docs/guides/reference_values.md); `layer` −1 where a value belongs to none.
class TapSink {
public:
    virtual ~TapSink() = default;
    /// Rows of the window in order: [tokens × width].
    virtual void rows(const std::string& name, int layer, ConstMatrixView values) = 0;
    virtual void integer_rows(const std::string& name, int layer, std::span<const std::int32_t> values,
                              std::size_t width) = 0;
};

}  // namespace strata
