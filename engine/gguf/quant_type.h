#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "strata/result.h"

namespace strata {

/// The tensor types of GGUF files, with the file format's own ids and names.
enum class QuantType : std::uint32_t {
    F32 = 0,
    F16 = 1,
    Q4_0 = 2,
    Q4_1 = 3,
    Q5_0 = 6,
    Q5_1 = 7,
    Q8_0 = 8,
    Q8_1 = 9,
    Q2_K = 10,
    Q3_K = 11,
    Q4_K = 12,
    Q5_K = 13,
    Q6_K = 14,
    Q8_K = 15,
    IQ2_XXS = 16,
    IQ2_XS = 17,
    IQ3_XXS = 18,
    IQ1_S = 19,
    IQ4_NL = 20,
    IQ3_S = 21,
    IQ2_S = 22,
    IQ4_XS = 23,
    I8 = 24,
    I16 = 25,
    I32 = 26,
    I64 = 27,
    F64 = 28,
    IQ1_M = 29,
    BF16 = 30,
    TQ1_0 = 34,
    TQ2_0 = 35,
    MXFP4 = 39,
    NVFP4 = 40,
    Q1_0 = 41,
    Q2_0 = 42,
};

/// One more than the highest type id; for tables indexed by type.
inline constexpr std::size_t kQuantTypeCount = 43;

/// Layout of a type: `block_values` values are stored in `block_bytes` bytes.
struct QuantTypeInfo {
    QuantType type;
    std::string_view name;
    std::uint32_t block_values;
    std::uint32_t block_bytes;
    bool is_weight;  ///< may hold a matrix that the model multiplies by (integers, F64 and activation formats may not)
};

/// The layout behind a type id from a file; nothing for removed and unknown ids.
const QuantTypeInfo* find_quant_type(std::uint32_t id);

/// The layout of a known type.
const QuantTypeInfo& quant_type_info(QuantType type);

/// The type with this name ("Q4_K"), as file names and the command line write it.
std::optional<QuantType> parse_quant_type(std::string_view name);

/// Bytes of one row of `values` values, which must be a multiple of the type's block.
std::size_t row_bytes(QuantType type, std::size_t values);

/// Decodes a row to float32, bit for bit as the format's definition says (docs in quant_decode.cpp).
///
/// bytes: row_bytes(type, out.size()) of them, no alignment needed. out.size(): a multiple of the block.
/// The type must be a weight type or Q8_0/Q8_1/Q8_K.
void dequantize_row(QuantType type, std::span<const std::byte> bytes, std::span<float> out);

/// Encodes a row the simplest way that keeps the values close (round to nearest per block); for tests and synthetic models.
/// Types: F32, F16, BF16, Q8_0, Q4_0, Q4_1, Q5_0, Q5_1, Q4_K, Q5_K, Q6_K, IQ4_NL, IQ4_XS, IQ3_S, IQ2_XS, Q2_0; for others
/// an unsupported_format error. Values that are not finite: invalid_argument, unless the type holds them (F32, F16, BF16).
/// out: row_bytes(type, values.size()) bytes.
Result<void> quantize_row(QuantType type, std::span<const float> values, std::span<std::byte> out);

float f16_to_f32(std::uint16_t bits);
std::uint16_t f32_to_f16(float value);   ///< to nearest even; overflow to infinity
float bf16_to_f32(std::uint16_t bits);
std::uint16_t f32_to_bf16(float value);  ///< to nearest even; a NaN stays a NaN

}  // namespace strata
