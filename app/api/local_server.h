#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/api/api_server.h"
#include "app/api/generation_routes.h"
#include "app/api/server_meters.h"
#include "app/api/worker_desk.h"

namespace strata::app::api {

/// The server with all of its routes before one engine. Belongs to its owner's thread; what it hands over is called on
/// the server's.
class LocalServer {
public:
    struct Parts {
        std::shared_ptr<EngineWorker> worker;
        WorkerDesk::Owner owner;
        std::function<RequestDefaults()> defaults;        ///< any thread
        std::function<bool()> keeps_contents;             ///< of requests, in their records; any thread; may be empty
        std::function<void(const RequestRecord&)> ended;  ///< on the server's thread; may be empty
        LogSink log;
        std::chrono::seconds unload_after{0};  ///< the model goes when nobody has used it for so long; zero: never
    };

    explicit LocalServer(Parts parts);
    ~LocalServer();

    /// Errors: as of ApiServer.
    Result<ListeningAt> start(const ServerOptions& options);
    void stop();
    bool isRunning() const { return server_.isRunning(); }

    /// The models that there are; kept over stop() and start().
    void setModels(std::optional<ModelEntry> chosen, std::vector<ModelEntry> installed);
    void setStuck(bool stuck);
    /// Tells what runs and waits, on the server's thread. Does nothing while it does not run.
    void ask(std::function<void(std::vector<RequestStanding>, std::size_t connections)> take);

private:
    struct Running;

    const Parts parts_;
    ApiServer server_;
    ServerMeters meters_;  ///< of the server's thread while it runs
    std::optional<ModelEntry> chosen_;
    std::vector<ModelEntry> installed_;
    std::unique_ptr<Running> running_;
};

}  // namespace strata::app::api
