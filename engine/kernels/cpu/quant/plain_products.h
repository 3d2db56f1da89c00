#pragma once

#include <cstdint>

#include "kernels/cpu/quant/weight_codes.h"

namespace strata::quant {

// Products of unpacked weights with the codes of one activation row, plainly: the definition of the vector ones.
// Integer sums over a scale group are exact; groups and blocks are added in ascending order.

/// A block's part of the result: scale * (d * products - d_min * minimums), scale being the activations'.
float plain_product(const Codes256& w, const std::int8_t* codes, float scale);
float plain_product_with_minimum(const Codes256& w, const std::int8_t* codes, const std::int16_t* sums, float scale);

/// The running sum after `groups` groups of 16 values. scales: one per 32 values.
float add_plain_products(const Codes64& w, int groups, const std::int8_t* codes, const float* scales, float sum);
float add_plain_products_with_minimum(const Codes64& w, int groups, const std::int8_t* codes, const std::int16_t* sums,
                                      const float* scales, float sum);

}  // namespace strata::quant
