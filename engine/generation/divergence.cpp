#include "generation/divergence.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace strata {
namespace {

// "assistant", a line break and an opened or closed think block, with room for other templates.
constexpr std::size_t kLongestHeader = 16;
constexpr std::size_t kIdsBefore = 4;
constexpr std::size_t kIdsAfter = 12;
constexpr std::size_t kTextTokens = 64;
constexpr std::size_t kTextThatTells = 8;

std::span<const std::int32_t> from(const TokenSequence& sequence, std::size_t position, std::size_t count) {
    const std::span<const std::int32_t> tokens(sequence.tokens);
    const std::size_t begin = std::min(position, tokens.size());
    return tokens.subspan(begin, std::min(count, tokens.size() - begin));
}

// Whether `position` lies in a first turn that holds instructions.
bool in_system_turn(const Tokenizer& tokenizer, const TokenSequence& sequence, std::size_t position,
                    std::optional<TokenId> opener) {
    if (!opener || !tokenizer.decode(from(sequence, 0, 16)).starts_with("<|im_start|>system")) {
        return false;
    }
    const auto between = from(sequence, 1, position == 0 ? 0 : position - 1);
    return std::ranges::find(between, *opener) == between.end();
}

// Whether the turn that `position` lies in has a think block on this side, counted from a little before the place: the
// opening marker itself may be what both still share.
bool thinks_here(const TokenSequence& sequence, std::size_t position, std::optional<TokenId> close,
                 std::optional<TokenId> opener) {
    if (!close) {
        return false;
    }
    for (std::size_t i = position; i < sequence.size(); ++i) {
        if (sequence.tokens[i] == *close) {
            return true;
        }
        if (opener && sequence.tokens[i] == *opener) {
            return false;
        }
    }
    return false;
}

// One may go on where the other ends, but a few letters in common say nothing.
bool same_text(const std::string& left, const std::string& right) {
    const std::size_t length = std::min(left.size(), right.size());
    return length >= kTextThatTells && left.compare(0, length, right, 0, length) == 0;
}

RereadReason reason_of(const Tokenizer& tokenizer, const TokenSequence& live, const TokenSequence& prompt,
                       const Diverged& where) {
    const auto position = static_cast<std::size_t>(where.position);
    const auto opener = tokenizer.find("<|im_start|>");
    const auto close = tokenizer.find("</think>");
    const bool ids_agree =
        position < live.size() && position < prompt.size() && live.tokens[position] == prompt.tokens[position];
    if (ids_agree) {
        return RereadReason::picture;
    }
    if (in_system_turn(tokenizer, live, position, opener)) {
        return RereadReason::system_prompt;
    }
    if (same_text(where.live_text, where.prompt_text)) {
        return RereadReason::tokenization;
    }
    if (thinks_here(live, position, close, opener) && !thinks_here(prompt, position, close, opener)) {
        return RereadReason::thinking_removed;
    }
    return RereadReason::edited_message;
}

}  // namespace

bool asks_again(const Tokenizer& tokenizer, const TokenSequence& kept, const TokenSequence& prompt) {
    const std::size_t position = common_prefix(kept, prompt);
    const auto opener = tokenizer.find("<|im_start|>");
    if (!opener || position >= prompt.size()) {
        return position >= prompt.size();
    }
    const auto last = std::ranges::find(prompt.tokens.rbegin(), prompt.tokens.rend(), *opener);
    const auto header = static_cast<std::size_t>(prompt.tokens.rend() - last);
    return header > 0 && header <= position && prompt.size() - position <= kLongestHeader &&
           tokenizer.decode(from(prompt, header, kLongestHeader)).starts_with("assistant");
}

Diverged describe_divergence(const Tokenizer& tokenizer, const TokenSequence& live, const TokenSequence& prompt) {
    const std::size_t position = common_prefix(live, prompt);
    const std::size_t first = position - std::min(position, kIdsBefore);
    Diverged where;
    where.position = static_cast<int>(position);
    where.live_tokens = static_cast<int>(live.size());
    where.prompt_tokens = static_cast<int>(prompt.size());
    where.first_id = static_cast<int>(first);
    const auto copy = [](std::span<const std::int32_t> ids) {
        return std::vector<std::int32_t>(ids.begin(), ids.end());
    };
    where.live_ids = copy(from(live, first, position - first + kIdsAfter));
    where.prompt_ids = copy(from(prompt, first, position - first + kIdsAfter));
    where.live_text = tokenizer.decode(from(live, position, kTextTokens));
    where.prompt_text = tokenizer.decode(from(prompt, position, kTextTokens));
    where.reason = reason_of(tokenizer, live, prompt, where);
    return where;
}

}  // namespace strata
