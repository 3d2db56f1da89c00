#pragma once

#include <span>
#include <string_view>

#include "text/jinja/builtin.h"
#include "text/jinja/value.h"

/// Everything that a template can call besides its own macros. There is nothing else: no attribute leads to the
/// program.
namespace strata::jinja {

const Builtin* find_filter(std::string_view name);                         ///< null: there is no such filter
const Builtin* find_test(std::string_view name);                           ///< null: there is no such test
const Builtin* find_function(std::string_view name);                       ///< null: there is no such function
const Builtin* find_method(const Value& receiver, std::string_view name);  ///< null: it has no such method

// The tables, each in the file of its name.
std::span<const Builtin> text_filters();
std::span<const Builtin> number_filters();
std::span<const Builtin> sequence_filters();
std::span<const Builtin> selection_filters();
std::span<const Builtin> tests();
std::span<const Builtin> functions();
std::span<const Builtin> text_methods();
std::span<const Builtin> dict_methods();
std::span<const Builtin> list_methods();
std::span<const Builtin> loop_methods();

}  // namespace strata::jinja
