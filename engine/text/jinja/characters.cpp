#include "text/jinja/characters.h"

#include <algorithm>

#include <utf8proc.h>

#include "text/utf8.h"

namespace strata::jinja {
namespace {

utf8proc_category_t category(Character character) {
    return character.valid ? utf8proc_category(static_cast<utf8proc_int32_t>(character.code_point))
                           : UTF8PROC_CATEGORY_CN;
}

using Mapping = utf8proc_int32_t (*)(utf8proc_int32_t);

void append_mapped(std::string& out, std::string_view bytes, Character character, Mapping mapping) {
    if (!character.valid) {
        out.append(bytes);
        return;
    }
    // The one letter in common use whose capital is two letters.
    constexpr char32_t kSharpS = 0xDF;
    if (character.code_point == kSharpS && mapping != utf8proc_tolower) {
        out += mapping == utf8proc_toupper ? "SS" : "Ss";
        return;
    }
    const utf8proc_int32_t mapped = mapping(static_cast<utf8proc_int32_t>(character.code_point));
    append_utf8(out, static_cast<char32_t>(mapped));
}

std::string mapped_text(std::string_view text, Mapping mapping) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const Character character = character_at(text, at);
        append_mapped(out, text.substr(at, character.length), character, mapping);
        at += character.length;
    }
    return out;
}

}  // namespace

Character character_at(std::string_view text, std::size_t position) {
    const Utf8Unit unit = next_utf8(text.substr(position, 4));
    if (unit.status != Utf8Status::character) {
        return {0, 1, false};
    }
    return {unit.code_point, unit.length, true};
}

Character character_before(std::string_view text, std::size_t position) {
    for (std::size_t length = 1; length <= std::min<std::size_t>(4, position); ++length) {
        const Utf8Unit unit = next_utf8(text.substr(position - length, length));
        if (unit.status == Utf8Status::character && unit.length == length) {
            return {unit.code_point, length, true};
        }
    }
    return {0, 1, false};
}

std::size_t count_characters(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); at += character_at(text, at).length) {
        ++count;
    }
    return count;
}

bool is_space(Character character) {
    const char32_t c = character.code_point;
    if (!character.valid) {
        return false;
    }
    // The separators 1C to 1F and the next-line control count as white space though they have no such category.
    if ((c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F) || c == 0x85) {
        return true;
    }
    const auto kind = category(character);
    return kind == UTF8PROC_CATEGORY_ZS || kind == UTF8PROC_CATEGORY_ZL || kind == UTF8PROC_CATEGORY_ZP;
}

bool is_printable(Character character) {
    if (character.code_point == ' ') {
        return true;
    }
    switch (category(character)) {
        case UTF8PROC_CATEGORY_CC:
        case UTF8PROC_CATEGORY_CF:
        case UTF8PROC_CATEGORY_CS:
        case UTF8PROC_CATEGORY_CO:
        case UTF8PROC_CATEGORY_CN:
        case UTF8PROC_CATEGORY_ZL:
        case UTF8PROC_CATEGORY_ZP:
        case UTF8PROC_CATEGORY_ZS:
            return false;
        default:
            return true;
    }
}

bool is_lower(Character character) {
    return category(character) == UTF8PROC_CATEGORY_LL;
}

bool is_upper(Character character) {
    const auto kind = category(character);
    return kind == UTF8PROC_CATEGORY_LU || kind == UTF8PROC_CATEGORY_LT;
}

bool is_letter(Character character) {
    const auto kind = category(character);
    return is_lower(character) || is_upper(character) || kind == UTF8PROC_CATEGORY_LM || kind == UTF8PROC_CATEGORY_LO;
}

bool is_digit(Character character) {
    return category(character) == UTF8PROC_CATEGORY_ND;
}

std::string to_upper(std::string_view text) {
    return mapped_text(text, utf8proc_toupper);
}

std::string to_lower(std::string_view text) {
    return mapped_text(text, utf8proc_tolower);
}

std::string to_title(std::string_view text, Words words, bool& inside_word) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const Character character = character_at(text, at);
        const std::string_view bytes = text.substr(at, character.length);
        append_mapped(out, bytes, character, inside_word ? utf8proc_tolower : utf8proc_totitle);
        inside_word = words == Words::of_letters
                          ? is_lower(character) || is_upper(character)
                          : !is_space(character) && std::string_view("-({[<").find(bytes) == std::string_view::npos;
        at += character.length;
    }
    return out;
}

std::string_view without_space_at_start(std::string_view text) {
    while (!text.empty()) {
        const Character first = character_at(text, 0);
        if (!is_space(first)) {
            break;
        }
        text.remove_prefix(first.length);
    }
    return text;
}

std::string_view without_space_at_end(std::string_view text) {
    while (!text.empty()) {
        const Character last = character_before(text, text.size());
        if (!is_space(last)) {
            break;
        }
        text.remove_suffix(last.length);
    }
    return text;
}

}  // namespace strata::jinja
