#include "text/jinja/interpreter.h"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "text/jinja/containers.h"
#include "text/jinja/format.h"
#include "text/jinja/limits.h"
#include "text/jinja/operators.h"

namespace strata::jinja {

Interpreter::Interpreter(RenderContext& context, const Dict& variables)
    : context_(context), root_(scopes_.emplace_back(nullptr)) {
    for (const auto& [name, value] : variables.entries) {
        root_.set(name.as<Text>()->bytes(), value);
    }
}

Result<PromptText> Interpreter::run(const SyntaxTree& tree) {
    PromptText out;
    STRATA_CHECK(execute(tree.body, root_, out));
    return out;
}

Result<void> Interpreter::Level::enter() const {
    if (interpreter_.depth_ > kMaxEvaluationDepth) {
        return interpreter_.context_.error(
            fmt::format("more than {} statements and expressions are under way at once", kMaxEvaluationDepth));
    }
    return interpreter_.context_.spend(1);
}

Result<void> Interpreter::emit(PromptText& out, const Text& text) {
    STRATA_CHECK(context_.spend_text(text.size()));
    if (out.text.size() + text.size() > context_.output_limit()) {
        return context_.error(fmt::format("the output is larger than {} bytes", context_.output_limit()));
    }
    text.append_to(out);
    return {};
}

Result<Interpreter::Flow> Interpreter::execute(const Block& block, Scope& scope, PromptText& out) {
    for (const Statement& statement : block) {
        STRATA_TRY(const Flow flow, execute(statement, scope, out));
        if (flow != Flow::onward) {
            return flow;
        }
    }
    return Flow::onward;
}

Result<Interpreter::Flow> Interpreter::execute(const Statement& statement, Scope& scope, PromptText& out) {
    const Level level(*this, statement.line);
    STRATA_CHECK(level.enter());
    return std::visit([&](const auto& node) { return run_node(node, scope, out); }, statement.node);
}

Result<Interpreter::Flow> Interpreter::run_node(const Data& node, Scope&, PromptText& out) {
    STRATA_CHECK(emit(out, node.text));
    return Flow::onward;
}

Result<Interpreter::Flow> Interpreter::run_node(const Output& node, Scope& scope, PromptText& out) {
    STRATA_TRY(const Value value, evaluate(*node.value, scope));
    STRATA_TRY(const Text text, to_text(context_, value));
    STRATA_CHECK(emit(out, text));
    return Flow::onward;
}

Result<Interpreter::Flow> Interpreter::run_node(const If& node, Scope& scope, PromptText& out) {
    for (const auto& branch : node.branches) {
        STRATA_TRY(const Value condition, evaluate(*branch.condition, scope));
        if (is_true(condition)) {
            return execute(branch.body, scope, out);
        }
    }
    return execute(node.otherwise, scope, out);
}

/// What the loop goes through: all items, or those for which its condition holds.
Result<ListRef> Interpreter::loop_items(const For& node, Scope& scope) {
    STRATA_TRY(const Value value, evaluate(*node.items, scope));
    STRATA_TRY(ListRef items, items_of(context_, value));
    if (!node.condition) {
        return items;
    }
    List kept;
    kept.depth = items->depth;
    kept.origin = items->origin;
    for (const Value& item : items->items) {
        Scope& round = scopes_.emplace_back(&scope);
        STRATA_CHECK(assign(node.target, item, round));
        STRATA_TRY(const Value condition, evaluate(*node.condition, round));
        if (is_true(condition)) {
            kept.items.push_back(item);
        }
    }
    return std::make_shared<const List>(std::move(kept));
}

Result<Interpreter::Flow> Interpreter::run_node(const For& node, Scope& scope, PromptText& out) {
    STRATA_TRY(const ListRef items, loop_items(node, scope));
    if (items->items.empty()) {
        return execute(node.otherwise, scopes_.emplace_back(&scope), out);
    }
    const auto loop = std::make_shared<Loop>(Loop{items, 0});
    for (std::size_t i = 0; i < items->items.size(); ++i) {
        STRATA_CHECK(context_.spend(1));
        loop->index = i;
        Scope& round = scopes_.emplace_back(&scope);
        round.set("loop", Value(LoopRef(loop)));
        STRATA_CHECK(assign(node.target, items->items[i], round));
        STRATA_TRY(const Flow flow, execute(node.body, round, out));
        if (flow == Flow::break_loop) {
            break;
        }
    }
    return Flow::onward;
}

Result<Interpreter::Flow> Interpreter::run_node(const Assignment& node, Scope& scope, PromptText&) {
    STRATA_TRY(Value value, evaluate(*node.value, scope));
    STRATA_CHECK(assign(node.target, std::move(value), scope));
    return Flow::onward;
}

Result<Interpreter::Flow> Interpreter::run_node(const CapturedAssignment& node, Scope& scope, PromptText&) {
    PromptText captured;
    STRATA_TRY(const Flow flow, execute(node.body, scopes_.emplace_back(&scope), captured));
    if (flow != Flow::onward) {
        return flow;
    }
    STRATA_TRY(Value value, run_filters(node.filters, Value(Text(std::move(captured))), scope));
    STRATA_CHECK(assign(node.target, std::move(value), scope));
    return Flow::onward;
}

Result<Interpreter::Flow> Interpreter::run_node(const MacroDefinition& node, Scope& scope, PromptText&) {
    const Macro& macro = macros_.emplace_back(Macro{&node, &scope});
    scope.set(node.name, Value(&macro));
    return Flow::onward;
}

Result<Interpreter::Flow> Interpreter::run_node(const FilteredBlock& node, Scope& scope, PromptText& out) {
    PromptText captured;
    STRATA_TRY(const Flow flow, execute(node.body, scopes_.emplace_back(&scope), captured));
    if (flow != Flow::onward) {
        return flow;
    }
    STRATA_TRY(const Value value, run_filters(node.filters, Value(Text(std::move(captured))), scope));
    STRATA_TRY(const Text text, to_text(context_, value));
    STRATA_CHECK(emit(out, text));
    return Flow::onward;
}

Result<Interpreter::Flow> Interpreter::run_node(const ScopedBlock& node, Scope& scope, PromptText& out) {
    Scope& inner = scopes_.emplace_back(&scope);
    for (const Assignment& assignment : node.assignments) {
        STRATA_TRY(Value value, evaluate(*assignment.value, scope));
        STRATA_CHECK(assign(assignment.target, std::move(value), inner));
    }
    return execute(node.body, inner, out);
}

Result<Interpreter::Flow> Interpreter::run_node(LoopExit node, Scope&, PromptText&) {
    return node == LoopExit::break_loop ? Flow::break_loop : Flow::continue_loop;
}

Result<Value> Interpreter::run_filters(const std::vector<Filter>& filters, Value subject, Scope& scope) {
    for (const Filter& filter : filters) {
        STRATA_TRY(subject, apply(filter, subject, scope));
    }
    return subject;
}

Result<void> Interpreter::assign(const Target& target, Value value, Scope& scope) {
    STRATA_CHECK(context_.spend(1));
    if (target.parts.empty()) {
        if (!target.attribute.empty()) {
            return assign_attribute(target, std::move(value), scope);
        }
        scope.set(target.name, std::move(value));
        return {};
    }
    STRATA_TRY(const ListRef items, items_of(context_, value));
    if (items->items.size() != target.parts.size()) {
        return context_.error(
            fmt::format("{} values cannot be assigned to {} names", items->items.size(), target.parts.size()));
    }
    for (std::size_t i = 0; i < target.parts.size(); ++i) {
        STRATA_CHECK(assign(target.parts[i], items->items[i], scope));
    }
    return {};
}

Result<void> Interpreter::assign_attribute(const Target& target, Value value, Scope& scope) {
    const Value* owner = scope.find(target.name);
    const auto* name_space = owner != nullptr ? owner->as<Namespace*>() : nullptr;
    if (name_space == nullptr) {
        return context_.error(
            fmt::format("'{0}.{1}' cannot be set: '{0}' is no namespace", target.name, target.attribute));
    }
    (*name_space)->attributes.insert_or_assign(target.attribute, std::move(value));
    return {};
}

}  // namespace strata::jinja
