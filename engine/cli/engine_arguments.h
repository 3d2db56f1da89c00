#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "strata/load_options.h"
#include "strata/request.h"
#include "strata/result.h"

namespace CLI {
class App;
}

namespace strata::cli {

/// The options of all commands that load a model: --model, --context, --kv, --threads, --cpu, --chunk, and those that
/// say where experts lie.
class LoadArguments {
public:
    enum class ContextOption { offered, left_out };

    /// kv: the K/V type when none is typed.
    explicit LoadArguments(std::string kv = "int8") : kv_(std::move(kv)) {}

    void add_to(CLI::App& command, ContextOption context = ContextOption::offered);
    /// Error: not_found if no model was named and the built-in one is missing.
    Result<LoadOptions> options() const;
    /// No model was named: the built-in one answers.
    bool uses_built_in() const { return model_.empty(); }

private:
    void add_expert_options(CLI::App& command);

    std::string model_, kv_, cpu_ = "auto", experts_ = "auto", profile_;
    std::optional<std::uint64_t> expert_budget_mib_, memory_budget_mib_;
    bool no_prefetch_ = false;
    LoadOptions options_;
};

/// The options of commands that hold conversations: where they are parked and how they are taken up.
class ConversationArguments {
public:
    void add_to(CLI::App& command);
    /// Adds what was typed to load options.
    void fill(LoadOptions& options) const;
    const ConversationId& id() const { return id_; }

private:
    std::string folder_;
    ConversationId id_;
    std::optional<std::uint64_t> memory_mib_, disk_mib_;
    LiveLimits limits_;
    bool reread_ = false;
};

/// The options of all commands that answer: thinking, sampling, limits. What is not typed is as the model's authors
/// recommend for the kind of thinking; the built-in model always takes the likeliest token, as it is too small for
/// chance.
class AnswerArguments {
public:
    void add_to(CLI::App& command);
    /// Fills everything but the prompt, for the model that `load` names.
    GenerationRequest request(const LoadArguments& load) const;

private:
    std::string thinking_ = "off";
    std::optional<float> temperature_, top_p_, min_p_, presence_penalty_, frequency_penalty_, repetition_penalty_;
    std::optional<int> top_k_;
    SamplingOptions sampling_;  // of it: seed, penalty_last_n
    GenerationLimits limits_;
    bool greedy_ = false;
};

}  // namespace strata::cli
