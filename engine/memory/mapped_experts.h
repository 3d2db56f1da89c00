#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

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
    void begin(ExpertDemand& demand) override { lookups_.fetch_add(demand.experts.size(), std::memory_order_relaxed); }
    Result<void> next(ExpertDemand& demand) override {
        demand.group.swap(demand.waiting);
        demand.waiting.clear();
        return {};
    }
    void end(ExpertDemand&) override {}
    ExpertCounters counters() const override {
        const std::uint64_t lookups = lookups_.load(std::memory_order_relaxed);
        ExpertCounters counters;
        counters.lookups = lookups;
        counters.from_memory = lookups;
        return counters;
    }
    ExpertMemory memory() const override {
        ExpertMemory memory;
        memory.all_bytes = layout().total_bytes();
        return memory;
    }

private:
    std::atomic<std::uint64_t> lookups_{0};  // nothing else becomes visible with it
};

}  // namespace strata
