#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/tokenizer.h"

namespace strata {

/// Watches for the same token over and over: a model in a loop would fill the whole context.
class RepeatStop {
public:
    /// most: how many in a row end the answer; 0: never.
    explicit RepeatStop(int most) : most_(most) {}

    /// True when this token completes such a row.
    bool feed(TokenId id);

private:
    int most_;
    int count_ = 0;
    TokenId last_ = -1;
};

/// Ends the answer's text at the first of several texts, which may arrive in pieces. The first is the one that is
/// complete first, of those the longest: so the pieces make no difference.
class StopText {
public:
    explicit StopText(std::vector<std::string> stops);

    /// Adds text and returns what surely comes before any stop text; the rest is held back.
    std::string feed(std::string_view text);
    /// What is still held when the answer ends without a stop text.
    std::string finish();
    bool hit() const { return !found_.empty(); }
    const std::string& found() const { return found_; }  ///< the stop text that was hit; empty: none

private:
    std::vector<std::string> stops_;
    std::string held_;
    std::string found_;
};

}  // namespace strata
