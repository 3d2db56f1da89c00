#include "gguf/quant_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.h"
#include "base/little_endian.h"
#include "gguf/quant_type.h"

namespace strata {

namespace {

constexpr float kLargestHalf = 65504.0F;

/// The scale that fits `levels` to the values best once the codes are those of a first scale, and how well it does.
struct Fit {
    float scale = 0;
    double gain = 0;  ///< by how much it lowers the sum of squares that is left
};

Fit fit_scale(std::span<const float> values, const LevelSet& levels, float first_scale) {
    const float inverse = 1 / first_scale;
    float products = 0;
    float squares = 0;
    for (const float value : values) {
        const float level = levels.level(levels.nearest(value * inverse));
        products += value * level;
        squares += level * level;
    }
    return squares == 0 ? Fit{} : Fit{products / squares, static_cast<double>(products) * products / squares};
}

}  // namespace

float extreme_of(std::span<const float> values) {
    float extreme = 0;
    for (const float value : values) {
        if (std::fabs(value) > std::fabs(extreme)) {
            extreme = value;
        }
    }
    return extreme;
}

float store_scale(std::uint8_t* to, float scale) {
    const std::uint16_t half = f32_to_f16(std::clamp(scale, -kLargestHalf, kLargestHalf));
    store_little_endian(to, half);
    return f16_to_f32(half);
}

int nearest_code(float value, float scale, int low, int high) {
    if (scale == 0) {
        return std::clamp(0, low, high);
    }
    // A tiny scale makes the quotient infinite; clamping comes before the conversion.
    return static_cast<int>(
        std::clamp(std::nearbyint(value / scale), static_cast<float>(low), static_cast<float>(high)));
}

LevelSet::LevelSet(std::span<const std::int8_t> levels) : count_(levels.size()) {
    STRATA_ASSERT(levels.size() >= 2 && levels.size() <= levels_.size(), "a set has 2 to 16 levels");
    std::ranges::copy(levels, levels_.begin());
    middles_.fill(std::numeric_limits<float>::infinity());
    for (std::size_t i = 0; i + 1 < levels.size(); ++i) {
        middles_[i] = 0.5F * (levels_[i] + levels_[i + 1]);
    }
}

float best_scale(std::span<const float> values, const LevelSet& levels) {
    const float extreme = extreme_of(values);
    Fit best;
    for (const float outermost : {levels.lowest(), levels.highest()}) {
        // From the extreme value well beyond the outermost level (cut off) to a little inside.
        for (int twentieths = 11; twentieths <= 21; ++twentieths) {
            const Fit fit = fit_scale(values, levels, extreme / outermost * static_cast<float>(twentieths) / 20);
            if (fit.gain > best.gain) {
                best = fit;
            }
        }
    }
    return best.scale;
}

}  // namespace strata
