#pragma once

#include "text/jinja/render_context.h"
#include "text/jinja/syntax_tree.h"
#include "text/jinja/value.h"

namespace strata::jinja {

/// False: undefined, none, false, zero, and what is empty.
bool is_true(const Value& value);

/// Values of different types are not equal, numbers of any type compare by value. Who wrote a text plays no part.
Result<bool> equal(RenderContext& context, const Value& left, const Value& right);

/// Order of numbers, texts (by code point) and lists. Errors: other types, or two types.
Result<bool> less(RenderContext& context, const Value& left, const Value& right);

Result<bool> compare(RenderContext& context, ComparisonOperator op, const Value& left, const Value& right);

/// `item in container`: part of a text, item of a list, key of a map. Errors: other containers, or no text in a text.
Result<bool> contains(RenderContext& context, const Value& container, const Value& item);

/// Numbers; `+` also joins two texts or two lists, `*` repeats a text or a list.
Result<Value> arithmetic(RenderContext& context, ArithmeticOperator op, const Value& left, const Value& right);

}  // namespace strata::jinja
