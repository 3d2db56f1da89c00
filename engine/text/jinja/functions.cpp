#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "text/jinja/builtin_tables.h"
#include "text/jinja/containers.h"
#include "text/jinja/format.h"
#include "text/jinja/time_format.h"

namespace strata::jinja {
namespace {

/// How many numbers lie in [start, stop) a step apart; the arithmetic without sign cannot overflow.
std::uint64_t range_length(std::int64_t start, std::int64_t stop, std::int64_t step) {
    if (step > 0 ? start >= stop : start <= stop) {
        return 0;
    }
    const auto distance = step > 0 ? static_cast<std::uint64_t>(stop) - static_cast<std::uint64_t>(start)
                                   : static_cast<std::uint64_t>(start) - static_cast<std::uint64_t>(stop);
    const auto pace = step > 0 ? static_cast<std::uint64_t>(step) : ~static_cast<std::uint64_t>(step) + 1;
    return (distance - 1) / pace + 1;
}

/// range(stop), range(start, stop), range(start, stop, step): paid for before it is made.
Result<Value> range(RenderContext& context, const Value&, const Arguments& arguments) {
    STRATA_TRY(const std::int64_t first, arguments.integer(context, 0, 0));
    STRATA_TRY(const std::int64_t stop, arguments.integer(context, 1, first));
    STRATA_TRY(const std::int64_t step, arguments.integer(context, 2, 1));
    if (step == 0) {
        return context.error("range: the step is 0");
    }
    const std::int64_t start = arguments[1] != nullptr ? first : 0;
    const std::uint64_t length = range_length(start, stop, step);
    STRATA_CHECK(context.spend(length));
    std::vector<Value> numbers;
    numbers.reserve(length);
    std::int64_t number = start;
    for (std::uint64_t i = 0; i < length; ++i) {
        numbers.emplace_back(number);
        number += i + 1 < length ? step : 0;
    }
    return make_list(context, std::move(numbers));
}

Result<Value> namespace_function(RenderContext& context, const Value&, const Arguments& arguments) {
    Namespace& made = context.new_namespace();
    for (const Value& given : arguments.all().positional) {
        const auto* dict = given.as<DictRef>();
        if (dict == nullptr) {
            return context.error(fmt::format("namespace: a {} is no mapping", given.type_name()));
        }
        STRATA_CHECK(context.spend((*dict)->entries.size()));
        for (const auto& [key, value] : (*dict)->entries) {
            STRATA_TRY(const Text name, to_text(context, key));
            made.attributes.insert_or_assign(std::string(name.bytes()), value);
        }
    }
    for (const auto& [name, value] : arguments.all().named) {
        made.attributes.insert_or_assign(std::string(name), value);
    }
    return Value(&made);
}

Result<Value> dict(RenderContext& context, const Value&, const Arguments& arguments) {
    std::vector<Dict::Entry> entries;
    for (const Value& given : arguments.all().positional) {
        const auto* mapping = given.as<DictRef>();
        if (mapping == nullptr) {
            return context.error(fmt::format("dict: a {} is no mapping", given.type_name()));
        }
        for (const auto& [key, value] : (*mapping)->entries) {
            STRATA_CHECK(put(context, entries, key, value));
        }
    }
    for (const auto& [name, value] : arguments.all().named) {
        STRATA_CHECK(put(context, entries, Value(Text(name, Origin::own)), value));
    }
    return make_dict(context, std::move(entries));
}

Result<Value> raise_exception(RenderContext& context, const Value&, const Arguments& arguments) {
    STRATA_TRY(const Text message, to_text(context, *arguments[0]));
    return context.error(fmt::format("raise_exception: {}", message.bytes()));
}

Result<Value> strftime_now(RenderContext& context, const Value&, const Arguments& arguments) {
    STRATA_TRY(const std::optional<Text> format, arguments.text(context, 0));
    if (!format) {
        return context.error("strftime_now needs a format");
    }
    STRATA_CHECK(context.spend_work(format->size()));
    STRATA_CHECK(context.spend_text(format->size()));
    STRATA_TRY(const std::string text, format_time(context, format->bytes(), context.now()));
    return Value(Text(text, format->origin()));
}

constexpr std::array<Builtin, 5> kTable = {{
    {"range", {kByPositionOnly, kByPositionOnly, kByPositionOnly}, 1, range},
    {"namespace", {kAnything}, 0, namespace_function},
    {"dict", {kAnything}, 0, dict},
    {"raise_exception", {"message"}, 1, raise_exception},
    {"strftime_now", {"format"}, 1, strftime_now},
}};

}  // namespace

std::span<const Builtin> functions() {
    return kTable;
}

}  // namespace strata::jinja
