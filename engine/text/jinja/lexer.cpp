#include "text/jinja/lexer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "text/jinja/characters.h"
#include "text/jinja/limits.h"
#include "text/jinja/string_literal.h"
#include "text/jinja/template_error.h"

namespace strata::jinja {
namespace {

/// Longer ones first: the first that fits is taken.
constexpr std::array<std::string_view, 25> kSymbols = {"//", "**", "==", "!=", ">=", "<=", "+", "-", "*",
                                                       "/",  "%",  "~",  "[",  "]",  "(",  ")", "{", "}",
                                                       ">",  "<",  "=",  ".",  ":",  "|",  ","};

bool is_ascii_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Letters beyond ASCII are let through: a name with them can only meet a variable that is spelled so.
bool starts_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

bool continues_name(char c) {
    return starts_name(c) || is_ascii_digit(c);
}

/// Every way of breaking a line becomes '\n', and one break at the very end goes away.
std::string normalized(std::string_view source) {
    std::string out;
    out.reserve(source.size());
    for (std::size_t at = 0; at < source.size(); ++at) {
        if (source[at] != '\r') {
            out.push_back(source[at]);
            continue;
        }
        out.push_back('\n');
        if (at + 1 < source.size() && source[at + 1] == '\n') {
            ++at;
        }
    }
    if (!out.empty() && out.back() == '\n') {
        out.pop_back();
    }
    return out;
}

enum class TagKind { output, block, comment, raw };

class Lexer {
public:
    explicit Lexer(std::string_view source) : text_(normalized(source)) {}

    Result<std::vector<Token>> run();

private:
    struct Opening {
        TagKind kind = TagKind::output;
        std::size_t begin = 0, end = 0;  ///< with its sign
        char sign = 0;                   ///< '-', '+' or 0
    };

    std::string_view rest() const { return std::string_view(text_).substr(at_); }
    bool starts_with(std::string_view what) const { return rest().substr(0, what.size()) == what; }
    void advance_to(std::size_t position);
    Result<void> push(TokenType type, std::string text = {});
    tl::unexpected<Error> error(std::string_view what) const { return template_error(line_, what); }

    std::optional<Opening> next_opening() const;
    void recognise_raw(Opening& opening) const;
    Result<void> push_data_before(const Opening& opening);
    Result<void> lex_comment();
    Result<void> lex_raw();
    Result<void> lex_tag(TagKind kind);

    std::size_t length_of_closing(std::string_view closing, bool may_keep) const;
    bool take_closing(std::string_view closing, bool may_keep);
    void skip_space() { advance_to(text_.size() - without_space_at_start(rest()).size()); }
    Result<void> lex_item();
    Result<void> lex_string();
    Result<void> lex_number();
    Result<void> lex_symbol();
    std::size_t end_of_digits(std::size_t from) const;

    const std::string text_;
    std::size_t at_ = 0;
    int line_ = 1;
    bool line_starts_ = true;  // the last tag took the line break behind it, or nothing was read yet
    std::vector<char> open_brackets_;
    std::vector<Token> tokens_;
};

void Lexer::advance_to(std::size_t position) {
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                         text_.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
    at_ = position;
}

Result<void> Lexer::push(TokenType type, std::string text) {
    if (tokens_.size() >= kMaxTokens) {
        return error("the template has too many parts");
    }
    tokens_.push_back({type, line_, std::move(text), 0, 0});
    return {};
}

Result<std::vector<Token>> Lexer::run() {
    while (const auto opening = next_opening()) {
        STRATA_CHECK(push_data_before(*opening));
        advance_to(opening->end);
        switch (opening->kind) {
            case TagKind::comment:
                STRATA_CHECK(lex_comment());
                break;
            case TagKind::raw:
                STRATA_CHECK(lex_raw());
                break;
            case TagKind::output:
            case TagKind::block:
                STRATA_CHECK(lex_tag(opening->kind));
                break;
        }
        line_starts_ = text_[at_ - 1] == '\n';
    }
    if (at_ < text_.size()) {
        STRATA_CHECK(push(TokenType::data, text_.substr(at_)));
        advance_to(text_.size());
    }
    STRATA_CHECK(push(TokenType::end));
    return std::move(tokens_);
}

std::optional<Lexer::Opening> Lexer::next_opening() const {
    for (std::size_t brace = text_.find('{', at_); brace != std::string::npos; brace = text_.find('{', brace + 1)) {
        const char second = brace + 1 < text_.size() ? text_[brace + 1] : '\0';
        if (second != '{' && second != '%' && second != '#') {
            continue;
        }
        Opening opening;
        opening.kind = second == '{' ? TagKind::output : second == '%' ? TagKind::block : TagKind::comment;
        opening.begin = brace;
        opening.end = brace + 2;
        if (opening.end < text_.size() && (text_[opening.end] == '-' || text_[opening.end] == '+')) {
            opening.sign = text_[opening.end++];
        }
        if (opening.kind == TagKind::block) {
            recognise_raw(opening);
        }
        return opening;
    }
    return std::nullopt;
}

/// `{% raw %}` is taken whole: what follows is not the template language.
void Lexer::recognise_raw(Opening& opening) const {
    std::string_view inside = without_space_at_start(std::string_view(text_).substr(opening.end));
    if (inside.substr(0, 3) != "raw") {
        return;
    }
    inside = without_space_at_start(inside.substr(3));
    if (inside.substr(0, 3) == "-%}") {
        inside = without_space_at_start(inside.substr(3));
    } else if (inside.substr(0, 2) == "%}") {
        inside = inside.substr(2);
    } else {
        return;
    }
    opening.kind = TagKind::raw;
    opening.end = text_.size() - inside.size();
}

Result<void> Lexer::push_data_before(const Opening& opening) {
    std::string_view data = std::string_view(text_).substr(at_, opening.begin - at_);
    if (opening.sign == '-') {
        data = without_space_at_end(data);
    } else if (opening.sign != '+' && opening.kind != TagKind::output) {
        const std::size_t last_break = data.rfind('\n');
        const std::size_t line_begin = last_break == std::string_view::npos ? 0 : last_break + 1;
        if ((line_begin > 0 || line_starts_) && without_space_at_start(data.substr(line_begin)).empty()) {
            data = data.substr(0, line_begin);
        }
    }
    if (!data.empty()) {
        STRATA_CHECK(push(TokenType::data, std::string(data)));
    }
    advance_to(opening.begin);
    return {};
}

/// Length of the closing of a tag at the current place with all the white space that it takes; 0: it is not here.
/// may_keep: a block or comment, whose closing takes one line break unless it has a `+`.
std::size_t Lexer::length_of_closing(std::string_view closing, bool may_keep) const {
    const std::string_view here = rest();
    if (here.substr(0, closing.size()) == closing) {
        const bool takes_break = may_keep && here.substr(closing.size(), 1) == "\n";
        return closing.size() + (takes_break ? 1 : 0);
    }
    if (here.substr(1, closing.size()) != closing) {
        return 0;
    }
    if (here[0] == '-') {
        return here.size() - without_space_at_start(here.substr(1 + closing.size())).size();
    }
    return may_keep && here[0] == '+' ? 1 + closing.size() : 0;
}

Result<void> Lexer::lex_comment() {
    const std::size_t hash = text_.find("#}", at_);
    if (hash == std::string::npos) {
        return error("a comment is not closed");
    }
    const bool has_sign = hash > at_ && (text_[hash - 1] == '-' || text_[hash - 1] == '+');
    advance_to(has_sign ? hash - 1 : hash);
    advance_to(at_ + length_of_closing("#}", true));
    return {};
}

Result<void> Lexer::lex_raw() {
    for (std::size_t tag = text_.find("{%", at_); tag != std::string::npos; tag = text_.find("{%", tag + 1)) {
        Opening opening{TagKind::block, tag, tag + 2, 0};
        if (opening.end < text_.size() && (text_[opening.end] == '-' || text_[opening.end] == '+')) {
            opening.sign = text_[opening.end++];
        }
        std::string_view inside = without_space_at_start(std::string_view(text_).substr(opening.end));
        if (inside.substr(0, 6) != "endraw") {
            continue;
        }
        inside = without_space_at_start(inside.substr(6));
        line_starts_ = at_ > 0 && text_[at_ - 1] == '\n';
        STRATA_CHECK(push_data_before(opening));
        advance_to(text_.size() - inside.size());
        const std::size_t closing = length_of_closing("%}", true);
        if (closing == 0) {
            return error("{% endraw %} is not closed");
        }
        advance_to(at_ + closing);
        return {};
    }
    return error("{% raw %} is not closed");
}

Result<void> Lexer::lex_tag(TagKind kind) {
    const bool block = kind == TagKind::block;
    STRATA_CHECK(push(block ? TokenType::block_begin : TokenType::output_begin));
    open_brackets_.clear();
    while (true) {
        skip_space();
        if (at_ == text_.size()) {
            return error(block ? "{% is not closed" : "{{ is not closed");
        }
        // Inside brackets "}}" closes two of them.
        const std::size_t closing = open_brackets_.empty() ? length_of_closing(block ? "%}" : "}}", block) : 0;
        if (closing > 0) {
            STRATA_CHECK(push(block ? TokenType::block_end : TokenType::output_end));
            advance_to(at_ + closing);
            return {};
        }
        STRATA_CHECK(lex_item());
    }
}

Result<void> Lexer::lex_item() {
    const char first = text_[at_];
    if (first == '"' || first == '\'') {
        return lex_string();
    }
    if (is_ascii_digit(first)) {
        return lex_number();
    }
    if (!starts_name(first)) {
        return lex_symbol();
    }
    std::size_t end = at_ + 1;
    while (end < text_.size() && continues_name(text_[end])) {
        ++end;
    }
    STRATA_CHECK(push(TokenType::name, text_.substr(at_, end - at_)));
    at_ = end;
    return {};
}

Result<void> Lexer::lex_string() {
    const char quote = text_[at_];
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote) {
        end += text_[end] == '\\' ? 2 : 1;
    }
    if (end >= text_.size()) {
        return error("a string is not closed");
    }
    STRATA_TRY(std::string decoded, decode_escapes(std::string_view(text_).substr(at_ + 1, end - at_ - 1), line_));
    STRATA_CHECK(push(TokenType::text, std::move(decoded)));
    advance_to(end + 1);
    return {};
}

/// Digits with single underscores between them.
std::size_t Lexer::end_of_digits(std::size_t from) const {
    std::size_t end = from;
    while (end < text_.size() &&
           (is_ascii_digit(text_[end]) ||
            (text_[end] == '_' && end > from && end + 1 < text_.size() && is_ascii_digit(text_[end + 1])))) {
        ++end;
    }
    return end;
}

Result<void> Lexer::lex_number() {
    const bool after_dot = at_ > 0 && text_[at_ - 1] == '.';  // `rows.0.1` are two integers
    std::size_t end = end_of_digits(at_);
    bool real = false;
    if (!after_dot && end + 1 < text_.size() && text_[end] == '.' && is_ascii_digit(text_[end + 1])) {
        end = end_of_digits(end + 1);
        real = true;
    }
    if (!after_dot && end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
        std::size_t exponent = end + 1;
        if (exponent < text_.size() && (text_[exponent] == '+' || text_[exponent] == '-')) {
            ++exponent;
        }
        if (exponent < text_.size() && is_ascii_digit(text_[exponent])) {
            end = end_of_digits(exponent);
            real = true;
        }
    }
    std::string digits = text_.substr(at_, end - at_);
    digits.erase(std::remove(digits.begin(), digits.end(), '_'), digits.end());
    STRATA_CHECK(push(real ? TokenType::real : TokenType::integer));
    Token& token = tokens_.back();
    const char* const stop = digits.data() + digits.size();
    const auto status = real ? std::from_chars(digits.data(), stop, token.real).ec
                             : std::from_chars(digits.data(), stop, token.integer).ec;
    if (status != std::errc()) {
        return error(fmt::format("the number {} is out of range", digits));
    }
    at_ = end;
    return {};
}

Result<void> Lexer::lex_symbol() {
    const auto symbol = std::find_if(kSymbols.begin(), kSymbols.end(),
                                     [this](std::string_view candidate) { return starts_with(candidate); });
    if (symbol == kSymbols.end()) {
        return error(fmt::format("unexpected character with code {}", static_cast<unsigned char>(text_[at_])));
    }
    const char bracket = symbol->front();
    if (bracket == '(' || bracket == '[' || bracket == '{') {
        open_brackets_.push_back(bracket == '(' ? ')' : bracket == '[' ? ']' : '}');
    } else if (bracket == ')' || bracket == ']' || bracket == '}') {
        if (open_brackets_.empty() || open_brackets_.back() != bracket) {
            return error(fmt::format("unexpected '{}'", bracket));
        }
        open_brackets_.pop_back();
    }
    STRATA_CHECK(push(TokenType::symbol, std::string(*symbol)));
    at_ += symbol->size();
    return {};
}

}  // namespace

Result<std::vector<Token>> tokenize(std::string_view source) {
    if (source.size() > kMaxTemplateBytes) {
        return template_error(
            1, fmt::format("the template has {} bytes, the most is {}", source.size(), kMaxTemplateBytes));
    }
    return Lexer(source).run();
}

}  // namespace strata::jinja
