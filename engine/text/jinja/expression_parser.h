#pragma once

#include <vector>

#include "text/jinja/syntax_tree.h"
#include "text/jinja/token_stream.h"

namespace strata::jinja {

/// Reads expressions from a token stream, which must outlive it. Errors: bad_template with line and construct.
class ExpressionParser {
public:
    explicit ExpressionParser(TokenStream& tokens) : tokens_(tokens) {}

    enum class InlineIf { allowed, not_here };

    /// One expression. InlineIf::not_here leaves an `if` for whoever called: `for x in items if x`.
    Result<ExpressionPtr> expression(InlineIf inline_if = InlineIf::allowed);
    /// One expression, or several with commas: a tuple.
    Result<ExpressionPtr> expression_or_tuple(InlineIf inline_if = InlineIf::allowed);
    /// `name(arguments) | name(arguments)`: the stream is at the first name.
    Result<std::vector<Filter>> filter_chain();

private:
    class Nesting;

    Result<ExpressionPtr> conditional();
    Result<ExpressionPtr> binary(int lowest_level);
    Result<ExpressionPtr> negation();
    Result<ExpressionPtr> comparison(ExpressionPtr first);
    Result<ExpressionPtr> concatenation(ExpressionPtr first);
    enum class Filters { allowed, not_here };
    Result<ExpressionPtr> unary(Filters filters);
    Result<ExpressionPtr> primary();
    Result<ExpressionPtr> name_or_constant();
    Result<ExpressionPtr> string_literal();
    Result<ExpressionPtr> parenthesized();
    Result<ExpressionPtr> list_display();
    Result<ExpressionPtr> dict_display();
    Result<ExpressionPtr> postfix(ExpressionPtr object);
    Result<ExpressionPtr> attribute(ExpressionPtr object);
    Result<ExpressionPtr> subscript(ExpressionPtr object);
    Result<ExpressionPtr> slice_part();
    Result<ExpressionPtr> filters_and_tests(ExpressionPtr subject);
    Result<Filter> filter();
    Result<ExpressionPtr> test(ExpressionPtr subject);
    Result<std::vector<Argument>> test_arguments();
    Result<std::vector<Argument>> arguments();
    Result<void> argument(std::vector<Argument>& arguments);
    bool at_tuple_end() const;

    /// Errors: deeper than kMaxExpressionDepth.
    template <class NodeType>
    Result<ExpressionPtr> make(int line, NodeType node) const;

    TokenStream& tokens_;
    int nesting_ = 0;
};

}  // namespace strata::jinja
