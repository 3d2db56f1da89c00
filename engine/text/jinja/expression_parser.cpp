#include "text/jinja/expression_parser.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "text/jinja/builtin_tables.h"
#include "text/jinja/limits.h"

namespace strata::jinja {
namespace {

/// How tightly binary operators hold, loosest first.
enum Level : int { kOr = 1, kAnd, kNot, kCompare, kAdd, kConcatenate, kMultiply, kPower };

struct BinaryOperator {
    std::string_view spelling;
    int level;
    ArithmeticOperator arithmetic;  ///< of the levels that calculate
};

constexpr std::array<BinaryOperator, 7> kArithmetic = {{
    {"+", kAdd, ArithmeticOperator::add},
    {"-", kAdd, ArithmeticOperator::subtract},
    {"*", kMultiply, ArithmeticOperator::multiply},
    {"/", kMultiply, ArithmeticOperator::divide},
    {"//", kMultiply, ArithmeticOperator::floor_divide},
    {"%", kMultiply, ArithmeticOperator::modulo},
    {"**", kPower, ArithmeticOperator::power},
}};

constexpr std::array<std::pair<std::string_view, ComparisonOperator>, 6> kComparisons = {{
    {"==", ComparisonOperator::equal},
    {"!=", ComparisonOperator::not_equal},
    {"<", ComparisonOperator::less},
    {"<=", ComparisonOperator::less_equal},
    {">", ComparisonOperator::greater},
    {">=", ComparisonOperator::greater_equal},
}};

constexpr std::array<std::string_view, 8> kReserved = {"and", "or", "not", "in", "is", "if", "else", "elif"};

std::optional<ComparisonOperator> comparison_at(const TokenStream& tokens) {
    if (tokens.at_name("in")) {
        return ComparisonOperator::in;
    }
    if (tokens.at_name("not") && tokens.at_name("in", 1)) {
        return ComparisonOperator::not_in;
    }
    for (const auto& [spelling, op] : kComparisons) {
        if (tokens.at_symbol(spelling)) {
            return op;
        }
    }
    return std::nullopt;
}

const BinaryOperator* arithmetic_at(const TokenStream& tokens) {
    for (const auto& candidate : kArithmetic) {
        if (tokens.at_symbol(candidate.spelling)) {
            return &candidate;
        }
    }
    return nullptr;
}

/// The level of the binary operator at the current token; 0: there is none.
int level_at(const TokenStream& tokens) {
    if (tokens.at_name("or")) {
        return kOr;
    }
    if (tokens.at_name("and")) {
        return kAnd;
    }
    if (comparison_at(tokens)) {
        return kCompare;
    }
    if (tokens.at_symbol("~")) {
        return kConcatenate;
    }
    const auto* arithmetic = arithmetic_at(tokens);
    return arithmetic != nullptr ? arithmetic->level : 0;
}

/// Depth of the deepest child of a node.
class ChildDepth {
public:
    int deepest = 0;

    void operator()(const Constant&) {}
    void operator()(const Name&) {}
    void operator()(const ListDisplay& node) { see_all(node.items); }
    void operator()(const DictDisplay& node) {
        for (const auto& [key, value] : node.entries) {
            see(key);
            see(value);
        }
    }
    void operator()(const Unary& node) { see(node.operand); }
    void operator()(const Arithmetic& node) { see(node.left), see(node.right); }
    void operator()(const Logical& node) { see(node.left), see(node.right); }
    void operator()(const Comparison& node) {
        see(node.first);
        for (const auto& step : node.steps) {
            see(step.right);
        }
    }
    void operator()(const Concatenation& node) { see_all(node.parts); }
    void operator()(const Conditional& node) { see(node.value), see(node.condition), see(node.otherwise); }
    void operator()(const Attribute& node) { see(node.object); }
    void operator()(const Item& node) { see(node.object), see(node.key); }
    void operator()(const Slice& node) { see(node.object), see(node.start), see(node.stop), see(node.step); }
    void operator()(const Call& node) { see(node.callee), see_all(node.arguments); }
    void operator()(const Filtered& node) { see(node.subject), see_all(node.filter.arguments); }
    void operator()(const Test& node) { see(node.subject), see_all(node.arguments); }

private:
    void see(const ExpressionPtr& child) { deepest = std::max(deepest, child ? child->depth : 0); }
    void see_all(const std::vector<ExpressionPtr>& children) {
        for (const auto& child : children) {
            see(child);
        }
    }
    void see_all(const std::vector<Argument>& arguments) {
        for (const auto& argument : arguments) {
            see(argument.value);
        }
    }
};

tl::unexpected<Error> too_deep(const TokenStream& tokens) {
    return tokens.error(fmt::format("an expression is nested more than {} levels deep", kMaxExpressionDepth));
}

}  // namespace

/// Counts the recursion of the parser itself: brackets and prefixes nest before any node exists.
class ExpressionParser::Nesting {
public:
    explicit Nesting(int& depth) : depth_(depth) { ++depth_; }
    ~Nesting() { --depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    bool too_deep() const { return depth_ > kMaxExpressionDepth; }

private:
    int& depth_;
};

template <class NodeType>
Result<ExpressionPtr> ExpressionParser::make(int line, NodeType node) const {
    ChildDepth children;
    children(node);
    if (children.deepest >= kMaxExpressionDepth) {
        return too_deep(tokens_);
    }
    return std::make_unique<const Expression>(Expression{line, children.deepest + 1, std::move(node)});
}

Result<ExpressionPtr> ExpressionParser::expression(InlineIf inline_if) {
    return inline_if == InlineIf::allowed ? conditional() : binary(kOr);
}

bool ExpressionParser::at_tuple_end() const {
    const TokenType type = tokens_.peek().type;
    return type == TokenType::output_end || type == TokenType::block_end || tokens_.at_symbol(")") ||
           tokens_.at_name("if") || tokens_.at_name("recursive");
}

Result<ExpressionPtr> ExpressionParser::expression_or_tuple(InlineIf inline_if) {
    const int line = tokens_.line();
    STRATA_TRY(ExpressionPtr first, expression(inline_if));
    if (!tokens_.at_symbol(",")) {
        return first;
    }
    ListDisplay tuple;
    tuple.is_tuple = true;
    tuple.items.push_back(std::move(first));
    while (tokens_.skip_symbol(",") && !at_tuple_end()) {
        STRATA_TRY(ExpressionPtr item, expression(inline_if));
        tuple.items.push_back(std::move(item));
    }
    return make(line, std::move(tuple));
}

Result<ExpressionPtr> ExpressionParser::conditional() {
    const Nesting nesting(nesting_);
    if (nesting.too_deep()) {
        return too_deep(tokens_);
    }
    const int line = tokens_.line();
    STRATA_TRY(ExpressionPtr value, binary(kOr));
    while (tokens_.skip_name("if")) {
        Conditional node;
        node.value = std::move(value);
        STRATA_TRY(node.condition, binary(kOr));
        if (tokens_.skip_name("else")) {
            STRATA_TRY(node.otherwise, conditional());
        }
        STRATA_TRY(value, make(line, std::move(node)));
    }
    return value;
}

/// Operators of `lowest_level` and tighter, all of them grouping to the left.
Result<ExpressionPtr> ExpressionParser::binary(int lowest_level) {
    const Nesting nesting(nesting_);
    if (nesting.too_deep()) {
        return too_deep(tokens_);
    }
    STRATA_TRY(ExpressionPtr left,
               lowest_level <= kNot && tokens_.at_name("not") ? negation() : unary(Filters::allowed));
    for (int level = level_at(tokens_); level >= lowest_level && level > 0; level = level_at(tokens_)) {
        const int line = tokens_.line();
        if (level == kCompare) {
            STRATA_TRY(left, comparison(std::move(left)));
        } else if (level == kConcatenate) {
            STRATA_TRY(left, concatenation(std::move(left)));
        } else if (level == kOr || level == kAnd) {
            tokens_.take();
            STRATA_TRY(ExpressionPtr right, binary(level + 1));
            const auto op = level == kOr ? LogicalOperator::logical_or : LogicalOperator::logical_and;
            STRATA_TRY(left, make(line, Logical{op, std::move(left), std::move(right)}));
        } else {
            const ArithmeticOperator op = arithmetic_at(tokens_)->arithmetic;
            tokens_.take();
            STRATA_TRY(ExpressionPtr right, binary(level + 1));
            STRATA_TRY(left, make(line, Arithmetic{op, std::move(left), std::move(right)}));
        }
    }
    return left;
}

Result<ExpressionPtr> ExpressionParser::negation() {
    const int line = tokens_.line();
    tokens_.take();
    STRATA_TRY(ExpressionPtr operand, binary(kNot));
    return make(line, Unary{UnaryOperator::logical_not, std::move(operand)});
}

Result<ExpressionPtr> ExpressionParser::comparison(ExpressionPtr first) {
    const int line = tokens_.line();
    Comparison node{std::move(first), {}};
    while (const auto op = comparison_at(tokens_)) {
        tokens_.take();
        if (*op == ComparisonOperator::not_in) {
            tokens_.take();
        }
        STRATA_TRY(ExpressionPtr right, binary(kAdd));
        node.steps.push_back({*op, std::move(right)});
    }
    return make(line, std::move(node));
}

Result<ExpressionPtr> ExpressionParser::concatenation(ExpressionPtr first) {
    const int line = tokens_.line();
    Concatenation node;
    node.parts.push_back(std::move(first));
    while (tokens_.skip_symbol("~")) {
        STRATA_TRY(ExpressionPtr part, binary(kMultiply));
        node.parts.push_back(std::move(part));
    }
    return make(line, std::move(node));
}

/// Signs hold tighter than filters: `-x | abs` is the absolute value of -x.
Result<ExpressionPtr> ExpressionParser::unary(Filters filters) {
    const Nesting nesting(nesting_);
    if (nesting.too_deep()) {
        return too_deep(tokens_);
    }
    const int line = tokens_.line();
    ExpressionPtr value;
    if (tokens_.at_symbol("-") || tokens_.at_symbol("+")) {
        const bool negative = tokens_.take().text == "-";
        STRATA_TRY(ExpressionPtr operand, unary(Filters::not_here));
        STRATA_TRY(value,
                   make(line, Unary{negative ? UnaryOperator::negate : UnaryOperator::plus, std::move(operand)}));
    } else {
        STRATA_TRY(value, primary());
    }
    STRATA_TRY(value, postfix(std::move(value)));
    if (filters == Filters::not_here) {
        return value;
    }
    return filters_and_tests(std::move(value));
}

Result<ExpressionPtr> ExpressionParser::primary() {
    const int line = tokens_.line();
    switch (tokens_.peek().type) {
        case TokenType::name:
            return name_or_constant();
        case TokenType::text:
            return string_literal();
        case TokenType::integer:
            return make(line, Constant{Value(tokens_.take().integer)});
        case TokenType::real:
            return make(line, Constant{Value(tokens_.take().real)});
        default:
            break;
    }
    if (tokens_.at_symbol("(")) {
        return parenthesized();
    }
    if (tokens_.at_symbol("[")) {
        return list_display();
    }
    if (tokens_.at_symbol("{")) {
        return dict_display();
    }
    return tokens_.unexpected("an expression");
}

Result<ExpressionPtr> ExpressionParser::name_or_constant() {
    const std::string& spelling = tokens_.peek().text;
    if (std::find(kReserved.begin(), kReserved.end(), spelling) != kReserved.end()) {
        return tokens_.unexpected("an expression");
    }
    const int line = tokens_.line();
    std::string name = tokens_.take().text;
    if (name == "true" || name == "True") {
        return make(line, Constant{Value(true)});
    }
    if (name == "false" || name == "False") {
        return make(line, Constant{Value(false)});
    }
    if (name == "none" || name == "None") {
        return make(line, Constant{Value(None())});
    }
    return make(line, Name{std::move(name)});
}

/// Literals next to each other are one.
Result<ExpressionPtr> ExpressionParser::string_literal() {
    const int line = tokens_.line();
    std::string joined;
    while (tokens_.peek().type == TokenType::text) {
        joined += tokens_.take().text;
    }
    return make(line, Constant{Value(Text(joined, Origin::own))});
}

Result<ExpressionPtr> ExpressionParser::parenthesized() {
    const int line = tokens_.line();
    tokens_.take();
    if (tokens_.skip_symbol(")")) {
        return make(line, ListDisplay{{}, true});
    }
    STRATA_TRY(ExpressionPtr inside, expression_or_tuple());
    STRATA_CHECK(tokens_.expect_symbol(")"));
    return inside;
}

Result<ExpressionPtr> ExpressionParser::list_display() {
    const int line = tokens_.line();
    tokens_.take();
    ListDisplay list;
    while (!tokens_.at_symbol("]")) {
        STRATA_TRY(ExpressionPtr item, expression());
        list.items.push_back(std::move(item));
        if (!tokens_.skip_symbol(",")) {
            break;
        }
    }
    STRATA_CHECK(tokens_.expect_symbol("]"));
    return make(line, std::move(list));
}

Result<ExpressionPtr> ExpressionParser::dict_display() {
    const int line = tokens_.line();
    tokens_.take();
    DictDisplay dict;
    while (!tokens_.at_symbol("}")) {
        STRATA_TRY(ExpressionPtr key, expression());
        STRATA_CHECK(tokens_.expect_symbol(":"));
        STRATA_TRY(ExpressionPtr value, expression());
        dict.entries.emplace_back(std::move(key), std::move(value));
        if (!tokens_.skip_symbol(",")) {
            break;
        }
    }
    STRATA_CHECK(tokens_.expect_symbol("}"));
    return make(line, std::move(dict));
}

Result<ExpressionPtr> ExpressionParser::postfix(ExpressionPtr object) {
    while (true) {
        const int line = tokens_.line();
        if (tokens_.at_symbol(".")) {
            STRATA_TRY(object, attribute(std::move(object)));
        } else if (tokens_.at_symbol("[")) {
            STRATA_TRY(object, subscript(std::move(object)));
        } else if (tokens_.at_symbol("(")) {
            STRATA_TRY(std::vector<Argument> given, arguments());
            STRATA_TRY(object, make(line, Call{std::move(object), std::move(given)}));
        } else {
            return object;
        }
    }
}

/// `.name`, or `.0` for an item.
Result<ExpressionPtr> ExpressionParser::attribute(ExpressionPtr object) {
    const int line = tokens_.line();
    tokens_.take();
    if (tokens_.peek().type == TokenType::integer) {
        STRATA_TRY(ExpressionPtr key, make(line, Constant{Value(tokens_.take().integer)}));
        return make(line, Item{std::move(object), std::move(key)});
    }
    STRATA_TRY(std::string name, tokens_.take_identifier());
    return make(line, Attribute{std::move(object), std::move(name)});
}

/// A part of a slice that may be left out: null then.
Result<ExpressionPtr> ExpressionParser::slice_part() {
    if (tokens_.at_symbol(":") || tokens_.at_symbol("]")) {
        return ExpressionPtr();
    }
    return expression();
}

Result<ExpressionPtr> ExpressionParser::subscript(ExpressionPtr object) {
    const int line = tokens_.line();
    tokens_.take();
    STRATA_TRY(ExpressionPtr first, slice_part());
    if (!tokens_.skip_symbol(":")) {
        if (!first) {
            return tokens_.unexpected("an expression");
        }
        STRATA_CHECK(tokens_.expect_symbol("]"));
        return make(line, Item{std::move(object), std::move(first)});
    }
    Slice slice;
    slice.object = std::move(object);
    slice.start = std::move(first);
    STRATA_TRY(slice.stop, slice_part());
    if (tokens_.skip_symbol(":")) {
        STRATA_TRY(slice.step, slice_part());
    }
    STRATA_CHECK(tokens_.expect_symbol("]"));
    return make(line, std::move(slice));
}

Result<ExpressionPtr> ExpressionParser::filters_and_tests(ExpressionPtr subject) {
    while (true) {
        const int line = tokens_.line();
        if (tokens_.skip_symbol("|")) {
            STRATA_TRY(Filter next, filter());
            STRATA_TRY(subject, make(line, Filtered{std::move(subject), std::move(next)}));
        } else if (tokens_.skip_name("is")) {
            STRATA_TRY(subject, test(std::move(subject)));
        } else if (tokens_.at_symbol("(")) {
            STRATA_TRY(std::vector<Argument> given, arguments());
            STRATA_TRY(subject, make(line, Call{std::move(subject), std::move(given)}));
        } else {
            return subject;
        }
    }
}

Result<std::vector<Filter>> ExpressionParser::filter_chain() {
    std::vector<Filter> chain;
    do {
        STRATA_TRY(Filter next, filter());
        chain.push_back(std::move(next));
    } while (tokens_.skip_symbol("|"));
    return chain;
}

Result<Filter> ExpressionParser::filter() {
    Filter filter;
    STRATA_TRY(filter.name, tokens_.take_identifier());
    filter.builtin = find_filter(filter.name);
    if (tokens_.at_symbol("(")) {
        STRATA_TRY(filter.arguments, arguments());
    }
    return filter;
}

Result<ExpressionPtr> ExpressionParser::test(ExpressionPtr subject) {
    const int line = tokens_.line();
    const bool negated = tokens_.skip_name("not");
    Test node;
    node.subject = std::move(subject);
    STRATA_TRY(node.name, tokens_.take_identifier());
    node.builtin = find_test(node.name);
    STRATA_TRY(node.arguments, test_arguments());
    STRATA_TRY(ExpressionPtr result, make(line, std::move(node)));
    if (!negated) {
        return result;
    }
    return make(line, Unary{UnaryOperator::logical_not, std::move(result)});
}

/// In brackets, or one simple argument without them: `x is divisibleby 3`.
Result<std::vector<Argument>> ExpressionParser::test_arguments() {
    if (tokens_.at_symbol("(")) {
        return arguments();
    }
    const TokenType type = tokens_.peek().type;
    const bool is_value = type == TokenType::text || type == TokenType::integer || type == TokenType::real ||
                          tokens_.at_symbol("[") || tokens_.at_symbol("{");
    const bool is_name = type == TokenType::name &&
                         std::find(kReserved.begin(), kReserved.end(), tokens_.peek().text) == kReserved.end();
    if (tokens_.at_name("is")) {
        return tokens_.error("a test follows another test without brackets");
    }
    std::vector<Argument> given;
    if (is_value || is_name) {
        STRATA_TRY(ExpressionPtr value, primary());
        STRATA_TRY(value, postfix(std::move(value)));
        given.push_back({{}, std::move(value)});
    }
    return given;
}

Result<std::vector<Argument>> ExpressionParser::arguments() {
    STRATA_CHECK(tokens_.expect_symbol("("));
    std::vector<Argument> given;
    while (!tokens_.at_symbol(")")) {
        STRATA_CHECK(argument(given));
        if (!tokens_.skip_symbol(",")) {
            break;
        }
    }
    STRATA_CHECK(tokens_.expect_symbol(")"));
    return given;
}

Result<void> ExpressionParser::argument(std::vector<Argument>& arguments) {
    if (tokens_.at_symbol("*") || tokens_.at_symbol("**")) {
        return tokens_.error(fmt::format("'{}' arguments are not supported", tokens_.peek().text));
    }
    if (arguments.size() == kMaxArguments) {
        return tokens_.error(fmt::format("a call has more than {} arguments", kMaxArguments));
    }
    Argument next;
    if (tokens_.peek().type == TokenType::name && tokens_.at_symbol("=", 1)) {
        next.name = tokens_.take().text;
        tokens_.take();
    } else if (!arguments.empty() && !arguments.back().name.empty()) {
        return tokens_.error("an argument by position follows one by name");
    }
    STRATA_TRY(next.value, expression());
    arguments.push_back(std::move(next));
    return {};
}

}  // namespace strata::jinja
