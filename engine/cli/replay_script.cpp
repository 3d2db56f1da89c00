#include "cli/replay_script.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/request_json.h"

namespace strata::cli {

using nlohmann::ordered_json;

Result<ReplayScript> replay_script_from_json(const std::string& text) {
    const ordered_json json = ordered_json::parse(text, nullptr, false);
    const auto turns = json.is_object() ? json.find("turns") : json.end();
    if (!json.is_object() || turns == json.end() || !turns->is_array() || turns->empty()) {
        return fail(ErrorCode::invalid_argument, "the script is no JSON object with a list of turns");
    }
    ReplayScript script;
    for (std::size_t i = 0; i < turns->size(); ++i) {
        auto turn = request_from_json((*turns)[i]);
        if (!turn) {
            return fail(turn.error().code, fmt::format("turn {}: {}", i + 1, turn.error().message));
        }
        script.turns.push_back({std::move(turn->messages)});
    }
    ordered_json whole = json;
    whole["messages"] = ordered_json::array();
    STRATA_TRY(GenerationRequest common, request_from_json(whole));
    script.tools = std::move(common.tools);
    script.thinking = common.thinking;
    return script;
}

}  // namespace strata::cli
