#include "state/conversation_image.h"

#include <algorithm>
#include <iterator>

#include "base/error.h"

namespace strata {

std::size_t ConversationImage::bytes() const {
    std::size_t bytes = kv.bytes() + running.bytes() + content.tokens.size() * sizeof(std::int32_t) +
                        content.pictures.size() * sizeof(PictureKey) + cuts.size() * sizeof(std::uint32_t);
    for (const CheckpointPtr& checkpoint : checkpoints) {
        bytes += checkpoint->state.bytes();
    }
    return bytes;
}

std::size_t deepest_checkpoint(const ConversationImage& image) {
    std::size_t deepest = 0;
    for (const CheckpointPtr& checkpoint : image.checkpoints) {
        deepest = std::max(deepest, checkpoint->length());
    }
    return deepest;
}

PrefixMatch match_prefix(const ConversationImage& image, const TokenSequence& prompt) {
    PrefixMatch match;
    match.common = common_prefix(image.content, prompt);
    const std::size_t usable = std::min(match.common, prompt.size() - std::min<std::size_t>(prompt.size(), 1));
    if (usable == image.content.size() && usable > 0) {
        match.length = usable;
        match.whole = true;
        return match;
    }
    for (const CheckpointPtr& checkpoint : image.checkpoints) {
        if (checkpoint->length() <= usable) {
            match.length = std::max(match.length, checkpoint->length());
        }
    }
    return match;
}

Result<ConversationImage> image_prefix(const ConversationImage& image, std::size_t length) {
    ConversationImage prefix;
    const RunningState* state = length == image.content.size() ? &image.running : nullptr;
    for (const CheckpointPtr& checkpoint : image.checkpoints) {
        if (checkpoint->length() <= length) {
            prefix.checkpoints.push_back(checkpoint);
        }
        if (state == nullptr && checkpoint->length() == length) {
            state = &checkpoint->state;
        }
    }
    if (state == nullptr) {
        return fail(ErrorCode::invalid_argument, "no state of this length is kept");
    }
    STRATA_TRY(prefix.running, RunningState::copy_of(*state));
    prefix.content = image.content;
    prefix.content.truncate(length);
    std::ranges::copy_if(image.cuts, std::back_inserter(prefix.cuts),
                         [length](std::uint32_t cut) { return cut <= length; });
    prefix.kv = image.kv.share(length);
    return prefix;
}

}  // namespace strata
