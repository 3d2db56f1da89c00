#include "text/jinja/builtin_tables.h"

#include <algorithm>
#include <array>

namespace strata::jinja {
namespace {

const Builtin* find_in(std::span<const Builtin> table, std::string_view name) {
    const auto found = std::find_if(table.begin(), table.end(), [name](const Builtin& b) { return b.name == name; });
    return found == table.end() ? nullptr : &*found;
}

}  // namespace

const Builtin* find_filter(std::string_view name) {
    for (const auto table : {text_filters(), number_filters(), sequence_filters(), selection_filters()}) {
        if (const Builtin* found = find_in(table, name)) {
            return found;
        }
    }
    return nullptr;
}

const Builtin* find_test(std::string_view name) {
    return find_in(tests(), name);
}

const Builtin* find_function(std::string_view name) {
    return find_in(functions(), name);
}

const Builtin* find_method(const Value& receiver, std::string_view name) {
    if (receiver.is<Text>()) {
        return find_in(text_methods(), name);
    }
    if (receiver.is<DictRef>()) {
        return find_in(dict_methods(), name);
    }
    if (receiver.is<ListRef>()) {
        return find_in(list_methods(), name);
    }
    if (receiver.is<LoopRef>()) {
        return find_in(loop_methods(), name);
    }
    return nullptr;
}

}  // namespace strata::jinja
