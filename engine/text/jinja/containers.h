#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "text/jinja/render_context.h"
#include "text/jinja/value.h"

namespace strata::jinja {

enum class ListKind { list, tuple };

/// A list of these items. Errors: nested too deeply.
Result<Value> make_list(RenderContext& context, std::vector<Value> items, ListKind kind = ListKind::list);

/// A map of these entries, whose keys must differ. Errors: nested too deeply.
Result<Value> make_dict(RenderContext& context, std::vector<Dict::Entry> entries);

/// Adds an entry or replaces the value of an equal key. Errors: a key that cannot be one.
Result<void> put(RenderContext& context, std::vector<Dict::Entry>& entries, Value key, Value value);

/// The value of a key, or null.
Result<const Value*> find(RenderContext& context, const Dict& dict, const Value& key);
Result<const Value*> find(RenderContext& context, const Dict& dict, std::string_view key);

/// The entries as a list of tuples (key, value).
Result<Value> pairs_of(RenderContext& context, const Dict& dict);

/// What a `for` goes through: items, keys of a map, characters of a text, nothing if undefined. Errors: other values.
Result<ListRef> items_of(RenderContext& context, const Value& value);

/// Items, entries or characters. Errors: values without a length.
Result<Value> length_of(RenderContext& context, const Value& value);

/// The characters of a text, each with its marks.
Result<std::vector<Value>> characters_of(RenderContext& context, const Text& text);

}  // namespace strata::jinja
