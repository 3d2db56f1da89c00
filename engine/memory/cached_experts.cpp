#include "memory/cached_experts.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/assert.h"
#include "base/error.h"
#include "memory/lock_memory.h"

namespace strata {
namespace {

/// Small parts that lie so close together are read at once, up to so many bytes.
constexpr std::uint64_t kMostGap = std::uint64_t{64} << 10;
constexpr std::uint64_t kMostTogether = std::uint64_t{1} << 20;

}  // namespace

Result<std::unique_ptr<CachedExperts>> CachedExperts::create(const GgufFile& file, const ExpertLayout& layout,
                                                             const Options& options) {
    ExpertSlots geometry(layout, options.experts_per_token, options.bytes);
    STRATA_TRY(ExpertFiles files, ExpertFiles::open(file));
    STRATA_TRY(AnonymousMemory memory, AnonymousMemory::create(geometry.bytes()));
    std::unique_ptr<CachedExperts> store(
        new CachedExperts(layout, std::move(geometry), std::move(files), std::move(memory), options));
    lock_soon(store->pool_, store->io_, options.log);
    store->io_.submit(IoThreads::Urgency::background, jobs_to_populate(options.read_first));
    store->load_hottest(options.hottest);
    return store;
}

CachedExperts::CachedExperts(const ExpertLayout& layout, ExpertSlots geometry, ExpertFiles files,
                             AnonymousMemory memory, const Options& options)
    : ExpertStore(layout),
      geometry_(std::move(geometry)),
      files_(std::move(files)),
      pool_(std::move(memory)),
      slot_of_(layout.layer_count() * layout.expert_count(), -1),
      early_(geometry_.classes().size(), 0),
      io_(options.io_threads) {
    std::byte* at = pool_.data();
    std::size_t experts = 0;
    for (std::size_t kind = 0; kind < geometry_.classes().size(); ++kind) {
        const ExpertSlots::Class& one = geometry_.classes()[kind];
        std::vector<std::size_t> numbers;
        for (std::size_t i = 0; i < one.slots; ++i, at += one.slot_bytes) {
            numbers.push_back(memory_of_.size());
            memory_of_.push_back(at);
            kind_of_.push_back(kind);
        }
        std::ranges::reverse(numbers);  // taken from the back
        free_.push_back(std::move(numbers));
        experts += one.experts;
    }
    slots_.resize(memory_of_.size());
    recency_.assign(geometry_.classes().size(), RecencyList(slots_.size()));
    prefetch_ = options.prefetch && slots_.size() < experts;
}

void CachedExperts::load_hottest(std::span<const ExpertId> hottest) {
    Pieces pieces;
    {
        const std::lock_guard lock(mutex_);
        std::vector<std::size_t> left;
        for (const ExpertSlots::Class& kind : geometry_.classes()) {
            left.push_back(kind.slots < kind.experts ? kind.slots * 3 / 4 : kind.slots);
        }
        for (const ExpertId& id : hottest) {
            const std::size_t kind = geometry_.class_of(id.layer);
            if (left[kind] > 0 && find(id.layer, id.expert) == nullptr) {
                --left[kind];
                slots_[assign(*take_slot(kind), id.layer, id.expert, pieces)].is_hot = true;
                ++hot_missing_;
            }
        }
    }
    submit(IoThreads::Urgency::background, std::move(pieces));
}

std::size_t CachedExperts::class_size(std::size_t layer) const {
    return geometry_.classes()[geometry_.class_of(layer)].slots;
}

CachedExperts::Slot* CachedExperts::find(std::size_t layer, std::size_t expert) {
    const std::int32_t slot = slot_of_[entry(layer, expert)];
    return slot < 0 ? nullptr : &slots_[static_cast<std::size_t>(slot)];
}

// A slot without owner: one that has none, or that of the owner that nobody used for longest.
std::optional<std::size_t> CachedExperts::take_slot(std::size_t kind) {
    if (free_[kind].empty()) {
        if (const auto oldest = recency_[kind].oldest()) {
            recency_[kind].remove(*oldest);
            vacate(*oldest);
        }
    }
    if (free_[kind].empty()) {
        return std::nullopt;
    }
    const std::size_t slot = free_[kind].back();
    free_[kind].pop_back();
    return slot;
}

void CachedExperts::vacate(std::size_t number) {
    Slot& slot = slots_[number];
    slot_of_[entry(static_cast<std::size_t>(slot.layer), static_cast<std::size_t>(slot.expert))] = -1;
    if (slot.is_ready()) {
        loaded_bytes_ -= layout().expert_bytes(static_cast<std::size_t>(slot.layer));
    }
    early_[kind_of_[number]] -= slot.is_early ? 1 : 0;
    hot_missing_ -= slot.is_hot && !slot.is_ready() ? 1 : 0;
    const std::uint32_t version = slot.version;
    slot = Slot();
    slot.version = version;
    free_[kind_of_[number]].push_back(number);
}

std::size_t CachedExperts::assign(std::size_t number, std::size_t layer, std::size_t expert, Pieces& pieces) {
    Slot& slot = slots_[number];
    slot.layer = static_cast<std::int32_t>(layer);
    slot.expert = static_cast<std::int32_t>(expert);
    ++slot.version;
    slot.missing = static_cast<std::uint8_t>(layout().part_count(layer));
    slot.unclaimed = static_cast<std::uint8_t>((1U << slot.missing) - 1);
    for (std::size_t part = 0; part < layout().part_count(layer); ++part) {
        slot.places[part] = memory_of_[number] + ExpertSlots::offset(layout(), layer, part, expert);
    }
    slot_of_[entry(layer, expert)] = static_cast<std::int32_t>(number);
    add_pieces(number, pieces);
    return number;
}

void CachedExperts::add_pieces(std::size_t number, Pieces& pieces) const {
    const Slot& slot = slots_[number];
    const auto layer = static_cast<std::size_t>(slot.layer), expert = static_cast<std::size_t>(slot.expert);
    for (std::size_t part = 0; part < layout().part_count(layer); ++part) {
        if ((slot.unclaimed >> part & 1U) != 0) {
            pieces.push_back({number, part, slot.version, layout().range(layer, part, expert),
                              memory_of_[number] + ExpertSlots::offset(layout(), layer, part, expert)});
        }
    }
}

// What waits in the queue for less urgent reads is put into the one for urgent ones, too; who comes first reads it.
void CachedExperts::hold(Slot& slot, Pieces& pieces) {
    if (slot.holds++ == 0 && recency(index(slot)).contains(index(slot))) {
        recency(index(slot)).remove(index(slot));
    }
    if (std::exchange(slot.is_early, false)) {
        --early_[kind_of_[index(slot)]];
        ++counters_.early_used;
    }
    slot.is_streamed = false;
    add_pieces(index(slot), pieces);
}

void CachedExperts::let_go(Slot& slot) {
    STRATA_ASSERT(slot.holds > 0, "what is given back was held");
    if (--slot.holds == 0) {
        settle(index(slot));
    }
}

// What becomes of a slot that nobody holds: its owner may be pushed out, unless it is hot. One that is still being
// filled stays until it is.
void CachedExperts::settle(std::size_t number) {
    Slot& slot = slots_[number];
    if (slot.missing > 0) {
        return;
    }
    if (slot.error) {
        vacate(number);
    } else if (!slot.is_hot) {
        if (slot.is_streamed) {
            recency(number).add_oldest(number);
        } else {
            recency(number).add_newest(number);
        }
    }
}

void CachedExperts::begin(ExpertDemand& demand) {
    Pieces pieces;
    {
        const std::lock_guard lock(mutex_);
        std::size_t missing = 0;
        for (std::size_t place = 0; place < demand.experts.size(); ++place) {
            Slot* slot = find(demand.layer, static_cast<std::size_t>(demand.experts[place]));
            counters_.from_memory += slot != nullptr && slot->is_ready() ? 1 : 0;
            if (slot == nullptr) {
                ++missing;
                continue;
            }
            hold(*slot, pieces);
            demand.held[place] = 1;
        }
        counters_.lookups += demand.experts.size();
        drop_early(demand.layer);
        demand.streams = missing > class_size(demand.layer) / 4;
        fetch(demand, pieces);
        counters_.from_file = counters_.lookups - counters_.from_memory;
    }
    submit(IoThreads::Urgency::now, std::move(pieces));
}

// Finds slots for what has none, as long as there are any.
void CachedExperts::fetch(ExpertDemand& demand, Pieces& pieces) {
    for (const std::size_t place : demand.waiting) {
        if (demand.held[place] != 0) {
            continue;
        }
        const auto expert = static_cast<std::size_t>(demand.experts[place]);
        Slot* slot = find(demand.layer, expert);
        if (slot == nullptr) {
            const auto taken = take_slot(geometry_.class_of(demand.layer));
            if (!taken) {
                return;
            }
            slot = &slots_[assign(*taken, demand.layer, expert, pieces)];
            ++slot->holds;
            slot->is_streamed = demand.streams;
        } else {
            hold(*slot, pieces);
        }
        demand.held[place] = 1;
    }
}

Result<void> CachedExperts::next(ExpertDemand& demand) {
    std::unique_lock lock(mutex_);
    release_group(demand);
    bool waited = false;
    for (;;) {
        Pieces pieces;
        fetch(demand, pieces);
        submit(IoThreads::Urgency::now, std::move(pieces));
        STRATA_CHECK(collect(demand));
        if (!demand.group.empty()) {
            return {};
        }
        const auto start = std::chrono::steady_clock::now();
        changed_.wait(lock);
        counters_.waits += std::exchange(waited, true) ? 0 : 1;
        counters_.wait_microseconds += static_cast<std::uint64_t>(
            std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start).count());
    }
}

// As long as some have no slot, a group takes half of them at most: while it is computed the other half is filled.
Result<void> CachedExperts::collect(ExpertDemand& demand) {
    const bool all_held =
        std::ranges::all_of(demand.waiting, [&](std::size_t place) { return demand.held[place] != 0; });
    const std::size_t most = all_held ? demand.waiting.size() : std::max<std::size_t>(1, class_size(demand.layer) / 2);
    std::size_t left = 0;
    for (const std::size_t place : demand.waiting) {
        const Slot* slot =
            demand.held[place] == 0 ? nullptr : find(demand.layer, static_cast<std::size_t>(demand.experts[place]));
        if (slot != nullptr && slot->error) {
            return tl::unexpected(*slot->error);
        }
        if (slot != nullptr && slot->is_ready() && demand.group.size() < most) {
            demand.group.push_back(place);
        } else {
            demand.waiting[left++] = place;
        }
    }
    demand.waiting.resize(left);
    return {};
}

void CachedExperts::release_group(ExpertDemand& demand) {
    for (const std::size_t place : demand.group) {
        let_go(*find(demand.layer, static_cast<std::size_t>(demand.experts[place])));
    }
    demand.group.clear();
}

void CachedExperts::end(ExpertDemand& demand) {
    const std::lock_guard lock(mutex_);
    release_group(demand);
    for (const std::size_t place : demand.waiting) {
        if (demand.held[place] != 0) {
            let_go(*find(demand.layer, static_cast<std::size_t>(demand.experts[place])));
        }
    }
    demand.waiting.clear();
}

// Experts that were asked for early and not needed yet take a quarter of the slots at most.
void CachedExperts::prefetch(std::size_t layer, std::span<const std::int32_t> experts) {
    Pieces pieces;
    {
        const std::lock_guard lock(mutex_);
        for (const std::int32_t expert : experts) {
            const Slot* slot = find(layer, static_cast<std::size_t>(expert));
            if (slot != nullptr && recency(index(*slot)).contains(index(*slot))) {
                recency(index(*slot)).remove(index(*slot));
                recency(index(*slot)).add_newest(index(*slot));
            }
        }
        const std::size_t kind = geometry_.class_of(layer);
        for (const std::int32_t expert : experts) {
            if (find(layer, static_cast<std::size_t>(expert)) != nullptr) {
                continue;
            }
            const auto taken = early_[kind] < class_size(layer) / 4 ? take_slot(kind) : std::nullopt;
            if (!taken) {
                break;
            }
            slots_[assign(*taken, layer, static_cast<std::size_t>(expert), pieces)].is_early = true;
            early_slots_.push_back(*taken);
            ++early_[kind];
            ++counters_.early_experts;
        }
    }
    submit(IoThreads::Urgency::soon, std::move(pieces));
}

// What was asked for early and is not needed after all goes first when a slot is wanted; otherwise each wrong guess
// would push out an expert that is used now and then. What nobody reads yet is not read at all.
void CachedExperts::drop_early(std::size_t layer) {
    std::erase_if(early_slots_, [&](std::size_t number) {
        Slot& slot = slots_[number];
        if (!slot.is_early) {
            return true;  // it was needed, or the slot has another owner
        }
        if (static_cast<std::size_t>(slot.layer) != layer) {
            return false;
        }
        const std::size_t parts = layout().part_count(layer);
        if (slot.missing == parts && slot.unclaimed == (1U << parts) - 1) {
            vacate(number);
            return true;
        }
        slot.is_early = false;
        --early_[kind_of_[number]];
        if (slot.missing > 0) {
            slot.is_streamed = true;
        } else {
            recency(number).remove(number);
            recency(number).add_oldest(number);
        }
        return true;
    });
}

// In the order of the file, so that reading goes forwards; what is small and lies close together as one read.
void CachedExperts::submit(IoThreads::Urgency urgency, Pieces pieces) {
    std::ranges::sort(pieces, [](const Piece& a, const Piece& b) {
        return std::pair(a.range.shard, a.range.offset) < std::pair(b.range.shard, b.range.offset);
    });
    std::vector<IoThreads::Job> jobs;
    Pieces together;
    const auto flush = [&] {
        if (!together.empty()) {
            jobs.push_back([this, part = std::move(together)](IoBuffer& buffer) { read(part, buffer); });
            together.clear();
        }
    };
    for (const Piece& piece : pieces) {
        if (!together.empty()) {
            const FileRange& first = together.front().range;
            const FileRange& last = together.back().range;
            if (first.shard != piece.range.shard || piece.range.bytes >= ExpertSlots::kLeastDirect ||
                last.bytes >= ExpertSlots::kLeastDirect || piece.range.offset > last.offset + last.bytes + kMostGap ||
                piece.range.offset + piece.range.bytes > first.offset + kMostTogether) {
                flush();
            }
        }
        together.push_back(piece);
    }
    flush();
    if (!jobs.empty()) {
        io_.submit(urgency, std::move(jobs));
    }
}

void CachedExperts::read(const Pieces& pieces, IoBuffer& buffer) {
    const Pieces own = claim(pieces);
    if (own.empty()) {
        return;
    }
    if (own.front().range.bytes >= ExpertSlots::kLeastDirect) {
        finish(own, files_.read_in_place(own.front().range, own.front().target));
        return;
    }
    std::vector<ExpertFiles::Copy> copies;
    for (const Piece& piece : own) {
        copies.push_back({piece.range, piece.target});
    }
    finish(own, files_.read_together(copies, buffer));
}

// The pieces that nobody else reads, and that are still wanted.
CachedExperts::Pieces CachedExperts::claim(const Pieces& pieces) {
    const std::lock_guard lock(mutex_);
    Pieces own;
    for (const Piece& piece : pieces) {
        Slot& slot = slots_[piece.slot];
        const auto bit = static_cast<std::uint8_t>(1U << piece.part);
        if (slot.version == piece.version && (slot.unclaimed & bit) != 0) {
            slot.unclaimed = static_cast<std::uint8_t>(slot.unclaimed & ~bit);
            own.push_back(piece);
        }
    }
    return own;
}

void CachedExperts::finish(const Pieces& pieces, const Result<void>& result) {
    {
        const std::lock_guard lock(mutex_);
        for (const Piece& piece : pieces) {
            Slot& slot = slots_[piece.slot];
            --slot.missing;
            if (!result) {
                slot.error = result.error();
            } else {
                counters_.file_bytes += piece.range.bytes;
            }
            if (slot.is_ready()) {
                ++counters_.file_experts;
                loaded_bytes_ += layout().expert_bytes(static_cast<std::size_t>(slot.layer));
                hot_missing_ -= slot.is_hot ? 1 : 0;
            }
            if (slot.holds == 0) {
                settle(piece.slot);
            }
        }
    }
    changed_.notify_all();
}

ExpertCounters CachedExperts::counters() const {
    const std::lock_guard lock(mutex_);
    return counters_;
}

ExpertMemory CachedExperts::memory() const {
    const std::lock_guard lock(mutex_);
    ExpertMemory memory;
    memory.placement = ExpertPlacement::budget;
    memory.all_bytes = layout().total_bytes();
    memory.budget_bytes = pool_.size();
    memory.loaded_bytes = loaded_bytes_;
    memory.loading = hot_missing_ > 0;
    return memory;
}

}  // namespace strata
