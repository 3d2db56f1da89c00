#pragma once

#include <string>
#include <string_view>

namespace strata {

/// Bytes to text, token by token: holds an unfinished UTF-8 character back until it is whole.
class Utf8Stream {
public:
    /// Adds bytes and returns what is complete now. Bytes that can never become valid come out as U+FFFD.
    std::string feed(std::string_view bytes);
    /// What is left at the end: an unfinished character becomes U+FFFD.
    std::string finish();
    bool inside_character() const { return !pending_.empty(); }

private:
    std::string pending_;
};

}  // namespace strata
