#include "text/jinja/token_stream.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "text/jinja/template_error.h"

namespace strata::jinja {
namespace {

std::string described(const Token& token) {
    switch (token.type) {
        case TokenType::data:
            return "text";
        case TokenType::output_begin:
            return "'{{'";
        case TokenType::output_end:
            return "'}}'";
        case TokenType::block_begin:
            return "'{%'";
        case TokenType::block_end:
            return "'%}'";
        case TokenType::text:
            return "a string";
        case TokenType::integer:
        case TokenType::real:
            return "a number";
        case TokenType::name:
        case TokenType::symbol:
            return fmt::format("'{}'", token.text);
        case TokenType::end:
            break;
    }
    return "the end of the template";
}

}  // namespace

const Token& TokenStream::peek(std::size_t ahead) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

Token TokenStream::take() {
    if (at_ + 1 == tokens_.size()) {
        return tokens_[at_];
    }
    return std::move(tokens_[at_++]);
}

bool TokenStream::at_symbol(std::string_view symbol, std::size_t ahead) const {
    return peek(ahead).type == TokenType::symbol && peek(ahead).text == symbol;
}

bool TokenStream::at_name(std::string_view name, std::size_t ahead) const {
    return peek(ahead).type == TokenType::name && peek(ahead).text == name;
}

bool TokenStream::skip_symbol(std::string_view symbol) {
    const bool here = at_symbol(symbol);
    at_ += here ? 1 : 0;
    return here;
}

bool TokenStream::skip_name(std::string_view name) {
    const bool here = at_name(name);
    at_ += here ? 1 : 0;
    return here;
}

Result<void> TokenStream::expect_symbol(std::string_view symbol) {
    if (!skip_symbol(symbol)) {
        return unexpected(fmt::format("'{}'", symbol));
    }
    return {};
}

Result<void> TokenStream::expect_name(std::string_view name) {
    if (!skip_name(name)) {
        return unexpected(fmt::format("'{}'", name));
    }
    return {};
}

Result<void> TokenStream::expect(TokenType type, std::string_view description) {
    if (peek().type != type) {
        return unexpected(description);
    }
    take();
    return {};
}

Result<std::string> TokenStream::take_identifier() {
    if (peek().type != TokenType::name) {
        return unexpected("a name");
    }
    return take().text;
}

tl::unexpected<Error> TokenStream::error(std::string_view what) const {
    return template_error(line(), what);
}

tl::unexpected<Error> TokenStream::unexpected(std::string_view expected) const {
    return error(fmt::format("found {}, expected {}", described(peek()), expected));
}

}  // namespace strata::jinja
