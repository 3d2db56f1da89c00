#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "state/checkpoint.h"
#include "state/kv_cache.h"
#include "state/running_state.h"
#include "state/token_sequence.h"
#include "strata/result.h"

namespace strata {

/// Everything that a conversation leaves behind, put aside: K/V pages (shared, not copied), the running state at its
/// end, and its checkpoints.
struct ConversationImage {
    TokenSequence content;
    std::vector<std::uint32_t> cuts;  ///< where the windows ended in which the tokens were run, ascending, last: size
    KvCache kv;                       ///< pages for all cells of `content`
    RunningState running;             ///< stands after all of `content`
    std::vector<CheckpointPtr> checkpoints;  ///< least recently used first; none longer than `content`

    std::size_t bytes() const;
};
using ConversationImagePtr = std::shared_ptr<const ConversationImage>;  // shared by session, memory and writer

/// How much of a prompt a kept conversation saves.
struct PrefixMatch {
    std::size_t length = 0;  ///< tokens that need not be read; 0: nothing
    bool whole = false;      ///< all of the conversation, so its end goes on; else one of its checkpoints
    std::size_t common = 0;  ///< leading tokens that are equal, whether there is a state for them or not
};

/// The deepest point of what is kept that `prompt` can go on from: its end, if a state stands there, or one of `points`
/// (lengths of checkpoints). At least the prompt's last token is always left to read.
PrefixMatch match_prefix(const TokenSequence& content, bool has_end, std::span<const std::size_t> points,
                         const TokenSequence& prompt);
/// The same for an image.
PrefixMatch match_prefix(const ConversationImage& image, const TokenSequence& prompt);

/// Makes `cuts` those of the first `length` tokens: it ends there, unless there are none at all.
void truncate_cuts(std::vector<std::uint32_t>& cuts, std::size_t length);

/// The first `length` tokens of an image's conversation: its end or one of its checkpoints. Pages and checkpoints are
/// shared, one running state is copied. Errors: out_of_memory; invalid_argument if there is no state of this length.
Result<ConversationImage> image_prefix(const ConversationImage& image, std::size_t length);

}  // namespace strata
