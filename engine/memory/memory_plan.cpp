#include "memory/memory_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/error.h"

namespace strata {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
constexpr std::uint64_t kGB = 1'000'000'000;
constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();

/// The system and the programs that always run; where less than this is left, it begins to push programs out.
constexpr std::uint64_t kSystem = kGiB;

std::string gigabytes(std::uint64_t bytes) {
    return bytes < kGB ? fmt::format("{:.0f} MB", static_cast<double>(bytes) / 1e6)
                       : fmt::format("{:.1f} GB", static_cast<double>(bytes) / 1e9);
}

std::uint64_t less(std::uint64_t a, std::uint64_t b) {
    return a - std::min(a, b);
}

/// Memory that the engine may take, by what has to stay free. All of it, if the machine does not tell.
class Room {
public:
    Room(const MemoryFacts& facts, const MemoryWishes& wishes)
        : total_(facts.total_ram == 0 ? kUnknown : facts.total_ram),
          available_(std::min(facts.available_ram == 0 ? total_ : facts.available_ram, total_)),
          limit_(wishes.total_bytes.value_or(kUnknown)) {}

    std::uint64_t total() const { return total_; }
    std::uint64_t available() const { return std::min(available_, limit_); }
    bool is_limited() const { return limit_ < available_; }
    /// Whether so many bytes leave `of_total` of the machine and `of_available` of what is free now.
    bool has(std::uint64_t bytes, std::uint64_t of_total, std::uint64_t of_available) const {
        return bytes <= limit_ && bytes <= less(total_, of_total) && bytes <= less(available_, of_available);
    }

    /// What a full arena leaves to everything else: 10 GB, on small machines a fifth.
    std::uint64_t arena_spare() const { return std::clamp(total_ / 5, std::uint64_t{1} * kGiB, 10 * kGB); }
    /// Of it, what must be free at this moment; the rest is what the system and open programs have already.
    std::uint64_t arena_spare_now() const { return arena_spare() / 10 * 6; }
    /// What a budget leaves free: 4.25 GiB, on small machines an eighth and a little.
    std::uint64_t budget_spare() const { return std::min(4 * kGiB, total_ / 8) + 256 * kMiB; }

private:
    std::uint64_t total_, available_, limit_;
};

MemoryPlan plan_for(ExpertPlacement placement, std::uint64_t expert_bytes, const MemoryFacts& facts, std::string why) {
    return {placement, expert_bytes, facts.fixed() + expert_bytes, std::move(why)};
}

/// The part of the system's file cache that the experts may get.
MemoryPlan mapped_plan(const MemoryFacts& facts, const Room& room, std::string why) {
    const std::uint64_t left = less(room.available(), facts.fixed());
    return plan_for(ExpertPlacement::mapped, std::min(facts.experts, left), facts, std::move(why));
}

bool cache_would_hold_all(const MemoryFacts& facts, const Room& room) {
    return room.has(facts.fixed() + facts.experts, 2 * kGiB, kGiB);
}

Result<MemoryPlan> arena_plan(const MemoryFacts& facts, const Room& room) {
    if (!room.has(facts.fixed() + facts.experts, kSystem, kSystem / 2)) {
        return fail(ErrorCode::out_of_memory,
                    fmt::format("all experts in memory take {} and {} for the rest, {} are free; choose a budget",
                                gigabytes(facts.experts), gigabytes(facts.fixed()), gigabytes(room.available())));
    }
    return plan_for(ExpertPlacement::arena, facts.experts, facts, "all experts in memory, as was asked");
}

/// RAM − 24 GB, at least 8 GB, or what was asked for; never more than there is, never less than a token needs.
MemoryPlan budget_plan(const MemoryFacts& facts, const MemoryWishes& wishes, const Room& room, std::string why) {
    const std::uint64_t usual = room.total() == kUnknown ? 8 * kGB : std::max(less(room.total(), 24 * kGB), 8 * kGB);
    // A limit for everything was chosen by somebody who knows what else runs; what is free was not.
    const std::uint64_t spare = room.is_limited() ? 0 : room.budget_spare();
    const std::uint64_t most = less(room.available(), facts.fixed() + spare);
    const std::uint64_t wanted = wishes.expert_bytes.value_or(room.is_limited() ? most : usual);
    const std::uint64_t bytes =
        std::clamp(std::min(wanted, most), facts.least_cache, std::max(facts.least_cache, facts.experts));
    return plan_for(
        ExpertPlacement::budget, bytes, facts,
        fmt::format("{}: {} of {} of experts in memory, the others are read from the file when they are needed", why,
                    gigabytes(bytes), gigabytes(facts.experts)));
}

/// An error if not even the least cache fits.
Result<void> check_least(const MemoryFacts& facts, const MemoryWishes& wishes, const Room& room) {
    const std::uint64_t least = facts.fixed() + std::min(facts.least_cache, facts.experts);
    if (least <= room.available() && room.has(least, kSystem, 0)) {
        return {};
    }
    const std::string need = fmt::format(
        "the model needs at least {} ({} of weights, {} for the conversation, {} for computing, {} for experts)",
        gigabytes(least), gigabytes(facts.dense), gigabytes(facts.kv + facts.running), gigabytes(facts.working),
        gigabytes(std::min(facts.least_cache, facts.experts)));
    if (wishes.total_bytes && least > *wishes.total_bytes) {
        return fail(ErrorCode::out_of_memory, fmt::format("{}, {} were allowed", need, gigabytes(*wishes.total_bytes)));
    }
    if (least > less(room.total(), kSystem)) {
        return fail(ErrorCode::out_of_memory,
                    fmt::format("{}, this PC has {}; a shorter context or a smaller model may fit", need,
                                gigabytes(room.total())));
    }
    return fail(ErrorCode::out_of_memory,
                fmt::format("{}, {} of {} are free; close other programs or choose a shorter context", need,
                            gigabytes(room.available()), gigabytes(room.total())));
}

}  // namespace

Result<MemoryPlan> plan_memory(const MemoryFacts& facts, const MemoryWishes& wishes) {
    const Room room(facts, wishes);
    STRATA_CHECK(check_least(facts, wishes, room));
    switch (wishes.experts) {
        case ExpertPlacement::arena:
            return arena_plan(facts, room);
        case ExpertPlacement::mapped:
            return mapped_plan(facts, room, "experts stay in the file, as was asked");
        case ExpertPlacement::budget:
            return budget_plan(facts, wishes, room, "as was asked");
        case ExpertPlacement::automatic:
            break;
    }
    if (facts.total_ram == 0) {
        return mapped_plan(facts, room, "the system does not tell its memory: experts stay in the file");
    }
    if (room.has(facts.fixed() + facts.experts, room.arena_spare(), room.arena_spare_now())) {
        return plan_for(ExpertPlacement::arena, facts.experts, facts, "everything fits in memory");
    }
    if (cache_would_hold_all(facts, room)) {
        return mapped_plan(facts, room, "there is just enough memory: experts stay in the file and in its cache");
    }
    return budget_plan(facts, wishes, room, "more experts than memory");
}

}  // namespace strata
