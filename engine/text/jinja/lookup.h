#pragma once

#include <string>
#include <string_view>

#include "text/jinja/render_context.h"
#include "text/jinja/value.h"

namespace strata::jinja {

/// `object.name`: a method, else the value of a key, an attribute of a namespace or of `loop`; else undefined.
/// missing_name: what an undefined result says it is, null: nothing. Errors: the attribute of what is undefined itself.
Result<Value> attribute_of(RenderContext& context, const Value& object, std::string_view name,
                           const std::string* missing_name);

/// `object[key]`: an item or character by place (negative: from the end), a value by key; undefined if there is none.
Result<Value> item_of(RenderContext& context, const Value& object, const Value& key);

/// `object[start:stop:step]` of a text or list; null or none: left out. Errors: a step of 0, other objects.
Result<Value> slice_of(RenderContext& context, const Value& object, const Value* start, const Value* stop,
                       const Value* step);

}  // namespace strata::jinja
