#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace strata {

// How the encoders choose scales and codes. The values are finite.

/// The value of largest magnitude, with its sign; 0 if there are none.
float extreme_of(std::span<const float> values);

/// Stores a scale as a half, held to the largest finite one, and gives what a reader will see: codes are made for that.
float store_scale(std::uint8_t* to, float scale);

/// The integer nearest to value / scale, held to low..high; the one nearest to 0 if the scale is 0.
int nearest_code(float value, float scale, int low, int high);

/// The levels that the codes of a type stand for.
class LevelSet {
public:
    /// levels: ascending, 2 to 16 of them.
    explicit LevelSet(std::span<const std::int8_t> levels);

    float lowest() const { return levels_[0]; }
    float highest() const { return levels_[count_ - 1]; }
    float level(int code) const { return levels_[static_cast<std::size_t>(code)]; }

    /// The code of the level nearest to `wanted`.
    int nearest(float wanted) const {
        int code = 0;
        for (const float middle : middles_) {
            code += wanted > middle ? 1 : 0;
        }
        return code;
    }

    /// The code of the level nearest to value / scale, of the one nearest to 0 if the scale is 0.
    int nearest(float value, float scale) const { return nearest(scale == 0 ? 0.0F : value / scale); }

private:
    std::array<float, 16> levels_{};
    std::array<float, 15> middles_{};  // between neighbours; infinity behind the last
    std::size_t count_ = 0;
};

/// The scale for which the nearest levels come closest to the values, in the sum of squares: tries scales around the
/// one that puts the extreme value on the outermost level, of both signs, and fits each to the codes that it gives.
float best_scale(std::span<const float> values, const LevelSet& levels);

}  // namespace strata
