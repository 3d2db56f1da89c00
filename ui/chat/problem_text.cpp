#include "ui/chat/problem_text.h"

#include <utility>
#include <vector>

#include <QCoreApplication>
#include <QStringList>

#include "app/record_names.h"

namespace strata::ui {

/// Context of the translations.
struct ProblemText {
    Q_DECLARE_TR_FUNCTIONS(ProblemText)
};

namespace {

/// Why, as the end of a sentence that says "because".
QString reasonOf(const Error& error) {
    if (error.code == ErrorCode::out_of_memory) {
        return ProblemText::tr("memory ran out");
    }
    return error.message.empty() ? ProblemText::tr("the engine failed")
                                 : ProblemText::tr("the engine failed (%1)").arg(QString::fromStdString(error.message));
}

QString detailsOf(const Error& error) {
    return QStringLiteral("Strata %1, %2: %3")
        .arg(QCoreApplication::applicationVersion(), app::nameOf(error.code), QString::fromStdString(error.message));
}

}  // namespace

Problem answerProblem(const Error& error, bool something_written) {
    if (error.code == ErrorCode::context_full) {
        return {ProblemText::tr("This chat has reached what the model can keep in mind. Nothing was cut off."),
                detailsOf(error),
                {Remedy::shorten, Remedy::new_summary, Remedy::more_memory},
                error};
    }
    if (error.code == ErrorCode::no_vision) {
        return {ProblemText::tr(
                    "There is no answer because the part that looks at pictures is not installed. Your message and its "
                    "pictures are kept."),
                detailsOf(error),
                {Remedy::without_pictures},
                error};
    }
    const QString kept =
        something_written ? ProblemText::tr("What was written is kept.") : ProblemText::tr("Your message is kept.");
    const QString what = something_written ? ProblemText::tr("The answer stopped because %1.")
                                           : ProblemText::tr("There is no answer because %1.");
    std::vector<Remedy> remedies{Remedy::try_again};
    if (something_written) {
        remedies.insert(remedies.begin(), Remedy::continue_answer);
    }
    return {what.arg(reasonOf(error)) + QStringLiteral(" ") + kept, detailsOf(error), std::move(remedies), error};
}

Problem loadProblem(const Error& error) {
    const QString reason = error.code == ErrorCode::out_of_memory ? ProblemText::tr("memory ran out")
                                                                  : QString::fromStdString(error.message);
    return {ProblemText::tr("The model could not be loaded (%1).").arg(reason),
            detailsOf(error),
            {Remedy::try_again},
            error};
}

Problem missingModelProblem(const QStringList& looked_in) {
    return {ProblemText::tr(
                "The model that comes with the program is missing, so nothing can be answered. Please install the "
                "program again."),
            QStringLiteral("looked in: ") + looked_in.join(QStringLiteral("; ")),
            {Remedy::try_again},
            Error{ErrorCode::not_found, "the built-in model is missing"}};
}

}  // namespace strata::ui
