#pragma once

#include <map>
#include <string_view>
#include <utility>

#include "text/jinja/value.h"

namespace strata::jinja {

/// Variables of one level: the template, a round of a loop, a macro's call. Names are not copied: they belong to the
/// syntax tree or to the variables of the rendering.
class Scope {
public:
    explicit Scope(Scope* parent) : parent_(parent) {}

    /// The nearest variable of this name, here or further out; null: there is none.
    const Value* find(std::string_view name) const {
        for (const Scope* scope = this; scope != nullptr; scope = scope->parent_) {
            const auto found = scope->variables_.find(name);
            if (found != scope->variables_.end()) {
                return &found->second;
            }
        }
        return nullptr;
    }

    /// Sets the variable here, whatever there is further out.
    void set(std::string_view name, Value value) { variables_.insert_or_assign(name, std::move(value)); }

private:
    Scope* parent_;
    std::map<std::string_view, Value> variables_;
};

}  // namespace strata::jinja
