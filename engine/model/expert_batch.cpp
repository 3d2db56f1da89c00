#include "model/expert_batch.h"

namespace strata {

void group_by_expert(const RoutedTokens& routed, std::size_t expert_count, ExpertBatch& batch) {
    // Counting sort: uses of an expert stay in token order.
    std::vector<std::size_t> counts(expert_count, 0);
    for (const std::int32_t expert : routed.experts) {
        ++counts[static_cast<std::size_t>(expert)];
    }
    batch.experts.clear();
    batch.first_use.assign(1, 0);
    std::vector<std::size_t> next(expert_count, 0);
    for (std::size_t expert = 0; expert < expert_count; ++expert) {
        if (counts[expert] > 0) {
            next[expert] = batch.first_use.back();
            batch.experts.push_back(static_cast<std::int32_t>(expert));
            batch.first_use.push_back(batch.first_use.back() + counts[expert]);
        }
    }
    batch.use_token.resize(routed.experts.size());
    batch.use_slot.resize(routed.experts.size());
    for (std::size_t slot = 0; slot < routed.experts.size(); ++slot) {
        const std::size_t use = next[static_cast<std::size_t>(routed.experts[slot])]++;
        batch.use_token[use] = static_cast<std::int32_t>(slot / routed.per_token);
        batch.use_slot[use] = static_cast<std::int32_t>(slot);
    }
}

void pick_experts(const ExpertBatch& batch, std::span<const std::size_t> places, ExpertBatch& picked) {
    picked.experts.clear();
    picked.first_use.assign(1, 0);
    picked.use_token.clear();
    picked.use_slot.clear();
    const auto append = [](const std::vector<std::int32_t>& from, std::size_t begin, std::size_t end,
                           std::vector<std::int32_t>& to) {
        to.insert(to.end(), from.begin() + static_cast<std::ptrdiff_t>(begin),
                  from.begin() + static_cast<std::ptrdiff_t>(end));
    };
    for (const std::size_t place : places) {
        const std::size_t begin = batch.first_use[place], end = batch.first_use[place + 1];
        picked.experts.push_back(batch.experts[place]);
        append(batch.use_token, begin, end, picked.use_token);
        append(batch.use_slot, begin, end, picked.use_slot);
        picked.first_use.push_back(picked.use_token.size());
    }
}

}  // namespace strata
