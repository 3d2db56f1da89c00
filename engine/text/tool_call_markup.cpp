#include "text/tool_call_markup.h"

#include <algorithm>

namespace strata {
namespace {

constexpr std::string_view kFunctionOpen = "<function=";
constexpr std::string_view kFunctionClose = "</function>";
constexpr std::string_view kParameterOpen = "<parameter=";
constexpr std::string_view kParameterClose = "</parameter>";
constexpr std::string_view kWhiteSpace = " \t\r\n\f\v";

/// Names of functions have at most 128 characters of at most 4 bytes; keys of parameters get as much. What is longer is
/// not waited for.
constexpr std::size_t kLongestName = 512;

bool may_become(std::string_view text, std::string_view tag) {
    return text.size() < tag.size() && tag.starts_with(text);
}

/// Control characters and angle brackets show that a tag was never meant, or that its end is missing.
bool may_be_in_name(char byte) {
    return static_cast<unsigned char>(byte) >= 0x20 && byte != 0x7F && byte != '<' && byte != '>';
}

std::string_view without_outer_newlines(std::string_view value) {
    if (value.starts_with('\n')) {
        value.remove_prefix(1);
    }
    if (value.ends_with('\n')) {
        value.remove_suffix(1);
    }
    return value;
}

}  // namespace

void ToolCallMarkup::feed(std::string_view text) {
    raw_.append(text);
    while (stage_ != Stage::failed && step() == Progress::going_on) {
    }
}

ToolCallMarkup::Progress ToolCallMarkup::step() {
    switch (stage_) {
        case Stage::before_function:
            return read_before_function();
        case Stage::function_name:
            return read_name(function_, Stage::in_function);
        case Stage::in_function:
            return read_in_function();
        case Stage::parameter_key:
            return read_name(key_, Stage::in_value);
        case Stage::in_value:
            return read_value();
        case Stage::behind_value:
            return read_behind_value();
        case Stage::behind_function:
            return read_behind_function();
        case Stage::failed:
            break;
    }
    return Progress::needs_more;
}

ToolCallMarkup::Progress ToolCallMarkup::read_before_function() {
    const std::string_view text = behind_white_space();
    if (text.starts_with(kFunctionOpen)) {
        return go_on(Stage::function_name, kFunctionOpen.size());
    }
    return may_become(text, kFunctionOpen) ? Progress::needs_more : fail();
}

ToolCallMarkup::Progress ToolCallMarkup::read_in_function() {
    const std::string_view text = behind_white_space();
    if (text.starts_with(kParameterOpen)) {
        return go_on(Stage::parameter_key, kParameterOpen.size());
    }
    if (text.starts_with(kFunctionClose)) {
        return go_on(Stage::behind_function, kFunctionClose.size());
    }
    return may_become(text, kParameterOpen) || may_become(text, kFunctionClose) ? Progress::needs_more : fail();
}

/// The rest of a tag: a name and the closing bracket.
ToolCallMarkup::Progress ToolCallMarkup::read_name(std::string& name, Stage then) {
    const std::string_view text = rest();
    const auto end = std::find_if_not(text.begin(), text.end(), may_be_in_name);
    const auto length = static_cast<std::size_t>(end - text.begin());
    if (length > kLongestName) {
        return fail();
    }
    if (end == text.end()) {
        return Progress::needs_more;
    }
    if (*end != '>' || length == 0) {
        return fail();
    }
    name = text.substr(0, length);
    go_on(then, length + 1);
    value_begin_ = position_;
    return Progress::going_on;
}

ToolCallMarkup::Progress ToolCallMarkup::read_value() {
    const std::size_t close = raw_.find(kParameterClose, position_);
    if (close == std::string::npos) {
        // The end of what is there may be the beginning of the tag.
        const std::size_t tail = std::min(raw_.size() - position_, kParameterClose.size() - 1);
        position_ = raw_.size() - tail;
        return Progress::needs_more;
    }
    value_end_ = close;
    return go_on(Stage::behind_value, close - position_ + kParameterClose.size());
}

ToolCallMarkup::Progress ToolCallMarkup::read_behind_value() {
    const std::string_view text = behind_white_space();
    if (text.starts_with(kParameterOpen) || text.starts_with(kFunctionClose)) {
        close_value();
        return go_on(Stage::in_function, 0);
    }
    if (may_become(text, kParameterOpen) || may_become(text, kFunctionClose)) {
        return Progress::needs_more;
    }
    return go_on(Stage::in_value, 0);
}

ToolCallMarkup::Progress ToolCallMarkup::read_behind_function() {
    return behind_white_space().empty() ? Progress::needs_more : fail();
}

ToolCallMarkup::Progress ToolCallMarkup::go_on(Stage stage, std::size_t read_bytes) {
    stage_ = stage;
    position_ += read_bytes;
    return Progress::going_on;
}

ToolCallMarkup::Progress ToolCallMarkup::fail() {
    stage_ = Stage::failed;
    return Progress::needs_more;
}

void ToolCallMarkup::close_value() {
    const std::string_view value = std::string_view(raw_).substr(value_begin_, value_end_ - value_begin_);
    parameters_.push_back({key_, std::string(without_outer_newlines(value))});
}

std::string_view ToolCallMarkup::behind_white_space() {
    position_ = std::min(raw_.find_first_not_of(kWhiteSpace, position_), raw_.size());
    return rest();
}

}  // namespace strata
