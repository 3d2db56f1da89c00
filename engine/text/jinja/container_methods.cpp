#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "text/jinja/builtin_tables.h"
#include "text/jinja/containers.h"
#include "text/jinja/operators.h"

namespace strata::jinja {
namespace {

const Dict& dict_of(const Value& subject) {
    return **subject.as<DictRef>();
}
const List& list_of(const Value& subject) {
    return **subject.as<ListRef>();
}

Result<Value> get(RenderContext& context, const Value& subject, const Arguments& arguments) {
    STRATA_TRY(const Value* found, find(context, dict_of(subject), *arguments[0]));
    if (found != nullptr) {
        return *found;
    }
    return arguments[1] != nullptr ? *arguments[1] : Value(None());
}

Result<Value> items(RenderContext& context, const Value& subject, const Arguments&) {
    return pairs_of(context, dict_of(subject));
}

Result<Value> keys(RenderContext& context, const Value& subject, const Arguments&) {
    STRATA_TRY(const ListRef keys, items_of(context, subject));
    return make_list(context, keys->items);
}

Result<Value> values(RenderContext& context, const Value& subject, const Arguments&) {
    STRATA_CHECK(context.spend(dict_of(subject).entries.size()));
    std::vector<Value> values;
    for (const auto& entry : dict_of(subject).entries) {
        values.push_back(entry.second);
    }
    return make_list(context, std::move(values));
}

Result<Value> index(RenderContext& context, const Value& subject, const Arguments& arguments) {
    const auto& all = list_of(subject).items;
    for (std::size_t i = 0; i < all.size(); ++i) {
        STRATA_TRY(const bool same, equal(context, all[i], *arguments[0]));
        if (same) {
            return Value(static_cast<std::int64_t>(i));
        }
    }
    return context.error("index: the list has no such item");
}

Result<Value> count(RenderContext& context, const Value& subject, const Arguments& arguments) {
    std::int64_t count = 0;
    for (const Value& item : list_of(subject).items) {
        STRATA_TRY(const bool same, equal(context, item, *arguments[0]));
        count += same ? 1 : 0;
    }
    return Value(count);
}

/// Lists and maps do not change: a list that grows is written `list + [item]`.
Result<Value> refuse_change(RenderContext& context, const Value& subject, const Arguments&) {
    return context.error(fmt::format("a {} cannot be changed in place", subject.type_name()));
}

Result<Value> cycle(RenderContext& context, const Value& subject, const Arguments& arguments) {
    const auto& choices = arguments.all().positional;
    if (choices.empty()) {
        return context.error("cycle: there is nothing to choose from");
    }
    return choices[(*subject.as<LoopRef>())->index % choices.size()];
}

constexpr std::array<Builtin, 4> kDictTable = {{
    {"get", {kByPositionOnly, kByPositionOnly}, 1, get},
    {"items", {}, 0, items},
    {"keys", {}, 0, keys},
    {"values", {}, 0, values},
}};

constexpr std::array<Builtin, 7> kListTable = {{
    {"index", {kByPositionOnly}, 1, index},
    {"count", {kByPositionOnly}, 1, count},
    {"append", {kAnything}, 0, refuse_change},
    {"extend", {kAnything}, 0, refuse_change},
    {"insert", {kAnything}, 0, refuse_change},
    {"pop", {kAnything}, 0, refuse_change},
    {"remove", {kAnything}, 0, refuse_change},
}};

constexpr std::array<Builtin, 1> kLoopTable = {{
    {"cycle", {kAnything}, 0, cycle},
}};

}  // namespace

std::span<const Builtin> dict_methods() {
    return kDictTable;
}
std::span<const Builtin> list_methods() {
    return kListTable;
}
std::span<const Builtin> loop_methods() {
    return kLoopTable;
}

}  // namespace strata::jinja
