#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "text/jinja/builtin_tables.h"
#include "text/jinja/numbers.h"

namespace strata::jinja {
namespace {

Result<void> refuse_undefined(RenderContext& context, const Value& subject) {
    const auto* undefined = subject.as<Undefined>();
    if (undefined == nullptr) {
        return {};
    }
    return context.error(fmt::format("'{}' is undefined and no number", undefined->name ? *undefined->name : "this"));
}

Result<Value> integer(RenderContext& context, const Value& subject, const Arguments& arguments) {
    STRATA_TRY(const std::int64_t base, arguments.integer(context, 1, 10));
    if (base < 2 || base > 36) {
        return context.error(fmt::format("int: base {} is not supported", base));
    }
    STRATA_CHECK(refuse_undefined(context, subject));
    std::optional<std::int64_t> result;
    if (const auto number = number_of(subject)) {
        result = number->is_real ? to_integer(number->real) : number->integer;
    } else if (const auto* text = subject.as<Text>()) {
        STRATA_CHECK(context.spend_work(text->size()));
        result = parse_integer(text->bytes(), static_cast<int>(base));
        if (const auto real = result ? std::nullopt : parse_real(text->bytes())) {
            result = to_integer(*real);
        }
    } else if (subject.is<BigInteger>()) {
        return subject;
    }
    if (result) {
        return Value(*result, subject.origin());
    }
    return arguments[0] != nullptr ? *arguments[0] : Value(std::int64_t{0});
}

Result<Value> real(RenderContext& context, const Value& subject, const Arguments& arguments) {
    STRATA_CHECK(refuse_undefined(context, subject));
    std::optional<double> result;
    if (const auto number = number_of(subject)) {
        result = number->real;
    } else if (const auto* text = subject.as<Text>()) {
        STRATA_CHECK(context.spend_work(text->size()));
        result = parse_real(text->bytes());
    } else if (const auto* big = subject.as<BigInteger>()) {
        result = parse_real(big->digits);
    }
    if (result) {
        return Value(*result, subject.origin());
    }
    return arguments[0] != nullptr ? *arguments[0] : Value(0.0);
}

Result<Number> number_subject(RenderContext& context, const Value& subject, std::string_view filter) {
    if (const auto number = number_of(subject)) {
        return *number;
    }
    return context.error(fmt::format("{}: a {} is no number", filter, subject.type_name()));
}

Result<Value> absolute(RenderContext& context, const Value& subject, const Arguments&) {
    STRATA_TRY(const Number number, number_subject(context, subject, "abs"));
    if (number.is_real) {
        return Value(std::fabs(number.real), number.origin);
    }
    return number.integer < 0 ? negate(context, number) : Value(number.integer, number.origin);
}

constexpr std::int64_t kMostDigits = 308;

/// Correctly rounded at that decimal place, halves to even.
double rounded(double value, std::int64_t digits) {
    if (digits >= 0) {
        return parse_real(fmt::format("{:.{}f}", value, digits)).value_or(value);
    }
    const double scale = std::pow(10.0, static_cast<double>(-digits));
    return std::nearbyint(value / scale) * scale;
}

Result<Value> round(RenderContext& context, const Value& subject, const Arguments& arguments) {
    STRATA_TRY(const Number number, number_subject(context, subject, "round"));
    STRATA_TRY(const std::int64_t digits, arguments.integer(context, 0, 0));
    STRATA_TRY(const std::optional<Text> method_text, arguments.text(context, 1));
    const std::string_view method = method_text ? method_text->bytes() : "common";
    if (digits < -kMostDigits || digits > kMostDigits) {
        return context.error(fmt::format("round: {} digits are out of range", digits));
    }
    if (method == "common") {
        if (!number.is_real && digits >= 0) {
            return Value(number.integer, number.origin);
        }
        const double result = rounded(number.real, digits);
        const auto whole = number.is_real ? std::nullopt : to_integer(result);
        return whole ? Value(*whole, number.origin) : Value(result, number.origin);
    }
    if (method != "ceil" && method != "floor") {
        return context.error(fmt::format("round: method '{}' is not common, ceil or floor", method));
    }
    const double scale = std::pow(10.0, static_cast<double>(digits));
    const double scaled = number.real * scale;
    return Value((method == "ceil" ? std::ceil(scaled) : std::floor(scaled)) / scale, number.origin);
}

constexpr std::array<Builtin, 4> kTable = {{
    {"int", {"default", "base"}, 0, integer},
    {"float", {"default"}, 0, real},
    {"abs", {}, 0, absolute},
    {"round", {"precision", "method"}, 0, round},
}};

}  // namespace

std::span<const Builtin> number_filters() {
    return kTable;
}

}  // namespace strata::jinja
