#pragma once

#include <QString>

#include "app/settings.h"
#include "strata/request.h"

namespace strata::ui {

/// With what numbers an answer is written.
struct AnswerSettings {
    SamplingOptions sampling;
    GenerationLimits limits;
};

/// What the person's settings mean for the next answer. The practice model is at its best without chance.
AnswerSettings answerSettings(const app::ModelSettings& settings, Thinking thinking, bool built_in_model);

/// As JSON text, for those who want to know later: {"temperature", "top_p", "top_k", "seed", "longest_answer"}.
QString textOf(const AnswerSettings& settings);

}  // namespace strata::ui
