#pragma once

#include "kernels/cpu/quant/matmul_driver.h"

namespace strata::quant {

// The shapes of all quantised weight types. The ranges of their codes are in unpack.h's functions.

inline constexpr Shape kQ4_0{.block_values = 32, .block_bytes = 18};
inline constexpr Shape kQ4_1{.block_values = 32, .block_bytes = 20, .minimum = true, .signed_codes = false};
inline constexpr Shape kQ5_0{.block_values = 32, .block_bytes = 22};
inline constexpr Shape kQ5_1{.block_values = 32, .block_bytes = 24, .minimum = true, .signed_codes = false};
inline constexpr Shape kQ8_0{.block_values = 32, .block_bytes = 34, .wide_products = true};
inline constexpr Shape kIQ4_NL{.block_values = 32, .block_bytes = 18, .wide_products = true};
inline constexpr Shape kMXFP4{.block_values = 32, .block_bytes = 17};
inline constexpr Shape kQ2_0{.block_values = 64, .block_bytes = 18};
inline constexpr Shape kNVFP4{.block_values = 64, .block_bytes = 36};
inline constexpr Shape kQ1_0{.block_values = 128, .block_bytes = 18};

inline constexpr Shape kQ2_K{.block_values = 256, .block_bytes = 84, .minimum = true, .signed_codes = false};
inline constexpr Shape kQ3_K{.block_values = 256, .block_bytes = 110};
inline constexpr Shape kQ4_K{.block_values = 256, .block_bytes = 144, .minimum = true, .signed_codes = false};
inline constexpr Shape kQ5_K{.block_values = 256, .block_bytes = 176, .minimum = true, .signed_codes = false};
inline constexpr Shape kQ6_K{.block_values = 256, .block_bytes = 210};
inline constexpr Shape kTQ1_0{.block_values = 256, .block_bytes = 54};
inline constexpr Shape kTQ2_0{.block_values = 256, .block_bytes = 66};
inline constexpr Shape kIQ2_XXS{.block_values = 256, .block_bytes = 66};
inline constexpr Shape kIQ2_XS{.block_values = 256, .block_bytes = 74};
inline constexpr Shape kIQ2_S{.block_values = 256, .block_bytes = 82};
inline constexpr Shape kIQ3_XXS{.block_values = 256, .block_bytes = 98};
inline constexpr Shape kIQ3_S{.block_values = 256, .block_bytes = 110};
inline constexpr Shape kIQ1_S{.block_values = 256, .block_bytes = 50};
inline constexpr Shape kIQ1_M{.block_values = 256, .block_bytes = 56};
inline constexpr Shape kIQ4_XS{.block_values = 256, .block_bytes = 136, .wide_products = true};

}  // namespace strata::quant
