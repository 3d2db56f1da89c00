#include "text/jinja/parser.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include <fmt/format.h>

#include "text/jinja/expression_parser.h"
#include "text/jinja/lexer.h"
#include "text/jinja/limits.h"
#include "text/jinja/token_stream.h"

namespace strata::jinja {
namespace {

class Parser {
public:
    explicit Parser(std::vector<Token> tokens) : tokens_(std::move(tokens)), expressions_(tokens_) {}

    /// Statements up to one of the names, whose `{%` is taken and whose name is not. No names: to the end.
    Result<Block> block(std::initializer_list<std::string_view> ends);

private:
    using Node = Statement::Node;

    Result<Node> statement();
    Result<Node> if_statement();
    Result<Node> for_statement();
    Result<Node> set_statement();
    Result<Node> macro_statement();
    Result<Node> filter_statement();
    Result<Node> with_statement();
    Result<Node> generation_statement();
    Result<Node> loop_exit(LoopExit exit);

    /// The `%}` behind a statement's head, then its body, then the name that ends it.
    Result<Block> body_until(std::string_view end);
    Result<Block> body_before(std::initializer_list<std::string_view> ends);
    Result<void> end_of_head() { return tokens_.expect(TokenType::block_end, "'%}'"); }

    enum class Attributes { allowed, not_here };
    Result<Target> target(Attributes attributes);
    Result<Target> single_target(Attributes attributes);
    Result<std::vector<MacroDefinition::Parameter>> parameters();

    TokenStream tokens_;
    ExpressionParser expressions_;
    int depth_ = 0;
    int target_depth_ = 0;
    int loops_ = 0;  // around the current statement, within the current macro
};

bool is_one_of(const TokenStream& tokens, std::initializer_list<std::string_view> names) {
    return std::any_of(names.begin(), names.end(), [&](std::string_view name) { return tokens.at_name(name); });
}

Result<Block> Parser::block(std::initializer_list<std::string_view> ends) {
    if (depth_ >= kMaxBlockDepth) {
        return tokens_.error(fmt::format("statements are nested more than {} levels deep", kMaxBlockDepth));
    }
    ++depth_;
    Block block;
    while (true) {
        const int line = tokens_.line();
        const TokenType type = tokens_.peek().type;
        if (type == TokenType::data) {
            block.push_back({line, Data{Text(tokens_.take().text, Origin::own)}});
        } else if (type == TokenType::output_begin) {
            tokens_.take();
            STRATA_TRY(ExpressionPtr value, expressions_.expression_or_tuple());
            STRATA_CHECK(tokens_.expect(TokenType::output_end, "'}}'"));
            block.push_back({line, Output{std::move(value)}});
        } else if (type == TokenType::block_begin) {
            tokens_.take();
            if (is_one_of(tokens_, ends)) {
                break;
            }
            STRATA_TRY(Node node, statement());
            STRATA_CHECK(end_of_head());
            block.push_back({line, std::move(node)});
        } else if (ends.size() == 0) {
            break;
        } else {
            return tokens_.unexpected(fmt::format("'{}'", *(ends.end() - 1)));
        }
    }
    --depth_;
    return block;
}

Result<Block> Parser::body_before(std::initializer_list<std::string_view> ends) {
    STRATA_CHECK(end_of_head());
    return block(ends);
}

Result<Block> Parser::body_until(std::string_view end) {
    STRATA_TRY(Block body, body_before({end}));
    STRATA_CHECK(tokens_.expect_name(end));
    return body;
}

Result<Statement::Node> Parser::statement() {
    constexpr std::array<std::string_view, 11> kUnsupported = {
        "call", "include", "import", "from", "extends", "block", "print", "autoescape", "do", "trans", "debug"};
    if (tokens_.peek().type != TokenType::name) {
        return tokens_.unexpected("a statement");
    }
    const std::string& keyword = tokens_.peek().text;
    if (std::find(kUnsupported.begin(), kUnsupported.end(), keyword) != kUnsupported.end()) {
        return tokens_.error(fmt::format("{{% {} %}} is not supported", keyword));
    }
    if (tokens_.skip_name("if")) {
        return if_statement();
    }
    if (tokens_.skip_name("for")) {
        return for_statement();
    }
    if (tokens_.skip_name("set")) {
        return set_statement();
    }
    if (tokens_.skip_name("macro")) {
        return macro_statement();
    }
    if (tokens_.skip_name("filter")) {
        return filter_statement();
    }
    if (tokens_.skip_name("with")) {
        return with_statement();
    }
    if (tokens_.skip_name("generation")) {
        return generation_statement();
    }
    if (tokens_.skip_name("break")) {
        return loop_exit(LoopExit::break_loop);
    }
    if (tokens_.skip_name("continue")) {
        return loop_exit(LoopExit::continue_loop);
    }
    return tokens_.error(fmt::format("unknown statement '{}'", keyword));
}

Result<Statement::Node> Parser::if_statement() {
    If node;
    do {
        If::Branch branch;
        STRATA_TRY(branch.condition, expressions_.expression_or_tuple(ExpressionParser::InlineIf::not_here));
        STRATA_TRY(branch.body, body_before({"elif", "else", "endif"}));
        node.branches.push_back(std::move(branch));
    } while (tokens_.skip_name("elif"));
    if (tokens_.skip_name("else")) {
        STRATA_TRY(node.otherwise, body_before({"endif"}));
    }
    STRATA_CHECK(tokens_.expect_name("endif"));
    return node;
}

Result<Statement::Node> Parser::for_statement() {
    For node;
    STRATA_TRY(node.target, target(Attributes::not_here));
    STRATA_CHECK(tokens_.expect_name("in"));
    STRATA_TRY(node.items, expressions_.expression_or_tuple(ExpressionParser::InlineIf::not_here));
    if (tokens_.skip_name("if")) {
        STRATA_TRY(node.condition, expressions_.expression());
    }
    if (tokens_.at_name("recursive")) {
        return tokens_.error("recursive loops are not supported");
    }
    ++loops_;
    STRATA_TRY(node.body, body_before({"else", "endfor"}));
    --loops_;
    if (tokens_.skip_name("else")) {
        STRATA_TRY(node.otherwise, body_before({"endfor"}));
    }
    STRATA_CHECK(tokens_.expect_name("endfor"));
    return node;
}

Result<Statement::Node> Parser::set_statement() {
    STRATA_TRY(Target assigned, target(Attributes::allowed));
    if (tokens_.skip_symbol("=")) {
        STRATA_TRY(ExpressionPtr value, expressions_.expression_or_tuple());
        return Assignment{std::move(assigned), std::move(value)};
    }
    CapturedAssignment node;
    node.target = std::move(assigned);
    if (tokens_.skip_symbol("|")) {
        STRATA_TRY(node.filters, expressions_.filter_chain());
    }
    STRATA_TRY(node.body, body_until("endset"));
    return node;
}

Result<Statement::Node> Parser::macro_statement() {
    MacroDefinition node;
    STRATA_TRY(node.name, tokens_.take_identifier());
    STRATA_TRY(node.parameters, parameters());
    const int loops_outside = std::exchange(loops_, 0);
    STRATA_TRY(node.body, body_until("endmacro"));
    loops_ = loops_outside;
    return node;
}

Result<std::vector<MacroDefinition::Parameter>> Parser::parameters() {
    std::vector<MacroDefinition::Parameter> parameters;
    STRATA_CHECK(tokens_.expect_symbol("("));
    while (!tokens_.at_symbol(")")) {
        MacroDefinition::Parameter next;
        STRATA_TRY(next.name, tokens_.take_identifier());
        if (tokens_.skip_symbol("=")) {
            STRATA_TRY(next.fallback, expressions_.expression());
        } else if (!parameters.empty() && parameters.back().fallback) {
            return tokens_.error(fmt::format("parameter '{}' without a default follows one with a default", next.name));
        }
        parameters.push_back(std::move(next));
        if (!tokens_.skip_symbol(",")) {
            break;
        }
    }
    STRATA_CHECK(tokens_.expect_symbol(")"));
    return parameters;
}

Result<Statement::Node> Parser::filter_statement() {
    FilteredBlock node;
    STRATA_TRY(node.filters, expressions_.filter_chain());
    STRATA_TRY(node.body, body_until("endfilter"));
    return node;
}

Result<Statement::Node> Parser::with_statement() {
    ScopedBlock node;
    while (tokens_.peek().type != TokenType::block_end) {
        Assignment assignment;
        STRATA_TRY(assignment.target, single_target(Attributes::not_here));
        STRATA_CHECK(tokens_.expect_symbol("="));
        STRATA_TRY(assignment.value, expressions_.expression());
        node.assignments.push_back(std::move(assignment));
        if (!tokens_.skip_symbol(",")) {
            break;
        }
    }
    STRATA_TRY(node.body, body_until("endwith"));
    return node;
}

/// The tags mark what a model is trained on; for rendering their inside is plain.
Result<Statement::Node> Parser::generation_statement() {
    ScopedBlock node;
    STRATA_TRY(node.body, body_until("endgeneration"));
    return node;
}

Result<Statement::Node> Parser::loop_exit(LoopExit exit) {
    if (loops_ == 0) {
        return tokens_.error("break and continue belong inside a loop");
    }
    return exit;
}

Result<Target> Parser::single_target(Attributes attributes) {
    Target single;
    if (tokens_.skip_symbol("(")) {
        if (target_depth_ >= kMaxBlockDepth) {
            return tokens_.error("an assignment's target is nested too deeply");
        }
        ++target_depth_;
        STRATA_TRY(single, target(attributes));
        --target_depth_;
        STRATA_CHECK(tokens_.expect_symbol(")"));
        return single;
    }
    STRATA_TRY(single.name, tokens_.take_identifier());
    constexpr std::array<std::string_view, 6> kConstants = {"true", "True", "false", "False", "none", "None"};
    if (std::find(kConstants.begin(), kConstants.end(), single.name) != kConstants.end()) {
        return tokens_.error(fmt::format("'{}' cannot be assigned to", single.name));
    }
    if (attributes == Attributes::allowed && tokens_.skip_symbol(".")) {
        STRATA_TRY(single.attribute, tokens_.take_identifier());
    }
    return single;
}

Result<Target> Parser::target(Attributes attributes) {
    STRATA_TRY(Target first, single_target(attributes));
    if (!tokens_.at_symbol(",")) {
        return first;
    }
    Target tuple;
    tuple.parts.push_back(std::move(first));
    while (tokens_.skip_symbol(",")) {
        if (tokens_.peek().type != TokenType::name && !tokens_.at_symbol("(")) {
            break;
        }
        if (tokens_.at_name("in")) {
            break;
        }
        STRATA_TRY(Target next, single_target(attributes));
        tuple.parts.push_back(std::move(next));
    }
    return tuple;
}

}  // namespace

Result<SyntaxTree> parse(std::string_view source) {
    STRATA_TRY(std::vector<Token> tokens, tokenize(source));
    SyntaxTree tree;
    tree.source_bytes = source.size();
    STRATA_TRY(tree.body, Parser(std::move(tokens)).block({}));
    return tree;
}

}  // namespace strata::jinja
