#include "generation/parking_limits.h"

#include <algorithm>
#include <system_error>

#include "base/error.h"
#include "base/folder.h"
#include "base/system_memory.h"
#include "state/model_digest.h"

namespace strata {
namespace {

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
constexpr std::uint64_t kMostMemoryByDefault = 8 * kGiB;
constexpr std::uint64_t kMemoryForOthers = 6 * kGiB;
constexpr std::uint64_t kMostDiskByDefault = 32 * kGiB;

std::uint64_t free_disk_bytes(std::filesystem::path folder) {
    std::error_code error;
    while (!folder.empty() && !std::filesystem::exists(folder, error)) {
        const std::filesystem::path parent = folder.parent_path();
        if (parent == folder) {
            break;
        }
        folder = parent;
    }
    const auto space = disk_space(folder.empty() ? std::filesystem::path(".") : folder);
    return space ? space->free_bytes : 0;
}

}  // namespace

ParkingLimits resolve_parking(const LiveLimits& limits, std::uint64_t free_memory,
                              const std::filesystem::path& folder) {
    const std::uint64_t spare = free_memory - std::min(free_memory, kMemoryForOthers);
    const std::uint64_t memory = limits.memory_parking_bytes.value_or(std::min(spare, kMostMemoryByDefault));
    ParkingLimits parking;
    parking.store.slots = static_cast<std::size_t>(std::max(0, limits.memory_parking_slots));
    parking.store.minimum_free_memory = limits.minimum_free_memory;
    if (!folder.empty() && limits.checkpoints > 0) {
        const std::uint64_t usual = std::min(free_disk_bytes(folder) / 10, kMostDiskByDefault);
        parking.vault.disk_bytes = limits.disk_parking_bytes.value_or(usual);
    }
    parking.store.bytes = parking.vault.disk_bytes == 0 ? memory : memory / 2;
    parking.vault.memory_bytes = memory - parking.store.bytes;
    parking.vault.minimum_free_memory = limits.minimum_free_memory;
    parking.vault.checkpoints = static_cast<std::size_t>(std::max(0, limits.checkpoints));
    return parking;
}

std::uint64_t free_memory_bytes() {
    return read_system_memory().available_bytes;
}

Result<VaultIdentity> vault_identity(const Model& model, KvType type) {
    VaultIdentity identity;
    STRATA_TRY(identity.model, model_digest(model.file()));
    identity.model_name = model.config().name;
    identity.backend = "cpu";
    identity.kv = model.kv_geometry(type);
    identity.running = model.running_geometry();
    return identity;
}

void count(const GenerationSummary& summary, ConversationCounters& counters) {
    ++counters.requests;
    counters.prompt_tokens_reused += static_cast<std::uint64_t>(summary.reused_tokens);
    counters.prompt_tokens_read += static_cast<std::uint64_t>(summary.prompt_tokens - summary.reused_tokens);
    ++counters.resumes[static_cast<std::size_t>(summary.source)];
    ++counters.rereads[static_cast<std::size_t>(summary.reread_reason)];
    counters.parked_bytes += summary.parked_bytes;
    counters.restored_bytes += summary.restored_bytes;
    counters.park_microseconds += static_cast<std::uint64_t>(summary.park_time.count());
    counters.restore_microseconds += static_cast<std::uint64_t>(summary.restore_time.count());
    counters.evicted_from_memory += static_cast<std::uint64_t>(summary.evicted_conversations);
}

void add_vault_status(const VaultStatus& vault, EngineStatus& status) {
    status.memory.in_memory += vault.in_memory;
    status.memory.memory_bytes += vault.memory_bytes;
    status.memory.on_disk = vault.on_disk;
    status.memory.disk_bytes = vault.disk_bytes;
    status.memory.disk_problem = vault.problem;
    status.memory.writing = vault.writing;
    status.counters.evicted_from_memory += vault.evicted_from_memory;
    status.counters.evicted_from_disk = vault.evicted_from_disk;
    status.counters.disk_written_bytes = vault.written_bytes;
    status.counters.disk_kept_bytes = vault.kept_bytes;
    status.counters.disk_write_microseconds = vault.write_microseconds;
}

}  // namespace strata
