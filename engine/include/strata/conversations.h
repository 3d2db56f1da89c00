#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "strata/request.h"

namespace strata {

/// Where a conversation's state lies while another one is live.
enum class ParkedWhere { memory, disk, memory_and_disk };

/// Whether a parked conversation can come back.
enum class ParkedFit {
    fine,
    other_model,     ///< made with another model file
    other_settings,  ///< made with the same model but another K/V type, program version or the like
};

/// A conversation whose state is kept beside the live one. A snapshot; owns its strings.
struct ParkedConversation {
    ConversationId id;       ///< empty: of a request without one (those are only in memory)
    std::string title;       ///< as the last request named it
    std::string model_name;  ///< of the model that made it
    int tokens = 0;
    std::uint64_t bytes = 0;
    ParkedWhere where = ParkedWhere::memory;
    ParkedFit fit = ParkedFit::fine;
    bool kept = false;  ///< never leaves to make room
    std::chrono::system_clock::time_point last_used{};
    std::chrono::milliseconds restore_estimate{0};  ///< to bring it back, from speeds measured here; 0: not known yet
    std::chrono::milliseconds read_estimate{0};     ///< to read its tokens again instead; 0: not known yet
};

}  // namespace strata
