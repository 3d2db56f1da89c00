#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "text/jinja/attribute_path.h"
#include "text/jinja/builtin_tables.h"
#include "text/jinja/containers.h"
#include "text/jinja/operators.h"

namespace strata::jinja {
namespace {

Result<Value> fallback(RenderContext&, const Value& subject, const Arguments& arguments) {
    const bool missing = subject.is<Undefined>() || (arguments.flag(1, false) && !is_true(subject));
    if (!missing) {
        return subject;
    }
    return arguments[0] != nullptr ? *arguments[0] : Value(Text());
}

/// What is false has no items, whatever its type: a member that is none stands for an empty list.
Result<ListRef> items_or_none(RenderContext& context, const Value& subject) {
    return items_of(context, is_true(subject) ? subject : Value());
}

/// The name and the arguments behind `first` of a filter that applies another one.
Result<CallArguments> arguments_behind(RenderContext& context, const CallArguments& all, std::size_t first) {
    if (!all.named.empty()) {
        return context.error(fmt::format("argument '{}' is not supported here", all.named.front().first));
    }
    CallArguments rest;
    rest.positional.assign(all.positional.begin() + static_cast<std::ptrdiff_t>(first), all.positional.end());
    return rest;
}

Result<std::string_view> name_argument(RenderContext& context, const CallArguments& all, std::size_t position) {
    const auto* name = all.positional[position].as<Text>();
    if (name == nullptr) {
        return context.error(fmt::format("a {} names no filter or test", all.positional[position].type_name()));
    }
    return name->bytes();
}

/// map(attribute='a.b', default=x): that of each item.
Result<Value> map_attribute(RenderContext& context, const ListRef& items, const CallArguments& all) {
    const Value* attribute = nullptr;
    const Value* missing = nullptr;
    for (const auto& [name, value] : all.named) {
        if (name != "attribute" && name != "default") {
            return context.error(fmt::format("'map' does not take the argument '{}' here", name));
        }
        (name == "attribute" ? attribute : missing) = &value;
    }
    if (attribute == nullptr) {
        return context.error("'map' needs the name of a filter or an attribute");
    }
    STRATA_TRY(const auto path, AttributePath::from(context, attribute));
    std::vector<Value> mapped;
    for (const Value& item : items->items) {
        STRATA_CHECK(context.spend(1));
        STRATA_TRY(Value value, path.of(context, item));
        mapped.push_back(value.is<Undefined>() && missing != nullptr ? *missing : std::move(value));
    }
    return make_list(context, std::move(mapped));
}

Result<Value> map(RenderContext& context, const Value& subject, const Arguments& arguments) {
    const CallArguments& all = arguments.all();
    STRATA_TRY(const ListRef items, items_or_none(context, subject));
    if (all.positional.empty()) {
        return map_attribute(context, items, all);
    }
    if (items->items.empty()) {
        return make_list(context, {});
    }
    STRATA_TRY(const std::string_view name, name_argument(context, all, 0));
    const Builtin* filter = find_filter(name);
    if (filter == nullptr) {
        return context.error(fmt::format("there is no filter '{}'", name));
    }
    CallArguments rest;
    rest.positional.assign(all.positional.begin() + 1, all.positional.end());
    rest.named = all.named;
    std::vector<Value> mapped;
    for (const Value& item : items->items) {
        STRATA_CHECK(context.spend(1));
        STRATA_TRY(Value value, call(context, *filter, item, rest));
        mapped.push_back(std::move(value));
    }
    return make_list(context, std::move(mapped));
}

enum class Keep { passing, failing };

/// Items that pass (or fail) a test, each itself or by its attribute. Without a test: those that count as true.
Result<Value> filter_items(RenderContext& context, const Value& subject, const CallArguments& all, bool by_attribute,
                           Keep keep) {
    const std::size_t test_at = by_attribute ? 1 : 0;
    if (all.positional.size() < test_at) {
        return context.error("selectattr and rejectattr need the name of an attribute");
    }
    STRATA_TRY(const ListRef items, items_or_none(context, subject));
    STRATA_TRY(const auto path, AttributePath::from(context, by_attribute ? &all.positional[0] : nullptr));
    if (items->items.empty()) {
        return make_list(context, {});
    }
    const Builtin* test = nullptr;
    CallArguments rest;
    if (all.positional.size() > test_at) {
        STRATA_TRY(const std::string_view name, name_argument(context, all, test_at));
        test = find_test(name);
        if (test == nullptr) {
            return context.error(fmt::format("there is no test '{}'", name));
        }
        STRATA_TRY(rest, arguments_behind(context, all, test_at + 1));
    }
    std::vector<Value> kept;
    for (const Value& item : items->items) {
        STRATA_CHECK(context.spend(1));
        STRATA_TRY(Value tested, path.of(context, item));
        if (test != nullptr) {
            STRATA_TRY(tested, call(context, *test, tested, rest));
        }
        if (is_true(tested) == (keep == Keep::passing)) {
            kept.push_back(item);
        }
    }
    return make_list(context, std::move(kept));
}

Result<Value> select(RenderContext& context, const Value& subject, const Arguments& arguments) {
    return filter_items(context, subject, arguments.all(), false, Keep::passing);
}

Result<Value> reject(RenderContext& context, const Value& subject, const Arguments& arguments) {
    return filter_items(context, subject, arguments.all(), false, Keep::failing);
}

Result<Value> selectattr(RenderContext& context, const Value& subject, const Arguments& arguments) {
    return filter_items(context, subject, arguments.all(), true, Keep::passing);
}

Result<Value> rejectattr(RenderContext& context, const Value& subject, const Arguments& arguments) {
    return filter_items(context, subject, arguments.all(), true, Keep::failing);
}

constexpr std::array<Builtin, 7> kTable = {{
    {"default", {"default_value", "boolean"}, 0, fallback},
    {"d", {"default_value", "boolean"}, 0, fallback},
    {"map", {kAnything}, 0, map},
    {"select", {kAnything}, 0, select},
    {"reject", {kAnything}, 0, reject},
    {"selectattr", {kAnything}, 0, selectattr},
    {"rejectattr", {kAnything}, 0, rejectattr},
}};

}  // namespace

std::span<const Builtin> selection_filters() {
    return kTable;
}

}  // namespace strata::jinja
