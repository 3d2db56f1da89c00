#include "text/jinja/lookup.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "text/jinja/builtin_tables.h"
#include "text/jinja/characters.h"
#include "text/jinja/containers.h"
#include "text/jinja/numbers.h"
#include "text/jinja/text_operations.h"

namespace strata::jinja {
namespace {

Value integer(std::size_t number) {
    return Value(static_cast<std::int64_t>(number));
}

Value loop_attribute(const Loop& loop, std::string_view name, const std::string* missing_name) {
    const auto& items = loop.items->items;
    if (name == "index") {
        return integer(loop.index + 1);
    }
    if (name == "index0") {
        return integer(loop.index);
    }
    if (name == "revindex") {
        return integer(items.size() - loop.index);
    }
    if (name == "revindex0") {
        return integer(items.size() - loop.index - 1);
    }
    if (name == "length") {
        return integer(items.size());
    }
    if (name == "first") {
        return Value(loop.index == 0);
    }
    if (name == "last") {
        return Value(loop.index + 1 == items.size());
    }
    if (name == "depth" || name == "depth0") {  // counts recursive loops, which do not exist here
        return integer(name == "depth" ? 1 : 0);
    }
    if (name == "previtem" && loop.index > 0) {
        return items[loop.index - 1];
    }
    if (name == "nextitem" && loop.index + 1 < items.size()) {
        return items[loop.index + 1];
    }
    return Value(Undefined{missing_name});
}

tl::unexpected<Error> undefined_object(const RenderContext& context, const Undefined& object, std::string_view what) {
    if (object.name != nullptr) {
        return context.error(fmt::format("'{}' is undefined and has no {}", *object.name, what));
    }
    return context.error(fmt::format("what is undefined has no {}", what));
}

/// Place of the item `index` of `length`, counted from the end if negative.
std::optional<std::size_t> place_of(std::int64_t index, std::size_t length) {
    const auto count = static_cast<std::int64_t>(length);
    const std::int64_t place = index < 0 ? index + count : index;
    if (place < 0 || place >= count) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(place);
}

Result<Value> character_of(RenderContext& context, const Text& text, std::int64_t index) {
    STRATA_CHECK(context.spend_work(text.size()));
    const auto place = place_of(index, count_characters(text.bytes()));
    if (!place) {
        return Value();
    }
    std::size_t at = 0;
    for (std::size_t i = 0; i < *place; ++i) {
        at += character_at(text.bytes(), at).length;
    }
    return Value(text.slice(at, at + character_at(text.bytes(), at).length));
}

/// The places that a slice takes: `count` of them from `first` on, `step` apart.
struct Places {
    std::int64_t first = 0, step = 1, count = 0;
};

Result<std::optional<std::int64_t>> slice_bound(RenderContext& context, const Value* value) {
    if (value == nullptr || value->is<None>()) {
        return std::optional<std::int64_t>();
    }
    const auto number = number_of(*value);
    if (!number || number->is_real) {
        return context.error(fmt::format("a slice bound is a {}, expected an integer", value->type_name()));
    }
    return std::optional<std::int64_t>(number->integer);
}

Result<Places> places_of(RenderContext& context, const Value* start, const Value* stop, const Value* step,
                         std::size_t length) {
    STRATA_TRY(const auto from, slice_bound(context, start));
    STRATA_TRY(const auto to, slice_bound(context, stop));
    STRATA_TRY(const auto by, slice_bound(context, step));
    const auto size = static_cast<std::int64_t>(length);
    // A step longer than the whole takes one item like every longer one; this keeps the sums below inside 64 bits.
    const std::int64_t stride = std::clamp<std::int64_t>(by.value_or(1), -size - 1, size + 1);
    if (stride == 0) {
        return context.error("a slice has a step of 0");
    }
    const std::int64_t lowest = stride > 0 ? 0 : -1;
    const std::int64_t highest = stride > 0 ? size : size - 1;
    const auto bound = [&](std::optional<std::int64_t> given, std::int64_t fallback) {
        if (!given) {
            return fallback;
        }
        return std::clamp(*given < 0 ? *given + size : *given, lowest, highest);
    };
    Places places;
    places.first = bound(from, stride > 0 ? lowest : highest);
    places.step = stride;
    const std::int64_t end = bound(to, stride > 0 ? highest : lowest);
    const std::int64_t distance = stride > 0 ? end - places.first : places.first - end;
    const std::int64_t pace = stride > 0 ? stride : -stride;
    places.count = distance > 0 ? (distance - 1) / pace + 1 : 0;
    return places;
}

Result<Value> slice_of_text(RenderContext& context, const Text& text, const Value* start, const Value* stop,
                            const Value* step) {
    STRATA_CHECK(context.spend_work(text.size()));
    STRATA_TRY(const Places places, places_of(context, start, stop, step, count_characters(text.bytes())));
    if (places.step != 1) {
        STRATA_TRY(const std::vector<Value> characters, characters_of(context, text));
        TextBuilder builder(context);
        for (std::int64_t i = 0; i < places.count; ++i) {
            const auto place = static_cast<std::size_t>(places.first + i * places.step);
            STRATA_CHECK(builder.append(*characters[place].as<Text>()));
        }
        return Value(builder.take());
    }
    std::size_t begin = 0;
    for (std::int64_t i = 0; i < places.first; ++i) {
        begin += character_at(text.bytes(), begin).length;
    }
    std::size_t end = begin;
    for (std::int64_t i = 0; i < places.count; ++i) {
        end += character_at(text.bytes(), end).length;
    }
    return Value(text.slice(begin, end));
}

}  // namespace

Result<Value> attribute_of(RenderContext& context, const Value& object, std::string_view name,
                           const std::string* missing_name) {
    if (const auto* undefined = object.as<Undefined>()) {
        return undefined_object(context, *undefined, fmt::format("attribute '{}'", name));
    }
    if (const Builtin* method = find_method(object, name)) {
        return Value(MethodRef(std::make_shared<const Method>(Method{object, method})));
    }
    if (const auto* dict = object.as<DictRef>()) {
        STRATA_TRY(const Value* found, find(context, **dict, name));
        return found != nullptr ? *found : Value(Undefined{missing_name});
    }
    if (const auto* name_space = object.as<Namespace*>()) {
        const auto found = (*name_space)->attributes.find(name);
        return found != (*name_space)->attributes.end() ? found->second : Value(Undefined{missing_name});
    }
    if (const auto* loop = object.as<LoopRef>()) {
        return loop_attribute(**loop, name, missing_name);
    }
    return Value(Undefined{missing_name});
}

Result<Value> item_of(RenderContext& context, const Value& object, const Value& key) {
    if (const auto* undefined = object.as<Undefined>()) {
        return undefined_object(context, *undefined, "items");
    }
    if (const auto* dict = object.as<DictRef>()) {
        STRATA_TRY(const Value* found, find(context, **dict, key));
        if (found != nullptr) {
            return *found;
        }
    }
    if (const auto* name = key.as<Text>()) {
        return attribute_of(context, object, name->bytes(), nullptr);
    }
    const auto index = number_of(key);
    if (!index || index->is_real) {
        return Value();
    }
    if (const auto* list = object.as<ListRef>()) {
        const auto place = place_of(index->integer, (*list)->items.size());
        return place ? (*list)->items[*place] : Value();
    }
    if (const auto* text = object.as<Text>()) {
        return character_of(context, *text, index->integer);
    }
    return Value();
}

Result<Value> slice_of(RenderContext& context, const Value& object, const Value* start, const Value* stop,
                       const Value* step) {
    if (const auto* undefined = object.as<Undefined>()) {
        return undefined_object(context, *undefined, "slices");
    }
    if (const auto* text = object.as<Text>()) {
        return slice_of_text(context, *text, start, stop, step);
    }
    const auto* list = object.as<ListRef>();
    if (list == nullptr) {
        return context.error(fmt::format("a {} cannot be sliced", object.type_name()));
    }
    const auto& items = (*list)->items;
    STRATA_TRY(const Places places, places_of(context, start, stop, step, items.size()));
    STRATA_CHECK(context.spend(static_cast<std::uint64_t>(places.count)));
    std::vector<Value> taken;
    taken.reserve(static_cast<std::size_t>(places.count));
    for (std::int64_t i = 0; i < places.count; ++i) {
        taken.push_back(items[static_cast<std::size_t>(places.first + i * places.step)]);
    }
    return make_list(context, std::move(taken), (*list)->is_tuple ? ListKind::tuple : ListKind::list);
}

}  // namespace strata::jinja
