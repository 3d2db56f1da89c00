#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "strata/request.h"
#include "strata/result.h"
#include "text/tokenizer.h"

namespace strata {

/// Picks tokens from logits: penalties → top-k → top-p → min-p → temperature → draw.
///
/// The draw at a position uses a number that depends on (seed, position) alone. Among equal logits the lower id comes
/// first.
class Sampler {
public:
    /// allowed: one flag per vocabulary row; rows that name no token are never picked. Must outlive the sampler.
    Sampler(const SamplingOptions& options, std::span<const std::uint8_t> allowed);

    /// history: all tokens before `position`, of which the penalties see the last `penalty_last_n`; below 0: all.
    /// Errors: internal if no allowed logit is a finite number.
    Result<TokenId> pick(std::span<const float> logits, std::span<const TokenId> history, std::size_t position);

private:
    struct Candidate {
        float logit;
        TokenId id;
    };

    bool has_penalties() const;
    void penalize(std::span<const TokenId> history);
    Result<TokenId> pick_greedy() const;
    bool collect();
    void keep_top_k();
    void keep_top_p_and_min_p();
    TokenId draw(std::size_t position);

    SamplingOptions options_;
    std::span<const std::uint8_t> allowed_;
    std::vector<float> logits_;
    std::vector<Candidate> candidates_;
    std::vector<double> probabilities_;
    std::vector<TokenId> recent_;  // that penalties apply to, each once
    std::vector<int> counts_;      // by token; all 0 between picks
};

}  // namespace strata
