#include "ui/chat/problem_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace strata::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("ProblemText", text);
}

/// The code as a word for reports; never translated.
QString nameOf(ErrorCode code) {
    switch (code) {
        case ErrorCode::invalid_argument:
            return QStringLiteral("invalid_argument");
        case ErrorCode::not_found:
            return QStringLiteral("not_found");
        case ErrorCode::io_error:
            return QStringLiteral("io_error");
        case ErrorCode::out_of_memory:
            return QStringLiteral("out_of_memory");
        case ErrorCode::bad_file:
            return QStringLiteral("bad_file");
        case ErrorCode::unsupported_format:
            return QStringLiteral("unsupported_format");
        case ErrorCode::wrong_model:
            return QStringLiteral("wrong_model");
        case ErrorCode::bad_template:
            return QStringLiteral("bad_template");
        case ErrorCode::context_full:
            return QStringLiteral("context_full");
        case ErrorCode::unsupported_device:
            return QStringLiteral("unsupported_device");
        case ErrorCode::internal:
            break;
    }
    return QStringLiteral("internal");
}

/// Why, as the end of a sentence that says "because".
QString reasonOf(const Error& error) {
    if (error.code == ErrorCode::out_of_memory) {
        return tr("memory ran out");
    }
    return error.message.empty() ? tr("the engine failed")
                                 : tr("the engine failed (%1)").arg(QString::fromStdString(error.message));
}

QString detailsOf(const Error& error) {
    return QStringLiteral("Strata %1, %2: %3")
        .arg(QCoreApplication::applicationVersion(), nameOf(error.code), QString::fromStdString(error.message));
}

}  // namespace

Problem answerProblem(const Error& error, bool something_written) {
    if (error.code == ErrorCode::context_full) {
        return {tr("This chat has reached what the model can keep in mind. Nothing was cut off. A new chat has room "
                   "again."),
                detailsOf(error), Remedy::new_chat};
    }
    const QString kept = something_written ? tr("What was written is kept.") : tr("Your message is kept.");
    const QString what =
        something_written ? tr("The answer stopped because %1.") : tr("There is no answer because %1.");
    return {what.arg(reasonOf(error)) + QStringLiteral(" ") + kept, detailsOf(error), Remedy::try_again};
}

Problem loadProblem(const Error& error) {
    const QString reason =
        error.code == ErrorCode::out_of_memory ? tr("memory ran out") : QString::fromStdString(error.message);
    return {tr("The model could not be loaded (%1).").arg(reason), detailsOf(error), Remedy::try_again};
}

Problem missingModelProblem(const QStringList& looked_in) {
    return {tr("The model that comes with the program is missing, so nothing can be answered. Please install the "
               "program again."),
            QStringLiteral("looked in: ") + looked_in.join(QStringLiteral("; ")), Remedy::try_again};
}

}  // namespace strata::ui
