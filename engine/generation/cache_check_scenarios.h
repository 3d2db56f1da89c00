#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "strata/request.h"

namespace strata {

/// A conversation of a scenario.
struct CheckedChat {
    ConversationId id;   ///< empty: parked in memory only
    std::string system;  ///< instructions; empty: none
    Thinking thinking = Thinking::off;
    bool preserve_thinking = true;
};

/// One step of a scenario.
struct CheckedMove {
    enum class Kind {
        say,      ///< another message
        edit,     ///< user message `message` is replaced, what came after it is gone
        again,    ///< the last answer is asked for once more
        stop,     ///< a message whose reading is stopped; the conversation is as if it had never come
        go_on,    ///< a raw prompt: exactly what the session holds and one more turn
        restart,  ///< the engine is closed and opened again; chat does not matter
    };
    Kind kind = Kind::say;
    std::size_t chat = 0;
    std::string text;
    std::size_t message = 0;
};

/// Conversations, the order in which they are played, and the room there is for those that wait.
struct CheckedScenario {
    std::string name;
    std::string description;
    std::vector<CheckedChat> chats;
    std::vector<CheckedMove> moves;
    double memory_images = 0.0;  ///< budget of the store, in largest images of the chats played alone
    std::size_t slots = 4;
    bool memory_is_full = false;  ///< the machine has no memory free for parking
    bool disk = false;            ///< with a vault
    double vault_memory_images = 0.0;
};

/// All scenarios, in the order in which they are played.
std::vector<CheckedScenario> checked_scenarios();

}  // namespace strata
