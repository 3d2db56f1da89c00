#include "text/tool_arguments.h"

#include <utility>

#include "text/json_text.h"

namespace strata {

void ToolArguments::begin_parameter(const std::string& key) {
    is_repeated_ = !keys_.insert(key).second;
    if (is_repeated_) {
        return;
    }
    text_ += text_.empty() ? '{' : ',';
    text_ += to_json_string(key) + ':';
    types_ = schemas_->types_of(function_, key);
    if (types_.only_strings()) {
        text_ += '"';
    }
}

void ToolArguments::add_to_value(std::string_view text) {
    if (is_repeated_) {
        return;
    }
    if (types_.only_strings()) {
        const std::string quoted = to_json_string(text);
        text_.append(quoted, 1, quoted.size() - 2);
    } else {
        value_ += text;
    }
}

void ToolArguments::end_parameter() {
    if (is_repeated_) {
        return;
    }
    text_ += types_.only_strings() ? "\"" : types_.to_json(value_);
    value_.clear();
}

void ToolArguments::close() {
    text_ += text_.empty() ? "{}" : "}";
}

std::string ToolArguments::take() {
    std::string piece = text_.substr(taken_);
    taken_ = text_.size();
    return piece;
}

}  // namespace strata
