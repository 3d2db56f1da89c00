#pragma once

#include <cstdint>

#include "kernels/cpu/quant/weight_codes.h"

namespace strata::quant {

// Takes one block of a type apart, plainly, as the format's description says. These are the definition, and what the
// vector levels use for a type without an unpacking of their own. A block is a pointer to its first byte, unaligned.
// Scales are kept exactly; powers of two that belong to a format (1/8 of the IQ types) are multiplied into d.

// Blocks of 32.
void unpack_q4_0(const std::uint8_t* block, const Half& out);
void unpack_q4_1(const std::uint8_t* block, const Half& out);
void unpack_q5_0(const std::uint8_t* block, const Half& out);
void unpack_q5_1(const std::uint8_t* block, const Half& out);
void unpack_q8_0(const std::uint8_t* block, const Half& out);
void unpack_iq4_nl(const std::uint8_t* block, const Half& out);
void unpack_mxfp4(const std::uint8_t* block, const Half& out);

// Blocks of 64, and of 128 in two parts.
void unpack_q2_0(const std::uint8_t* block, Codes64& out);
void unpack_nvfp4(const std::uint8_t* block, Codes64& out);
void unpack_q1_0(const std::uint8_t* block, int part, Codes64& out);

// Blocks of 256.
void unpack_q2_k(const std::uint8_t* block, Codes256& out);
void unpack_q3_k(const std::uint8_t* block, Codes256& out);
void unpack_q4_k(const std::uint8_t* block, Codes256& out);
void unpack_q5_k(const std::uint8_t* block, Codes256& out);
void unpack_q6_k(const std::uint8_t* block, Codes256& out);
void unpack_tq1_0(const std::uint8_t* block, Codes256& out);
void unpack_tq2_0(const std::uint8_t* block, Codes256& out);
void unpack_iq2_xxs(const std::uint8_t* block, Codes256& out);
void unpack_iq2_xs(const std::uint8_t* block, Codes256& out);
void unpack_iq2_s(const std::uint8_t* block, Codes256& out);
void unpack_iq3_xxs(const std::uint8_t* block, Codes256& out);
void unpack_iq3_s(const std::uint8_t* block, Codes256& out);
void unpack_iq1_s(const std::uint8_t* block, Codes256& out);
void unpack_iq1_m(const std::uint8_t* block, Codes256& out);
void unpack_iq4_xs(const std::uint8_t* block, Codes256& out);

}  // namespace strata::quant
