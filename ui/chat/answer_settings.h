#pragma once

#include <QString>

#include "app/settings.h"
#include "strata/request.h"

namespace strata::ui {

/// With what numbers an answer is written.
struct AnswerSettings {
    SamplingOptions sampling;
    GenerationLimits limits;
    bool without_pictures = false;  ///< the person asked to leave the pictures of the chat out
};

/// What the person's settings mean for the next answer. The practice model is at its best without chance.
AnswerSettings answerSettings(const app::ModelSettings& settings, Thinking thinking, bool built_in_model);

/// As JSON text, for those who want to know later: {"temperature", "top_p", "top_k", "seed", "longest_answer",
/// "without_pictures" if they were left out}.
QString textOf(const AnswerSettings& settings);

}  // namespace strata::ui
