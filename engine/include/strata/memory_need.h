#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "strata/hardware.h"
#include "strata/load_options.h"
#include "strata/result.h"

namespace strata {

/// What running a model with certain options takes on a certain machine, in bytes, and what becomes of its experts.
struct MemoryNeed {
    std::uint64_t weights = 0;      ///< tensors that computing touches: dense ones and experts
    std::uint64_t ngram_table = 0;  ///< stays on disk: a few rows are read for each token
    std::uint64_t draft_layer = 0;  ///< further blocks that computing does not touch
    std::string why_not;            ///< why this program cannot run the file; empty: it can. The rest is then unknown

    std::uint64_t experts = 0;             ///< of the weights, those of routed experts
    std::uint64_t conversation = 0;        ///< recurrent state, whatever the length
    std::uint64_t checkpoints = 0;         ///< earlier points of the conversation that are kept
    std::uint64_t kv_per_1000_tokens = 0;  ///< keys and values
    std::uint64_t working = 0;             ///< buffers for the largest part of a prompt
    std::uint64_t context_length = 0;      ///< tokens
    std::uint64_t total = 0;               ///< all of it in memory, with a conversation of that length

    bool fits = false;  ///< the machine can run it without pushing anything out of memory
    ExpertPlacement placement = ExpertPlacement::mapped;  ///< never automatic
    std::uint64_t expert_memory = 0;                      ///< memory that experts will take
    std::uint64_t expected = 0;                           ///< memory that everything will take with this placement
    std::string why;                                      ///< of the placement, or why it does not fit
};

/// Looks at the file's beginning only; quick, but reads a disk. Errors: those of opening a model file.
Result<MemoryNeed> memory_need(const std::filesystem::path& model, const LoadOptions& options,
                               const HardwareInfo& hardware);

}  // namespace strata
