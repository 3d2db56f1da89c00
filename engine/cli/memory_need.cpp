#include "cli/memory_need.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <limits>
#include <memory>
#include <string_view>

#include <fmt/format.h>

#include "cli/value_text.h"
#include "model/model.h"

namespace strata::cli {
namespace {

constexpr std::uint64_t kDefaultContext = 32768;

/// The layer that "blk.<n>.…" names; 0 for tensors that belong to no layer.
std::uint64_t block_of(std::string_view name) {
    constexpr std::string_view kPrefix = "blk.";
    std::uint64_t block = 0;
    if (name.starts_with(kPrefix)) {
        std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), block);
    }
    return block;
}

std::uint64_t state_bytes(const RunningGeometry& geometry) {
    const std::uint64_t recurrence = std::uint64_t{geometry.value_heads} * geometry.value_size * geometry.key_size +
                                     std::uint64_t{geometry.conv_rows} * geometry.conv_channels;
    const std::uint64_t tail =
        geometry.indexer_block == 0 ? 0 : std::uint64_t{geometry.indexer_block - 1} * geometry.indexer_size;
    return sizeof(float) * (geometry.recurrent_layers * recurrence + geometry.indexer_layers * tail +
                            std::uint64_t{geometry.ngram_rows} * geometry.ngram_channels);
}

/// Keys, values, their scales and the pooled indexer keys of so many tokens.
std::uint64_t kv_bytes(const KvGeometry& geometry, std::uint64_t tokens) {
    const std::uint64_t cell = 2 * std::uint64_t{geometry.heads} *
                               (kv_data_bytes(geometry.type, geometry.size) +
                                sizeof(std::uint16_t) * kv_scale_count(geometry.type, geometry.size));
    const std::uint64_t pooled = sizeof(float) * std::uint64_t{geometry.indexer_size};
    const std::uint64_t blocks = geometry.indexer_block == 0 ? 0 : tokens / geometry.indexer_block;
    return geometry.layers * (tokens * cell + blocks * pooled);
}

}  // namespace

MemoryNeed memory_need(const GgufFile& file) {
    MemoryNeed need;
    const Result<std::unique_ptr<Model>> model = Model::open(file);
    const std::uint64_t layers = model ? (*model)->config().layer_count : std::numeric_limits<std::uint64_t>::max();
    for (const TensorInfo& tensor : file.tensors()) {
        std::uint64_t& part = tensor.name == "per_layer_token_embd.weight" ? need.ngram_table
                              : block_of(tensor.name) >= layers            ? need.draft_layer
                                                                           : need.weights;
        part += tensor.bytes;
    }
    if (!model) {
        need.why_not = model.error().message;
        return need;
    }
    const KvGeometry kv = (*model)->kv_geometry(KvType::int8);
    need.conversation = state_bytes((*model)->running_geometry());
    need.kv_per_1000_tokens = kv_bytes(kv, 1000);
    need.context_length = std::min<std::uint64_t>((*model)->config().context_length, kDefaultContext);
    need.total = need.weights + need.conversation + kv_bytes(kv, need.context_length);
    return need;
}

nlohmann::ordered_json memory_need_json(const MemoryNeed& need) {
    nlohmann::ordered_json json = {{"supported", need.why_not.empty()},
                                   {"weights", need.weights},
                                   {"ngram_table", need.ngram_table},
                                   {"draft_layer", need.draft_layer}};
    if (!need.why_not.empty()) {
        json["why_not"] = need.why_not;
        return json;
    }
    json["conversation"] = need.conversation;
    json["kv_per_1000_tokens"] = need.kv_per_1000_tokens;
    json["context_length"] = need.context_length;
    json["total"] = need.total;
    return json;
}

std::vector<std::string> memory_need_lines(const MemoryNeed& need) {
    std::vector<std::string> lines;
    const auto add = [&lines](std::string_view what, std::uint64_t bytes, std::string_view note) {
        lines.push_back(fmt::format("{:26} {:>10}  {}", what, size_text(bytes), note));
    };
    add("weights", need.weights, "mapped from the file; should fit in RAM");
    if (need.ngram_table > 0) {
        add("n-gram table", need.ngram_table, "stays on disk, single rows are read");
    }
    if (need.draft_layer > 0) {
        add("draft layer", need.draft_layer, "not needed for answers");
    }
    if (!need.why_not.empty()) {
        lines.push_back("cannot be run: " + printable(need.why_not, 400));
        return lines;
    }
    add("conversation", need.conversation, "whatever its length");
    add("per 1,000 tokens", need.kv_per_1000_tokens, "keys and values");
    add("in all", need.total, fmt::format("with a context of {} tokens", grouped(need.context_length)));
    return lines;
}

}  // namespace strata::cli
