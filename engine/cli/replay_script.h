#pragma once

#include <string>
#include <vector>

#include "strata/request.h"
#include "strata/result.h"

namespace strata::cli {

/// A conversation to be played turn by turn: what each turn adds before the model is asked.
struct ReplayScript {
    struct Turn {
        std::vector<ChatMessage> messages;  ///< added to the history, the last answer included
    };

    std::string tools;  ///< JSON array as text; empty: none
    Thinking thinking = Thinking::off;
    std::vector<Turn> turns;
};

/// {"tools": [...], "enable_thinking": bool, "turns": [{"messages": [...]}, ...]} with messages as chat APIs write
/// them. Errors: invalid_argument, naming the turn.
Result<ReplayScript> replay_script_from_json(const std::string& text);

}  // namespace strata::cli
