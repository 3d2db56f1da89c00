#pragma once

#include <cstdint>
#include <string>

namespace strata::jinja {

enum class TokenType : unsigned char {
    data,          ///< text between tags, white space already stripped
    output_begin,  ///< {{
    output_end,    ///< }}
    block_begin,   ///< {%
    block_end,     ///< %}
    name,
    text,  ///< a string literal, its escapes decoded
    integer,
    real,
    symbol,  ///< an operator or bracket
    end,     ///< of the template
};

struct Token {
    TokenType type = TokenType::end;
    int line = 1;
    std::string text;  ///< of data, name, text and symbol
    std::int64_t integer = 0;
    double real = 0;
};

}  // namespace strata::jinja
