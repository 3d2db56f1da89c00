#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace strata::jinja {

/// Text as the template language sees it: characters are Unicode code points. A byte that is not part of valid UTF-8
/// counts as one character, is no letter and no space, and is never changed.
struct Character {
    char32_t code_point = 0;
    std::size_t length = 1;  ///< bytes
    bool valid = true;
};

/// The character that begins at `position`, which lies inside the text.
Character character_at(std::string_view text, std::size_t position);
/// The character that ends just before `position` > 0.
Character character_before(std::string_view text, std::size_t position);

std::size_t count_characters(std::string_view text);

bool is_space(Character character);
bool is_printable(Character character);
bool is_lower(Character character);
bool is_upper(Character character);  ///< upper or title case
bool is_letter(Character character);
bool is_digit(Character character);

/// One-to-one case mappings, but for the sharp s: another letter whose capital is several letters stays as it is.
std::string to_upper(std::string_view text);
std::string to_lower(std::string_view text);

/// Where a word begins: at a letter that follows no letter, or behind white space, '-' and opening brackets.
enum class Words { of_letters, between_spaces };
/// The first letter of every word capital, the others small. inside_word: whether the text continues a word;
/// afterwards, whether it ends inside one.
std::string to_title(std::string_view text, Words words, bool& inside_word);

/// Bytes without the white space at the ends.
std::string_view without_space_at_start(std::string_view text);
std::string_view without_space_at_end(std::string_view text);

}  // namespace strata::jinja
