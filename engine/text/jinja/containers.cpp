#include "text/jinja/containers.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "text/jinja/characters.h"
#include "text/jinja/limits.h"
#include "text/jinja/operators.h"

namespace strata::jinja {
namespace {

void note(const Value& part, int& depth, Origin& origin) {
    depth = std::max(depth, part.depth() + 1);
    if (part.origin() == Origin::foreign) {
        origin = Origin::foreign;
    }
}

tl::unexpected<Error> too_deep(const RenderContext& context) {
    return context.error(fmt::format("lists or maps are nested more than {} levels deep", kMaxValueDepth));
}

bool may_be_key(const Value& value) {
    return value.is<Text>() || value.is<std::int64_t>() || value.is<double>() || value.is<bool>() || value.is<None>() ||
           value.is<BigInteger>();
}

}  // namespace

Result<Value> make_list(RenderContext& context, std::vector<Value> items, ListKind kind) {
    STRATA_CHECK(context.spend(items.size()));
    List list;
    for (const Value& item : items) {
        note(item, list.depth, list.origin);
    }
    if (list.depth > kMaxValueDepth) {
        return too_deep(context);
    }
    list.items = std::move(items);
    list.is_tuple = kind == ListKind::tuple;
    return Value(ListRef(std::make_shared<const List>(std::move(list))));
}

Result<Value> make_dict(RenderContext& context, std::vector<Dict::Entry> entries) {
    STRATA_CHECK(context.spend(entries.size()));
    Dict dict;
    for (const auto& [key, value] : entries) {
        note(key, dict.depth, dict.origin);
        note(value, dict.depth, dict.origin);
    }
    if (dict.depth > kMaxValueDepth) {
        return too_deep(context);
    }
    dict.entries = std::move(entries);
    return Value(DictRef(std::make_shared<const Dict>(std::move(dict))));
}

Result<void> put(RenderContext& context, std::vector<Dict::Entry>& entries, Value key, Value value) {
    if (!may_be_key(key)) {
        return context.error(fmt::format("a {} cannot be the key of a map", key.type_name()));
    }
    for (auto& entry : entries) {
        STRATA_TRY(const bool same, equal(context, entry.first, key));
        if (same) {
            entry.second = std::move(value);
            return {};
        }
    }
    entries.emplace_back(std::move(key), std::move(value));
    return {};
}

Result<const Value*> find(RenderContext& context, const Dict& dict, const Value& key) {
    if (const auto* text = key.as<Text>()) {
        return find(context, dict, text->bytes());
    }
    for (const auto& entry : dict.entries) {
        STRATA_TRY(const bool same, equal(context, entry.first, key));
        if (same) {
            return &entry.second;
        }
    }
    return nullptr;
}

Result<const Value*> find(RenderContext& context, const Dict& dict, std::string_view key) {
    STRATA_CHECK(context.spend(dict.entries.size() / 16));  // keys of other lengths cost next to nothing
    for (const auto& entry : dict.entries) {
        const auto* text = entry.first.as<Text>();
        if (text != nullptr && text->size() == key.size()) {
            STRATA_CHECK(context.spend_work(key.size()));
            if (text->bytes() == key) {
                return &entry.second;
            }
        }
    }
    return nullptr;
}

Result<Value> pairs_of(RenderContext& context, const Dict& dict) {
    STRATA_CHECK(context.spend(dict.entries.size()));
    std::vector<Value> pairs;
    pairs.reserve(dict.entries.size());
    for (const auto& [key, value] : dict.entries) {
        STRATA_TRY(Value pair, make_list(context, {key, value}, ListKind::tuple));
        pairs.push_back(std::move(pair));
    }
    return make_list(context, std::move(pairs));
}

Result<std::vector<Value>> characters_of(RenderContext& context, const Text& text) {
    std::vector<Value> characters;
    for (std::size_t at = 0; at < text.size();) {
        STRATA_CHECK(context.spend(1));
        const std::size_t next = at + character_at(text.bytes(), at).length;
        characters.emplace_back(text.slice(at, next));
        at = next;
    }
    return characters;
}

Result<ListRef> items_of(RenderContext& context, const Value& value) {
    if (const auto* list = value.as<ListRef>()) {
        return *list;
    }
    List items;
    if (const auto* dict = value.as<DictRef>()) {
        STRATA_CHECK(context.spend((*dict)->entries.size()));
        for (const auto& entry : (*dict)->entries) {
            items.items.push_back(entry.first);
        }
    } else if (const auto* text = value.as<Text>()) {
        STRATA_TRY(items.items, characters_of(context, *text));
    } else if (!value.is<Undefined>()) {
        return context.error(fmt::format("a {} has no items to go through", value.type_name()));
    }
    items.origin = value.origin();
    return std::make_shared<const List>(std::move(items));
}

Result<Value> length_of(RenderContext& context, const Value& value) {
    std::size_t length = 0;
    if (const auto* list = value.as<ListRef>()) {
        length = (*list)->items.size();
    } else if (const auto* dict = value.as<DictRef>()) {
        length = (*dict)->entries.size();
    } else if (const auto* text = value.as<Text>()) {
        STRATA_CHECK(context.spend_work(text->size()));
        length = count_characters(text->bytes());
    } else if (!value.is<Undefined>()) {
        return context.error(fmt::format("a {} has no length", value.type_name()));
    }
    return Value(static_cast<std::int64_t>(length));
}

}  // namespace strata::jinja
