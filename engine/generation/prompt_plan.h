#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "state/checkpoint.h"
#include "state/token_sequence.h"
#include "text/token_id.h"

namespace strata {

/// A stretch of a prompt that is read in one go.
struct PromptPart {
    enum class Path { chunks, windows };

    std::size_t end = 0;
    Path path = Path::chunks;
    std::optional<CheckpointKind> checkpoint;  ///< to take at its end

    bool operator==(const PromptPart&) const = default;
};

struct PromptPlanOptions {
    std::optional<TokenId> turn_opener;  ///< of the model's vocabulary
    std::size_t root_checkpoint = 2'048;
    std::size_t short_read =
        0;  ///< parts of at most so many tokens without pictures go through decode windows; 0: none
    std::size_t first_window = 1;  ///< a rest of at most so many tokens is left for the first decode window; at least 1
};

/// How a prompt is read from `from` on: the end of a long system prompt and the last turn opener are ends of parts, as
/// they are the points that a later request goes back to. The last token, or a rest as short as `first_window`, is left
/// for the first decode window, which gives the first logits anyway.
std::vector<PromptPart> plan_prompt(const TokenSequence& prompt, std::size_t from, const PromptPlanOptions& options);

}  // namespace strata
