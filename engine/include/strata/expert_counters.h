#pragma once

#include <cstdint>

namespace strata {

/// What became of the routed experts that computing asked for. Per batch (a layer of a window) an expert counts once,
/// however many of its tokens chose it.
struct ExpertCounters {
    std::uint64_t lookups = 0;
    std::uint64_t from_memory =
        0;  ///< of the lookups: in memory already. With mapped experts, all: the system does not tell
    std::uint64_t from_file = 0;      ///< of the lookups: had to be read, or were just being read
    std::uint64_t file_experts = 0;   ///< read from the file, those that were asked for early included
    std::uint64_t file_bytes = 0;     ///< of them
    std::uint64_t early_experts = 0;  ///< of the ones read: asked for before they were needed
    std::uint64_t early_used = 0;     ///< of those: needed afterwards
    std::uint64_t waits = 0;          ///< times that computing had nothing to do until an expert was there
    std::uint64_t wait_microseconds = 0;

    // The n-gram table's rows, counted apart.
    std::uint64_t ngram_rows = 0;
    std::uint64_t ngram_bytes = 0;  ///< read from the file, neighbours in between included
    std::uint64_t ngram_wait_microseconds = 0;

    bool operator==(const ExpertCounters&) const = default;
};

/// What was counted between two readings of the same counters.
ExpertCounters operator-(const ExpertCounters& later, const ExpertCounters& earlier);

}  // namespace strata
