#pragma once

#include <cstddef>
#include <cstdint>

#include "gguf/gguf_file.h"
#include "memory/memory_plan.h"
#include "memory/read_ahead.h"
#include "model/model.h"
#include "strata/load_options.h"

namespace strata {

/// Bytes of a file's tensors by what becomes of them.
struct TensorBytes {
    std::uint64_t weights = 0;      ///< that computing touches
    std::uint64_t ngram_table = 0;  ///< single rows are read from disk
    std::uint64_t draft_layer = 0;  ///< blocks behind the trunk's layers
};

/// trunk_layers: further blocks are draft layers.
TensorBytes tensor_bytes(const GgufFile& file, std::uint64_t trunk_layers);

/// Where the dense weights lie in the mapped file, in its order: all that computing touches but experts and n-gram
/// rows.
MappedParts dense_parts(const GgufFile& file, const Model& model);

/// The longest conversation that options ask for: the model's own length, at most 32,768 tokens, unless they say more.
std::size_t context_length(const ModelConfig& config, const LoadOptions& options);

/// Running state of one conversation; keys and values of so many tokens, in whole pages.
std::uint64_t running_bytes(const Model& model);
std::uint64_t kv_bytes(const Model& model, KvType type, std::uint64_t tokens);
/// Buffers of the runners for windows of so many rows, generously.
std::uint64_t working_bytes(const ModelConfig& config, std::uint64_t rows);

/// Everything that `plan_memory` wants to know of a model; the machine's part is left at 0.
MemoryFacts memory_facts(const Model& model, const LoadOptions& options);
MemoryWishes memory_wishes(const LoadOptions& options);

}  // namespace strata
