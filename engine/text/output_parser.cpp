#include "text/output_parser.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "text/marker_reader.h"
#include "text/tool_call_markup.h"
#include "text/tool_schemas.h"

namespace strata {
namespace {

constexpr std::string_view kNewlines = "\n";
constexpr std::string_view kWhiteSpace = " \t\r\n\f\v";

std::string_view without_leading(std::string_view text, std::string_view characters) {
    text.remove_prefix(std::min(text.find_first_not_of(characters), text.size()));
    return text;
}

}  // namespace

struct OutputParser::State {
    enum class Where { thinking, answer, call };

    MarkerReader reader;
    ToolSchemas tools;
    Where where = Where::answer;

    /// White space that is given out only if text follows: at the end of the thinking, before a call.
    std::string held;
    bool skips_newlines = false;     ///< at the start of the thinking and of the answer after it
    bool may_open_thinking = false;  ///< the prompt has opened it; models repeat the marker sometimes
    bool follows_call = false;       ///< nothing but white space since the last call
    ToolCallMarkup markup;           ///< of the call that is open
    int call_count = 0;
    std::vector<Piece> pieces;

    State(const Tokenizer& tokenizer, const std::string& declared_tools, StartsIn starts_in);

    void read(const std::vector<MarkerReader::Item>& items);
    void on_text(std::string_view text);
    void on_marker(Marker marker);
    void on_marker_in_call(Marker marker);
    void on_call_text(std::string_view text);
    void close_thinking();
    void close_call();
    void give_up_call();
    void end();

    template <class Kind>
    void give_out(std::string_view text);
    template <class Kind>
    void give_out_but_end(std::string_view text, std::string_view held_characters);
};

OutputParser::State::State(const Tokenizer& tokenizer, const std::string& declared_tools, StartsIn starts_in)
    : reader(tokenizer), tools(declared_tools) {
    if (starts_in != StartsIn::answer) {
        where = Where::thinking;
        skips_newlines = starts_in == StartsIn::thinking;
        may_open_thinking = true;
    }
}

void OutputParser::State::read(const std::vector<MarkerReader::Item>& items) {
    for (const auto& item : items) {
        if (const auto* marker = std::get_if<Marker>(&item)) {
            on_marker(*marker);
        } else {
            on_text(std::get<std::string>(item));
        }
    }
}

void OutputParser::State::on_text(std::string_view text) {
    if (where == Where::call) {
        on_call_text(text);
        return;
    }
    if (skips_newlines) {
        text = without_leading(text, kNewlines);
        skips_newlines = text.empty();
    }
    if (text.empty()) {
        return;
    }
    may_open_thinking = false;
    if (where == Where::thinking) {
        give_out_but_end<Reasoning>(text, kNewlines);
    } else if (tools.any()) {
        give_out_but_end<Text>(text, kWhiteSpace);
    } else {
        give_out<Text>(text);
    }
}

void OutputParser::State::on_marker(Marker marker) {
    if (where == Where::call) {
        on_marker_in_call(marker);
    } else if (where == Where::thinking && marker == Marker::think_close) {
        close_thinking();
    } else if (where == Where::thinking && marker == Marker::think_open && may_open_thinking) {
        may_open_thinking = false;
    } else if (where == Where::answer && marker == Marker::call_open && tools.any()) {
        where = Where::call;
        markup = {};
    } else {
        on_text(spelling_of(marker));
    }
}

/// A marker inside of a value is part of the value.
void OutputParser::State::on_marker_in_call(Marker marker) {
    if (markup.is_complete() && marker == Marker::call_close) {
        close_call();
    } else if (markup.is_complete() && marker == Marker::call_open) {
        close_call();
        on_marker(marker);
    } else {
        on_call_text(spelling_of(marker));
    }
}

void OutputParser::State::on_call_text(std::string_view text) {
    markup.feed(text);
    if (markup.has_failed()) {
        give_up_call();
    }
}

void OutputParser::State::close_thinking() {
    where = Where::answer;
    held.clear();
    skips_newlines = true;
}

void OutputParser::State::close_call() {
    ToolCall call;
    call.id = fmt::format("call_{}", call_count);
    call.name = markup.function();
    call.arguments = tools.arguments(call.name, markup.parameters());
    pieces.push_back(Call{call_count, std::move(call)});
    ++call_count;
    where = Where::answer;
    held.clear();
    follows_call = true;
}

/// What looked like a call is text after all, with its marker and the white space before it.
void OutputParser::State::give_up_call() {
    where = Where::answer;
    skips_newlines = false;
    on_text(spelling_of(Marker::call_open));
    on_text(markup.raw());
}

void OutputParser::State::end() {
    if (where == Where::call) {
        markup.is_complete() ? close_call() : give_up_call();
    }
    if (where == Where::answer && !follows_call) {
        give_out<Text>(held);
    }
    held.clear();
}

template <class Kind>
void OutputParser::State::give_out(std::string_view text) {
    if (text.empty()) {
        return;
    }
    if (!pieces.empty() && std::holds_alternative<Kind>(pieces.back())) {
        std::get<Kind>(pieces.back()).text.append(text);
    } else {
        pieces.push_back(Kind{std::string(text)});
    }
}

/// Gives out what was held and the text, but holds back those of its characters that stand at the end.
template <class Kind>
void OutputParser::State::give_out_but_end(std::string_view text, std::string_view held_characters) {
    const std::size_t last = text.find_last_not_of(held_characters);
    if (last != std::string_view::npos) {
        give_out<Kind>(std::exchange(held, {}));
        give_out<Kind>(text.substr(0, last + 1));
        text.remove_prefix(last + 1);
        follows_call = false;
    }
    held.append(text);
}

OutputParser::OutputParser(const Tokenizer& tokenizer, const std::string& tools, StartsIn starts_in)
    : state_(std::make_unique<State>(tokenizer, tools, starts_in)) {}

OutputParser::~OutputParser() = default;
OutputParser::OutputParser(OutputParser&&) noexcept = default;
OutputParser& OutputParser::operator=(OutputParser&&) noexcept = default;

std::vector<OutputParser::Piece> OutputParser::feed(TokenId id) {
    state_->read(state_->reader.feed(id));
    return std::exchange(state_->pieces, {});
}

std::vector<OutputParser::Piece> OutputParser::finish() {
    state_->read(state_->reader.finish());
    state_->end();
    return std::exchange(state_->pieces, {});
}

bool OutputParser::thinking() const {
    return state_->where == State::Where::thinking;
}

bool OutputParser::inside_call() const {
    return state_->where == State::Where::call && !state_->markup.is_complete();
}

bool OutputParser::inside_character() const {
    return state_->reader.inside_character();
}

}  // namespace strata
