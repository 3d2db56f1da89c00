#include "app/api/local_server.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <boost/asio/steady_timer.hpp>

#include "app/api/server_routes.h"
#include "app/api/status_routes.h"

namespace strata::app::api {
namespace {

constexpr std::size_t kHelpers = 2;  ///< threads that read bodies, count and decode
constexpr std::chrono::seconds kLook{1};

}  // namespace

/// What is there while the server runs.
struct LocalServer::Running {
    explicit Running(ApiServer& server) : executor(server.executor()), timer(executor) {}

    void look(const Parts& parts) {
        timer.expires_after(kLook);
        timer.async_wait([this, &parts](const boost::system::error_code& error) {
            if (error) {
                return;
            }
            desk->tick();
            if (parts.unload_after.count() > 0 && desk->models().state == ModelState::ready &&
                desk->idleFor() >= parts.unload_after) {
                parts.owner.unload();
            }
            look(parts);
        });
    }

    boost::asio::any_io_executor executor;
    boost::asio::steady_timer timer;
    std::shared_ptr<WorkerDesk> desk;
    boost::asio::thread_pool pool{kHelpers};
};

LocalServer::LocalServer(Parts parts) : parts_(std::move(parts)), server_(parts_.log) {}

LocalServer::~LocalServer() {
    stop();
}

Result<ListeningAt> LocalServer::start(const ServerOptions& options) {
    stop();
    auto running = std::make_unique<Running>(server_);
    WorkerDesk::Limits limits;
    limits.waiting_requests = static_cast<std::size_t>(options.waiting_requests);
    limits.engine_silence = options.engine_silence;
    running->desk = WorkerDesk::create(parts_.worker, parts_.owner, limits,
                                       [this](std::function<void()> work) { server_.post(std::move(work)); });
    running->desk->setModels(chosen_, installed_);
    auto generation = std::make_shared<GenerationParts>();
    generation->desk = running->desk.get();
    generation->executor = running->executor;
    generation->pool = &running->pool;
    generation->options = options;
    generation->defaults = parts_.defaults;
    generation->keeps_contents = parts_.keeps_contents;
    generation->ended = [this](const RequestRecord& record) {
        meters_.take(record);
        if (parts_.ended) {
            parts_.ended(record);
        }
    };
    std::vector<Route> routes = statusRoutes({running->desk.get(), &meters_, options.aliases});
    std::ranges::move(lifecycleRoutes(*running->desk), std::back_inserter(routes));
    std::ranges::move(generationRoutes(generation), std::back_inserter(routes));
    server_.onStopping([desk = running->desk] { desk->close(); });
    const auto listening = server_.start(options, std::move(routes));
    if (!listening) {
        return listening;
    }
    running_ = std::move(running);
    server_.post([this, state = running_.get()] {
        state->desk->hear();
        state->look(parts_);
    });
    return listening;
}

void LocalServer::stop() {
    if (!running_) {
        return;
    }
    server_.stop();
    running_->pool.join();
    running_.reset();
}

void LocalServer::setModels(std::optional<ModelEntry> chosen, std::vector<ModelEntry> installed) {
    chosen_ = std::move(chosen);
    installed_ = std::move(installed);
    if (running_) {
        server_.post(
            [desk = running_->desk, chosen = chosen_, installed = installed_] { desk->setModels(chosen, installed); });
    }
}

void LocalServer::setStuck(bool stuck) {
    if (running_) {
        server_.post([desk = running_->desk, stuck] { desk->setStuck(stuck); });
    }
}

void LocalServer::ask(std::function<void(std::vector<RequestStanding>, std::size_t connections)> take) {
    if (running_) {
        server_.post([this, desk = running_->desk, take = std::move(take)] {
            take(desk->standings(), server_.connectionCount());
        });
    }
}

}  // namespace strata::app::api
