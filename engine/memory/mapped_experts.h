#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "memory/expert_store.h"
#include "memory/io_threads.h"

namespace strata {

/// Experts in place, in the mapped model file: nothing is copied, and the system reads and forgets pages as it likes.
/// Everything counts as there, so a batch is one group and a look-up costs nothing.
///
/// Where the system's file cache cannot hold all experts, threads ask it for pages ahead: those of a batch at once
/// instead of one after the other as they are touched, and those that the next layer will probably need.
class MappedExperts : public ExpertStore {
public:
    /// io_threads: that ask for pages; 0: none.
    explicit MappedExperts(const ExpertLayout& layout, int io_threads = 0);

    ExpertWeights expert(std::size_t layer, std::size_t index) const override {
        return layout().weights(layer, layout().mapped(layer, index));
    }
    void begin(ExpertDemand& demand) override;
    Result<void> next(ExpertDemand& demand) override;
    void end(ExpertDemand&) override {}
    bool wants_prefetch() const override { return io_ != nullptr; }
    void prefetch(std::size_t layer, std::span<const std::int32_t> experts) override;
    ExpertCounters counters() const override;
    ExpertMemory memory() const override;

private:
    void ask_for_pages(std::size_t layer, std::span<const std::int32_t> experts, IoThreads::Urgency urgency);

    // Counters; nothing else becomes visible with them.
    std::atomic<std::uint64_t> lookups_{0}, early_{0};
    std::unique_ptr<IoThreads> io_;
};

}  // namespace strata
