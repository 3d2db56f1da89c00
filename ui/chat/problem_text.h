#pragma once

#include "strata/result.h"
#include "ui/chat/chat_model.h"

namespace strata::ui {

/// Who says why a model did not come up, or gave no answer.
enum class LoadedBy {
    engine,  ///< in words for programmers: they go into the details only
    server,  ///< in a sentence that is shown
};

/// An error that ended an answer, in the words of the window. something_written: a part of the answer is there.
Problem answerProblem(const Error& error, bool something_written, LoadedBy by = LoadedBy::engine);

/// An error that kept a model from being loaded.
Problem loadProblem(const Error& error, LoadedBy by = LoadedBy::engine);

/// There is no model to load. looked_in: where the built-in one was expected.
Problem missingModelProblem(const QStringList& looked_in);

}  // namespace strata::ui
