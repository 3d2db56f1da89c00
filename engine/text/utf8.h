#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace strata {

/// What stands at the start of some bytes that should be UTF-8.
enum class Utf8Status : std::uint8_t {
    character,   ///< a whole, valid character
    invalid,     ///< bytes that no continuation could make valid
    unfinished,  ///< the beginning of a valid character, cut off by the end of the bytes
};

/// One step through UTF-8 text.
struct Utf8Unit {
    Utf8Status status = Utf8Status::invalid;
    std::size_t length = 1;        ///< bytes; of an invalid unit: its maximal subpart (Unicode 15, section 3.9)
    char32_t code_point = 0xFFFD;  ///< U+FFFD unless it is a character
};

/// The unit at `bytes[0]`; `bytes` must not be empty. Overlong forms, surrogates and values above U+10FFFF are invalid.
Utf8Unit next_utf8(std::string_view bytes);

/// Adds the UTF-8 form of a code point, which must be a Unicode scalar value.
void append_utf8(std::string& text, char32_t code_point);

}  // namespace strata
