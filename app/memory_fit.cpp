#include "app/memory_fit.h"

#include <algorithm>
#include <limits>

#include "app/load_settings.h"

namespace strata::app {
namespace {

/// Below this the system itself begins to push programs out of memory.
constexpr std::uint64_t kSystem = std::uint64_t{2} << 30;

/// Bytes of one value: int8 keeps a half-precision scale for 64 values beside the codes.
double bytesOfValue(KvType type) {
    switch (type) {
        case KvType::f32:
            return 4.0;
        case KvType::f16:
            return 2.0;
        case KvType::int8:
            break;
    }
    return 1.0 + 2.0 / 64.0;
}

/// A sum that stays at the largest number instead of starting again at zero.
std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
    return a > std::numeric_limits<std::uint64_t>::max() - b ? std::numeric_limits<std::uint64_t>::max() : a + b;
}

}  // namespace

MemoryJudgement judgeMemory(const MemoryPlan& plan, const HardwareInfo& hardware) {
    const auto context = static_cast<std::uint64_t>(std::max(plan.context_length, 0));
    MemoryJudgement judgement;
    const std::uint64_t all = sum(sum(plan.model, plan.kv_per_token * context), plan.parking);
    // Of the experts as much as low-memory mode keeps is the least with which answers are not too slow.
    const std::uint64_t least = all - std::min(plan.model, plan.experts) + std::min(plan.experts, kLowMemoryExperts);
    judgement.needed = plan.low_memory ? least : all;
    judgement.available = hardware.ram_bytes;
    if (hardware.ram_bytes == 0 || plan.model == 0) {
        return judgement;
    }
    const auto fits = [&](std::uint64_t needed, std::uint64_t others) {
        return sum(needed, others) <= hardware.ram_bytes;
    };
    judgement.fit = fits(judgement.needed, std::max(plan.for_others, kSystem)) ? MemoryFit::fits
                    : fits(judgement.needed, kSystem)                          ? MemoryFit::tight
                    : fits(least, kSystem)                                     ? MemoryFit::from_disk
                                                                               : MemoryFit::does_not_fit;
    return judgement;
}

std::uint64_t kvPerTokenAs(KvType wanted, KvType measured, std::uint64_t bytes) {
    return static_cast<std::uint64_t>(static_cast<double>(bytes) * bytesOfValue(wanted) / bytesOfValue(measured));
}

}  // namespace strata::app
