#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "model/window.h"

namespace strata {

/// The routed experts that one window needs in one layer, each with the tokens that chose it.
///
/// An expert appears once however many tokens chose it: its weights are then read once.
struct ExpertBatch {
    std::vector<std::int32_t> experts;  ///< ascending, no repeats
    std::vector<std::size_t> first_use;  ///< [experts + 1]: uses of experts[i] are first_use[i] … first_use[i + 1] − 1
    std::vector<std::int32_t> use_token;  ///< [uses] the token, ascending within an expert
    std::vector<std::int32_t> use_slot;   ///< [uses] row of ExpertOutputs: token · per_token + rank
};

/// Regroups a routing by expert.
void group_by_expert(const RoutedTokens& routed, std::size_t expert_count, ExpertBatch& batch);

/// The experts at these places of a batch, with their uses, as a batch of their own. places: ascending.
void pick_experts(const ExpertBatch& batch, std::span<const std::size_t> places, ExpertBatch& picked);

/// What each chosen expert said: row token · per_token + rank, [hidden] each. Not yet weighted.
struct ExpertOutputs {
    Matrix values;
};

}  // namespace strata
