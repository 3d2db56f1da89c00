#pragma once

#include <cstddef>
#include <cstdint>

#include "base/little_endian.h"
#include "gguf/quant_type.h"

namespace strata {

// What the block decoders and encoders of this module share. A block is a pointer to its first byte; blocks have no
// alignment.

/// Reads one block, writes its values.
using BlockDecoder = void (*)(const std::uint8_t* block, float* values);

/// The decoder of one block of a type, or null if the type has none (integers, F64). Found by dequantize_row.
BlockDecoder small_block_decoder(QuantType type);  ///< plain types and blocks of 32, 64 and 128
BlockDecoder k_block_decoder(QuantType type);      ///< Q2_K to Q6_K, Q8_K and the ternary types
BlockDecoder iq_block_decoder(QuantType type);     ///< IQ1 to IQ4_XS

/// Reads the values of one block, which are finite, writes the block.
using BlockEncoder = void (*)(const float* values, std::uint8_t* block);

/// The encoder of a type, or null if the type has none. Found by quantize_row.
BlockEncoder small_block_encoder(QuantType type);  ///< plain types and blocks of 32 and 64
BlockEncoder k_block_encoder(QuantType type);      ///< Q4_K, Q5_K, Q6_K
BlockEncoder iq_block_encoder(QuantType type);     ///< IQ2_XS, IQ3_S, IQ4_XS

constexpr int low_nibble(std::uint8_t byte) {
    return byte & 15;
}
constexpr int high_nibble(std::uint8_t byte) {
    return byte >> 4;
}

/// Nibble i of packed bytes, the low one of each byte first.
constexpr int nibble(const std::uint8_t* bytes, std::size_t i) {
    return (bytes[i / 2] >> 4 * (i % 2)) & 15;
}

inline float load_f16(const std::uint8_t* from) {
    return f16_to_f32(load_little_endian<std::uint16_t>(from));
}

}  // namespace strata
