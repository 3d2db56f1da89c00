#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "text/jinja/builtin_tables.h"
#include "text/jinja/containers.h"
#include "text/jinja/text_operations.h"

namespace strata::jinja {
namespace {

const Text& text_of(const Value& subject) {
    return *subject.as<Text>();
}

Result<Value> as_list(RenderContext& context, Result<std::vector<Text>> pieces) {
    if (!pieces) {
        return tl::unexpected(std::move(pieces).error());
    }
    std::vector<Value> items;
    items.reserve(pieces->size());
    for (Text& piece : *pieces) {
        items.emplace_back(std::move(piece));
    }
    return make_list(context, std::move(items));
}

template <Sides kSides>
Result<Value> strip_method(RenderContext& context, const Value& subject, const Arguments& arguments) {
    STRATA_TRY(const std::optional<Text> characters, arguments.text(context, 0));
    return as_value(
        strip(context, text_of(subject), characters ? std::optional(characters->bytes()) : std::nullopt, kSides));
}

template <SplitFrom kFrom>
Result<Value> split_method(RenderContext& context, const Value& subject, const Arguments& arguments) {
    STRATA_TRY(const std::optional<Text> separator, arguments.text(context, 0));
    STRATA_TRY(const std::int64_t most, arguments.integer(context, 1, -1));
    if (!separator) {
        return as_list(context, split_at_space(context, text_of(subject), most, kFrom));
    }
    if (separator->empty()) {
        return context.error("split: the separator is empty");
    }
    return as_list(context, split(context, text_of(subject), separator->bytes(), most, kFrom));
}

Result<Value> splitlines(RenderContext& context, const Value& subject, const Arguments& arguments) {
    STRATA_TRY(const std::vector<TextLine> lines, split_lines(context, text_of(subject)));
    const bool keep_breaks = arguments.flag(0, false);
    std::vector<Value> items;
    for (const TextLine& line : lines) {
        const std::array<Text, 2> parts = {line.content, keep_breaks ? line.line_break : Text()};
        STRATA_TRY(Text whole, concatenate(context, parts));
        items.emplace_back(std::move(whole));
    }
    return make_list(context, std::move(items));
}

enum class Edge { start, end };

bool has_edge(std::string_view text, std::string_view what, Edge edge) {
    return edge == Edge::start ? text.starts_with(what) : text.ends_with(what);
}

Result<bool> fits_edge(RenderContext& context, const Text& text, const Value& candidate, Edge edge) {
    const auto* what = candidate.as<Text>();
    if (what == nullptr) {
        return context.error(fmt::format("startswith and endswith take strings, not a {}", candidate.type_name()));
    }
    STRATA_CHECK(context.spend(1));
    STRATA_CHECK(context.spend_work(what->size()));
    return has_edge(text.bytes(), what->bytes(), edge);
}

/// With one text, or with a tuple of which any may fit.
template <Edge kEdge>
Result<Value> edge_method(RenderContext& context, const Value& subject, const Arguments& arguments) {
    const auto* tuple = arguments[0]->as<ListRef>();
    if (tuple == nullptr || !(*tuple)->is_tuple) {
        STRATA_TRY(const bool fits, fits_edge(context, text_of(subject), *arguments[0], kEdge));
        return Value(fits);
    }
    for (const Value& candidate : (*tuple)->items) {
        STRATA_TRY(const bool fits, fits_edge(context, text_of(subject), candidate, kEdge));
        if (fits) {
            return Value(true);
        }
    }
    return Value(false);
}

template <Edge kEdge>
Result<Value> remove_edge(RenderContext& context, const Value& subject, const Arguments& arguments) {
    const Text& text = text_of(subject);
    STRATA_TRY(const std::optional<Text> given, arguments.text(context, 0));
    const Text what = given.value_or(Text());
    STRATA_CHECK(context.spend_work(what.size()));
    if (!has_edge(text.bytes(), what.bytes(), kEdge)) {
        return subject;
    }
    return Value(kEdge == Edge::start ? text.slice(what.size(), text.size())
                                      : text.slice(0, text.size() - what.size()));
}

Result<Value> replace_method(RenderContext& context, const Value& subject, const Arguments& arguments) {
    STRATA_TRY(const std::optional<Text> what, arguments.text(context, 0));
    STRATA_TRY(const std::optional<Text> replacement, arguments.text(context, 1));
    STRATA_TRY(const std::int64_t most, arguments.integer(context, 2, -1));
    if (!what || !replacement) {
        return context.error("replace takes strings");
    }
    return as_value(replace(context, text_of(subject), what->bytes(), *replacement, most));
}

template <std::string (*kMapping)(std::string_view)>
Result<Value> case_method(RenderContext& context, const Value& subject, const Arguments&) {
    return as_value(map_runs(context, text_of(subject), kMapping));
}

Result<Value> title_method(RenderContext& context, const Value& subject, const Arguments&) {
    return as_value(title(context, text_of(subject), Words::of_letters));
}

Result<Value> capitalize_method(RenderContext& context, const Value& subject, const Arguments&) {
    return as_value(capitalize(context, text_of(subject)));
}

/// separator.join(texts)
Result<Value> join_method(RenderContext& context, const Value& subject, const Arguments& arguments) {
    STRATA_TRY(const ListRef items, items_of(context, *arguments[0]));
    TextBuilder builder(context);
    for (std::size_t i = 0; i < items->items.size(); ++i) {
        STRATA_CHECK(context.spend(1));
        const auto* part = items->items[i].as<Text>();
        if (part == nullptr) {
            return context.error(fmt::format("join: item {} is a {}, no string", i, items->items[i].type_name()));
        }
        STRATA_CHECK(builder.append(i == 0 ? Text() : text_of(subject)));
        STRATA_CHECK(builder.append(*part));
    }
    return Value(builder.take());
}

/// The place of the first occurrence in characters, -1 if there is none.
Result<Value> find_method_of_text(RenderContext& context, const Value& subject, const Arguments& arguments) {
    STRATA_TRY(const std::optional<Text> what, arguments.text(context, 0));
    const std::string_view text = text_of(subject).bytes();
    STRATA_TRY(const std::size_t found, find_text(context, text, what.value_or(Text()).bytes(), 0));
    if (found == std::string_view::npos) {
        return Value(std::int64_t{-1});
    }
    STRATA_CHECK(context.spend_work(found));
    return Value(static_cast<std::int64_t>(count_characters(text.substr(0, found))));
}

/// Occurrences that do not overlap.
Result<Value> count_method(RenderContext& context, const Value& subject, const Arguments& arguments) {
    STRATA_TRY(const std::optional<Text> what, arguments.text(context, 0));
    const std::string_view text = text_of(subject).bytes();
    if (!what || what->empty()) {
        STRATA_CHECK(context.spend_work(text.size()));
        return Value(static_cast<std::int64_t>(count_characters(text) + 1));
    }
    std::int64_t count = 0;
    for (std::size_t at = 0;; ++count) {
        STRATA_CHECK(context.spend(1));
        STRATA_TRY(const std::size_t found, find_text(context, text, what->bytes(), at));
        if (found == std::string_view::npos) {
            return Value(count);
        }
        at = found + what->size();
    }
}

template <bool (*kHolds)(Character)>
Result<Value> every_character(RenderContext& context, const Value& subject, const Arguments&) {
    const std::string_view text = text_of(subject).bytes();
    STRATA_CHECK(context.spend_work(text.size()));
    for (std::size_t at = 0; at < text.size();) {
        const Character character = character_at(text, at);
        if (!kHolds(character)) {
            return Value(false);
        }
        at += character.length;
    }
    return Value(!text.empty());
}

bool is_alphanumeric(Character character) {
    return is_letter(character) || is_digit(character);
}

constexpr std::array<Builtin, 22> kTable = {{
    {"strip", {"chars"}, 0, strip_method<Sides::both>},
    {"lstrip", {"chars"}, 0, strip_method<Sides::start>},
    {"rstrip", {"chars"}, 0, strip_method<Sides::end>},
    {"split", {"sep", "maxsplit"}, 0, split_method<SplitFrom::start>},
    {"rsplit", {"sep", "maxsplit"}, 0, split_method<SplitFrom::end>},
    {"splitlines", {"keepends"}, 0, splitlines},
    {"startswith", {kByPositionOnly}, 1, edge_method<Edge::start>},
    {"endswith", {kByPositionOnly}, 1, edge_method<Edge::end>},
    {"removeprefix", {kByPositionOnly}, 1, remove_edge<Edge::start>},
    {"removesuffix", {kByPositionOnly}, 1, remove_edge<Edge::end>},
    {"replace", {"old", "new", "count"}, 2, replace_method},
    {"upper", {}, 0, case_method<to_upper>},
    {"lower", {}, 0, case_method<to_lower>},
    {"title", {}, 0, title_method},
    {"capitalize", {}, 0, capitalize_method},
    {"join", {kByPositionOnly}, 1, join_method},
    {"find", {kByPositionOnly}, 1, find_method_of_text},
    {"count", {kByPositionOnly}, 1, count_method},
    {"isspace", {}, 0, every_character<is_space>},
    {"isdigit", {}, 0, every_character<is_digit>},
    {"isalpha", {}, 0, every_character<is_letter>},
    {"isalnum", {}, 0, every_character<is_alphanumeric>},
}};

}  // namespace

std::span<const Builtin> text_methods() {
    return kTable;
}

}  // namespace strata::jinja
