#include "generation/sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "generation/random.h"

namespace strata {
namespace {

tl::unexpected<Error> not_finite() {
    return fail(ErrorCode::internal,
                "the model's output is not a number; the model file may be damaged, checking its download helps");
}

}  // namespace

Sampler::Sampler(const SamplingOptions& options, std::span<const std::uint8_t> allowed)
    : options_(options), allowed_(allowed) {}

bool Sampler::has_penalties() const {
    return options_.presence_penalty != 0.0F || options_.frequency_penalty != 0.0F ||
           options_.repetition_penalty != 1.0F;
}

Result<TokenId> Sampler::pick(std::span<const float> logits, std::span<const TokenId> history, std::size_t position) {
    logits_.assign(logits.begin(), logits.end());
    if (has_penalties()) {
        penalize(history);
    }
    if (options_.temperature <= 0.0F) {
        return pick_greedy();
    }
    if (!collect()) {
        return not_finite();
    }
    keep_top_k();
    keep_top_p_and_min_p();
    return draw(position);
}

void Sampler::penalize(std::span<const TokenId> history) {
    const std::size_t wanted =
        options_.penalty_last_n < 0 ? history.size() : static_cast<std::size_t>(options_.penalty_last_n);
    counts_.resize(logits_.size());
    recent_.clear();
    for (const TokenId id : history.last(std::min(history.size(), wanted))) {
        if (counts_[static_cast<std::size_t>(id)]++ == 0) {
            recent_.push_back(id);
        }
    }
    for (const TokenId id : recent_) {
        float& logit = logits_[static_cast<std::size_t>(id)];
        int& count = counts_[static_cast<std::size_t>(id)];
        logit = logit > 0.0F ? logit / options_.repetition_penalty : logit * options_.repetition_penalty;
        logit -= options_.presence_penalty + options_.frequency_penalty * static_cast<float>(count);
        count = 0;
    }
}

Result<TokenId> Sampler::pick_greedy() const {
    TokenId best = -1;
    float most = -std::numeric_limits<float>::infinity();
    for (std::size_t id = 0; id < logits_.size(); ++id) {
        if (allowed_[id] != 0 && logits_[id] > most && std::isfinite(logits_[id])) {
            most = logits_[id];
            best = static_cast<TokenId>(id);
        }
    }
    if (best < 0) {
        return not_finite();
    }
    return best;
}

bool Sampler::collect() {
    candidates_.clear();
    for (std::size_t id = 0; id < logits_.size(); ++id) {
        if (allowed_[id] != 0 && std::isfinite(logits_[id])) {
            candidates_.push_back({logits_[id], static_cast<TokenId>(id)});
        }
    }
    return !candidates_.empty();
}

// Best first; with top-k off over the whole vocabulary, exactly.
void Sampler::keep_top_k() {
    const auto better = [](const Candidate& a, const Candidate& b) {
        return a.logit != b.logit ? a.logit > b.logit : a.id < b.id;
    };
    const std::size_t wanted = options_.top_k <= 0
                                   ? candidates_.size()
                                   : std::min(candidates_.size(), static_cast<std::size_t>(options_.top_k));
    const auto middle = candidates_.begin() + static_cast<std::ptrdiff_t>(wanted);
    std::partial_sort(candidates_.begin(), middle, candidates_.end(), better);
    candidates_.resize(wanted);
}

void Sampler::keep_top_p_and_min_p() {
    probabilities_.resize(candidates_.size());
    double sum = 0.0;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        probabilities_[i] = std::exp(static_cast<double>(candidates_[i].logit) - candidates_[0].logit);
        sum += probabilities_[i];
    }
    std::size_t kept = candidates_.size();
    if (options_.top_p < 1.0F) {
        double reached = 0.0;
        for (kept = 0; kept < candidates_.size() && reached < static_cast<double>(options_.top_p) * sum; ++kept) {
            reached += probabilities_[kept];
        }
    }
    if (options_.min_p > 0.0F) {
        const double least = static_cast<double>(options_.min_p) * probabilities_[0];
        while (kept > 1 && probabilities_[kept - 1] < least) {
            --kept;
        }
    }
    candidates_.resize(std::max<std::size_t>(1, kept));
}

TokenId Sampler::draw(std::size_t position) {
    double sum = 0.0;
    probabilities_.resize(candidates_.size());
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        const double logit = static_cast<double>(candidates_[i].logit) - candidates_[0].logit;
        probabilities_[i] = std::exp(logit / static_cast<double>(options_.temperature));
        sum += probabilities_[i];
    }
    const double target = uniform_at(options_.seed, position) * sum;
    double reached = 0.0;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        reached += probabilities_[i];
        if (target < reached) {
            return candidates_[i].id;
        }
    }
    return candidates_.back().id;
}

}  // namespace strata
