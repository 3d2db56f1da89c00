#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "text/jinja/render_context.h"
#include "text/jinja/syntax_tree.h"
#include "text/jinja/value.h"

namespace strata::jinja {

/// A value that can be calculated with: a boolean counts as 0 or 1.
struct Number {
    bool is_real = false;
    std::int64_t integer = 0;  ///< unless is_real
    double real = 0;           ///< always the value, rounded if the integer is large
    Origin origin = Origin::own;
};

std::optional<Number> number_of(const Value& value);

/// Calculates; the result is foreign if one side is. Errors: division by zero, results beyond 64 bits, complex results.
Result<Value> calculate(RenderContext& context, ArithmeticOperator op, const Number& left, const Number& right);
Result<Value> negate(RenderContext& context, const Number& number);

/// Shortest digits that read back as the same number, always with a point or an exponent: "1.0", "0.1", "1e+16".
std::string format_real(double value);

/// What a text says, white space around it aside; nothing if it is not a number of this kind in full.
std::optional<std::int64_t> parse_integer(std::string_view text, int base);
std::optional<double> parse_real(std::string_view text);
/// Cuts towards zero; nothing outside of 64 bits.
std::optional<std::int64_t> to_integer(double value);

}  // namespace strata::jinja
