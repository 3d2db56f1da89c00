#pragma once

#include <string_view>
#include <vector>

#include "base/error.h"
#include "text/jinja/token.h"

namespace strata::jinja {

/// The tokens of a template with a place in them.
class TokenStream {
public:
    /// The last token must be TokenType::end.
    explicit TokenStream(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

    const Token& peek(std::size_t ahead = 0) const;
    Token take();
    int line() const { return peek().line; }

    bool at_symbol(std::string_view symbol, std::size_t ahead = 0) const;
    bool at_name(std::string_view name, std::size_t ahead = 0) const;
    /// Takes the token if it is this one.
    bool skip_symbol(std::string_view symbol);
    bool skip_name(std::string_view name);

    Result<void> expect_symbol(std::string_view symbol);
    Result<void> expect_name(std::string_view name);
    Result<void> expect(TokenType type, std::string_view description);
    /// Any name. Errors: bad_template saying what was expected.
    Result<std::string> take_identifier();

    tl::unexpected<Error> error(std::string_view what) const;
    tl::unexpected<Error> unexpected(std::string_view expected) const;

private:
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
};

}  // namespace strata::jinja
