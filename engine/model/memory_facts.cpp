#include "model/memory_facts.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "memory/expert_slots.h"
#include "model/window.h"
#include "state/kv_cache.h"

namespace strata {
namespace {

constexpr std::string_view kNgramTable = "per_layer_token_embd.weight";
constexpr std::size_t kMostContextByDefault = 32'768;

/// The layer that "blk.<n>.…" names; 0 for tensors that belong to no layer.
std::uint64_t block_of(std::string_view name) {
    constexpr std::string_view kPrefix = "blk.";
    std::uint64_t block = 0;
    if (name.starts_with(kPrefix)) {
        std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), block);
    }
    return block;
}

}  // namespace

TensorBytes tensor_bytes(const GgufFile& file, std::uint64_t trunk_layers) {
    TensorBytes bytes;
    for (const TensorInfo& tensor : file.tensors()) {
        std::uint64_t& part = tensor.name == kNgramTable              ? bytes.ngram_table
                              : block_of(tensor.name) >= trunk_layers ? bytes.draft_layer
                                                                      : bytes.weights;
        part += tensor.bytes;
    }
    return bytes;
}

MappedParts dense_parts(const GgufFile& file, const Model& model) {
    MappedParts experts;
    const ExpertLayout& layout = model.experts();
    for (std::size_t layer = 0; layer < layout.layer_count(); ++layer) {
        for (std::size_t part = 0; part < layout.part_count(layer); ++part) {
            const WeightMatrix& matrix = layout.tensor(layer, part).matrix;
            experts.emplace_back(matrix.data, matrix.bytes());
        }
    }
    MappedParts parts;
    for (const TensorInfo& tensor : file.tensors()) {
        const std::span<const std::byte> bytes = file.tensor_bytes(tensor);
        const bool is_expert = std::ranges::any_of(experts, [&](auto part) { return part.data() == bytes.data(); });
        if (!is_expert && !bytes.empty() && tensor.name != kNgramTable &&
            block_of(tensor.name) < model.config().layer_count) {
            parts.push_back(bytes);
        }
    }
    std::ranges::sort(parts, {}, [](auto part) { return part.data(); });
    return parts;
}

std::size_t context_length(const ModelConfig& config, const LoadOptions& options) {
    return options.context_length > 0 ? static_cast<std::size_t>(options.context_length)
                                      : std::min(config.context_length, kMostContextByDefault);
}

std::uint64_t running_bytes(const Model& model) {
    const RunningGeometry geometry = model.running_geometry();
    const std::uint64_t recurrence = std::uint64_t{geometry.value_heads} * geometry.value_size * geometry.key_size +
                                     std::uint64_t{geometry.conv_rows} * geometry.conv_channels;
    const std::uint64_t tail =
        geometry.indexer_block == 0 ? 0 : std::uint64_t{geometry.indexer_block - 1} * geometry.indexer_size;
    return sizeof(float) * (geometry.recurrent_layers * recurrence + geometry.indexer_layers * tail +
                            std::uint64_t{geometry.ngram_rows} * geometry.ngram_channels);
}

std::uint64_t kv_bytes(const Model& model, KvType type, std::uint64_t tokens) {
    return KvCache::pages_for(tokens) * std::uint64_t{KvCache(model.kv_geometry(type)).page_bytes()};
}

// For every row the residual streams and what the n-gram module keeps of them, what attention makes, the inputs and
// outputs of a layer, and per chosen expert gate, up, hidden, output and its place in the sum; for some rows what
// hyper-connections and recurrent mixers make. Floats, and the codes that are made of them.
std::uint64_t working_bytes(const ModelConfig& config, std::uint64_t rows) {
    const std::uint64_t per_use = 4 * std::uint64_t{config.expert_ffn_size} + 2 * std::uint64_t{config.hidden_size};
    const std::uint64_t streams = std::uint64_t{config.stream_width()} * (config.ngram ? 5 : 1);
    const std::uint64_t attention = 6 * std::uint64_t{config.head_count} * config.head_size;
    const std::uint64_t floats = config.experts_per_token * per_use + streams + attention +
                                 6 * std::uint64_t{config.hidden_size} + config.expert_count;
    const std::uint64_t mixer = 2 * (std::uint64_t{config.stream_width()} + config.conv_channels() +
                                     3 * std::uint64_t{config.recurrent_width()});
    const std::uint64_t mixer_rows = std::min<std::uint64_t>(rows, kMostMixerRows);
    const std::uint64_t logits = std::uint64_t{kMostPartialRows} * config.vocab_size;
    return sizeof(float) * ((rows * floats + mixer_rows * mixer) * 5 / 4 + logits);
}

MemoryFacts memory_facts(const Model& model, const LoadOptions& options) {
    MemoryFacts facts;
    facts.experts = model.experts().total_bytes();
    facts.dense = tensor_bytes(model.file(), model.config().layer_count).weights - facts.experts;
    facts.least_cache = ExpertSlots::least_bytes(model.experts(), model.config().experts_per_token);
    facts.kv = kv_bytes(model, options.kv_type, context_length(model.config(), options));
    // The live state, the one that a window works in, and the checkpoints.
    facts.running = running_bytes(model) * (2 + static_cast<std::uint64_t>(std::max(0, options.limits.checkpoints)));
    facts.working = working_bytes(
        model.config(),
        std::max<std::uint64_t>(static_cast<std::uint64_t>(std::max(1, options.chunk)), kMostPartialRows));
    return facts;
}

MemoryWishes memory_wishes(const LoadOptions& options) {
    return {options.experts, options.expert_budget_bytes, options.memory_budget_bytes};
}

}  // namespace strata
