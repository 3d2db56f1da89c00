#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "text/jinja/characters.h"
#include "text/jinja/format.h"
#include "text/jinja/limits.h"
#include "text/jinja/numbers.h"

namespace strata::jinja {
namespace {

constexpr std::size_t kMostIndentColumns = 100;

void append_escaped_unit(std::string& out, unsigned unit) {
    out += fmt::format("\\u{:04x}", unit);
}

void append_escaped_character(std::string& out, char32_t code_point) {
    if (code_point < 0x10000) {
        append_escaped_unit(out, static_cast<unsigned>(code_point));
        return;
    }
    const auto offset = static_cast<unsigned>(code_point - 0x10000);
    append_escaped_unit(out, 0xD800U + (offset >> 10U));
    append_escaped_unit(out, 0xDC00U + (offset & 0x3FFU));
}

/// The two-byte escape of a byte, or nothing.
std::string_view short_escape(char byte) {
    switch (byte) {
        case '"':
            return "\\\"";
        case '\\':
            return "\\\\";
        case '\b':
            return "\\b";
        case '\f':
            return "\\f";
        case '\n':
            return "\\n";
        case '\r':
            return "\\r";
        case '\t':
            return "\\t";
        default:
            return {};
    }
}

std::string quoted(std::string_view text, bool ascii_only) {
    std::string out = "\"";
    for (std::size_t at = 0; at < text.size();) {
        const Character character = character_at(text, at);
        const std::string_view escape = short_escape(text[at]);
        if (!escape.empty()) {
            out += escape;
        } else if (character.valid && (character.code_point < 0x20 || (ascii_only && character.code_point > 0x7F))) {
            append_escaped_character(out, character.code_point);
        } else {
            out += text.substr(at, character.length);
        }
        at += character.length;
    }
    out.push_back('"');
    return out;
}

class JsonWriter {
public:
    JsonWriter(RenderContext& context, const JsonLayout& layout) : context_(context), layout_(layout) {}

    Result<void> write(const Value& value);
    std::string take() { return std::move(out_); }

private:
    Result<void> write_list(const List& list);
    Result<void> write_dict(const Dict& dict);
    Result<std::vector<Dict::Entry>> with_text_keys(const Dict& dict) const;
    Result<std::string> key_text(const Value& key) const;
    Result<std::string> scalar(const Value& value) const;

    Result<void> add(std::string_view piece);
    Result<void> new_line();

    RenderContext& context_;
    const JsonLayout& layout_;
    std::string out_;
    std::size_t level_ = 0;
};

Result<void> JsonWriter::add(std::string_view piece) {
    STRATA_CHECK(context_.spend_text(piece.size()));
    if (piece.size() > kMaxTextBytes - out_.size()) {
        return context_.error("a JSON text grows too large");
    }
    out_ += piece;
    return {};
}

Result<void> JsonWriter::new_line() {
    if (!layout_.indent) {
        return {};
    }
    const auto columns = static_cast<std::size_t>(std::max<std::int64_t>(*layout_.indent, 0));
    if (columns > kMostIndentColumns) {
        return context_.error(fmt::format("an indentation of {} columns is too large", columns));
    }
    std::string line(1 + columns * level_, ' ');
    line[0] = '\n';
    return add(line);
}

Result<std::string> JsonWriter::scalar(const Value& value) const {
    if (value.is<None>()) {
        return std::string("null");
    }
    if (const auto* boolean = value.as<bool>()) {
        return std::string(*boolean ? "true" : "false");
    }
    if (const auto* integer = value.as<std::int64_t>()) {
        return fmt::format("{}", *integer);
    }
    if (const auto* integer = value.as<BigInteger>()) {
        return integer->digits;
    }
    if (const auto* real = value.as<double>()) {
        const std::string text = format_real(*real);
        return text == "nan" ? "NaN" : text == "inf" ? "Infinity" : text == "-inf" ? "-Infinity" : text;
    }
    return context_.error(fmt::format("tojson: a {} has no JSON form", value.type_name()));
}

Result<void> JsonWriter::write(const Value& value) {
    STRATA_CHECK(context_.spend(1));
    if (const auto* text = value.as<Text>()) {
        STRATA_CHECK(context_.spend_work(text->size()));
        return add(quoted(text->bytes(), layout_.ascii_only));
    }
    if (const auto* list = value.as<ListRef>()) {
        return write_list(**list);
    }
    if (const auto* dict = value.as<DictRef>()) {
        return write_dict(**dict);
    }
    STRATA_TRY(const std::string text, scalar(value));
    return add(text);
}

Result<void> JsonWriter::write_list(const List& list) {
    if (list.items.empty()) {
        return add("[]");
    }
    STRATA_CHECK(add("["));
    ++level_;
    for (std::size_t i = 0; i < list.items.size(); ++i) {
        STRATA_CHECK(add(i == 0 ? "" : layout_.item_separator));
        STRATA_CHECK(new_line());
        STRATA_CHECK(write(list.items[i]));
    }
    --level_;
    STRATA_CHECK(new_line());
    return add("]");
}

Result<std::string> JsonWriter::key_text(const Value& key) const {
    if (const auto* text = key.as<Text>()) {
        return std::string(text->bytes());
    }
    return scalar(key);
}

Result<std::vector<Dict::Entry>> JsonWriter::with_text_keys(const Dict& dict) const {
    STRATA_CHECK(context_.spend(dict.entries.size()));
    std::vector<Dict::Entry> entries;
    for (const auto& [key, value] : dict.entries) {
        STRATA_TRY(const std::string text, key_text(key));
        STRATA_CHECK(context_.spend_text(text.size()));
        entries.emplace_back(Value(Text(text, key.origin())), value);
    }
    if (layout_.sort_keys) {
        std::stable_sort(entries.begin(), entries.end(), [](const Dict::Entry& a, const Dict::Entry& b) {
            return a.first.as<Text>()->bytes() < b.first.as<Text>()->bytes();
        });
    }
    return entries;
}

Result<void> JsonWriter::write_dict(const Dict& dict) {
    if (dict.entries.empty()) {
        return add("{}");
    }
    STRATA_TRY(const std::vector<Dict::Entry> entries, with_text_keys(dict));
    STRATA_CHECK(add("{"));
    ++level_;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        STRATA_CHECK(add(i == 0 ? "" : layout_.item_separator));
        STRATA_CHECK(new_line());
        STRATA_CHECK(add(quoted(entries[i].first.as<Text>()->bytes(), layout_.ascii_only)));
        STRATA_CHECK(add(layout_.key_separator));
        STRATA_CHECK(write(entries[i].second));
    }
    --level_;
    STRATA_CHECK(new_line());
    return add("}");
}

}  // namespace

Result<Text> to_json(RenderContext& context, const Value& value, const JsonLayout& layout) {
    JsonWriter writer(context, layout);
    STRATA_CHECK(writer.write(value));
    return Text(writer.take(), value.origin());
}

}  // namespace strata::jinja
