#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "text/jinja/builtin_tables.h"
#include "text/jinja/containers.h"
#include "text/jinja/format.h"
#include "text/jinja/interpreter.h"
#include "text/jinja/limits.h"
#include "text/jinja/lookup.h"
#include "text/jinja/numbers.h"
#include "text/jinja/operators.h"
#include "text/jinja/text_operations.h"

namespace strata::jinja {

Result<Value> Interpreter::evaluate(const Expression& expression, Scope& scope) {
    const Level level(*this, expression.line);
    STRATA_CHECK(level.enter());
    return std::visit([&](const auto& node) { return evaluate_node(node, scope); }, expression.node);
}

Result<Value> Interpreter::evaluate_node(const Constant& node, Scope&) {
    return node.value;
}

Result<Value> Interpreter::evaluate_node(const Name& node, Scope& scope) {
    if (const Value* value = scope.find(node.name)) {
        return *value;
    }
    if (const Builtin* function = find_function(node.name)) {
        return Value(function);
    }
    return Value(Undefined{&node.name});
}

Result<Value> Interpreter::evaluate_node(const ListDisplay& node, Scope& scope) {
    std::vector<Value> items;
    items.reserve(node.items.size());
    for (const auto& item : node.items) {
        STRATA_TRY(Value value, evaluate(*item, scope));
        items.push_back(std::move(value));
    }
    return make_list(context_, std::move(items), node.is_tuple ? ListKind::tuple : ListKind::list);
}

Result<Value> Interpreter::evaluate_node(const DictDisplay& node, Scope& scope) {
    std::vector<Dict::Entry> entries;
    for (const auto& [key_expression, value_expression] : node.entries) {
        STRATA_TRY(Value key, evaluate(*key_expression, scope));
        STRATA_TRY(Value value, evaluate(*value_expression, scope));
        STRATA_CHECK(put(context_, entries, std::move(key), std::move(value)));
    }
    return make_dict(context_, std::move(entries));
}

Result<Value> Interpreter::evaluate_node(const Unary& node, Scope& scope) {
    STRATA_TRY(const Value operand, evaluate(*node.operand, scope));
    if (node.op == UnaryOperator::logical_not) {
        return Value(!is_true(operand));
    }
    const auto number = number_of(operand);
    if (!number) {
        return context_.error(fmt::format("a {} has no sign", operand.type_name()));
    }
    if (node.op == UnaryOperator::negate) {
        return negate(context_, *number);
    }
    return number->is_real ? Value(number->real, number->origin) : Value(number->integer, number->origin);
}

Result<Value> Interpreter::evaluate_node(const Arithmetic& node, Scope& scope) {
    STRATA_TRY(const Value left, evaluate(*node.left, scope));
    STRATA_TRY(const Value right, evaluate(*node.right, scope));
    return arithmetic(context_, node.op, left, right);
}

/// Gives the operand that decides, as it is.
Result<Value> Interpreter::evaluate_node(const Logical& node, Scope& scope) {
    STRATA_TRY(Value left, evaluate(*node.left, scope));
    if (is_true(left) == (node.op == LogicalOperator::logical_or)) {
        return left;
    }
    return evaluate(*node.right, scope);
}

Result<Value> Interpreter::evaluate_node(const Comparison& node, Scope& scope) {
    STRATA_TRY(Value left, evaluate(*node.first, scope));
    for (const auto& step : node.steps) {
        STRATA_TRY(Value right, evaluate(*step.right, scope));
        STRATA_TRY(const bool holds, compare(context_, step.op, left, right));
        if (!holds) {
            return Value(false);
        }
        left = std::move(right);
    }
    return Value(true);
}

Result<Value> Interpreter::evaluate_node(const Concatenation& node, Scope& scope) {
    std::vector<Text> parts;
    parts.reserve(node.parts.size());
    for (const auto& part : node.parts) {
        STRATA_TRY(const Value value, evaluate(*part, scope));
        STRATA_TRY(Text text, to_text(context_, value));
        parts.push_back(std::move(text));
    }
    return as_value(concatenate(context_, parts));
}

Result<Value> Interpreter::evaluate_node(const Conditional& node, Scope& scope) {
    STRATA_TRY(const Value condition, evaluate(*node.condition, scope));
    if (is_true(condition)) {
        return evaluate(*node.value, scope);
    }
    return node.otherwise ? evaluate(*node.otherwise, scope) : Value();
}

Result<Value> Interpreter::evaluate_node(const Attribute& node, Scope& scope) {
    STRATA_TRY(const Value object, evaluate(*node.object, scope));
    return attribute_of(context_, object, node.name, &node.name);
}

Result<Value> Interpreter::evaluate_node(const Item& node, Scope& scope) {
    STRATA_TRY(const Value object, evaluate(*node.object, scope));
    STRATA_TRY(const Value key, evaluate(*node.key, scope));
    return item_of(context_, object, key);
}

Result<Value> Interpreter::evaluate_node(const Slice& node, Scope& scope) {
    STRATA_TRY(const Value object, evaluate(*node.object, scope));
    Value bounds[3];
    const ExpressionPtr* const parts[3] = {&node.start, &node.stop, &node.step};
    for (std::size_t i = 0; i < 3; ++i) {
        bounds[i] = Value(None());
        if (*parts[i]) {
            STRATA_TRY(bounds[i], evaluate(**parts[i], scope));
        }
    }
    return slice_of(context_, object, &bounds[0], &bounds[1], &bounds[2]);
}

Result<CallArguments> Interpreter::evaluate_arguments(const std::vector<Argument>& arguments, Scope& scope) {
    CallArguments given;
    for (const Argument& argument : arguments) {
        STRATA_TRY(Value value, evaluate(*argument.value, scope));
        if (argument.name.empty()) {
            given.positional.push_back(std::move(value));
        } else {
            given.named.emplace_back(argument.name, std::move(value));
        }
    }
    return given;
}

Result<Value> Interpreter::evaluate_node(const Call& node, Scope& scope) {
    STRATA_TRY(const Value callee, evaluate(*node.callee, scope));
    STRATA_TRY(const CallArguments arguments, evaluate_arguments(node.arguments, scope));
    return call_value(callee, arguments);
}

Result<Value> Interpreter::evaluate_node(const Filtered& node, Scope& scope) {
    STRATA_TRY(const Value subject, evaluate(*node.subject, scope));
    return apply(node.filter, subject, scope);
}

Result<Value> Interpreter::apply(const Filter& filter, const Value& subject, Scope& scope) {
    if (filter.builtin == nullptr) {
        return context_.error(fmt::format("there is no filter '{}'", filter.name));
    }
    STRATA_TRY(const CallArguments arguments, evaluate_arguments(filter.arguments, scope));
    return call(context_, *filter.builtin, subject, arguments);
}

Result<Value> Interpreter::evaluate_node(const Test& node, Scope& scope) {
    if (node.builtin == nullptr) {
        return context_.error(fmt::format("there is no test '{}'", node.name));
    }
    STRATA_TRY(const Value subject, evaluate(*node.subject, scope));
    STRATA_TRY(const CallArguments arguments, evaluate_arguments(node.arguments, scope));
    return call(context_, *node.builtin, subject, arguments);
}

Result<Value> Interpreter::call_value(const Value& callee, const CallArguments& arguments) {
    if (const auto* method = callee.as<MethodRef>()) {
        return call(context_, *(*method)->builtin, (*method)->receiver, arguments);
    }
    if (const auto* builtin = callee.as<const Builtin*>()) {
        return call(context_, **builtin, Value(), arguments);
    }
    if (const auto* macro = callee.as<const Macro*>()) {
        return call_macro(**macro, arguments);
    }
    const auto* undefined = callee.as<Undefined>();
    if (undefined != nullptr && undefined->name != nullptr) {
        return context_.error(fmt::format("'{}' is undefined and cannot be called", *undefined->name));
    }
    return context_.error(fmt::format("a {} cannot be called", callee.type_name()));
}

Result<Value> Interpreter::call_macro(const Macro& macro, const CallArguments& arguments) {
    if (macro_depth_ >= kMaxMacroDepth) {
        return context_.error(fmt::format("macros call each other more than {} levels deep", kMaxMacroDepth));
    }
    ++macro_depth_;  // also while defaults are evaluated: they may call macros
    auto result = run_macro(macro, arguments);
    --macro_depth_;
    return result;
}

Result<Value> Interpreter::run_macro(const Macro& macro, const CallArguments& arguments) {
    Scope& scope = scopes_.emplace_back(macro.scope);
    STRATA_CHECK(bind_parameters(*macro.definition, arguments, scope));
    PromptText out;
    STRATA_CHECK(execute(macro.definition->body, scope, out));
    return Value(Text(std::move(out)));
}

Result<void> Interpreter::bind_parameters(const MacroDefinition& definition, const CallArguments& arguments,
                                          Scope& scope) {
    const auto& parameters = definition.parameters;
    if (arguments.positional.size() > parameters.size()) {
        return context_.error(fmt::format("macro '{}' takes at most {} arguments", definition.name, parameters.size()));
    }
    std::vector<const Value*> given(parameters.size());
    for (std::size_t i = 0; i < arguments.positional.size(); ++i) {
        given[i] = &arguments.positional[i];
    }
    for (const auto& named : arguments.named) {
        const auto parameter = std::find_if(parameters.begin(), parameters.end(),
                                            [&](const auto& candidate) { return candidate.name == named.first; });
        const auto at = static_cast<std::size_t>(parameter - parameters.begin());
        if (parameter == parameters.end() || given[at] != nullptr) {
            return context_.error(
                fmt::format("macro '{}' does not take the argument '{}' here", definition.name, named.first));
        }
        given[at] = &named.second;
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        Value value = given[i] != nullptr ? *given[i] : Value(Undefined{&parameters[i].name});
        if (given[i] == nullptr && parameters[i].fallback) {
            STRATA_TRY(value, evaluate(*parameters[i].fallback, scope));
        }
        scope.set(parameters[i].name, std::move(value));
    }
    return {};
}

}  // namespace strata::jinja
