#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "strata/expert_counters.h"
#include "strata/load_options.h"
#include "strata/request.h"

namespace strata {

enum class EngineState { ready, reading, writing };

/// What keeping conversations cost and brought since the model was loaded.
struct ConversationCounters {
    std::uint64_t requests = 0;
    std::uint64_t prompt_tokens_reused = 0, prompt_tokens_read = 0;
    std::array<std::uint64_t, 5> resumes{};              ///< requests by ResumeSource
    std::array<std::uint64_t, 11> rereads{};             ///< requests by RereadReason
    std::uint64_t parked_bytes = 0, restored_bytes = 0;  ///< moved between the session and memory or files
    std::uint64_t park_microseconds = 0, restore_microseconds = 0;
    std::uint64_t evicted_from_memory = 0, evicted_from_disk = 0;
    std::uint64_t disk_written_bytes = 0, disk_kept_bytes = 0;  ///< of parks: written anew; already there
    std::uint64_t disk_write_microseconds = 0;
};

/// What is kept of conversations now.
struct ConversationMemory {
    int checkpoints = 0;  ///< of the live conversation
    std::uint64_t checkpoint_bytes = 0;
    int in_memory = 0;  ///< conversations parked there
    std::uint64_t memory_bytes = 0, memory_budget = 0;
    int on_disk = 0;
    std::uint64_t disk_bytes = 0, disk_budget = 0;
    std::string disk_problem;  ///< why nothing is parked on disk at present; empty: all is well or it is switched off
    bool writing = false;      ///< the writer is at work
};

/// Where the routed experts lie now.
struct ExpertMemory {
    ExpertPlacement placement = ExpertPlacement::mapped;  ///< never automatic
    std::string why;                                      ///< it was chosen
    std::uint64_t all_bytes = 0;                          ///< of all experts
    std::uint64_t budget_bytes = 0;                       ///< memory of our own for them; 0: mapped
    std::uint64_t loaded_bytes = 0;                       ///< that lie there now
    bool loading = false;  ///< they are being read in the background; answers are possible already
    std::string problem;   ///< why loading ended early; empty: all is well
};

/// A snapshot of the engine; copied out, so any thread may ask at any time.
struct EngineStatus {
    EngineState state = EngineState::ready;
    std::string model_name;
    std::string cpu_level;
    bool sees_pictures = false;
    int threads = 1;
    int context_length = 0;
    int context_used = 0;     ///< tokens that the live session holds
    int prompt_position = 0;  ///< while reading
    int prompt_tokens = 0;
    double tokens_per_second = 0.0;    ///< of the running or the last answer
    std::uint64_t kv_bytes = 0;        ///< allocated for keys and values
    ConversationId live_conversation;  ///< whose the live session is
    ConversationMemory memory;
    ConversationCounters counters;
    ExpertMemory experts;
    ExpertCounters expert_counters;  ///< since the model was loaded
};

}  // namespace strata
