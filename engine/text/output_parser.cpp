#include "text/output_parser.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "text/call_reader.h"
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
    enum class Where {
        thinking,
        answer,
        call,
        behind_function,  ///< of a call that is complete but for its end tag
    };

    MarkerReader reader;
    ToolSchemas tools;
    Where where = Where::answer;

    /// White space that is given out only if text follows: at the end of the thinking, before a call.
    std::string held;
    bool skips_newlines = false;     ///< at the start of the thinking and of the answer after it
    bool may_open_thinking = false;  ///< the prompt has opened it; models repeat the marker sometimes
    bool may_open_call = false;      ///< the prompt has begun one; the same
    bool may_close_call = false;     ///< text came where the end tag should have been, which may still come
    bool follows_call = false;       ///< nothing but white space since the last call
    int begun_calls = 0, closed_calls = 0;
    bool was_fed = false;
    std::vector<Piece> pieces;  ///< to be given out; of a call that the prompt has begun, with the first token

    std::optional<CallReader> call;  ///< that is open, or was last

    State(const Tokenizer& tokenizer, const std::string& declared_tools, StartsIn starts_in,
          std::string_view begun_call);

    void read(const std::vector<MarkerReader::Item>& items);
    void on_text(std::string_view text);
    void on_marker(Marker marker);
    void on_marker_in_answer(Marker marker);
    void on_marker_in_call(Marker marker);
    void on_marker_behind_function(Marker marker);
    void on_call_text(std::string_view text);
    void on_text_behind_function(std::string_view text);
    void close_thinking();

    void open_call();
    void read_markup(std::string_view text);
    void close_call();
    void break_call();
    void give_up_call();
    std::vector<Piece> feed(TokenId token);
    std::vector<Piece> finish();

    bool has_open_call() const;

    template <class Kind>
    void give_out(std::string_view text);
    template <class Kind>
    void give_out_but_end(std::string_view text, std::string_view held_characters);
};

OutputParser::State::State(const Tokenizer& tokenizer, const std::string& declared_tools, StartsIn starts_in,
                           std::string_view begun_call)
    : reader(tokenizer), tools(declared_tools) {
    if (starts_in == StartsIn::call) {
        open_call();
        may_open_call = true;
        read_markup(begun_call);
    } else if (starts_in != StartsIn::answer) {
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
    if (where == Where::behind_function) {
        on_text_behind_function(text);
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
    switch (where) {
        case Where::thinking:
            if (marker == Marker::think_close) {
                close_thinking();
            } else if (marker == Marker::think_open && may_open_thinking) {
                may_open_thinking = false;
            } else {
                on_text(spelling_of(marker));
            }
            break;
        case Where::answer:
            on_marker_in_answer(marker);
            break;
        case Where::call:
            on_marker_in_call(marker);
            break;
        case Where::behind_function:
            on_marker_behind_function(marker);
            break;
    }
}

void OutputParser::State::on_marker_in_answer(Marker marker) {
    if (marker == Marker::call_open && tools.any()) {
        open_call();
    } else if (marker == Marker::call_close && may_close_call) {
        may_close_call = false;
    } else {
        on_text(spelling_of(marker));
    }
}

/// A marker inside of a value is part of the value.
void OutputParser::State::on_marker_in_call(Marker marker) {
    if (marker == Marker::call_open && may_open_call) {
        may_open_call = false;
        if (!call->markup().has_name()) {
            open_call();
        }
    } else if (call->markup().is_between_tags() && marker == Marker::call_close) {
        break_call();
    } else if (call->markup().is_between_tags() && marker == Marker::call_open) {
        break_call();
        open_call();
    } else {
        on_call_text(spelling_of(marker));
    }
}

void OutputParser::State::on_marker_behind_function(Marker marker) {
    if (marker == Marker::call_close) {
        close_call();
    } else if (marker == Marker::call_open) {
        close_call();
        open_call();
    } else {
        on_text_behind_function(spelling_of(marker));
    }
}

void OutputParser::State::on_call_text(std::string_view text) {
    if (may_open_call) {
        text = without_leading(text, kWhiteSpace);
        if (text.empty()) {
            return;
        }
        may_open_call = false;
        if (!call->markup().has_name() && text.starts_with('<')) {
            open_call();  // the model writes the tag again that the prompt has begun
        } else if (!call->markup().has_name() && !text.starts_with('=')) {
            read_markup("=");  // or takes the tag for complete up to the name
        }
    }
    read_markup(text);
}

/// The end tag is missing, or still to come.
void OutputParser::State::on_text_behind_function(std::string_view text) {
    const std::size_t white = std::min(text.find_first_not_of(kWhiteSpace), text.size());
    held.append(text.substr(0, white));
    text.remove_prefix(white);
    if (text.empty()) {
        return;
    }
    const std::string before = std::exchange(held, {});
    close_call();
    may_close_call = true;
    on_text(before);
    on_text(text);
}

void OutputParser::State::close_thinking() {
    where = Where::answer;
    held.clear();
    skips_newlines = true;
}

void OutputParser::State::open_call() {
    where = Where::call;
    call.emplace(tools, begun_calls);
    may_close_call = false;
}

void OutputParser::State::read_markup(std::string_view text) {
    const bool had_name = call->markup().has_name();
    for (Piece& piece : call->feed(text)) {
        pieces.push_back(std::move(piece));
    }
    if (call->markup().has_failed()) {
        give_up_call();
        return;
    }
    if (!had_name && call->markup().has_name()) {
        ++begun_calls;
        held.clear();
    }
    if (call->markup().is_complete()) {
        where = Where::behind_function;
        on_text_behind_function(call->take_rest());
    }
}

void OutputParser::State::close_call() {
    pieces.push_back(call->whole());
    ++closed_calls;
    where = Where::answer;
    held.clear();
    follows_call = true;
}

/// Its end comes before that of the function: it stays as it is, and is no call to be run.
void OutputParser::State::break_call() {
    where = Where::answer;
    follows_call = true;
}

/// What looked like a call is text after all, with its marker and the white space before it.
void OutputParser::State::give_up_call() {
    where = Where::answer;
    skips_newlines = false;
    on_text(spelling_of(Marker::call_open));
    on_text(call->markup().raw());
}

bool OutputParser::State::has_open_call() const {
    return where == Where::call || begun_calls > closed_calls + (where == Where::behind_function ? 1 : 0);
}

std::vector<OutputParser::Piece> OutputParser::State::feed(TokenId token) {
    was_fed = true;
    read(reader.feed(token));
    return std::exchange(pieces, {});
}

std::vector<OutputParser::Piece> OutputParser::State::finish() {
    const auto items = reader.finish();
    const bool is_cut_call = where == Where::call && call->markup().has_name();
    if (!was_fed || is_cut_call) {
        return {};
    }
    if (where == Where::behind_function) {
        close_call();  // what is left is at most half an end tag
        return std::exchange(pieces, {});
    }
    read(items);
    if (where == Where::call) {
        give_up_call();
    }
    if (where == Where::answer && !follows_call) {
        give_out<Text>(held);
    }
    held.clear();
    return std::exchange(pieces, {});
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

OutputParser::OutputParser(const Tokenizer& tokenizer, const std::string& tools, StartsIn starts_in,
                           std::string_view begun_call)
    : state_(std::make_unique<State>(tokenizer, tools, starts_in, begun_call)) {}

OutputParser::~OutputParser() = default;
OutputParser::OutputParser(OutputParser&&) noexcept = default;
OutputParser& OutputParser::operator=(OutputParser&&) noexcept = default;

std::vector<OutputParser::Piece> OutputParser::feed(TokenId id) {
    return state_->feed(id);
}

std::vector<OutputParser::Piece> OutputParser::finish() {
    return state_->finish();
}

bool OutputParser::thinking() const {
    return state_->where == State::Where::thinking;
}

bool OutputParser::has_open_call() const {
    return state_->has_open_call();
}

bool OutputParser::inside_character() const {
    return state_->reader.inside_character();
}

}  // namespace strata
