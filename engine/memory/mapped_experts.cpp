#include "memory/mapped_experts.h"

#include <utility>
#include <vector>

#include "base/mapped_file.h"

namespace strata {

MappedExperts::MappedExperts(const ExpertLayout& layout, int io_threads) : ExpertStore(layout) {
    if (io_threads > 0) {
        io_ = std::make_unique<IoThreads>(io_threads);
    }
}

void MappedExperts::begin(ExpertDemand& demand) {
    lookups_.fetch_add(demand.experts.size(), std::memory_order_relaxed);
    if (io_ != nullptr) {
        ask_for_pages(demand.layer, demand.experts, IoThreads::Urgency::now);
    }
}

Result<void> MappedExperts::next(ExpertDemand& demand) {
    demand.group.swap(demand.waiting);
    demand.waiting.clear();
    return {};
}

void MappedExperts::prefetch(std::size_t layer, std::span<const std::int32_t> experts) {
    early_.fetch_add(experts.size(), std::memory_order_relaxed);
    ask_for_pages(layer, experts, IoThreads::Urgency::soon);
}

// Looking first what is there costs less than asking for it: asking takes the system's locks.
void MappedExperts::ask_for_pages(std::size_t layer, std::span<const std::int32_t> experts,
                                  IoThreads::Urgency urgency) {
    std::vector<IoThreads::Job> jobs;
    for (const std::int32_t expert : experts) {
        jobs.emplace_back([this, layer, expert](IoBuffer&) {
            const auto places = layout().mapped(layer, static_cast<std::size_t>(expert));
            for (std::size_t part = 0; part < layout().part_count(layer); ++part) {
                const std::span<const std::byte> bytes(places[part], layout().part_bytes(layer, part));
                if (MappedFile::cached_share(bytes) < 1.0) {
                    MappedFile::prefetch(bytes);
                }
            }
        });
    }
    io_->submit(urgency, std::move(jobs));
}

ExpertCounters MappedExperts::counters() const {
    ExpertCounters counters;
    counters.lookups = lookups_.load(std::memory_order_relaxed);
    counters.from_memory = counters.lookups;
    counters.early_experts = early_.load(std::memory_order_relaxed);
    return counters;
}

ExpertMemory MappedExperts::memory() const {
    ExpertMemory memory;
    memory.all_bytes = layout().total_bytes();
    return memory;
}

}  // namespace strata
