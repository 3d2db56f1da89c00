#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "strata/log.h"

namespace strata {

/// How keys and values of past tokens are stored.
enum class KvType {
    f32,  ///< the reference
    f16,
    int8,  ///< codes with one half-precision scale per 64 values
};

/// Instruction sets to compute with; `automatic` is the fastest that the processor has.
enum class CpuChoice { automatic, scalar, avx2, avx2_vnni, avx512, avx512_amx };

/// Where the routed experts lie, which are most of a model.
enum class ExpertPlacement {
    automatic,  ///< what suits the machine's memory
    arena,      ///< all of them in memory of our own
    mapped,     ///< in the file; the system keeps in memory what it likes
    budget,     ///< some of them in memory of our own, the others are read from the file when they are needed
};

/// What may change between requests without loading the model again.
struct LiveLimits {
    int checkpoints = 6;              ///< kept of the live conversation; 0: none, and nothing is parked
    int checkpoint_spacing = 16'384;  ///< fresh prompt tokens between two; 0: only at turns
    int root_checkpoint = 2'048;      ///< a system prompt so long gets one of its own, kept longest; 0: never
    /// Parts of a prompt up to so many tokens go through decode windows; 0: none. −1: what is quicker on this device,
    /// 64 where a pass over many tokens has a cost of its own (a card), none on the CPU.
    int short_read = -1;

    /// For conversations parked in memory, half for those with an id and half for those without. Unset: 8 GiB, or what
    /// is free after loading less 6 GiB if that is less. 0: none.
    std::optional<std::uint64_t> memory_parking_bytes;
    int memory_parking_slots = 4;  ///< conversations without id that are parked in memory at most
    std::uint64_t minimum_free_memory = std::uint64_t{2'560} << 20;  ///< parking must leave so many bytes free

    /// For conversations parked on disk. Unset: 32 GiB, or a tenth of what is free there if that is less. 0: none.
    std::optional<std::uint64_t> disk_parking_bytes;
};

/// How a conversation is taken up at a point that is kept.
enum class ResumeMode {
    restore,
    reread,  ///< reads the same tokens from the beginning in the same windows instead; for checking that both agree
};

struct LoadOptions {
    std::filesystem::path model;
    int context_length = 0;  ///< tokens; 0: the model's own, at most 32,768
    KvType kv_type = KvType::int8;
    int threads = 0;  ///< 0: one per physical core
    CpuChoice cpu = CpuChoice::automatic;
    int chunk = 512;  ///< prompt tokens per forward pass

    ExpertPlacement experts = ExpertPlacement::automatic;
    /// Memory for experts with ExpertPlacement::budget. Unset: RAM less 24 GB, at least 8 GB, and no more than is free.
    std::optional<std::uint64_t> expert_budget_bytes;
    /// Memory that the engine may take for everything but parked conversations. Unset: what is free.
    std::optional<std::uint64_t> memory_budget_bytes;
    bool expert_prefetch = true;  ///< asks the disk early for the experts that the next layer will probably choose
    int io_threads = 0;           ///< threads that read experts, 1 to 8; 0: as many as suit the placement

    /// Which experts were used most is remembered in this file for the next start; empty: it is not.
    std::filesystem::path expert_profile;

    LiveLimits limits;
    std::filesystem::path conversation_folder;  ///< where conversations are parked on disk; empty: nowhere
    ResumeMode resume = ResumeMode::restore;
    LogSink log;  ///< for what goes wrong without failing a request; empty: nobody hears it
};

/// How far loading has come. Called on the loading thread; return false to give up.
struct LoadStep {
    std::string what;     ///< in words
    double fraction = 0;  ///< 0 … 1
};
using LoadProgress = std::function<bool(const LoadStep&)>;

}  // namespace strata
