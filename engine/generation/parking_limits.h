#pragma once

#include <cstdint>
#include <filesystem>

#include "model/model.h"
#include "state/conversation_store.h"
#include "state/conversation_vault.h"
#include "strata/event.h"
#include "strata/load_options.h"
#include "strata/result.h"
#include "strata/status.h"

namespace strata {

/// What the places for parked conversations may take.
struct ParkingLimits {
    StoreLimits store;
    VaultLimits vault;
};

/// Turns what a person set into bytes. free_memory: now, after loading; the folder need not exist yet. What is not set:
/// of memory what is free less 6 GiB, at most 8 GiB, half for conversations with an id and half for those without; of
/// the disk a tenth of what is free there, at most 32 GiB.
ParkingLimits resolve_parking(const LiveLimits& limits, std::uint64_t free_memory, const std::filesystem::path& folder);

/// Bytes that programs can still take on this machine; 0: not known.
std::uint64_t free_memory_bytes();

/// Who may read what this model leaves in the vault. Errors: reading the model's files.
Result<VaultIdentity> vault_identity(const Model& model, KvType type);

/// Adds a finished request to the counters.
void count(const GenerationSummary& summary, ConversationCounters& counters);
/// Adds what the vault holds and did.
void add_vault_status(const VaultStatus& vault, EngineStatus& status);

}  // namespace strata
