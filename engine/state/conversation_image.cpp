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

PrefixMatch match_prefix(const TokenSequence& content, bool has_end, std::span<const std::size_t> points,
                         const TokenSequence& prompt) {
    PrefixMatch match;
    match.common = common_prefix(content, prompt);
    const std::size_t usable = std::min(match.common, prompt.size() - std::min<std::size_t>(prompt.size(), 1));
    if (has_end && usable == content.size() && usable > 0) {
        match.length = usable;
        match.whole = true;
        return match;
    }
    for (const std::size_t point : points) {
        match.length = point <= usable ? std::max(match.length, point) : match.length;
    }
    return match;
}

PrefixMatch match_prefix(const ConversationImage& image, const TokenSequence& prompt) {
    std::vector<std::size_t> points;
    for (const CheckpointPtr& checkpoint : image.checkpoints) {
        points.push_back(checkpoint->length());
    }
    return match_prefix(image.content, true, points, prompt);
}

void truncate_cuts(std::vector<std::uint32_t>& cuts, std::size_t length) {
    if (cuts.empty() || cuts.back() == length) {
        return;
    }
    std::erase_if(cuts, [length](std::uint32_t cut) { return cut >= length; });
    if (length > 0) {
        cuts.push_back(static_cast<std::uint32_t>(length));
    }
}

Result<ConversationImage> image_prefix(const ConversationImage& image, std::size_t length) {
    const CheckpointPtr checkpoint = checkpoint_at(image.checkpoints, length);
    const bool whole = length == image.content.size();
    if (!whole && !checkpoint) {
        return fail(ErrorCode::invalid_argument, "no state of this length is kept");
    }
    ConversationImage prefix;
    STRATA_TRY(prefix.running, RunningState::copy_of(whole ? image.running : checkpoint->state));
    prefix.content = image.content;
    prefix.content.truncate(length);
    prefix.cuts = image.cuts;
    truncate_cuts(prefix.cuts, length);
    prefix.kv = image.kv.share(length);
    std::ranges::copy_if(image.checkpoints, std::back_inserter(prefix.checkpoints),
                         [length](const CheckpointPtr& kept) { return kept->length() <= length; });
    return prefix;
}

}  // namespace strata
