#include "app/api/dialects/thinking_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>

namespace strata::app::api {
namespace {

constexpr std::int64_t kMostLowBudget = 2047;
constexpr std::int64_t kMostMediumBudget = 8191;

std::optional<Thinking> readEffort(const Fields& fields, std::string_view name) {
    static const std::map<std::string_view, Thinking> kEfforts = {
        {"none", Thinking::off},     {"off", Thinking::off},    {"minimal", Thinking::off},
        {"disabled", Thinking::off}, {"low", Thinking::low},    {"medium", Thinking::medium},
        {"high", Thinking::high},    {"xhigh", Thinking::high}, {"max", Thinking::high}};
    const std::string* word = fields.text(name);
    if (word == nullptr) {
        return std::nullopt;
    }
    const auto found = kEfforts.find(*word);
    if (found == kEfforts.end()) {
        fields.refuse(ErrorKind::invalid_value, name,
                      fmt::format("\"{}\" is none of none, low, medium and high", quotable(*word)));
        return std::nullopt;
    }
    return found->second;
}

/// The level of the settings, or a usual one where they turn thinking off.
Thinking levelIfOn(const RequestDefaults& defaults) {
    return defaults.thinking == Thinking::off ? Thinking::medium : defaults.thinking;
}

int asBudget(std::int64_t tokens) {
    return tokens > 0 ? static_cast<int>(std::min<std::int64_t>(tokens, std::numeric_limits<int>::max())) : -1;
}

/// The budget by the field of this server; none: it is not there at all. Null says: no budget.
std::optional<int> readBudget(const Fields& fields) {
    constexpr std::string_view kName = "reasoning_budget_tokens";
    const Json* value = fields.findEvenNull(kName);
    if (value == nullptr) {
        return std::nullopt;
    }
    return asBudget(fields.integer(kName).value_or(0));
}

}  // namespace

ThinkingChoice readThinking(const Fields& fields, const RequestDefaults& defaults) {
    std::optional<bool> enabled;
    std::optional<Thinking> template_effort;
    if (const auto variables = fields.inside("chat_template_kwargs")) {
        enabled = variables->boolean("enable_thinking");
        template_effort = readEffort(*variables, "reasoning_effort");
    }
    std::optional<Thinking> effort = readEffort(fields, "reasoning_effort");
    if (const auto reasoning = fields.inside("reasoning")) {
        auto inner = readEffort(*reasoning, "effort");
        const auto inner_enabled = reasoning->boolean("enabled");
        if (!inner && inner_enabled) {
            inner = *inner_enabled ? levelIfOn(defaults) : Thinking::off;
        }
        effort = effort ? effort : inner;
    }
    effort = effort ? effort : template_effort;
    const auto budget = readBudget(fields);

    ThinkingChoice choice{defaults.thinking, budget.value_or(defaults.thinking_budget)};
    if (enabled) {
        // Turned on by a word that has no level: the level comes from where one is.
        const Thinking on = effort && *effort != Thinking::off ? *effort : levelIfOn(defaults);
        choice.level = *enabled ? on : Thinking::off;
    } else if (effort) {
        choice.level = *effort;
    } else if (budget && *budget > 0) {
        choice.level = levelIfOn(defaults);
    }
    return choice;
}

ThinkingChoice readOptInThinking(const Fields& fields, const RequestDefaults& defaults) {
    const auto budget = readBudget(fields);
    ThinkingChoice choice{Thinking::off, defaults.thinking_budget};
    if (budget && *budget > 0) {
        choice.level = levelIfOn(defaults);
    }
    bool is_disabled = false;
    if (const auto thinking = fields.inside("thinking")) {
        const std::string type = thinking->textOrEmpty("type");
        const auto tokens = thinking->integer("budget_tokens");
        if (type == "enabled") {
            choice.level = Thinking::high;
            if (!tokens || *tokens <= 0) {
                choice.level = levelIfOn(defaults);
            } else if (*tokens <= kMostLowBudget) {
                choice.level = Thinking::low;
            } else if (*tokens <= kMostMediumBudget) {
                choice.level = Thinking::medium;
            }
            choice.budget = tokens ? asBudget(*tokens) : choice.budget;
        } else if (type == "adaptive") {
            choice.level = defaults.thinking;
        } else if (type == "disabled") {
            is_disabled = true;
        } else {
            thinking->refuse(ErrorKind::invalid_value, "type", "expected enabled, disabled or adaptive");
        }
    }
    if (const auto output = fields.inside("output_config")) {
        if (const auto effort = readEffort(*output, "effort")) {
            choice.level = *effort;
        }
    }
    choice.level = is_disabled ? Thinking::off : choice.level;
    choice.budget = budget.value_or(choice.budget);
    return choice;
}

}  // namespace strata::app::api
