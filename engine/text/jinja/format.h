#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "text/jinja/render_context.h"
#include "text/jinja/text.h"
#include "text/jinja/value.h"

namespace strata::jinja {

/// A value as `{{ value }}` prints it: texts as they are, True, None, 1.0, ['a', {'b': 2}]; undefined is empty. What is
/// not a text is foreign as a whole if any of it is. Errors: functions, macros, namespaces.
Result<Text> to_text(RenderContext& context, const Value& value);

struct JsonLayout {
    std::optional<std::int64_t> indent;  ///< columns per level; none: all on one line
    std::string item_separator = ", ";
    std::string key_separator = ": ";
    bool sort_keys = false;
    bool ascii_only = false;
};

/// A value as JSON: keys in their order, nothing escaped for HTML. Foreign as a whole if any of it is.
/// Errors: undefined, functions, macros, namespaces.
Result<Text> to_json(RenderContext& context, const Value& value, const JsonLayout& layout);

}  // namespace strata::jinja
