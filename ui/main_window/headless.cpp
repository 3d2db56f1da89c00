#include "ui/main_window/headless.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "app/api/model_id.h"
#include "app/api/network_place.h"
#include "app/api/server_host.h"
#include "app/api/text_source.h"
#include "app/data_folder.h"
#include "app/load_settings.h"
#include "app/log_file.h"
#include "app/model_locator.h"
#include "app/quit_signals.h"
#include "app/settings.h"
#include "strata/engine.h"
#include "ui/chat/answer_settings.h"
#include "ui/main_window/folder_claim.h"
#include "ui/main_window/option_words.h"

namespace strata::ui {
namespace {

using app::api::ListeningAt;
using app::api::RequestDefaults;
using app::api::ServerHost;
using app::api::ServerOptions;

constexpr int kBadOptions = 2;
constexpr int kAlreadyRunning = 4;
constexpr int kNoServer = 6;
constexpr const char* kServe = "serve";
constexpr qint64 kLongestKey = 4'096;

struct HeadlessOptions {
    ServerOptions server;
    QString model, data;
    LoadOptions load;
};

std::nullopt_t complain(const QString& problem) {
    std::fprintf(stderr, "%s\n", qPrintable(problem));
    return std::nullopt;
}

/// The first line of a file. None: it cannot be read or has no key, and that was said.
std::optional<std::string> readKey(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return complain(QStringLiteral("The file of --api-key-file cannot be read: %1").arg(file.errorString()));
    }
    const QByteArray key = file.readLine(kLongestKey).trimmed();
    if (key.isEmpty()) {
        return complain(QStringLiteral("The first line of the file of --api-key-file is to be the key; it is empty."));
    }
    return key.toStdString();
}

std::optional<HeadlessOptions> readOptions(const QCoreApplication& application) {
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Answers requests of other programs on this PC with a model, without a window."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOptions({
        {kServe, "Answer requests of other programs instead of showing a window."},
        {"host", "Address to listen at; beyond this PC only with a key. 127.0.0.1 unless given.", "address"},
        {"port", "Port to listen at, 0 for a free one. 8080 unless given.", "number"},
        {"api-key-file", "File whose first line is the key that callers must send.", "path"},
        {"model", "Model file to use instead of the one in the settings.", "path"},
        {"context", "How much the model keeps in mind, in pieces of words (tokens).", "count"},
        {"threads", "Processor threads to compute with.", "count"},
        {"data", "Folder for settings, parked conversations and the log.", "folder"},
    });
    parser.process(application);
    HeadlessOptions options;
    options.model = parser.value("model");
    options.data = parser.value("data");
    if (parser.isSet("host")) {
        options.server.host = parser.value("host").toStdString();
    }
    int port = options.server.port;
    const QString wrong =
        readNumber(parser, QStringLiteral("port"), 0, std::numeric_limits<std::uint16_t>::max(), port) +
        readNumber(parser, QStringLiteral("context"), 1, kMostTokens, options.load.context_length) +
        readNumber(parser, QStringLiteral("threads"), 1, kMostThreads, options.load.threads);
    if (!wrong.isEmpty()) {
        refuseOptions(wrong);
        return std::nullopt;
    }
    options.server.port = static_cast<std::uint16_t>(port);
    if (parser.isSet("api-key-file")) {
        const auto key = readKey(parser.value("api-key-file"));
        if (!key) {
            return std::nullopt;
        }
        options.server.api_key = *key;
    }
    return options;
}

ServerHost::Parts hostParts(const HeadlessOptions& options, const app::Settings& settings,
                            const app::ModelChoice& choice, const app::DataFolder& data, app::LogFile& log) {
    const QFileInfo file(choice.path);
    ServerHost::Parts parts;
    parts.loader = Engine::load;
    parts.load = app::loadOptionsOf(settings, options.load);
    parts.load.model = file.filesystemAbsoluteFilePath();
    parts.load.log = log.sink("engine");
    if (data.state() == app::DataFolder::State::ready) {
        parts.load.conversation_folder = QFileInfo(data.parked()).filesystemAbsoluteFilePath();
        parts.load.expert_profile = app::expertProfileIn(data.path());
    }
    parts.model.id = app::api::modelIdOf(choice.path);
    parts.model.name = file.completeBaseName().toStdString();
    parts.model.created = file.lastModified().toSecsSinceEpoch();
    parts.model.bytes = static_cast<std::uint64_t>(file.size());
    const auto text = std::make_shared<app::api::TextSource>();
    text->setFile(parts.load.model);
    parts.text = [text] { return text->get(); };
    parts.defaults = [model = settings.model(), built_in = choice.built_in] {
        RequestDefaults defaults;
        defaults.thinking = model.thinking;
        defaults.sampling = [model, built_in](Thinking thinking) {
            return answerSettings(model, thinking, built_in).sampling;
        };
        return defaults;
    };
    parts.log = log.sink("server");
    parts.unload_after = std::chrono::minutes(settings.general().unload_minutes);
    return parts;
}

/// What it means that others can reach the server, as far as the system says whose networks these are.
QString networkWarning(int port) {
    QStringList open;
    for (const app::api::NetworkPlace& place : app::api::networkPlaces()) {
        if (place.mark == app::api::NetworkMark::open) {
            open.append(place.name);
        }
    }
    const QString warning =
        QStringLiteral("Other devices can ask at %1 if they have the key. Nothing is encrypted on the way.")
            .arg(app::api::networkAddresses(port).join(QStringLiteral(", ")));
    return open.isEmpty()
               ? warning
               : warning +
                     QStringLiteral(" This PC is in a network of strangers (%1).").arg(open.join(QStringLiteral(", ")));
}

}  // namespace

bool wantsHeadless(int argc, char** argv) {
    return std::any_of(argv + std::min(argc, 1), argv + argc,
                       [](const char* argument) { return std::string_view(argument) == "--serve"; });
}

int runHeadless(int argc, char** argv) {
    const QCoreApplication application(argc, argv);
    const auto options = readOptions(application);
    if (!options) {
        return kBadOptions;
    }
    app::QuitSignals signals;
    QObject::connect(&signals, &app::QuitSignals::quitWanted, &application, &QCoreApplication::quit);
    const app::DataFolder data(options->data);
    using State = app::DataFolder::State;
    if (data.state() == State::in_use || data.state() == State::in_use_elsewhere) {
        std::fprintf(stderr, "%s\n", qPrintable(inUseText(data)));
        return kAlreadyRunning;
    }
    const app::Settings settings(data.settings());
    app::LogFile log(data.state() == State::ready ? data.logs() : QString(),
                     app::LogText(QDir::homePath(), data.path()));
    const auto choice = app::chooseModel(options->model.isEmpty() ? settings.model().model : options->model,
                                         app::builtInModelFolders(QCoreApplication::applicationDirPath()));
    if (!choice) {
        std::fprintf(stderr, "There is no model to serve; name one with --model.\n");
        return kBadOptions;
    }
    ServerHost host(hostParts(*options, settings, *choice, data, log));
    const auto at = host.start(options->server);
    if (!at) {
        std::fprintf(stderr, "%s\n", at.error().message.c_str());
        return kNoServer;
    }
    if (at->beyond_machine) {
        std::fprintf(stderr, "%s\n", qPrintable(networkWarning(at->port)));
    }
    std::printf("listening on http://%s:%u\n", at->host.c_str(), static_cast<unsigned>(at->port));
    std::fflush(stdout);
    return QCoreApplication::exec();
}

}  // namespace strata::ui
