#pragma once

#include <deque>
#include <vector>

#include "text/jinja/builtin.h"
#include "text/jinja/render_context.h"
#include "text/jinja/scope.h"
#include "text/jinja/syntax_tree.h"
#include "text/prompt_text.h"

namespace strata::jinja {

/// A macro with the scope that it was defined in.
struct Macro {
    const MacroDefinition* definition = nullptr;
    Scope* scope = nullptr;
};

/// Runs a syntax tree once. The tree and the context must outlive it. Statements are in interpreter.cpp, expressions in
/// evaluation.cpp.
class Interpreter {
public:
    Interpreter(RenderContext& context, const Dict& variables);

    /// Errors: bad_template with line and construct.
    Result<PromptText> run(const SyntaxTree& tree);

private:
    enum class Flow { onward, break_loop, continue_loop };
    class Level;

    Result<Flow> execute(const Block& block, Scope& scope, PromptText& out);
    Result<Flow> execute(const Statement& statement, Scope& scope, PromptText& out);
    Result<Flow> run_node(const Data& node, Scope& scope, PromptText& out);
    Result<Flow> run_node(const Output& node, Scope& scope, PromptText& out);
    Result<Flow> run_node(const If& node, Scope& scope, PromptText& out);
    Result<Flow> run_node(const For& node, Scope& scope, PromptText& out);
    Result<Flow> run_node(const Assignment& node, Scope& scope, PromptText& out);
    Result<Flow> run_node(const CapturedAssignment& node, Scope& scope, PromptText& out);
    Result<Flow> run_node(const MacroDefinition& node, Scope& scope, PromptText& out);
    Result<Flow> run_node(const FilteredBlock& node, Scope& scope, PromptText& out);
    Result<Flow> run_node(const ScopedBlock& node, Scope& scope, PromptText& out);
    Result<Flow> run_node(LoopExit node, Scope& scope, PromptText& out);
    Result<void> emit(PromptText& out, const Text& text);
    Result<Value> run_filters(const std::vector<Filter>& filters, Value subject, Scope& scope);
    Result<ListRef> loop_items(const For& node, Scope& scope);
    Result<void> assign(const Target& target, Value value, Scope& scope);
    Result<void> assign_attribute(const Target& target, Value value, Scope& scope);

    Result<Value> evaluate(const Expression& expression, Scope& scope);
    Result<Value> evaluate_node(const Constant& node, Scope& scope);
    Result<Value> evaluate_node(const Name& node, Scope& scope);
    Result<Value> evaluate_node(const ListDisplay& node, Scope& scope);
    Result<Value> evaluate_node(const DictDisplay& node, Scope& scope);
    Result<Value> evaluate_node(const Unary& node, Scope& scope);
    Result<Value> evaluate_node(const Arithmetic& node, Scope& scope);
    Result<Value> evaluate_node(const Logical& node, Scope& scope);
    Result<Value> evaluate_node(const Comparison& node, Scope& scope);
    Result<Value> evaluate_node(const Concatenation& node, Scope& scope);
    Result<Value> evaluate_node(const Conditional& node, Scope& scope);
    Result<Value> evaluate_node(const Attribute& node, Scope& scope);
    Result<Value> evaluate_node(const Item& node, Scope& scope);
    Result<Value> evaluate_node(const Slice& node, Scope& scope);
    Result<Value> evaluate_node(const Call& node, Scope& scope);
    Result<Value> evaluate_node(const Filtered& node, Scope& scope);
    Result<Value> evaluate_node(const Test& node, Scope& scope);
    Result<CallArguments> evaluate_arguments(const std::vector<Argument>& arguments, Scope& scope);
    Result<Value> apply(const Filter& filter, const Value& subject, Scope& scope);
    Result<Value> call_value(const Value& callee, const CallArguments& arguments);
    Result<Value> call_macro(const Macro& macro, const CallArguments& arguments);
    Result<Value> run_macro(const Macro& macro, const CallArguments& arguments);
    Result<void> bind_parameters(const MacroDefinition& definition, const CallArguments& arguments, Scope& scope);

    RenderContext& context_;
    std::deque<Scope> scopes_;  // live until the end: a macro may be kept longer than the round that defined it
    std::deque<Macro> macros_;
    Scope& root_;
    int depth_ = 0;
    int macro_depth_ = 0;
};

/// Counts a statement or expression that is under way and makes its line the running one.
class Interpreter::Level {
public:
    Level(Interpreter& interpreter, int line) : interpreter_(interpreter), outer_line_(interpreter.context_.line()) {
        ++interpreter_.depth_;
        interpreter_.context_.set_line(line);
    }
    ~Level() {
        --interpreter_.depth_;
        interpreter_.context_.set_line(outer_line_);
    }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

    /// Pays for it. Errors: too many under way, too many steps.
    Result<void> enter() const;

private:
    Interpreter& interpreter_;
    int outer_line_;
};

}  // namespace strata::jinja
