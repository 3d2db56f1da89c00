#include "cli/memory_need.h"

#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "cli/value_text.h"
#include "gguf/gguf_file.h"

namespace strata::cli {

std::string_view to_string(ExpertPlacement placement) {
    switch (placement) {
        case ExpertPlacement::arena:
            return "arena";
        case ExpertPlacement::mapped:
            return "mapped";
        case ExpertPlacement::budget:
            return "budget";
        case ExpertPlacement::automatic:
            break;
    }
    return "auto";
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
    json["experts"] = need.experts;
    json["conversation"] = need.conversation;
    json["checkpoints"] = need.checkpoints;
    json["kv_per_1000_tokens"] = need.kv_per_1000_tokens;
    json["working"] = need.working;
    json["context_length"] = need.context_length;
    json["total"] = need.total;
    json["fits"] = need.fits;
    json["why"] = need.why;
    if (need.fits) {
        json["placement"] = to_string(need.placement);
        json["expert_memory"] = need.expert_memory;
        json["expected"] = need.expected;
    }
    return json;
}

std::vector<std::string> memory_need_lines(const MemoryNeed& need) {
    std::vector<std::string> lines;
    const auto add = [&lines](std::string_view what, std::uint64_t bytes, std::string_view note) {
        lines.push_back(fmt::format("{:26} {:>10}  {}", what, size_text(bytes), note));
    };
    add("weights", need.weights, need.experts > 0 ? fmt::format("of them {} of experts", size_text(need.experts)) : "");
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
    add("checkpoints", need.checkpoints, "earlier points of it");
    add("per 1,000 tokens", need.kv_per_1000_tokens, "keys and values");
    add("computing", need.working, "buffers for a part of a prompt");
    add("in all", need.total, fmt::format("with a context of {} tokens", grouped(need.context_length)));
    if (need.fits) {
        add("on this PC", need.expected, need.why);
    } else {
        lines.push_back("does not fit on this PC: " + need.why);
    }
    return lines;
}

}  // namespace strata::cli
