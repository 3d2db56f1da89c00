#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "text/tokenizer.h"
#include "text/utf8_stream.h"

namespace strata {

/// What the model writes around its thinking and around a function call.
enum class Marker { think_open, think_close, call_open, call_close };

/// "<think>", "</think>", "<tool_call>", "</tool_call>".
std::string_view spelling_of(Marker marker);

/// Turns tokens into text and markers.
///
/// A marker that is an added token of the vocabulary is matched by its id alone: the same letters made of other tokens
/// stay text. For vocabularies without it, it is matched in the text, and text that may become a marker is held back.
class MarkerReader {
public:
    using Item = std::variant<std::string, Marker>;  ///< text: whole UTF-8 characters, not empty

    explicit MarkerReader(const Tokenizer& tokenizer);

    std::vector<Item> feed(TokenId id);
    std::vector<Item> finish();

    bool inside_character() const { return utf8_.inside_character(); }

private:
    static constexpr std::size_t kMarkerCount = 4;

    void release(std::vector<Item>& items);
    std::optional<Marker> marker_at_start(std::string_view text) const;
    bool may_become_marker(std::string_view text) const;

    Tokenizer tokenizer_;
    std::array<std::optional<TokenId>, kMarkerCount> ids_;  // by Marker
    std::vector<Marker> in_text_;                           // those without id
    Utf8Stream utf8_;
    std::string held_;  // text that begins like a marker
};

}  // namespace strata
