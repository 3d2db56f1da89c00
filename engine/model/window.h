#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "state/sequence_state.h"

namespace strata {

class TapSink;

/// The most rows of a window of which a part may be committed. Larger windows (prompt chunks) are committed whole.
inline constexpr std::size_t kMostPartialRows = 8;

/// Rows of a window that hyper-connections and recurrent mixers take through all their steps together. What lies
/// between the steps then stays in a cache: a whole part of a prompt would be 20 MB a step.
inline constexpr std::size_t kMostMixerRows = 128;

/// Which rows of a window get logits.
enum class LogitRows { none, last, all };

/// A run of tokens on its way through the layers. Reads `state`, writes K/V cells behind the state's position, and puts
/// the running state after all of its rows into `next`; `state` itself stays untouched until a commit.
struct Window {
    std::span<const std::int32_t> tokens;
    SequenceState* state = nullptr;
    RunningState* next = nullptr;
    TapSink* taps = nullptr;

    Matrix residual;  ///< [rows × streams·hidden]: the streams one after the other
    Matrix input;     ///< [rows × hidden]: what the current block reads
    Matrix inject;    ///< [rows × streams]: how the block's output is written back to each stream
    Matrix output;    ///< [rows × hidden]: what the current block says

    std::size_t rows() const { return tokens.size(); }
    std::size_t first_position() const { return state->running.position; }
    bool keeps_rows() const { return tokens.size() <= kMostPartialRows; }
};

/// The experts that each token of a window chose, best first: [rows × per token].
struct RoutedTokens {
    std::size_t per_token = 0;
    std::vector<std::int32_t> experts;
    std::vector<float> weights;  ///< normalised over the token's experts
};

}  // namespace strata
