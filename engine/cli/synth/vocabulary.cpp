#include "cli/synth/vocabulary.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/assert.h"
#include "text/byte_alphabet.h"
#include "text/tokenizer.h"
#include "text/utf8.h"

namespace strata::cli {
namespace {

struct ControlToken {
    std::string_view spelling;
    TokenKind kind;
};

constexpr std::array kControlTokens = {
    ControlToken{"<|endoftext|>", TokenKind::control},
    ControlToken{"<|im_start|>", TokenKind::control},
    ControlToken{"<|im_end|>", TokenKind::control},
    ControlToken{"<|object_ref_start|>", TokenKind::control},
    ControlToken{"<|object_ref_end|>", TokenKind::control},
    ControlToken{"<|box_start|>", TokenKind::control},
    ControlToken{"<|box_end|>", TokenKind::control},
    ControlToken{"<|quad_start|>", TokenKind::control},
    ControlToken{"<|quad_end|>", TokenKind::control},
    ControlToken{"<|vision_start|>", TokenKind::control},
    ControlToken{"<|vision_end|>", TokenKind::control},
    ControlToken{"<|vision_pad|>", TokenKind::control},
    ControlToken{"<|image_pad|>", TokenKind::control},
    ControlToken{"<|video_pad|>", TokenKind::control},
    ControlToken{"<tool_call>", TokenKind::user_defined},
    ControlToken{"</tool_call>", TokenKind::user_defined},
    ControlToken{"<|fim_prefix|>", TokenKind::user_defined},
    ControlToken{"<|fim_middle|>", TokenKind::user_defined},
    ControlToken{"<|fim_suffix|>", TokenKind::user_defined},
    ControlToken{"<|fim_pad|>", TokenKind::user_defined},
    ControlToken{"<|repo_name|>", TokenKind::user_defined},
    ControlToken{"<|file_sep|>", TokenKind::user_defined},
    ControlToken{"<tool_response>", TokenKind::user_defined},
    ControlToken{"</tool_response>", TokenKind::user_defined},
    ControlToken{"<think>", TokenKind::user_defined},
    ControlToken{"</think>", TokenKind::user_defined},
    ControlToken{"<|audio_start|>", TokenKind::control},
    ControlToken{"<|audio_end|>", TokenKind::control},
    ControlToken{"<tts_pad>", TokenKind::control},
    ControlToken{"<tts_text_bos>", TokenKind::control},
    ControlToken{"<tts_text_eod>", TokenKind::control},
    ControlToken{"<tts_text_bos_single>", TokenKind::control},
    ControlToken{"<|audio_pad|>", TokenKind::control},
};

constexpr std::size_t kByteTokens = 256;
constexpr std::string_view kLetters = "etaoinshrdlucmfwypvbgkjqxz";  // frequent ones first

std::string spelling_of_byte(unsigned char byte) {
    std::string spelling;
    append_utf8(spelling, character_of_byte(byte));
    return spelling;
}

/// Adds groups of letters, with or without a space in front, until there are `end` tokens: every group is a shorter
/// group and one letter, so it has one merge, and shorter groups come first.
void add_letter_groups(Vocabulary& vocabulary, std::size_t end) {
    std::vector<std::string> groups{spelling_of_byte(' ')};
    for (const char letter : kLetters) {
        groups.emplace_back(1, letter);
    }
    for (std::size_t next = 0; vocabulary.tokens.size() < end; ++next) {
        const std::string group = groups[next];
        for (const char letter : kLetters) {
            if (vocabulary.tokens.size() == end) {
                return;
            }
            groups.push_back(group + letter);
            vocabulary.tokens.push_back(groups.back());
            vocabulary.kinds.push_back(static_cast<std::int32_t>(TokenKind::normal));
            vocabulary.merges.push_back(group + ' ' + letter);
        }
    }
}

}  // namespace

std::size_t control_token_count() {
    return kControlTokens.size();
}

std::size_t control_token_id(std::string_view spelling, std::size_t first_control) {
    const auto place = std::ranges::find(kControlTokens, spelling, &ControlToken::spelling);
    STRATA_ASSERT(place != kControlTokens.end(), "the spelling names a control token");
    return first_control + static_cast<std::size_t>(place - kControlTokens.begin());
}

Vocabulary make_vocabulary(std::size_t size, std::size_t first_control) {
    STRATA_ASSERT(first_control >= kByteTokens && first_control + kControlTokens.size() <= size,
                  "the vocabulary has room for bytes and control tokens");
    Vocabulary vocabulary;
    for (std::size_t byte = 0; byte < kByteTokens; ++byte) {
        vocabulary.tokens.push_back(spelling_of_byte(static_cast<unsigned char>(byte)));
        vocabulary.kinds.push_back(static_cast<std::int32_t>(TokenKind::normal));
    }
    add_letter_groups(vocabulary, first_control);
    for (const ControlToken& token : kControlTokens) {
        vocabulary.tokens.emplace_back(token.spelling);
        vocabulary.kinds.push_back(static_cast<std::int32_t>(token.kind));
    }
    while (vocabulary.tokens.size() < size) {
        vocabulary.tokens.push_back(fmt::format("[PAD{}]", vocabulary.tokens.size()));
        vocabulary.kinds.push_back(static_cast<std::int32_t>(TokenKind::unused));
    }
    return vocabulary;
}

}  // namespace strata::cli
