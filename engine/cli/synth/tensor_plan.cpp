#include "cli/synth/tensor_plan.h"

#include <cmath>

namespace strata::cli {

TensorPlan matrix_plan(std::string name, std::uint64_t columns, std::uint64_t rows, TensorRole role, float gain) {
    TensorPlan plan{std::move(name), {columns, rows}, role, {}};
    plan.rule.spread = gain / std::sqrt(static_cast<float>(columns));
    return plan;
}

TensorPlan vector_plan(std::string name, std::uint64_t size, float mean, float spread) {
    TensorPlan plan{std::move(name), {size}, TensorRole::exact, {}};
    plan.rule.mean = mean;
    plan.rule.spread = spread;
    return plan;
}

}  // namespace strata::cli
