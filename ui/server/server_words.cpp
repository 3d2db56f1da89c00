#include "ui/server/server_words.h"

#include <algorithm>
#include <array>
#include <utility>

#include <QCoreApplication>
#include <QLocale>

#include "ui/chat/turn_text.h"

namespace strata::ui {

/// Context of the translations.
struct ServerText {
    Q_DECLARE_TR_FUNCTIONS(ServerText)
};

namespace {

using app::api::RequestStanding;
using Phase = RequestStanding::Phase;

constexpr int kOk = 200;
constexpr int kUnauthorized = 401;
constexpr double kSaysSpeedFrom = 0.05;  ///< pieces a second

const char* const kWindowApi = "window";

QString speedOf(const RequestStanding& request) {
    return request.tokens_per_second >= kSaysSpeedFrom ? shownSpeed(request.tokens_per_second) : QString();
}

QString phaseText(const RequestStanding& request) {
    if (request.api == kWindowApi) {
        return ServerText::tr("The model answers you");
    }
    switch (request.phase) {
        case Phase::waiting:
            return ServerText::tr("A request waits");
        case Phase::loading:
            return ServerText::tr("The model is loaded for a request");
        case Phase::reading:
            return ServerText::tr("The model reads a request");
        case Phase::thinking:
            return ServerText::tr("The model thinks about a request");
        case Phase::writing:
        case Phase::tool:
            break;
    }
    return ServerText::tr("The model writes an answer");
}

}  // namespace

QString failureText(const ServerFailure& failure) {
    switch (failure.kind) {
        case ServerFailure::Kind::port_taken:
            return failure.program.isEmpty()
                       ? ServerText::tr("Port %1 is used by another program.").arg(failure.port)
                       : ServerText::tr("Port %1 is used by %2.").arg(QString::number(failure.port), failure.program);
        case ServerFailure::Kind::port_forbidden:
            return ServerText::tr("The system does not let Strata use port %1.").arg(failure.port);
        case ServerFailure::Kind::other:
            break;
    }
    return ServerText::tr("The server for other apps could not be started (%1).").arg(failure.reason);
}

QString otherPortText(const ServerFailure& failure) {
    return failure.free_port ? ServerText::tr("Use %1").arg(*failure.free_port) : QString();
}

QString serverStateText(const ServerController& server) {
    switch (server.state()) {
        case ServerController::State::off:
            return ServerText::tr("Other apps cannot use the model.");
        case ServerController::State::starting:
            return ServerText::tr("Is being started…");
        case ServerController::State::on:
            return server.isReachableFromNetwork()
                       ? ServerText::tr("Apps on this PC and other devices in your network can use the model.")
                       : ServerText::tr("Apps on this PC can use the model.");
        case ServerController::State::failed:
            break;
    }
    return failureText(server.failure());
}

QString workText(const ServerWork& work) {
    const QString apps = work.connections == 0 ? ServerText::tr("No app is connected.")
                                               : ServerText::tr("%n app(s) connected.", nullptr, work.connections);
    const auto running = std::find_if(work.requests.begin(), work.requests.end(),
                                      [](const RequestStanding& request) { return request.queued_before < 0; });
    const auto waiting =
        static_cast<int>(std::count_if(work.requests.begin(), work.requests.end(),
                                       [](const RequestStanding& request) { return request.queued_before >= 0; }));
    if (running == work.requests.end()) {
        return waiting == 0 ? apps : apps + u' ' + ServerText::tr("%n request(s) waiting.", nullptr, waiting);
    }
    QString now = phaseText(*running);
    if (const QString speed = speedOf(*running); !speed.isEmpty()) {
        now += QStringLiteral(", ") + speed;
    }
    return waiting == 0 ? ServerText::tr("%1 %2.").arg(apps, now)
                        : ServerText::tr("%1 %2; %n more waiting.", nullptr, waiting).arg(apps, now);
}

QString probeText(const ProbeResult& result) {
    if (result.status == 0) {
        return ServerText::tr("It does not answer (%1).").arg(result.problem);
    }
    if (result.status == kUnauthorized) {
        return ServerText::tr("It answers, but does not take this key.");
    }
    if (result.status != kOk) {
        return ServerText::tr("It answers, but with error %1.").arg(result.status);
    }
    return result.models.isEmpty() ? ServerText::tr("It works, but there is no model yet that could answer.")
                                   : ServerText::tr("It works. The model is called “%1” there.").arg(result.models[0]);
}

QString kindText(const QString& kind) {
    if (kind == QLatin1String("chat")) {
        return ServerText::tr("Chat");
    }
    if (kind == QLatin1String("completions")) {
        return ServerText::tr("Text to go on with");
    }
    if (kind == QLatin1String("messages")) {
        return ServerText::tr("Messages");
    }
    return kind == QLatin1String("responses") ? ServerText::tr("Responses") : kind;
}

QString outcomeText(const QString& outcome) {
    static const std::array<std::pair<const char*, const char*>, 14> kWords{{
        {"stop", QT_TRANSLATE_NOOP("ServerText", "done")},
        {"tool_calls", QT_TRANSLATE_NOOP("ServerText", "done, with a task for the app")},
        {"length", QT_TRANSLATE_NOOP("ServerText", "cut off at the length that the app wanted")},
        {"cancelled", QT_TRANSLATE_NOOP("ServerText", "stopped")},
        {"queue_full", QT_TRANSLATE_NOOP("ServerText", "refused: too many were waiting")},
        {"context_length_exceeded", QT_TRANSLATE_NOOP("ServerText", "refused: too long for the model")},
        {"no_model", QT_TRANSLATE_NOOP("ServerText", "refused: there is no model")},
        {"model_not_found", QT_TRANSLATE_NOOP("ServerText", "refused: no model is called that")},
        {"model_loading", QT_TRANSLATE_NOOP("ServerText", "refused: the model was still loading")},
        {"model_load_failed", QT_TRANSLATE_NOOP("ServerText", "failed: the model could not be loaded")},
        {"engine_died", QT_TRANSLATE_NOOP("ServerText", "failed: the model broke down")},
        {"engine_stuck", QT_TRANSLATE_NOOP("ServerText", "failed: the model stopped answering")},
        {"shutting_down", QT_TRANSLATE_NOOP("ServerText", "ended with the server")},
        {"unsupported_content", QT_TRANSLATE_NOOP("ServerText", "refused: the model cannot look at that")},
    }};
    for (const auto& [name, words] : kWords) {
        if (outcome == QLatin1String(name)) {
            return ServerText::tr(words);
        }
    }
    return ServerText::tr("refused: %1").arg(outcome);
}

}  // namespace strata::ui
