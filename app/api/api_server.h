#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/any_io_executor.hpp>

#include "app/api/router.h"
#include "app/api/server_limits.h"
#include "app/api/server_options.h"
#include "strata/log.h"
#include "strata/result.h"

namespace strata::app::api {

/// Where a running server can be reached.
struct ListeningAt {
    std::string host;  ///< the address that it is bound to
    std::uint16_t port = 0;
    bool has_twin = false;        ///< on [::1] as well
    bool beyond_machine = false;  ///< others on the network can reach it
};

/// The local HTTP server, with a thread of its own on which everything of its connections and routes happens. start()
/// and stop() belong to its owner's thread and may be called again and again.
class ApiServer {
public:
    explicit ApiServer(LogSink log = {}, const ServerLimits& limits = {});
    ~ApiServer();
    ApiServer(const ApiServer&) = delete;
    ApiServer& operator=(const ApiServer&) = delete;

    /// Opens the port; returns when it is open. Errors: invalid_argument if the address is none, or is beyond this
    /// machine and there is no key; io_error if the port is taken or cannot be had. It never takes another one instead.
    Result<ListeningAt> start(const ServerOptions& options, std::vector<Route> routes);
    /// Closes the port and all connections; returns within 2 s. Answers that run are refused with shutting_down, or, if
    /// they have begun, by what the function of onStopping() does.
    void stop();
    bool isRunning() const;

    /// Runs something on the server's thread. Any thread; dropped while the server does not run.
    void post(std::function<void()> work);
    /// For timers of routes. Work given to it runs while the server runs.
    boost::asio::any_io_executor executor();
    /// Called on the server's thread when it begins to stop, while answers can still be written. Set before start().
    void onStopping(std::function<void()> stopping);
    /// Open connections. Any thread.
    std::size_t connectionCount() const;

private:
    class Listener;

    std::unique_ptr<Listener> listener_;
};

}  // namespace strata::app::api
