#include "model/families/qwen4exp/rotary.h"

#include <cmath>

#include "base/error.h"

namespace strata::qwen4exp {

Rotary::Rotary(const ModelConfig& config) : half_(config.rotary_size / 2) {
    for (std::size_t i = 0; i < half_; ++i) {
        const double exponent = -2.0 * static_cast<double>(i) / static_cast<double>(config.rotary_size);
        frequencies_.push_back(std::pow(config.rope_base, exponent));
    }
}

Result<void> Rotary::prepare(std::size_t first, std::size_t count) {
    STRATA_CHECK(table_.resize(count, 2 * half_));
    first_ = first;
    for (std::size_t row = 0; row < count; ++row) {
        for (std::size_t i = 0; i < half_; ++i) {
            const double angle = static_cast<double>(first + row) * frequencies_[i];
            table_.row(row)[i] = static_cast<float>(std::cos(angle));
            table_.row(row)[half_ + i] = static_cast<float>(std::sin(angle));
        }
    }
    return {};
}

void Rotary::apply(std::size_t position, float* head) const {
    const float* cosines = table_.row(position - first_);
    const float* sines = cosines + half_;
    for (std::size_t i = 0; i < half_; ++i) {
        const float a = head[i];
        const float b = head[half_ + i];
        head[i] = a * cosines[i] - b * sines[i];
        head[half_ + i] = b * cosines[i] + a * sines[i];
    }
}

}  // namespace strata::qwen4exp
