#pragma once

#include <cstddef>

#include "memory/expert_store.h"

namespace strata {

/// Experts in place, in the mapped model file: nothing is copied, and the system reads and forgets pages as it likes.
/// Everything is always there, so a batch is one group and a look-up costs nothing.
class MappedExperts : public ExpertStore {
public:
    using ExpertStore::ExpertStore;

    ExpertWeights expert(std::size_t layer, std::size_t index) const override {
        return layout().weights(layer, layout().mapped(layer, index));
    }
    void begin(ExpertDemand&) override {}
    Result<void> next(ExpertDemand& demand) override {
        demand.group.swap(demand.waiting);
        demand.waiting.clear();
        return {};
    }
    void end(ExpertDemand&) override {}
};

}  // namespace strata
