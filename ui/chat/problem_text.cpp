#include "ui/chat/problem_text.h"

#include <optional>
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

/// Why, as the end of a sentence that says "because". What only a programmer can read stays in the details.
QString reasonOf(const Error& error, LoadedBy by) {
    if (by == LoadedBy::server && !error.message.empty()) {
        return ProblemText::tr("the other server gave none (%1)").arg(QString::fromStdString(error.message));
    }
    switch (error.code) {
        case ErrorCode::out_of_memory:
            return ProblemText::tr("memory ran out");
        case ErrorCode::bad_template:
            return ProblemText::tr("the model does not take a chat like this one");
        case ErrorCode::unsupported_device:
            return ProblemText::tr("the processor or the graphics card cannot do what was asked");
        case ErrorCode::io_error:
            return ProblemText::tr("a disk could not be read or written");
        case ErrorCode::not_found:
            return ProblemText::tr("no model is loaded, or a file of the model or a picture is not there any more");
        case ErrorCode::bad_file:
            return ProblemText::tr("a file of the model or a picture is damaged");
        case ErrorCode::wrong_model:
            return ProblemText::tr("the model’s files do not belong together");
        case ErrorCode::invalid_argument:
        case ErrorCode::unsupported_format:
            return ProblemText::tr("the model cannot do what was asked with these settings");
        case ErrorCode::engine_lost:
        case ErrorCode::internal:
        case ErrorCode::no_vision:
        case ErrorCode::context_full:
            break;
    }
    return ProblemText::tr("the engine failed");
}

/// What helps besides trying again.
std::optional<Remedy> furtherRemedy(ErrorCode code, LoadedBy by) {
    if (by == LoadedBy::server) {
        return std::nullopt;
    }
    switch (code) {
        case ErrorCode::engine_lost:
        case ErrorCode::internal:
        case ErrorCode::unsupported_device:
            return Remedy::restart;
        case ErrorCode::out_of_memory:
        case ErrorCode::io_error:
        case ErrorCode::not_found:
        case ErrorCode::bad_file:
        case ErrorCode::wrong_model:
        case ErrorCode::invalid_argument:
        case ErrorCode::unsupported_format:
            return Remedy::settings;
        case ErrorCode::bad_template:
            return Remedy::new_chat;
        case ErrorCode::context_full:
        case ErrorCode::no_vision:
            break;
    }
    return std::nullopt;
}

/// Why a file could not be loaded, as a sentence of its own.
QString loadReason(ErrorCode code) {
    switch (code) {
        case ErrorCode::not_found:
            return ProblemText::tr("The model’s file is not there any more.");
        case ErrorCode::io_error:
            return ProblemText::tr("The model’s file could not be read.");
        case ErrorCode::out_of_memory:
            return ProblemText::tr("There is too little memory for this model.");
        case ErrorCode::bad_file:
        case ErrorCode::bad_template:
            return ProblemText::tr("The file is damaged, or it is no model.");
        case ErrorCode::unsupported_format:
        case ErrorCode::wrong_model:
            return ProblemText::tr("The file is of a kind that this version of Strata cannot use.");
        case ErrorCode::unsupported_device:
            return ProblemText::tr("This PC’s processor or graphics card cannot run this model.");
        case ErrorCode::invalid_argument:
        case ErrorCode::context_full:
        case ErrorCode::no_vision:
        case ErrorCode::internal:
        case ErrorCode::engine_lost:
            break;
    }
    return ProblemText::tr("The model could not be loaded.");
}

QString detailsOf(const Error& error) {
    return QStringLiteral("Strata %1, %2: %3")
        .arg(QCoreApplication::applicationVersion(), app::nameOf(error.code), QString::fromStdString(error.message));
}

}  // namespace

Problem answerProblem(const Error& error, bool something_written, LoadedBy by) {
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
    if (const auto further = furtherRemedy(error.code, by)) {
        remedies.push_back(*further);
    }
    return {what.arg(reasonOf(error, by)) + QStringLiteral(" ") + kept, detailsOf(error), std::move(remedies), error};
}

Problem loadProblem(const Error& error, LoadedBy by) {
    const QString text =
        by == LoadedBy::server
            ? ProblemText::tr("The model could not be loaded (%1).").arg(QString::fromStdString(error.message))
            : loadReason(error.code);
    return {text, detailsOf(error), {Remedy::try_again}, error};
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
