#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/error.h"
#include "text/jinja/builtin_tables.h"
#include "text/jinja/characters.h"
#include "text/jinja/format.h"
#include "text/jinja/numbers.h"
#include "text/jinja/operators.h"

namespace strata::jinja {
namespace {

bool is_number(const Value& value) {
    return number_of(value).has_value() || value.is<BigInteger>();
}

bool is_sequence(const Value& value) {
    return value.is<Text>() || value.is<ListRef>() || value.is<DictRef>() || value.is<Undefined>();
}

bool is_callable(const Value& value) {
    return value.is<const Macro*>() || value.is<const Builtin*>() || value.is<MethodRef>() || value.is<Undefined>();
}

/// A test that only looks at its subject and cannot fail.
template <bool (*kHolds)(const Value&)>
Result<Value> plain(RenderContext&, const Value& subject, const Arguments&) {
    return Value(kHolds(subject));
}

bool defined(const Value& value) {
    return !value.is<Undefined>();
}
bool undefined(const Value& value) {
    return value.is<Undefined>();
}
bool none(const Value& value) {
    return value.is<None>();
}
bool boolean(const Value& value) {
    return value.is<bool>();
}
bool is_exactly_true(const Value& value) {
    return value.is<bool>() && *value.as<bool>();
}
bool is_exactly_false(const Value& value) {
    return value.is<bool>() && !*value.as<bool>();
}
bool integer(const Value& value) {
    return value.is<std::int64_t>() || value.is<BigInteger>();
}
bool real(const Value& value) {
    return value.is<double>();
}
bool string(const Value& value) {
    return value.is<Text>();
}
bool mapping(const Value& value) {
    return value.is<DictRef>();
}

/// A comparison with the argument.
template <ComparisonOperator kOperator>
Result<Value> compared(RenderContext& context, const Value& subject, const Arguments& arguments) {
    STRATA_TRY(const bool holds, compare(context, kOperator, subject, *arguments[0]));
    return Value(holds);
}

/// The same object: told apart only where that can be seen, so 1 is not true here.
Result<Value> same_as(RenderContext& context, const Value& subject, const Arguments& arguments) {
    if (subject.data().index() != arguments[0]->data().index()) {
        return Value(false);
    }
    if (const auto* list = subject.as<ListRef>()) {
        return Value(*list == *arguments[0]->as<ListRef>());
    }
    if (const auto* dict = subject.as<DictRef>()) {
        return Value(*dict == *arguments[0]->as<DictRef>());
    }
    STRATA_TRY(const bool same, equal(context, subject, *arguments[0]));
    return Value(same);
}

Result<std::int64_t> remainder(RenderContext& context, const Value& subject, const Value& divisor) {
    STRATA_TRY(const Value result, arithmetic(context, ArithmeticOperator::modulo, subject, divisor));
    const auto number = number_of(result);
    return number->is_real ? (number->real == 0.0 ? 0 : number->real == 1.0 ? 1 : 2) : number->integer;
}

Result<Value> odd(RenderContext& context, const Value& subject, const Arguments&) {
    STRATA_TRY(const std::int64_t rest, remainder(context, subject, Value(std::int64_t{2})));
    return Value(rest == 1);
}

Result<Value> even(RenderContext& context, const Value& subject, const Arguments&) {
    STRATA_TRY(const std::int64_t rest, remainder(context, subject, Value(std::int64_t{2})));
    return Value(rest == 0);
}

Result<Value> divisible_by(RenderContext& context, const Value& subject, const Arguments& arguments) {
    STRATA_TRY(const std::int64_t rest, remainder(context, subject, *arguments[0]));
    return Value(rest == 0);
}

/// Whether a text has letters of this case and none of the other.
Result<Value> only_case(RenderContext& context, const Value& subject, bool (*wanted)(Character),
                        bool (*unwanted)(Character)) {
    STRATA_TRY(const Text text, to_text(context, subject));
    STRATA_CHECK(context.spend_work(text.size()));
    bool any = false;
    for (std::size_t at = 0; at < text.size();) {
        const Character character = character_at(text.bytes(), at);
        if (unwanted(character)) {
            return Value(false);
        }
        any = any || wanted(character);
        at += character.length;
    }
    return Value(any);
}

Result<Value> lower(RenderContext& context, const Value& subject, const Arguments&) {
    return only_case(context, subject, is_lower, is_upper);
}

Result<Value> upper(RenderContext& context, const Value& subject, const Arguments&) {
    return only_case(context, subject, is_upper, is_lower);
}

Result<Value> filter(RenderContext&, const Value& subject, const Arguments&) {
    const auto* name = subject.as<Text>();
    return Value(name != nullptr && find_filter(name->bytes()) != nullptr);
}

Result<Value> test(RenderContext&, const Value& subject, const Arguments&) {
    const auto* name = subject.as<Text>();
    return Value(name != nullptr && find_test(name->bytes()) != nullptr);
}

using Op = ComparisonOperator;

constexpr std::array<Builtin, 38> kTable = {{
    {"defined", {}, 0, plain<defined>},
    {"undefined", {}, 0, plain<undefined>},
    {"none", {}, 0, plain<none>},
    {"boolean", {}, 0, plain<boolean>},
    {"true", {}, 0, plain<is_exactly_true>},
    {"false", {}, 0, plain<is_exactly_false>},
    {"integer", {}, 0, plain<integer>},
    {"float", {}, 0, plain<real>},
    {"number", {}, 0, plain<is_number>},
    {"string", {}, 0, plain<string>},
    {"mapping", {}, 0, plain<mapping>},
    {"sequence", {}, 0, plain<is_sequence>},
    {"iterable", {}, 0, plain<is_sequence>},
    {"callable", {}, 0, plain<is_callable>},
    {"sameas", {kByPositionOnly}, 1, same_as},
    {"odd", {}, 0, odd},
    {"even", {}, 0, even},
    {"divisibleby", {kByPositionOnly}, 1, divisible_by},
    {"lower", {}, 0, lower},
    {"upper", {}, 0, upper},
    {"filter", {}, 0, filter},
    {"test", {}, 0, test},
    {"in", {kByPositionOnly}, 1, compared<Op::in>},
    {"equalto", {kByPositionOnly}, 1, compared<Op::equal>},
    {"eq", {kByPositionOnly}, 1, compared<Op::equal>},
    {"==", {kByPositionOnly}, 1, compared<Op::equal>},
    {"ne", {kByPositionOnly}, 1, compared<Op::not_equal>},
    {"!=", {kByPositionOnly}, 1, compared<Op::not_equal>},
    {"lt", {kByPositionOnly}, 1, compared<Op::less>},
    {"lessthan", {kByPositionOnly}, 1, compared<Op::less>},
    {"<", {kByPositionOnly}, 1, compared<Op::less>},
    {"le", {kByPositionOnly}, 1, compared<Op::less_equal>},
    {"<=", {kByPositionOnly}, 1, compared<Op::less_equal>},
    {"gt", {kByPositionOnly}, 1, compared<Op::greater>},
    {"greaterthan", {kByPositionOnly}, 1, compared<Op::greater>},
    {">", {kByPositionOnly}, 1, compared<Op::greater>},
    {"ge", {kByPositionOnly}, 1, compared<Op::greater_equal>},
    {">=", {kByPositionOnly}, 1, compared<Op::greater_equal>},
}};

}  // namespace

std::span<const Builtin> tests() {
    return kTable;
}

}  // namespace strata::jinja
