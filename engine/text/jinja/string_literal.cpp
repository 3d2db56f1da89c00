#include "text/jinja/string_literal.h"

#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "text/jinja/template_error.h"
#include "text/utf8.h"

namespace strata::jinja {
namespace {

/// What a backslash and this letter stand for, if it is a single byte.
std::optional<char> simple_escape(char letter) {
    switch (letter) {
        case '\\':
        case '\'':
        case '"':
            return letter;
        case 'a':
            return '\a';
        case 'b':
            return '\b';
        case 'f':
            return '\f';
        case 'n':
            return '\n';
        case 'r':
            return '\r';
        case 't':
            return '\t';
        case 'v':
            return '\v';
        default:
            return std::nullopt;
    }
}

std::size_t hex_digits_after(char letter) {
    switch (letter) {
        case 'x':
            return 2;
        case 'u':
            return 4;
        case 'U':
            return 8;
        default:
            return 0;
    }
}

bool is_octal(char c) {
    return c >= '0' && c <= '7';
}

Result<void> append_code_point(std::string& out, std::string_view digits, int base, std::size_t count, int line) {
    char32_t value = 0;
    std::uint32_t number = 0;
    const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
    if (status != std::errc() || digits.size() != count || end != digits.data() + count) {
        return template_error(line, "a string has an unfinished escape");
    }
    value = number;
    if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) {
        return template_error(line, fmt::format("the escape of code point {:X} names no character", number));
    }
    append_utf8(out, value);
    return {};
}

}  // namespace

Result<std::string> decode_escapes(std::string_view body, int line) {
    std::string out;
    out.reserve(body.size());
    for (std::size_t at = 0; at < body.size();) {
        if (body[at] != '\\' || at + 1 == body.size()) {
            out.push_back(body[at++]);
            continue;
        }
        const char letter = body[at + 1];
        at += 2;
        if (const auto byte = simple_escape(letter)) {
            out.push_back(*byte);
        } else if (const std::size_t digits = hex_digits_after(letter); digits > 0) {
            STRATA_CHECK(append_code_point(out, body.substr(at, digits), 16, digits, line));
            at += digits;
        } else if (is_octal(letter)) {
            std::size_t length = 1;
            while (length < 3 && at - 1 + length < body.size() && is_octal(body[at - 1 + length])) {
                ++length;
            }
            STRATA_CHECK(append_code_point(out, body.substr(at - 1, length), 8, length, line));
            at += length - 1;
        } else if (letter == 'N') {
            return template_error(line, "escapes by character name (\\N) are not supported");
        } else if (letter != '\n') {  // a backslash at the end of a line joins it to the next
            out.push_back('\\');
            out.push_back(letter);
        }
    }
    return out;
}

}  // namespace strata::jinja
