#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "base/anonymous_memory.h"
#include "gguf/gguf_file.h"
#include "memory/expert_files.h"
#include "memory/expert_slots.h"
#include "memory/expert_store.h"
#include "memory/io_threads.h"
#include "memory/read_ahead.h"
#include "memory/recency_list.h"
#include "strata/log.h"

namespace strata {

/// Experts in as much memory as a budget allows: the hottest ones always, the others in the order of their last use.
/// What is missing is read from the file past the system's cache, so that the budget is all that experts take.
///
/// One thread asks (ExpertStore); I/O threads fill slots. All of the bookkeeping is guarded by one mutex. A slot that
/// is held, or that is being filled, never changes its owner; so whoever holds an expert may look it up without the
/// mutex.
class CachedExperts : public ExpertStore {
public:
    struct Options {
        std::size_t experts_per_token = 1;
        std::uint64_t bytes = 0;  ///< for slots; at least ExpertSlots::least_bytes
        int io_threads = IoThreads::kMost;
        bool prefetch = true;
        std::span<const ExpertId> hottest;  ///< best first; as many as three quarters of the slots stay for good
        /// Parts of the mapped file that computing needs whatever is chosen: they are read before any expert is.
        MappedParts read_first;
        LogSink log;
    };
    /// file: where the experts are read from. Errors: out_of_memory, io_error.
    static Result<std::unique_ptr<CachedExperts>> create(const GgufFile& file, const ExpertLayout& layout,
                                                         const Options& options);

    ExpertWeights expert(std::size_t layer, std::size_t index) const override {
        return layout().weights(layer, slots_[static_cast<std::size_t>(slot_of_[entry(layer, index)])].places);
    }
    void begin(ExpertDemand& demand) override;
    Result<void> next(ExpertDemand& demand) override;
    void end(ExpertDemand& demand) override;
    bool wants_prefetch() const override { return prefetch_; }
    void prefetch(std::size_t layer, std::span<const std::int32_t> experts) override;
    ExpertCounters counters() const override;
    ExpertMemory memory() const override;

private:
    struct Slot {
        ExpertLayout::Places places{};  ///< of the owner's parts
        std::int32_t layer = -1, expert = 0;
        std::uint32_t version = 0;   ///< counts owners, so that a late job knows that it is not wanted any more
        std::uint32_t holds = 0;     ///< demands that need the owner where it is
        std::uint8_t unclaimed = 0;  ///< bit per part: no thread reads it yet
        std::uint8_t missing = 0;    ///< parts that are not in memory
        bool is_hot = false;         ///< the owner never leaves
        bool is_early = false;       ///< was asked for before it was needed, and not needed yet
        bool is_streamed = false;    ///< came with a batch so large that it would push out everything else
        std::optional<Error> error;  ///< why a part could not be read

        bool is_ready() const { return missing == 0 && !error; }
    };
    /// A part to be read.
    struct Piece {
        std::size_t slot = 0, part = 0;
        std::uint32_t version = 0;
        FileRange range;
        std::byte* target = nullptr;
    };
    using Pieces = std::vector<Piece>;

    CachedExperts(const ExpertLayout& layout, ExpertSlots geometry, ExpertFiles files, AnonymousMemory memory,
                  const Options& options);

    std::size_t entry(std::size_t layer, std::size_t expert) const { return layer * layout().expert_count() + expert; }
    std::size_t class_size(std::size_t layer) const;
    void load_hottest(std::span<const ExpertId> hottest);

    // With the mutex held.
    Slot* find(std::size_t layer, std::size_t expert);
    std::optional<std::size_t> take_slot(std::size_t kind);
    void vacate(std::size_t slot);
    std::size_t assign(std::size_t slot, std::size_t layer, std::size_t expert, Pieces& pieces);
    void add_pieces(std::size_t slot, Pieces& pieces) const;
    void hold(Slot& slot, Pieces& pieces);
    void let_go(Slot& slot);
    void drop_early(std::size_t layer);
    void fetch(ExpertDemand& demand, Pieces& pieces);
    Result<void> collect(ExpertDemand& demand);
    void release_group(ExpertDemand& demand);
    void settle(std::size_t slot);
    RecencyList& recency(std::size_t slot) { return recency_[kind_of_[slot]]; }
    std::size_t index(const Slot& slot) const { return static_cast<std::size_t>(&slot - slots_.data()); }

    void submit(IoThreads::Urgency urgency, Pieces pieces);
    void read(const Pieces& pieces, IoBuffer& buffer);
    Pieces claim(const Pieces& pieces);
    void finish(const Pieces& pieces, const Result<void>& result);

    ExpertSlots geometry_;
    ExpertFiles files_;
    AnonymousMemory pool_;
    bool prefetch_ = false;

    mutable std::mutex mutex_;
    std::condition_variable changed_;  // a slot was filled, or could not be
    std::vector<Slot> slots_;
    std::vector<std::byte*> memory_of_;           // [slots] where a slot's memory begins; constant
    std::vector<std::size_t> kind_of_;            // [slots] its class; constant
    std::vector<std::int32_t> slot_of_;           // [layers × experts] −1: in no slot
    std::vector<RecencyList> recency_;            // [classes] of the slots that may get another owner
    std::vector<std::vector<std::size_t>> free_;  // [classes] slots without an owner
    std::vector<std::size_t> early_;              // [classes] slots with is_early
    std::vector<std::size_t> early_slots_;        // these slots, and some that had it
    ExpertCounters counters_;
    std::uint64_t loaded_bytes_ = 0;
    std::size_t hot_missing_ = 0;  // hot experts that are not in memory yet

    IoThreads io_;  // last: its threads use all of the above
};

}  // namespace strata
