#include "generation/prompt_plan.h"

#include <algorithm>

namespace strata {
namespace {

// Position of the first turn opener behind the start: the end of the first turn. 0: there is none.
std::size_t end_of_first_turn(const TokenSequence& prompt, TokenId opener) {
    const auto begin = prompt.tokens.begin();
    const auto second = std::find(begin + 1, prompt.tokens.end(), opener);
    return second == prompt.tokens.end() ? 0 : static_cast<std::size_t>(second - begin);
}

std::size_t last_turn(const TokenSequence& prompt, TokenId opener) {
    const auto last = std::find(prompt.tokens.rbegin(), prompt.tokens.rend(), opener);
    return last == prompt.tokens.rend() ? 0 : static_cast<std::size_t>(prompt.tokens.rend() - last) - 1;
}

// A picture reaches as far as its pad token is repeated; markers stand between neighbouring pictures.
bool has_picture(const TokenSequence& prompt, std::size_t begin, std::size_t end) {
    return std::ranges::any_of(prompt.pictures, [&](const PictureKey& picture) {
        std::size_t last = picture.position;
        while (last < prompt.size() && prompt.tokens[last] == prompt.tokens[picture.position]) {
            ++last;
        }
        return picture.position < end && last > begin;
    });
}

}  // namespace

std::vector<PromptPart> plan_prompt(const TokenSequence& prompt, std::size_t from, const PromptPlanOptions& options) {
    const std::size_t end = prompt.size() - std::min<std::size_t>(prompt.size(), 1);
    std::vector<PromptPart> parts;
    std::size_t at = std::min(from, prompt.size());
    const auto add = [&](std::size_t until, std::optional<CheckpointKind> checkpoint) {
        if (until <= at || until > end) {
            return;
        }
        const bool windows =
            options.short_read > 0 && until - at <= options.short_read && !has_picture(prompt, at, until);
        parts.push_back({until, windows ? PromptPart::Path::windows : PromptPart::Path::chunks, checkpoint});
        at = until;
    };
    if (options.turn_opener && !prompt.tokens.empty()) {
        const std::size_t root = end_of_first_turn(prompt, *options.turn_opener);
        if (from == 0 && options.root_checkpoint > 0 && root >= options.root_checkpoint) {
            add(root, CheckpointKind::root);
        }
        add(last_turn(prompt, *options.turn_opener), CheckpointKind::turn);
    }
    if (prompt.size() - at > options.first_window) {
        add(end, std::nullopt);
    }
    return parts;
}

}  // namespace strata
