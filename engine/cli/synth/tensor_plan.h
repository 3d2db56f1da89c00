#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cli/synth/random_values.h"
#include "cli/synth/type_choice.h"

namespace strata::cli {

/// One tensor of a random model: its place in the file, and how its values are drawn.
struct TensorPlan {
    std::string name;
    std::vector<std::uint64_t> dims;  ///< row length first
    TensorRole role = TensorRole::exact;
    ValueRule rule;

    std::uint64_t rows() const {
        std::uint64_t product = 1;
        for (std::size_t i = 1; i < dims.size(); ++i) {
            product *= dims[i];
        }
        return product;
    }
};

/// A matrix of `rows` rows of `columns` values whose product with values of size 1 has values of about size `gain`.
TensorPlan matrix_plan(std::string name, std::uint64_t columns, std::uint64_t rows, TensorRole role, float gain);

/// A vector of values near `mean`.
TensorPlan vector_plan(std::string name, std::uint64_t size, float mean, float spread);

}  // namespace strata::cli
