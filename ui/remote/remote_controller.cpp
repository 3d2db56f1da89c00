#include "ui/remote/remote_controller.h"

#include <utility>

#include "app/remote/remote_engine.h"
#include "ui/main_window/model_controller.h"

namespace strata::ui {
namespace {

QString inWords(const Error& error) {
    return QString::fromStdString(error.message);
}

/// Where the key for a host is kept; empty: there is no such host.
QString keyName(const QString& address) {
    const auto parsed = app::parseRemoteAddress(address);
    return parsed ? QStringLiteral("remote %1").arg(parsed->host()) : QString();
}

/// A look at a server, on a thread that may wait.
RemoteTrial lookAt(const app::RemoteServer& server, const app::RequestSink& note, const std::stop_token& stop) {
    constexpr int kShortAnswer = 16;
    RemoteTrial trial;
    app::RemoteOptions options;
    options.note = note;
    const auto models = app::listRemoteModels(server, options, stop);
    if (!models) {
        trial.text = inWords(models.error());
        return trial;
    }
    for (const app::RemoteModel& model : *models) {
        trial.models.append(QString::fromStdString(model.name));
    }
    const auto engine =
        app::RemoteEngine::connect(server, options, [&stop](const LoadStep&) { return !stop.stop_requested(); });
    if (!engine) {
        trial.text = inWords(engine.error());
        return trial;
    }
    GenerationRequest request;
    request.messages.push_back(ChatMessage{Role::user, "Say yes.", {}, {}, {}});
    request.limits.max_tokens = kShortAnswer;
    const auto summary = (*engine)->generate(
        request, [](const EngineEvent&) {}, stop);
    if (!summary) {
        trial.text = inWords(summary.error());
        return trial;
    }
    trial.works = summary->reason != FinishReason::cancelled;
    const QString name = QString::fromStdString((*engine)->status().model_name);
    trial.text = RemoteController::tr("It works: %1 answers.").arg(name);
    return trial;
}

}  // namespace

RemoteController::RemoteController(const Parts& parts, QObject* parent) : QObject(parent), parts_(parts) {
    thread_.setMaxThreadCount(1);
}

RemoteController::~RemoteController() {
    trial_.request_stop();
    thread_.waitForDone();
}

void RemoteController::start() {
    if (!isInUse()) {
        parts_.model->load();
        return;
    }
    const app::RemoteSettings remote = settings();
    readKey(remote.address, this, [this, remote](const QString& key) {
        if (isInUse()) {
            load({remote.address, remote.model, key});
        }
    });
}

std::optional<QString> RemoteController::use(const app::RemoteServer& server) {
    const auto address = app::parseRemoteAddress(server.address);
    if (!address) {
        return inWords(address.error());
    }
    parts_.keys->write(keyName(server.address), server.key, this, {});
    parts_.settings->set(app::RemoteSettings{true, server.address.trimmed(), server.model.trimmed()});
    load(server);
    Q_EMIT changed();
    return std::nullopt;
}

void RemoteController::useOwnModel() {
    if (!isInUse()) {
        return;
    }
    app::RemoteSettings remote = settings();
    remote.enabled = false;
    parts_.settings->set(remote);
    parts_.choice->setRemote(std::nullopt);
    parts_.model->setRemote({});
    parts_.model->load();
    Q_EMIT changed();
}

void RemoteController::load(const app::RemoteServer& server) {
    parts_.choice->setRemote(app::RemoteServer{server.address, server.model.trimmed(), server.key});
    const auto address = app::parseRemoteAddress(server.address);
    // An address that makes no sense any more is the engine's to tell; it is still not the model in this program.
    parts_.model->setRemote({address ? address->host() : server.address, address && address->is_plain});
    parts_.model->load();
}

void RemoteController::tryOut(const app::RemoteServer& server) {
    trial_.request_stop();
    trial_ = std::stop_source();
    thread_.start([this, server, note = parts_.note, stop = trial_.get_token()] {
        const RemoteTrial trial = lookAt(server, note, stop);
        if (!stop.stop_requested()) {
            QMetaObject::invokeMethod(this, [this, trial] { Q_EMIT tried(trial); });
        }
    });
}

void RemoteController::readKey(const QString& address, QObject* context, const app::KeyStore::Read& done) {
    const QString name = keyName(address);
    if (name.isEmpty()) {
        done({});
    } else {
        parts_.keys->read(name, context, done);
    }
}

}  // namespace strata::ui
