#include "text/jinja/format.h"

#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "text/jinja/characters.h"
#include "text/jinja/limits.h"
#include "text/jinja/numbers.h"

namespace strata::jinja {
namespace {

void append_escape(std::string& out, std::string_view bytes, Character character) {
    const char32_t c = character.code_point;
    if (!character.valid) {
        out += fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes[0]));
    } else if (c == '\n') {
        out += "\\n";
    } else if (c == '\r') {
        out += "\\r";
    } else if (c == '\t') {
        out += "\\t";
    } else if (c < 0x100) {
        out += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
    } else if (c < 0x10000) {
        out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
        out += fmt::format("\\U{:08x}", static_cast<unsigned>(c));
    }
}

/// A text inside a list or map: in single quotes unless only double ones need no escape.
std::string quoted(std::string_view text) {
    const bool has_single = text.find('\'') != std::string_view::npos;
    const char quote = has_single && text.find('"') == std::string_view::npos ? '"' : '\'';
    std::string out(1, quote);
    for (std::size_t at = 0; at < text.size();) {
        const Character character = character_at(text, at);
        const std::string_view bytes = text.substr(at, character.length);
        if (bytes[0] == quote || bytes[0] == '\\') {
            out.push_back('\\');
            out += bytes;
        } else if (is_printable(character)) {
            out += bytes;
        } else {
            append_escape(out, bytes, character);
        }
        at += character.length;
    }
    out.push_back(quote);
    return out;
}

class Printer {
public:
    explicit Printer(RenderContext& context) : context_(context) {}

    Result<void> print(const Value& value);
    std::string take() { return std::move(out_); }

private:
    Result<void> print_list(const List& list);
    Result<void> print_dict(const Dict& dict);
    Result<std::string> scalar(const Value& value) const;

    Result<void> add(std::string_view piece) {
        STRATA_CHECK(context_.spend_text(piece.size()));
        if (piece.size() > kMaxTextBytes - out_.size()) {
            return context_.error("a printed list grows too large");
        }
        out_ += piece;
        return {};
    }

    RenderContext& context_;
    std::string out_;
};

Result<std::string> Printer::scalar(const Value& value) const {
    if (value.is<Undefined>()) {
        return std::string("Undefined");
    }
    if (value.is<None>()) {
        return std::string("None");
    }
    if (const auto* boolean = value.as<bool>()) {
        return std::string(*boolean ? "True" : "False");
    }
    if (const auto* integer = value.as<std::int64_t>()) {
        return fmt::format("{}", *integer);
    }
    if (const auto* integer = value.as<BigInteger>()) {
        return integer->digits;
    }
    if (const auto* real = value.as<double>()) {
        return format_real(*real);
    }
    return context_.error(fmt::format("a {} cannot be printed", value.type_name()));
}

Result<void> Printer::print(const Value& value) {
    STRATA_CHECK(context_.spend(1));
    if (const auto* text = value.as<Text>()) {
        STRATA_CHECK(context_.spend_work(text->size()));
        return add(quoted(text->bytes()));
    }
    if (const auto* list = value.as<ListRef>()) {
        return print_list(**list);
    }
    if (const auto* dict = value.as<DictRef>()) {
        return print_dict(**dict);
    }
    STRATA_TRY(const std::string text, scalar(value));
    return add(text);
}

Result<void> Printer::print_list(const List& list) {
    STRATA_CHECK(add(list.is_tuple ? "(" : "["));
    for (std::size_t i = 0; i < list.items.size(); ++i) {
        STRATA_CHECK(add(i == 0 ? "" : ", "));
        STRATA_CHECK(print(list.items[i]));
    }
    if (list.is_tuple) {
        return add(list.items.size() == 1 ? ",)" : ")");
    }
    return add("]");
}

Result<void> Printer::print_dict(const Dict& dict) {
    STRATA_CHECK(add("{"));
    for (std::size_t i = 0; i < dict.entries.size(); ++i) {
        STRATA_CHECK(add(i == 0 ? "" : ", "));
        STRATA_CHECK(print(dict.entries[i].first));
        STRATA_CHECK(add(": "));
        STRATA_CHECK(print(dict.entries[i].second));
    }
    return add("}");
}

}  // namespace

Result<Text> to_text(RenderContext& context, const Value& value) {
    if (const auto* text = value.as<Text>()) {
        return *text;
    }
    if (value.is<Undefined>()) {
        return Text();
    }
    Printer printer(context);
    STRATA_CHECK(printer.print(value));
    return Text(printer.take(), value.origin());
}

}  // namespace strata::jinja
