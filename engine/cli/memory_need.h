#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "gguf/gguf_file.h"

namespace strata::cli {

/// What running a model takes, in bytes. Weights are mapped from the file; they should all fit in memory, or every
/// token waits for the disk. The last group is known only for models that this program can run.
struct MemoryNeed {
    std::uint64_t weights = 0;      ///< tensors that computing touches
    std::uint64_t ngram_table = 0;  ///< stays on disk: a few rows are read for each token
    std::uint64_t draft_layer = 0;  ///< further blocks that computing does not touch
    std::string why_not;            ///< why this program cannot run the file; empty: it can

    std::uint64_t conversation = 0;        ///< recurrent state, whatever the length
    std::uint64_t kv_per_1000_tokens = 0;  ///< keys and values as 8-bit codes
    std::uint64_t context_length = 0;      ///< tokens: the default, the model's own but at most 32,768
    std::uint64_t total = 0;               ///< weights and one conversation of that length
};

MemoryNeed memory_need(const GgufFile& file);

nlohmann::ordered_json memory_need_json(const MemoryNeed& need);
std::vector<std::string> memory_need_lines(const MemoryNeed& need);

}  // namespace strata::cli
