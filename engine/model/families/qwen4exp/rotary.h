#pragma once

#include <cstddef>
#include <vector>

#include "base/matrix.h"
#include "model/model_config.h"
#include "strata/result.h"

namespace strata::qwen4exp {

/// Rotary position embedding of the leading `rotary_size` values of a head; value i pairs with i + rotary_size/2.
///
///   θ_i = position · base^(−2i / rotary_size);  x_i' = x_i cos θ − x_j sin θ;  x_j' = x_j cos θ + x_i sin θ
///
/// Text has one position for all three axes. Angles are computed in double: positions reach 262,143.
class Rotary {
public:
    explicit Rotary(const ModelConfig& config);

    /// Makes cosines and sines for `count` positions from `first` on.
    Result<void> prepare(std::size_t first, std::size_t count);
    /// Rotates one head at a prepared position.
    void apply(std::size_t position, float* head) const;

private:
    std::size_t half_;
    std::vector<double> frequencies_;
    std::size_t first_ = 0;
    Matrix table_;  ///< [positions × (cosines | sines)]
};

}  // namespace strata::qwen4exp
