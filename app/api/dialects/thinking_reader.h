#pragma once

#include <optional>

#include "app/api/dialect.h"
#include "app/api/dialects/fields.h"

namespace strata::app::api {

/// How a request wants the model to think.
struct ThinkingChoice {
    Thinking level = Thinking::off;
    int budget = -1;  ///< tokens; < 0: none
};

/// What the fields of Chat Completions and Responses say: chat_template_kwargs, reasoning_effort, reasoning,
/// reasoning_budget_tokens, and the settings where they say nothing.
ThinkingChoice readThinking(const Fields& fields, const RequestDefaults& defaults);

/// What the fields of Messages say: thinking, output_config, reasoning_budget_tokens. Says none of them anything, there
/// is no thinking.
ThinkingChoice readOptInThinking(const Fields& fields, const RequestDefaults& defaults);

}  // namespace strata::app::api
