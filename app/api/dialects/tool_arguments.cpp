#include "app/api/dialects/tool_arguments.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace strata::app::api {
namespace {

/// Levels and keys that the template takes are a few more: the value is not all that goes there.
constexpr std::size_t kMostLevels = 56;
constexpr std::size_t kMostKeys = 2000;

bool isBlank(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

std::string asOneArgument(const std::string& text) {
    return jsonText(Json{{"arguments", text}});
}

}  // namespace

bool fitsTemplate(const Json& value) {
    std::vector<const Json*> level{&value}, below;
    for (std::size_t depth = 0; !level.empty(); ++depth) {
        for (const Json* one : level) {
            if (!one->is_structured()) {
                continue;
            }
            if (depth == kMostLevels || (one->is_object() && one->size() > kMostKeys)) {
                return false;
            }
            for (const Json& member : *one) {
                below.push_back(&member);
            }
        }
        level = std::exchange(below, {});
    }
    return true;
}

std::string argumentsOfCall(const Json* value) {
    if (value == nullptr || value->is_null()) {
        return "{}";
    }
    if (!value->is_string()) {
        return value->is_object() && fitsTemplate(*value) ? jsonText(*value) : asOneArgument(jsonText(*value));
    }
    const std::string& text = value->get_ref<const std::string&>();
    if (isBlank(text)) {
        return "{}";
    }
    const auto parsed = parseJson(text, static_cast<int>(kMostLevels));
    if (parsed.value && parsed.value->is_null()) {
        return "{}";
    }
    const bool is_usable = parsed.value && parsed.value->is_object() && fitsTemplate(*parsed.value);
    return is_usable ? jsonText(*parsed.value) : asOneArgument(text);
}

}  // namespace strata::app::api
