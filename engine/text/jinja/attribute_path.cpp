#include "text/jinja/attribute_path.h"

#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "text/jinja/lookup.h"
#include "text/jinja/numbers.h"
#include "text/jinja/text_operations.h"

namespace strata::jinja {

Result<AttributePath> AttributePath::from(RenderContext& context, const Value* value) {
    AttributePath path;
    if (value == nullptr || value->is<None>()) {
        return path;
    }
    if (value->is<std::int64_t>()) {
        path.keys_.push_back(*value);
        return path;
    }
    const auto* text = value->as<Text>();
    if (text == nullptr) {
        return context.error(fmt::format("an attribute is named by a string, not by a {}", value->type_name()));
    }
    STRATA_TRY(const std::vector<Text> parts, split(context, *text, ".", -1, SplitFrom::start));
    for (const Text& part : parts) {
        const auto index = parse_integer(part.bytes(), 10);
        path.keys_.push_back(index ? Value(*index) : Value(part));
    }
    return path;
}

AttributePath AttributePath::item(std::int64_t index) {
    AttributePath path;
    path.keys_.emplace_back(index);
    return path;
}

Result<Value> AttributePath::of(RenderContext& context, const Value& item) const {
    Value value = item;
    for (const Value& key : keys_) {
        STRATA_CHECK(context.spend(1));
        STRATA_TRY(value, item_of(context, value, key));
    }
    return value;
}

}  // namespace strata::jinja
