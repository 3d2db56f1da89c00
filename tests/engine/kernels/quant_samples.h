#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gguf/quant_type.h"

namespace strata::testing {

/// Rows of a quantised type with random codes and finite random scales of both signs; a share of these is subnormal.
std::vector<std::byte> random_weights(QuantType type, std::size_t rows, std::size_t columns, std::uint32_t seed);

/// Sets the scale of every block (both fields of types with a minimum) to an f16 number. Not for MXFP4 and NVFP4.
void set_scales(QuantType type, std::vector<std::byte>& weights, std::uint16_t f16);

/// Decoded weights.
std::vector<float> decoded(QuantType type, const std::vector<std::byte>& weights);

/// For each weight the sum of the magnitudes of its parts: scaled code and minimum, which may cancel; for types without
/// a minimum the weight's own magnitude.
std::vector<float> part_magnitudes(QuantType type, const std::vector<std::byte>& weights);

/// Rows of activations: Gaussian ones, and a few large ones among them.
std::vector<float> random_activations(std::size_t rows, std::size_t columns, std::uint32_t seed);

}  // namespace strata::testing
