#include "ui/server/local_server_control.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <utility>

#include <QFileInfo>

#include "app/api/local_server.h"
#include "app/api/text_source.h"
#include "app/port_holder.h"

namespace strata::ui {
namespace {

using app::api::RequestRecord;
using app::api::RequestStanding;

ServerRequest requestOf(const RequestRecord& record) {
    ServerRequest request;
    const auto since = std::chrono::duration_cast<std::chrono::milliseconds>(record.came.time_since_epoch());
    request.came = QDateTime::fromMSecsSinceEpoch(since.count());
    request.app = QString::fromStdString(record.app);
    request.kind = QString::fromStdString(record.api);
    request.prompt_pieces = record.prompt_tokens;
    request.reused_pieces = record.cached_tokens;
    request.written_pieces = record.generated_tokens;
    request.seconds = record.seconds;
    request.outcome = QString::fromStdString(record.outcome);
    request.asked = QString::fromStdString(record.asked);
    request.answered = QString::fromStdString(record.answered);
    return request;
}

/// Looks for the reason that a person can do something about. Takes a moment.
ServerFailure failureOf(const Error& error, int port) {
    ServerFailure failure;
    failure.port = port;
    failure.reason = QString::fromStdString(error.message);
    if (error.code != ErrorCode::io_error) {
        return failure;
    }
    switch (app::portState(port)) {
        case app::PortState::is_free:
            return failure;
        case app::PortState::taken:
            failure.kind = ServerFailure::Kind::port_taken;
            failure.program = app::programAtPort(port).value_or(QString());
            break;
        case app::PortState::forbidden:
            failure.kind = ServerFailure::Kind::port_forbidden;
            break;
    }
    constexpr int kUsualPort = 8'080;
    failure.free_port = app::freePortAbove(std::max(port, kUsualPort - 1));
    return failure;
}

}  // namespace

/// What several threads use.
struct LocalServerControl::Shared {
    std::unique_ptr<app::api::LocalServer> server;
    app::api::TextSource text;
    std::atomic<bool> keeps_contents = false;  ///< nothing else becomes visible with it
    std::mutex mutex;                          ///< guards what follows
    ServerDefaults defaults;

    app::api::RequestDefaults requestDefaults() {
        const std::lock_guard lock(mutex);
        app::api::RequestDefaults request;
        request.thinking = defaults.thinking;
        request.sampling = defaults.sampling;
        return request;
    }
};

LocalServerControl::LocalServerControl(std::shared_ptr<app::EngineWorker> worker, const LogSink& log, QObject* parent)
    : ServerControl(parent), shared_(std::make_unique<Shared>()) {
    opener_.setMaxThreadCount(1);
    app::api::LocalServer::Parts parts;
    parts.worker = std::move(worker);
    parts.log = log;
    parts.owner.load = [this](const std::string& id) {
        post([this, name = QString::fromStdString(id)] { Q_EMIT loadWanted(name); });
    };
    parts.owner.unload = [this] { post([this] { Q_EMIT unloadWanted(); }); };
    parts.owner.text = [shared = shared_.get()] { return shared->text.get(); };
    parts.defaults = [shared = shared_.get()] { return shared->requestDefaults(); };
    parts.keeps_contents = [shared = shared_.get()] { return shared->keeps_contents.load(std::memory_order_relaxed); };
    parts.ended = [this](const RequestRecord& record) {
        post([this, request = requestOf(record)] { Q_EMIT requestEnded(request); });
    };
    shared_->server = std::make_unique<app::api::LocalServer>(std::move(parts));
}

LocalServerControl::~LocalServerControl() {
    opener_.start([server = shared_->server.get()] { server->stop(); });
    opener_.waitForDone();
}

/// Runs something on the window's thread. The server's threads end before this object does.
void LocalServerControl::post(std::function<void()> work) {
    QMetaObject::invokeMethod(this, std::move(work), Qt::QueuedConnection);
}

void LocalServerControl::start(const app::api::ServerOptions& options) {
    opener_.start([this, server = shared_->server.get(), options] {
        const auto listening = server->start(options);
        if (listening) {
            post([this, place = ServerPlace{listening->port, listening->beyond_machine}] { Q_EMIT started(place); });
        } else {
            post([this, failure = failureOf(listening.error(), options.port)] { Q_EMIT failed(failure); });
        }
    });
}

void LocalServerControl::stop() {
    opener_.start([this, server = shared_->server.get()] {
        server->stop();
        post([this] { Q_EMIT stopped(); });
    });
}

void LocalServerControl::ask() {
    opener_.start([this, server = shared_->server.get()] {
        server->ask([this](std::vector<RequestStanding> requests, std::size_t connections) {
            post([this, work = ServerWork{static_cast<int>(connections), std::move(requests)}] { Q_EMIT told(work); });
        });
    });
}

void LocalServerControl::setModels(const ServerModels& models) {
    shared_->text.setFile(QFileInfo(models.file).filesystemAbsoluteFilePath());
    opener_.start([server = shared_->server.get(), models] { server->setModels(models.chosen, models.installed); });
}

void LocalServerControl::setDefaults(const ServerDefaults& defaults) {
    const std::lock_guard lock(shared_->mutex);
    shared_->defaults = defaults;
}

void LocalServerControl::setKeepingContents(bool keeping) {
    shared_->keeps_contents.store(keeping, std::memory_order_relaxed);
}

void LocalServerControl::setStuck(bool stuck) {
    opener_.start([server = shared_->server.get(), stuck] { server->setStuck(stuck); });
}

}  // namespace strata::ui
