#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace strata::app::api {

/// JSON whose objects keep the order in which they were written: the model reads it, and a prompt is only known again
/// if it is the same letter by letter.
using Json = nlohmann::ordered_json;

/// What a text is worth as JSON.
struct ParsedJson {
    std::optional<Json> value;  ///< none: it is no JSON
    bool too_deep = false;      ///< why
    bool number_too_large = false;
    std::size_t position = 0;  ///< of the first byte that does not fit; 0: not known
};

/// Reads one JSON value: strict UTF-8, no byte order mark, nothing behind it. Of keys that come twice the last counts;
/// escapes of half a surrogate pair become U+FFFD. Bounded in stack, linear in time whatever the text is.
ParsedJson parseJson(std::string_view text, int most_levels);

/// Characters of a text in UTF-8.
std::size_t characterCount(std::string_view text);

/// As text without line breaks, always valid UTF-8.
std::string jsonText(const Json& value);

}  // namespace strata::app::api
