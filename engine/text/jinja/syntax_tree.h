#pragma once

#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "text/jinja/text.h"
#include "text/jinja/value.h"

/// What the parser makes of a template. Immutable once parsed.
namespace strata::jinja {

struct Builtin;
struct Expression;
struct Statement;

using ExpressionPtr = std::unique_ptr<const Expression>;
using Block = std::vector<Statement>;

/// `value` or `name=value` in a call.
struct Argument {
    std::string name;  ///< empty: by position
    ExpressionPtr value;
};

enum class UnaryOperator : unsigned char { negate, plus, logical_not };
enum class ArithmeticOperator : unsigned char { add, subtract, multiply, divide, floor_divide, modulo, power };
enum class LogicalOperator : unsigned char { logical_and, logical_or };
enum class ComparisonOperator : unsigned char {
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    in,
    not_in
};

struct Constant {
    Value value;
};

struct Name {
    std::string name;
};

struct ListDisplay {
    std::vector<ExpressionPtr> items;
    bool is_tuple = false;
};

struct DictDisplay {
    std::vector<std::pair<ExpressionPtr, ExpressionPtr>> entries;
};

struct Unary {
    UnaryOperator op = UnaryOperator::negate;
    ExpressionPtr operand;
};

struct Arithmetic {
    ArithmeticOperator op = ArithmeticOperator::add;
    ExpressionPtr left, right;
};

struct Logical {
    LogicalOperator op = LogicalOperator::logical_and;
    ExpressionPtr left, right;
};

/// `a < b < c`: every neighbouring pair must hold.
struct Comparison {
    struct Step {
        ComparisonOperator op = ComparisonOperator::equal;
        ExpressionPtr right;
    };

    ExpressionPtr first;
    std::vector<Step> steps;
};

/// `a ~ b ~ c`
struct Concatenation {
    std::vector<ExpressionPtr> parts;
};

/// `value if condition else otherwise`; without else: undefined.
struct Conditional {
    ExpressionPtr value, condition, otherwise;
};

struct Attribute {
    ExpressionPtr object;
    std::string name;
};

struct Item {
    ExpressionPtr object, key;
};

/// `object[start:stop:step]`; what is left out is null.
struct Slice {
    ExpressionPtr object, start, stop, step;
};

struct Call {
    ExpressionPtr callee;
    std::vector<Argument> arguments;
};

/// A name behind `|` with its arguments. builtin is null for a filter that does not exist: an error when it is reached.
struct Filter {
    std::string name;
    const Builtin* builtin = nullptr;
    std::vector<Argument> arguments;
};

struct Filtered {
    ExpressionPtr subject;
    Filter filter;
};

/// `subject is name(arguments)`; builtin is null for a test that does not exist: an error when it is reached.
struct Test {
    ExpressionPtr subject;
    std::string name;
    const Builtin* builtin = nullptr;
    std::vector<Argument> arguments;
};

struct Expression {
    using Node = std::variant<Constant, Name, ListDisplay, DictDisplay, Unary, Arithmetic, Logical, Comparison,
                              Concatenation, Conditional, Attribute, Item, Slice, Call, Filtered, Test>;
    int line = 1;
    int depth = 1;  ///< expressions inside each other, this one included
    Node node;
};

/// What `set` and `for` assign to: a name, an attribute of a namespace, or a tuple of targets.
struct Target {
    std::string name;
    std::string attribute;      ///< `name.attribute`; empty: the name itself
    std::vector<Target> parts;  ///< not empty: a tuple, name is not used
};

struct Data {
    Text text;
};

struct Output {
    ExpressionPtr value;
};

struct If {
    struct Branch {
        ExpressionPtr condition;
        Block body;
    };

    std::vector<Branch> branches;
    Block otherwise;
};

struct For {
    Target target;
    ExpressionPtr items;
    ExpressionPtr condition;  ///< null: every item
    Block body;
    Block otherwise;
};

struct Assignment {
    Target target;
    ExpressionPtr value;
};

/// `{% set target | filters %}body{% endset %}`
struct CapturedAssignment {
    Target target;
    std::vector<Filter> filters;
    Block body;
};

struct MacroDefinition {
    struct Parameter {
        std::string name;
        ExpressionPtr fallback;  ///< null: undefined
    };

    std::string name;
    std::vector<Parameter> parameters;
    Block body;
};

/// `{% filter filters %}body{% endfilter %}`
struct FilteredBlock {
    std::vector<Filter> filters;
    Block body;
};

/// `{% with a = 1 %}body{% endwith %}` and `{% generation %}body{% endgeneration %}`: a scope of its own.
struct ScopedBlock {
    std::vector<Assignment> assignments;
    Block body;
};

enum class LoopExit : unsigned char { break_loop, continue_loop };

struct Statement {
    using Node = std::variant<Data, Output, If, For, Assignment, CapturedAssignment, MacroDefinition, FilteredBlock,
                              ScopedBlock, LoopExit>;
    int line = 1;
    Node node;
};

struct SyntaxTree {
    Block body;
    std::size_t source_bytes = 0;
};

}  // namespace strata::jinja
