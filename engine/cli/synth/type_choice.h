#pragma once

#include <cstdint>
#include <string_view>

#include "gguf/quant_type.h"
#include "strata/result.h"

namespace strata::cli {

/// What a tensor is for, as far as its storage type goes.
enum class TensorRole {
    exact,  ///< norms, biases, taps, the router: always F32
    gates,  ///< small matrices whose rounding shows in every answer (injections, decay and step, indexer): always BF16
    hyper,  ///< reading mixers of the hyper-connections
    dense,  ///< attention, recurrence, shared expert, n-gram projections, draft projection
    experts,  ///< gate and up of the routed experts
    down,     ///< down of the routed experts
    embed,    ///< token embedding
    head,     ///< output matrix
    ngram,    ///< n-gram table
};

/// A storage type per role.
struct TypeChoice {
    QuantType hyper = QuantType::F32, dense = QuantType::F32, experts = QuantType::F32, down = QuantType::F32,
              embed = QuantType::F32, head = QuantType::F32, ngram = QuantType::F32;

    /// The type for a tensor of this role with rows of `row_values`. Where the row is no multiple of the chosen type's
    /// block, a type with blocks of 32 and about as many bits, as files in use do; F16 where that does not fit either.
    QuantType type_for(TensorRole role, std::uint64_t row_values) const;
};

/// Reads "Q4_K" (everything) or "experts=IQ2_XS,down=Q2_0,..." (the rest as in `otherwise`; `experts` alone covers
/// `down`). Errors: invalid_argument, naming the word and the possible ones.
Result<TypeChoice> parse_types(std::string_view spec, TypeChoice otherwise);

}  // namespace strata::cli
