#pragma once

#include <thread>

#include "app/api/local_server.h"

namespace strata::app::api {

/// One model behind a local server, without a window.
class ServerHost {
public:
    struct Parts {
        EngineLoader loader;
        LoadOptions load;                                                ///< of the model
        ModelEntry model;                                                ///< what clients hear of it
        std::function<Result<std::shared_ptr<const TextModel>>()> text;  ///< as of WorkerDesk::Owner
        std::function<RequestDefaults()> defaults;
        std::function<void(const RequestRecord&)> ended;
        LogSink log;
        std::chrono::seconds unload_after{0};
    };

    explicit ServerHost(Parts parts);
    /// Stops, parks and lets go of the model.
    ~ServerHost();

    /// Opens the port and begins to load the model. Errors: as of ApiServer.
    Result<ListeningAt> start(const ServerOptions& options);
    void stop() { server_.stop(); }

private:
    const Parts parts_;
    const std::shared_ptr<EngineWorker> worker_;
    LocalServer server_;
    std::jthread thread_;
};

}  // namespace strata::app::api
