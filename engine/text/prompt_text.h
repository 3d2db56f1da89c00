#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace strata {

/// Prompt text that remembers which of its bytes the chat template wrote and which came from messages.
///
/// Control tokens are recognised only in the template's own bytes, so nothing that somebody types, pastes or returns
/// from a tool can open or close a turn.
struct PromptText {
    struct Range {
        std::size_t begin = 0, end = 0;  ///< bytes [begin, end)
    };

    std::string text;
    std::vector<Range> own;  ///< the template's own ranges, ascending, not touching each other

    void append_own(std::string_view piece);
    void append_foreign(std::string_view piece);
    /// True if every byte of [begin, end) is the template's own.
    bool is_own(std::size_t begin, std::size_t end) const;
};

}  // namespace strata
