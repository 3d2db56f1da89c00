#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "text/jinja/builtin_tables.h"
#include "text/jinja/format.h"
#include "text/jinja/numbers.h"
#include "text/jinja/text_operations.h"

namespace strata::jinja {
namespace {

constexpr std::int64_t kMostIndentColumns = 1000;

Result<Value> upper(RenderContext& context, const Value& subject, const Arguments&) {
    STRATA_TRY(const Text text, to_text(context, subject));
    return as_value(map_runs(context, text, to_upper));
}

Result<Value> lower(RenderContext& context, const Value& subject, const Arguments&) {
    STRATA_TRY(const Text text, to_text(context, subject));
    return as_value(map_runs(context, text, to_lower));
}

Result<Value> capitalize_filter(RenderContext& context, const Value& subject, const Arguments&) {
    STRATA_TRY(const Text text, to_text(context, subject));
    return as_value(capitalize(context, text));
}

Result<Value> title_filter(RenderContext& context, const Value& subject, const Arguments&) {
    STRATA_TRY(const Text text, to_text(context, subject));
    return as_value(title(context, text, Words::between_spaces));
}

Result<Value> string(RenderContext& context, const Value& subject, const Arguments&) {
    return as_value(to_text(context, subject));
}

Result<Value> trim(RenderContext& context, const Value& subject, const Arguments& arguments) {
    STRATA_TRY(const Text text, to_text(context, subject));
    STRATA_TRY(const std::optional<Text> characters, arguments.text(context, 0));
    return as_value(strip(context, text, characters ? std::optional(characters->bytes()) : std::nullopt, Sides::both));
}

Result<Value> replace_filter(RenderContext& context, const Value& subject, const Arguments& arguments) {
    STRATA_TRY(const Text text, to_text(context, subject));
    STRATA_TRY(const Text what, to_text(context, *arguments[0]));
    STRATA_TRY(const Text replacement, to_text(context, *arguments[1]));
    std::int64_t most = -1;
    if (arguments[2] != nullptr && !arguments[2]->is<None>()) {
        STRATA_TRY(most, arguments.integer(context, 2, -1));
    }
    return as_value(replace(context, text, what.bytes(), replacement, most));
}

/// The indentation that `indent` was asked for: columns or a text.
Result<Text> indentation(RenderContext& context, const Arguments& arguments) {
    if (arguments[0] != nullptr && arguments[0]->is<Text>()) {
        return *arguments[0]->as<Text>();
    }
    STRATA_TRY(const std::int64_t columns, arguments.integer(context, 0, 4));
    if (columns > kMostIndentColumns) {
        return context.error(fmt::format("indent: {} columns are too many", columns));
    }
    return Text(std::string(static_cast<std::size_t>(std::max<std::int64_t>(columns, 0)), ' '), Origin::own);
}

/// Indents every line but the first; empty lines only with `blank`.
Result<Value> indent(RenderContext& context, const Value& subject, const Arguments& arguments) {
    STRATA_TRY(const Text text, to_text(context, subject));
    STRATA_TRY(const Text columns, indentation(context, arguments));
    STRATA_TRY(const std::vector<TextLine> lines, split_lines(context, text));
    const bool blank = arguments.flag(2, false);
    TextBuilder builder(context);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool wanted = i == 0 ? arguments.flag(1, false) : blank || !lines[i].content.empty();
        STRATA_CHECK(builder.append(wanted ? columns : Text()));
        STRATA_CHECK(builder.append(lines[i].content));
        STRATA_CHECK(builder.append(lines[i].line_break.empty() ? "" : "\n", lines[i].line_break.origin()));
    }
    // Behind a last line break stands one more line, which is empty.
    if (lines.empty() || !lines.back().line_break.empty()) {
        const bool wanted = lines.empty() ? arguments.flag(1, false) : blank;
        STRATA_CHECK(builder.append(wanted ? columns : Text()));
    }
    return Value(builder.take());
}

Result<void> read_separators(RenderContext& context, const Value& value, JsonLayout& layout) {
    const auto* list = value.as<ListRef>();
    const bool pair = list != nullptr && (*list)->items.size() == 2;
    const auto* items = pair ? (*list)->items[0].as<Text>() : nullptr;
    const auto* keys = pair ? (*list)->items[1].as<Text>() : nullptr;
    if (items == nullptr || keys == nullptr) {
        return context.error("tojson: separators are a pair of strings");
    }
    layout.item_separator = items->bytes();
    layout.key_separator = keys->bytes();
    return {};
}

Result<Value> tojson(RenderContext& context, const Value& subject, const Arguments& arguments) {
    enum Parameter : std::size_t { kEnsureAscii, kIndent, kSeparators, kSortKeys };
    JsonLayout layout;
    if (arguments[kIndent] != nullptr && !arguments[kIndent]->is<None>()) {
        STRATA_TRY(layout.indent, arguments.integer(context, kIndent, 0));
        layout.item_separator.assign(1, ',');
    }
    if (arguments[kSeparators] != nullptr && !arguments[kSeparators]->is<None>()) {
        STRATA_CHECK(read_separators(context, *arguments[kSeparators], layout));
    }
    layout.ascii_only = arguments.flag(kEnsureAscii, false);
    layout.sort_keys = arguments.flag(kSortKeys, false);
    return as_value(to_json(context, subject, layout));
}

constexpr std::array<Builtin, 10> kTable = {{
    {"upper", {}, 0, upper},
    {"lower", {}, 0, lower},
    {"capitalize", {}, 0, capitalize_filter},
    {"title", {}, 0, title_filter},
    {"string", {}, 0, string},
    {"safe", {}, 0, string},  // nothing is escaped here, so nothing has to be marked as safe
    {"trim", {"chars"}, 0, trim},
    {"replace", {"old", "new", "count"}, 2, replace_filter},
    {"indent", {"width", "first", "blank"}, 0, indent},
    {"tojson", {"ensure_ascii", "indent", "separators", "sort_keys"}, 0, tojson},
}};

}  // namespace

std::span<const Builtin> text_filters() {
    return kTable;
}

}  // namespace strata::jinja
