#pragma once

#include <cstdint>
#include <string>

namespace strata {

enum class EngineState { ready, reading, writing };

/// A snapshot of the engine; copied out, so any thread may ask at any time.
struct EngineStatus {
    EngineState state = EngineState::ready;
    std::string model_name;
    std::string cpu_level;
    int threads = 1;
    int context_length = 0;
    int context_used = 0;             ///< tokens that the live session holds
    int prompt_position = 0;          ///< while reading
    int prompt_tokens = 0;
    double tokens_per_second = 0.0;   ///< of the running or the last answer
    std::uint64_t kv_bytes = 0;       ///< allocated for keys and values
};

}  // namespace strata
