#include "text/jinja/numbers.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/error.h"
#include "text/jinja/characters.h"

namespace strata::jinja {
namespace {

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kSmallest = std::numeric_limits<std::int64_t>::min();

using Checked = std::optional<std::int64_t>;

Checked add(std::int64_t a, std::int64_t b) {
    if (b > 0 ? a > kLargest - b : a < kSmallest - b) {
        return std::nullopt;
    }
    return a + b;
}

Checked subtract(std::int64_t a, std::int64_t b) {
    if (b > 0 ? a < kSmallest + b : a > kLargest + b) {
        return std::nullopt;
    }
    return a - b;
}

Checked multiply(std::int64_t a, std::int64_t b) {
    if (a == 0 || b == 0) {
        return 0;
    }
    const bool negative = (a < 0) != (b < 0);
    const auto magnitude = [](std::int64_t x) {
        return x < 0 ? ~static_cast<std::uint64_t>(x) + 1 : static_cast<std::uint64_t>(x);
    };
    const std::uint64_t limit = static_cast<std::uint64_t>(kLargest) + (negative ? 1 : 0);
    if (magnitude(a) > limit / magnitude(b)) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

/// b is neither 0 nor -1.
std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
    const std::int64_t quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

Checked power(std::int64_t base, std::int64_t exponent) {
    if (base == 0 || base == 1 || exponent == 0) {
        return exponent == 0 ? 1 : base;
    }
    if (base == -1) {
        return exponent % 2 == 0 ? 1 : -1;
    }
    Checked result = 1;
    for (std::int64_t i = 0; i < exponent && result; ++i) {  // at most 63 rounds: |base| is 2 or more
        result = multiply(*result, base);
    }
    return result;
}

Checked calculate_integer(ArithmeticOperator op, std::int64_t a, std::int64_t b) {
    switch (op) {
        case ArithmeticOperator::add:
            return add(a, b);
        case ArithmeticOperator::subtract:
            return subtract(a, b);
        case ArithmeticOperator::multiply:
            return multiply(a, b);
        case ArithmeticOperator::floor_divide:
            return b == -1 ? subtract(0, a) : floor_divide(a, b);
        case ArithmeticOperator::modulo:
            return b == -1 ? 0 : a - floor_divide(a, b) * b;
        case ArithmeticOperator::power:
            return power(a, b);
        case ArithmeticOperator::divide:
            break;
    }
    return std::nullopt;
}

/// The remainder has the divisor's sign.
double floor_modulo(double a, double b) {
    const double remainder = std::fmod(a, b);
    if (remainder == 0.0) {
        return std::copysign(0.0, b);
    }
    return (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

double calculate_real(ArithmeticOperator op, double a, double b) {
    switch (op) {
        case ArithmeticOperator::add:
            return a + b;
        case ArithmeticOperator::subtract:
            return a - b;
        case ArithmeticOperator::multiply:
            return a * b;
        case ArithmeticOperator::divide:
            return a / b;
        case ArithmeticOperator::floor_divide:
            return std::floor((a - floor_modulo(a, b)) / b + 0.5);
        case ArithmeticOperator::modulo:
            return floor_modulo(a, b);
        case ArithmeticOperator::power:
            return std::pow(a, b);
    }
    return std::numeric_limits<double>::quiet_NaN();
}

bool divides(ArithmeticOperator op) {
    return op == ArithmeticOperator::divide || op == ArithmeticOperator::floor_divide ||
           op == ArithmeticOperator::modulo;
}

std::string_view without_plus(std::string_view text) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+') {
        text.remove_prefix(1);
    }
    return text;
}

}  // namespace

std::optional<Number> number_of(const Value& value) {
    if (const auto* integer = value.as<std::int64_t>()) {
        return Number{false, *integer, static_cast<double>(*integer), value.origin()};
    }
    if (const auto* real = value.as<double>()) {
        return Number{true, 0, *real, value.origin()};
    }
    if (const auto* boolean = value.as<bool>()) {
        return Number{false, *boolean ? 1 : 0, *boolean ? 1.0 : 0.0, value.origin()};
    }
    return std::nullopt;
}

Result<Value> calculate(RenderContext& context, ArithmeticOperator op, const Number& left, const Number& right) {
    const Origin origin = left.origin == Origin::foreign ? left.origin : right.origin;
    if (divides(op) && right.real == 0.0) {
        return context.error("division by zero");
    }
    const bool negative_power = op == ArithmeticOperator::power && right.real < 0;
    if (negative_power && left.real == 0.0) {
        return context.error("zero to a negative power");
    }
    if (left.is_real || right.is_real || op == ArithmeticOperator::divide || negative_power) {
        const double result = calculate_real(op, left.real, right.real);
        if (!std::isfinite(result) && std::isfinite(left.real) && std::isfinite(right.real)) {
            return context.error("the result of a calculation is out of range");
        }
        return Value(result, origin);
    }
    const Checked result = calculate_integer(op, left.integer, right.integer);
    if (!result) {
        return context.error("the result of a calculation does not fit into 64 bits");
    }
    return Value(*result, origin);
}

Result<Value> negate(RenderContext& context, const Number& number) {
    if (number.is_real) {
        return Value(-number.real, number.origin);
    }
    return calculate(context, ArithmeticOperator::subtract, Number{}, number);
}

std::string format_real(double value) {
    if (std::isnan(value)) {
        return "nan";
    }
    if (std::isinf(value)) {
        return value < 0 ? "-inf" : "inf";
    }
    std::array<char, 40> buffer{};
    const auto scientific =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific);
    const std::string_view shortest(buffer.data(), static_cast<std::size_t>(scientific.ptr - buffer.data()));
    const std::size_t mark = shortest.find('e');
    int exponent = 0;
    const std::string_view digits = without_plus(shortest.substr(mark + 1));
    std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (exponent < -4 || exponent >= 16) {
        return fmt::format("{}e{}{:02}", shortest.substr(0, mark), exponent < 0 ? '-' : '+', std::abs(exponent));
    }
    std::array<char, 40> plain{};
    const auto fixed = std::to_chars(plain.data(), plain.data() + plain.size(), value, std::chars_format::fixed);
    std::string text(plain.data(), fixed.ptr);
    if (text.find('.') == std::string::npos) {
        text += ".0";
    }
    return text;
}

std::optional<std::int64_t> parse_integer(std::string_view text, int base) {
    text = without_plus(without_space_at_start(without_space_at_end(text)));
    std::int64_t value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (text.empty() || status != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

std::optional<double> parse_real(std::string_view text) {
    text = without_plus(without_space_at_start(without_space_at_end(text)));
    double value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || status != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

std::optional<std::int64_t> to_integer(double value) {
    // 2^63 is exact in double; every double below it and not below -2^63 fits.
    constexpr double kLimit = 9223372036854775808.0;
    if (!(value >= -kLimit && value < kLimit)) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(value);
}

}  // namespace strata::jinja
