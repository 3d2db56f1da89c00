#include "text/pre_tokenizer.h"

#include <cstdint>

#include <utf8proc.h>

#include "text/utf8.h"

// The pre-tokenizer is the regular expression
//
//   (?i:'s|'t|'re|'ve|'m|'ll|'d) | [^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+ | \p{N} | ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*
//   | \s*[\r\n]+ | \s+(?!\S) | \s+
//
// (without the spaces around the first bars), tried from left to right; the first alternative that matches wins. Its
// classes are disjoint where it could backtrack, so each alternative is a straight scan; every piece is scanned a fixed
// number of times.

namespace strata {
namespace {

/// Classes of characters as bits; every character has exactly one.
enum CharClass : std::uint8_t {
    letter = 1,
    mark = 2,
    number = 4,
    line_end = 8,  ///< carriage return, line feed
    blank = 16,    ///< other white space
    symbol = 32,   ///< all the rest
};
constexpr unsigned kWord = letter | mark;
constexpr unsigned kWhiteSpace = line_end | blank;

/// The property White_Space, which `\s` stands for.
bool is_white_space(char32_t c) {
    return (c >= 0x09 && c <= 0x0D) || c == 0x20 || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

CharClass classify(char32_t c) {
    if (c == '\r' || c == '\n') {
        return line_end;
    }
    if (is_white_space(c)) {
        return blank;
    }
    switch (utf8proc_category(static_cast<utf8proc_int32_t>(c))) {
        case UTF8PROC_CATEGORY_LU:
        case UTF8PROC_CATEGORY_LL:
        case UTF8PROC_CATEGORY_LT:
        case UTF8PROC_CATEGORY_LM:
        case UTF8PROC_CATEGORY_LO:
            return letter;
        case UTF8PROC_CATEGORY_MN:
        case UTF8PROC_CATEGORY_MC:
        case UTF8PROC_CATEGORY_ME:
            return mark;
        case UTF8PROC_CATEGORY_ND:
        case UTF8PROC_CATEGORY_NL:
        case UTF8PROC_CATEGORY_NO:
            return number;
        default:
            return symbol;
    }
}

struct ClassedChar {
    unsigned char_class = 0;  ///< 0: the end of the text, which is in no class
    std::size_t length = 0;
};

ClassedChar char_at(std::string_view text, std::size_t position) {
    if (position >= text.size()) {
        return {};
    }
    const Utf8Unit unit = next_utf8(text.substr(position));
    return {unit.status == Utf8Status::character ? classify(unit.code_point) : symbol, unit.length};
}

/// The end of the longest run of characters of these classes that begins at `position`.
std::size_t skip(std::string_view text, std::size_t position, unsigned classes) {
    for (;;) {
        const ClassedChar next = char_at(text, position);
        if ((next.char_class & classes) == 0) {
            return position;
        }
        position += next.length;
    }
}

bool equals_ignoring_case(char byte, char lower) {
    return byte == lower || byte == lower - 'a' + 'A';
}

/// (?i:'s|'t|'re|'ve|'m|'ll|'d); 0 if the text does not begin so.
std::size_t contraction(std::string_view text) {
    if (text.size() < 2 || text[0] != '\'') {
        return 0;
    }
    for (const char ending : {'s', 't', 'm', 'd'}) {
        if (equals_ignoring_case(text[1], ending)) {
            return 2;
        }
    }
    // The long s, U+017F, is an s to a comparison that ignores case; no other character outside ASCII folds to one of
    // these.
    if (text.substr(1, 2) == "\xC5\xBF") {
        return 3;
    }
    if (text.size() >= 3) {
        for (const std::string_view ending : {"re", "ve", "ll"}) {
            if (equals_ignoring_case(text[1], ending[0]) && equals_ignoring_case(text[2], ending[1])) {
                return 3;
            }
        }
    }
    return 0;
}

/// \s*[\r\n]+ | \s+(?!\S) | \s+ for a text that begins with white space.
std::size_t white_space(std::string_view text) {
    std::size_t end = 0;
    std::size_t after_line_end = 0;  // behind the last line end of the run
    std::size_t last_begin = 0;      // where the last character of the run begins
    for (;;) {
        const ClassedChar next = char_at(text, end);
        if ((next.char_class & kWhiteSpace) == 0) {
            break;
        }
        last_begin = end;
        end += next.length;
        if (next.char_class == line_end) {
            after_line_end = end;
        }
    }
    if (after_line_end > 0) {
        return after_line_end;
    }
    // Something follows: the last blank is left to it, unless it is the only one.
    return end < text.size() && last_begin > 0 ? last_begin : end;
}

}  // namespace

std::size_t first_piece(std::string_view text) {
    if (const std::size_t length = contraction(text); length > 0) {
        return length;
    }
    const ClassedChar first = char_at(text, 0);
    if ((first.char_class & kWord) != 0) {
        return skip(text, first.length, kWord);
    }
    if (first.char_class == number) {
        return first.length;
    }
    const unsigned second_class = char_at(text, first.length).char_class;
    if ((first.char_class & (blank | symbol)) != 0 && (second_class & kWord) != 0) {
        return skip(text, first.length, kWord);
    }
    if (first.char_class == symbol || (text[0] == ' ' && second_class == symbol)) {
        return skip(text, skip(text, first.length, symbol), line_end);
    }
    return white_space(text);
}

}  // namespace strata
