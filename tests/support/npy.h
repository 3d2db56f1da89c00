#pragma once

#include <QString>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace strata::testing {

/// An array of a .npy file, C order. Exactly one of the value lists is filled.
struct NpyArray {
    std::vector<std::size_t> shape;
    std::vector<float> floats;
    std::vector<std::int32_t> integers;

    std::size_t rows() const { return shape.empty() ? 0 : shape[0]; }
    std::size_t row_size() const;
};

/// Reads float32 and int32 arrays; ends the test program with a message for anything else.
NpyArray read_npy(const QString& path);

}  // namespace strata::testing
