#include "text/jinja/operators.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "text/jinja/builtin.h"
#include "text/jinja/containers.h"
#include "text/jinja/numbers.h"
#include "text/jinja/text_operations.h"

namespace strata::jinja {
namespace {

constexpr std::array<std::string_view, 7> kSpellings = {"+", "-", "*", "/", "//", "%", "**"};

Result<bool> equal_lists(RenderContext& context, const List& left, const List& right) {
    if (left.is_tuple != right.is_tuple || left.items.size() != right.items.size()) {
        return false;
    }
    for (std::size_t i = 0; i < left.items.size(); ++i) {
        STRATA_TRY(const bool same, equal(context, left.items[i], right.items[i]));
        if (!same) {
            return false;
        }
    }
    return true;
}

Result<bool> equal_dicts(RenderContext& context, const Dict& left, const Dict& right) {
    if (left.entries.size() != right.entries.size()) {
        return false;
    }
    for (const auto& [key, value] : left.entries) {
        STRATA_TRY(const Value* other, find(context, right, key));
        if (other == nullptr) {
            return false;
        }
        STRATA_TRY(const bool same, equal(context, value, *other));
        if (!same) {
            return false;
        }
    }
    return true;
}

bool less_number(const Number& left, const Number& right) {
    return left.is_real || right.is_real ? left.real < right.real : left.integer < right.integer;
}

Result<bool> less_list(RenderContext& context, const List& left, const List& right) {
    const std::size_t shared = std::min(left.items.size(), right.items.size());
    for (std::size_t i = 0; i < shared; ++i) {
        STRATA_TRY(const bool same, equal(context, left.items[i], right.items[i]));
        if (!same) {
            return less(context, left.items[i], right.items[i]);
        }
    }
    return left.items.size() < right.items.size();
}

Result<Value> joined_lists(RenderContext& context, const List& left, const List& right) {
    STRATA_CHECK(context.spend(left.items.size() + right.items.size()));
    std::vector<Value> items = left.items;
    items.insert(items.end(), right.items.begin(), right.items.end());
    return make_list(context, std::move(items), left.is_tuple ? ListKind::tuple : ListKind::list);
}

Result<Value> repeated_list(RenderContext& context, const List& list, std::uint64_t times) {
    std::vector<Value> items;
    for (std::uint64_t i = 0; i < times && !list.items.empty(); ++i) {
        STRATA_CHECK(context.spend(list.items.size()));
        items.insert(items.end(), list.items.begin(), list.items.end());
    }
    return make_list(context, std::move(items), list.is_tuple ? ListKind::tuple : ListKind::list);
}

/// text * number and list * number, either way round; nothing if it is neither.
std::optional<Result<Value>> repeated(RenderContext& context, const Value& left, const Value& right) {
    const bool number_first = number_of(left).has_value();
    const Value& what = number_first ? right : left;
    const auto times = number_of(number_first ? left : right);
    if (!times || times->is_real || (!what.is<Text>() && !what.is<ListRef>())) {
        return std::nullopt;
    }
    const auto count = static_cast<std::uint64_t>(std::max<std::int64_t>(times->integer, 0));
    if (const auto* list = what.as<ListRef>()) {
        return repeated_list(context, **list, count);
    }
    return as_value(repeat(context, *what.as<Text>(), count));
}

/// What `+` and `*` do to texts and lists; nothing if that is not what is asked.
std::optional<Result<Value>> join_or_repeat(RenderContext& context, ArithmeticOperator op, const Value& left,
                                            const Value& right) {
    if (op == ArithmeticOperator::multiply) {
        return repeated(context, left, right);
    }
    if (op != ArithmeticOperator::add) {
        return std::nullopt;
    }
    const auto* left_list = left.as<ListRef>();
    const auto* right_list = right.as<ListRef>();
    if (left_list != nullptr && right_list != nullptr && (*left_list)->is_tuple == (*right_list)->is_tuple) {
        return joined_lists(context, **left_list, **right_list);
    }
    if (left.is<Text>() && right.is<Text>()) {
        const std::array<Text, 2> parts = {*left.as<Text>(), *right.as<Text>()};
        return as_value(concatenate(context, parts));
    }
    return std::nullopt;
}

}  // namespace

bool is_true(const Value& value) {
    if (const auto number = number_of(value)) {
        return number->is_real ? number->real != 0.0 : number->integer != 0;
    }
    if (const auto* text = value.as<Text>()) {
        return !text->empty();
    }
    if (const auto* list = value.as<ListRef>()) {
        return !(*list)->items.empty();
    }
    if (const auto* dict = value.as<DictRef>()) {
        return !(*dict)->entries.empty();
    }
    return !value.is<Undefined>() && !value.is<None>();
}

Result<bool> equal(RenderContext& context, const Value& left, const Value& right) {
    STRATA_CHECK(context.spend(1));
    const auto left_number = number_of(left);
    const auto right_number = number_of(right);
    if (left_number && right_number) {
        return left_number->is_real || right_number->is_real ? left_number->real == right_number->real
                                                             : left_number->integer == right_number->integer;
    }
    if (left.data().index() != right.data().index()) {
        return false;
    }
    if (const auto* text = left.as<Text>()) {
        const auto* other = right.as<Text>();
        STRATA_CHECK(context.spend_work(text->size() == other->size() ? text->size() : 0));
        return text->bytes() == other->bytes();
    }
    if (const auto* list = left.as<ListRef>()) {
        return equal_lists(context, **list, **right.as<ListRef>());
    }
    if (const auto* dict = left.as<DictRef>()) {
        return equal_dicts(context, **dict, **right.as<DictRef>());
    }
    if (const auto* integer = left.as<BigInteger>()) {
        return integer->digits == right.as<BigInteger>()->digits;
    }
    if (const auto* name_space = left.as<Namespace*>()) {
        return *name_space == *right.as<Namespace*>();
    }
    if (const auto* macro = left.as<const Macro*>()) {
        return *macro == *right.as<const Macro*>();
    }
    if (const auto* builtin = left.as<const Builtin*>()) {
        return *builtin == *right.as<const Builtin*>();
    }
    return left.is<Undefined>() || left.is<None>();
}

Result<bool> less(RenderContext& context, const Value& left, const Value& right) {
    STRATA_CHECK(context.spend(1));
    const auto left_number = number_of(left);
    const auto right_number = number_of(right);
    if (left_number && right_number) {
        return less_number(*left_number, *right_number);
    }
    const auto* left_text = left.as<Text>();
    const auto* right_text = right.as<Text>();
    if (left_text != nullptr && right_text != nullptr) {
        STRATA_CHECK(context.spend_work(std::min(left_text->size(), right_text->size())));
        return left_text->bytes() < right_text->bytes();  // the order of UTF-8 bytes is that of the code points
    }
    const auto* left_list = left.as<ListRef>();
    const auto* right_list = right.as<ListRef>();
    if (left_list != nullptr && right_list != nullptr && (*left_list)->is_tuple == (*right_list)->is_tuple) {
        return less_list(context, **left_list, **right_list);
    }
    return context.error(fmt::format("a {} and a {} have no order", left.type_name(), right.type_name()));
}

Result<bool> compare(RenderContext& context, ComparisonOperator op, const Value& left, const Value& right) {
    const auto inverse = [](Result<bool> result) { return result ? Result<bool>(!*result) : result; };
    switch (op) {
        case ComparisonOperator::equal:
            return equal(context, left, right);
        case ComparisonOperator::not_equal:
            return inverse(equal(context, left, right));
        case ComparisonOperator::less:
            return less(context, left, right);
        case ComparisonOperator::greater:
            return less(context, right, left);
        case ComparisonOperator::less_equal:
            return inverse(less(context, right, left));
        case ComparisonOperator::greater_equal:
            return inverse(less(context, left, right));
        case ComparisonOperator::in:
            return contains(context, right, left);
        case ComparisonOperator::not_in:
            break;
    }
    return inverse(contains(context, right, left));
}

Result<bool> contains(RenderContext& context, const Value& container, const Value& item) {
    if (const auto* text = container.as<Text>()) {
        const auto* part = item.as<Text>();
        if (part == nullptr) {
            return context.error(fmt::format("a string cannot contain a {}", item.type_name()));
        }
        STRATA_TRY(const std::size_t found, find_text(context, text->bytes(), part->bytes(), 0));
        return found != std::string_view::npos;
    }
    if (const auto* dict = container.as<DictRef>()) {
        STRATA_TRY(const Value* found, find(context, **dict, item));
        return found != nullptr;
    }
    if (const auto* list = container.as<ListRef>()) {
        for (const Value& candidate : (*list)->items) {
            STRATA_TRY(const bool same, equal(context, candidate, item));
            if (same) {
                return true;
            }
        }
        return false;
    }
    if (container.is<Undefined>()) {
        return false;
    }
    return context.error(fmt::format("a {} cannot contain anything", container.type_name()));
}

Result<Value> arithmetic(RenderContext& context, ArithmeticOperator op, const Value& left, const Value& right) {
    const auto left_number = number_of(left);
    const auto right_number = number_of(right);
    if (left_number && right_number) {
        return calculate(context, op, *left_number, *right_number);
    }
    if (auto result = join_or_repeat(context, op, left, right)) {
        return std::move(*result);
    }
    const auto* missing = left.as<Undefined>() != nullptr ? left.as<Undefined>() : right.as<Undefined>();
    if (missing != nullptr && missing->name != nullptr) {
        return context.error(fmt::format("'{}' is undefined", *missing->name));
    }
    return context.error(fmt::format("'{}' does not go with a {} and a {}", kSpellings[static_cast<std::size_t>(op)],
                                     left.type_name(), right.type_name()));
}

}  // namespace strata::jinja
