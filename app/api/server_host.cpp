#include "app/api/server_host.h"

#include <utility>

namespace strata::app::api {
namespace {

LocalServer::Parts serverParts(const ServerHost::Parts& parts, const std::shared_ptr<EngineWorker>& worker) {
    LocalServer::Parts server;
    server.worker = worker;
    server.owner.load = [worker, options = parts.load](const std::string& /*id*/) { worker->load(options); };
    server.owner.unload = [worker] { worker->unload(); };
    server.owner.text = parts.text;
    server.defaults = parts.defaults;
    server.ended = parts.ended;
    server.log = parts.log;
    server.unload_after = parts.unload_after;
    return server;
}

}  // namespace

ServerHost::ServerHost(Parts parts)
    : parts_(std::move(parts)),
      worker_(std::make_shared<EngineWorker>(parts_.loader, std::make_shared<EngineMailbox>(nullptr))),
      server_(serverParts(parts_, worker_)),
      thread_([worker = worker_] { worker->run(); }) {}

ServerHost::~ServerHost() {
    server_.stop();
    worker_->close();
}

Result<ListeningAt> ServerHost::start(const ServerOptions& options) {
    server_.setModels(parts_.model, {});
    auto listening = server_.start(options);
    if (listening) {
        worker_->load(parts_.load);
    }
    return listening;
}

}  // namespace strata::app::api
