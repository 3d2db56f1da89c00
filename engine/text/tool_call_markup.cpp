#include "text/tool_call_markup.h"

#include <algorithm>
#include <optional>
#include <utility>

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

enum class Name { whole, unfinished, none };

/// What the rest of a tag begins with: a name and the closing bracket. length: of the name.
Name name_at_start(std::string_view text, std::size_t& length) {
    const auto end = std::find_if_not(text.begin(), text.end(), may_be_in_name);
    length = static_cast<std::size_t>(end - text.begin());
    if (length > kLongestName) {
        return Name::none;
    }
    if (end == text.end()) {
        return Name::unfinished;
    }
    return *end == '>' && length > 0 ? Name::whole : Name::none;
}

/// How much of the end of a value may turn out not to belong to it: a newline, the beginning of an end tag.
std::size_t uncertain_end(std::string_view value) {
    std::size_t length = std::min(value.size(), kParameterClose.size() - 1);
    while (!value.ends_with(kParameterClose.substr(0, length))) {
        --length;
    }
    const bool newline = value.substr(0, value.size() - length).ends_with('\n');
    return length + (newline ? 1 : 0);
}

}  // namespace

std::vector<ToolCallMarkup::Part> ToolCallMarkup::feed(std::string_view text) {
    if (!has_name_) {
        raw_.append(text);
    }
    held_.append(text);
    while (stage_ != Stage::failed && stage_ != Stage::complete && step() == Progress::going_on) {
    }
    held_.erase(0, position_);
    scanned_ -= std::min(scanned_, position_);
    position_ = 0;
    return std::exchange(parts_, {});
}

std::string ToolCallMarkup::take_rest() {
    return std::exchange(held_, {});
}

ToolCallMarkup::Progress ToolCallMarkup::step() {
    switch (stage_) {
        case Stage::before_function:
            return read_before_function();
        case Stage::function_name:
            return read_function_name();
        case Stage::in_function:
            return read_in_function();
        case Stage::parameter_key:
            return read_parameter_key();
        case Stage::in_value:
            return read_value();
        case Stage::behind_value:
            return read_behind_value();
        case Stage::complete:
        case Stage::failed:
            break;
    }
    return Progress::needs_more;
}

ToolCallMarkup::Progress ToolCallMarkup::read_before_function() {
    const std::string_view text = behind_white_space();
    if (text.starts_with(kFunctionOpen)) {
        return go_on(Stage::function_name, scanned_ - position_ + kFunctionOpen.size());
    }
    if (!may_become(text, kFunctionOpen)) {
        stage_ = Stage::failed;
    }
    return Progress::needs_more;
}

ToolCallMarkup::Progress ToolCallMarkup::read_function_name() {
    std::size_t length = 0;
    const Name name = name_at_start(rest(), length);
    if (name != Name::whole) {
        stage_ = name == Name::none ? Stage::failed : stage_;
        return Progress::needs_more;
    }
    has_name_ = true;
    raw_.clear();
    parts_.emplace_back(Function{std::string(rest().substr(0, length))});
    return go_on(Stage::in_function, length + 1);
}

ToolCallMarkup::Progress ToolCallMarkup::read_in_function() {
    const std::string_view text = rest();
    if (text.starts_with(kParameterOpen)) {
        return go_on(Stage::parameter_key, kParameterOpen.size());
    }
    if (text.starts_with(kFunctionClose)) {
        return go_on(Stage::complete, kFunctionClose.size());
    }
    if (may_become(text, kParameterOpen) || may_become(text, kFunctionClose)) {
        return Progress::needs_more;
    }
    return go_on(Stage::in_function, std::min(text.find('<', 1), text.size()));
}

ToolCallMarkup::Progress ToolCallMarkup::read_parameter_key() {
    std::size_t length = 0;
    const Name key = name_at_start(rest(), length);
    if (key == Name::unfinished) {
        return Progress::needs_more;
    }
    if (key == Name::none) {
        return go_on(Stage::in_function, 0);
    }
    parts_.emplace_back(Parameter{std::string(rest().substr(0, length))});
    at_value_begin_ = true;
    return go_on(Stage::in_value, length + 1);
}

ToolCallMarkup::Progress ToolCallMarkup::read_value() {
    if (at_value_begin_ && !rest().empty()) {
        at_value_begin_ = false;
        position_ += rest().starts_with('\n') ? 1 : 0;
    }
    const std::string_view text = rest();
    const std::size_t close = text.find(kParameterClose);
    if (close == std::string_view::npos) {
        give_value(text.size() - uncertain_end(text));
        return Progress::needs_more;
    }
    const bool newline = text.substr(0, close).ends_with('\n');
    give_value(close - (newline ? 1 : 0));
    scanned_ = position_ + (newline ? 1 : 0) + kParameterClose.size();
    stage_ = Stage::behind_value;
    return Progress::going_on;
}

/// The newline and the end tag are not read yet: they may belong to the value.
ToolCallMarkup::Progress ToolCallMarkup::read_behind_value() {
    const std::string_view text = behind_white_space();
    if (text.starts_with(kParameterOpen) || text.starts_with(kFunctionClose)) {
        parts_.emplace_back(ParameterEnd{});
        return go_on(Stage::in_function, scanned_ - position_);
    }
    if (may_become(text, kParameterOpen) || may_become(text, kFunctionClose)) {
        return Progress::needs_more;
    }
    stage_ = Stage::in_value;
    return give_value(rest().find('>') + 1);
}

ToolCallMarkup::Progress ToolCallMarkup::go_on(Stage stage, std::size_t read_bytes) {
    stage_ = stage;
    position_ += read_bytes;
    scanned_ = position_;
    return Progress::going_on;
}

ToolCallMarkup::Progress ToolCallMarkup::give_value(std::size_t length) {
    if (length > 0) {
        parts_.emplace_back(Value{std::string(rest().substr(0, length))});
        position_ += length;
    }
    return Progress::going_on;
}

std::string_view ToolCallMarkup::behind_white_space() {
    scanned_ = std::min(held_.find_first_not_of(kWhiteSpace, std::max(scanned_, position_)), held_.size());
    return std::string_view(held_).substr(scanned_);
}

}  // namespace strata
