#include "app/api/api_server.h"

#include <optional>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include "app/api/connection.h"
#include "app/api/listening_socket.h"
#include "app/api/server_core.h"

namespace strata::app::api {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::chrono::milliseconds kAcceptPause{100};  ///< after the system had no room for one more connection
constexpr std::chrono::seconds kRulesAge{30};           ///< the machine's addresses are looked up so often
constexpr std::chrono::milliseconds kStopTick{10};

}  // namespace

/// The server's thread and what lives on it.
class ApiServer::Listener {
public:
    Listener(LogSink log, const ServerLimits& limits) : log_(std::move(log)), limits_(limits), clock_(context_) {}

    Result<ListeningAt> start(const ServerOptions& options, std::vector<Route> routes);
    void stop();
    bool isRunning() const { return thread_.joinable(); }

    asio::io_context context_;
    std::function<void()> stopping_;
    std::atomic<std::uint64_t> runs_{0};  ///< that have ended
    std::atomic<std::size_t> count_{0};   ///< written by the server's thread only; a number to show, so relaxed

private:
    /// A port that is open.
    struct Door {
        explicit Door(tcp::acceptor opened, asio::io_context& context) : acceptor(std::move(opened)), pause(context) {}
        tcp::acceptor acceptor;
        asio::steady_timer pause;
    };

    void accept(const std::shared_ptr<Door>& door);
    void admit(tcp::socket socket);
    void tick();
    void beginStop();
    void awaitLast(std::chrono::steady_clock::time_point deadline);
    void run();

    LogSink log_;
    ServerLimits limits_;
    std::vector<std::shared_ptr<Door>> doors_;
    asio::steady_timer clock_;
    std::chrono::steady_clock::time_point rules_made_;
    std::shared_ptr<ServerCore> core_;
    std::thread thread_;
};

Result<ListeningAt> ApiServer::Listener::start(const ServerOptions& options, std::vector<Route> routes) {
    auto opened = openPorts(context_, options);
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    core_ = std::make_shared<ServerCore>(options, std::move(routes), limits_, log_);
    rules_made_ = std::chrono::steady_clock::now();
    if (!opened->twin_problem.empty()) {
        core_->note(LogLevel::warning, opened->twin_problem);
    }
    for (tcp::acceptor& acceptor : opened->acceptors) {
        doors_.push_back(std::make_shared<Door>(std::move(acceptor), context_));
    }
    context_.restart();
    for (const auto& door : doors_) {
        asio::post(context_, [this, door] { accept(door); });
    }
    asio::post(context_, [this] { tick(); });
    thread_ = std::thread([this] { run(); });
    return opened->at;
}

void ApiServer::Listener::run() {
    const auto stays = asio::make_work_guard(context_);
    while (!context_.stopped()) {
        try {
            context_.run();
        } catch (const std::exception& fault) {
            core_->note(LogLevel::error, std::string("a fault on the server's thread: ") + fault.what());
        }
    }
}

void ApiServer::Listener::accept(const std::shared_ptr<Door>& door) {
    door->acceptor.async_accept([this, door](const error_code& error, tcp::socket socket) {
        if (!door->acceptor.is_open()) {
            return;
        }
        if (!error) {
            admit(std::move(socket));
            accept(door);
            return;
        }
        door->pause.expires_after(kAcceptPause);
        door->pause.async_wait([this, door](const error_code& stopped) {
            if (!stopped && door->acceptor.is_open()) {
                accept(door);
            }
        });
    });
}

void ApiServer::Listener::admit(tcp::socket socket) {
    if (core_->connections.size() >= limits_.connections) {
        error_code ignored;
        socket.close(ignored);
        return;
    }
    const auto connection = std::make_shared<Connection>(std::move(socket), core_);
    core_->connections.emplace(connection.get(), connection);
    count_.store(core_->connections.size(), std::memory_order_relaxed);
    connection->start();
}

void ApiServer::Listener::tick() {
    const auto now = std::chrono::steady_clock::now();
    std::vector<std::shared_ptr<Connection>> connections;  // a copy, as they take themselves out
    connections.reserve(core_->connections.size());
    for (const auto& entry : core_->connections) {
        connections.push_back(entry.second);
    }
    for (const auto& connection : connections) {
        connection->tick(now);
    }
    count_.store(core_->connections.size(), std::memory_order_relaxed);
    if (!connections.empty() && now - rules_made_ > kRulesAge) {
        core_->rules = AccessRules(core_->options, machineNames());
        rules_made_ = now;
    }
    clock_.expires_after(limits_.tick);
    clock_.async_wait([this](const error_code& error) {
        if (!error) {
            tick();
        }
    });
}

void ApiServer::Listener::beginStop() {
    error_code ignored;
    for (const auto& door : doors_) {
        door->acceptor.close(ignored);
        door->pause.cancel();
    }
    core_->is_stopping = true;
    if (stopping_) {
        stopping_();
    }
    std::vector<std::shared_ptr<Connection>> connections;
    for (const auto& entry : core_->connections) {
        connections.push_back(entry.second);
    }
    for (const auto& connection : connections) {
        connection->stop();
    }
    clock_.cancel();
    awaitLast(std::chrono::steady_clock::now() + limits_.stopping);
}

void ApiServer::Listener::awaitLast(std::chrono::steady_clock::time_point deadline) {
    if (core_->connections.empty() || std::chrono::steady_clock::now() >= deadline) {
        while (!core_->connections.empty()) {
            const auto last = core_->connections.begin()->second;
            last->close();
        }
        context_.stop();
        return;
    }
    clock_.expires_after(kStopTick);
    clock_.async_wait([this, deadline](const error_code&) { awaitLast(deadline); });
}

void ApiServer::Listener::stop() {
    if (!isRunning()) {
        return;
    }
    asio::post(context_, [this] { beginStop(); });
    thread_.join();
    ++runs_;
    count_.store(0, std::memory_order_relaxed);
    doors_.clear();
    core_.reset();
}

ApiServer::ApiServer(LogSink log, const ServerLimits& limits)
    : listener_(std::make_unique<Listener>(std::move(log), limits)) {}

ApiServer::~ApiServer() {
    stop();
}

Result<ListeningAt> ApiServer::start(const ServerOptions& options, std::vector<Route> routes) {
    stop();
    return listener_->start(options, std::move(routes));
}

void ApiServer::stop() {
    listener_->stop();
}

bool ApiServer::isRunning() const {
    return listener_->isRunning();
}

void ApiServer::post(std::function<void()> work) {
    // What was meant for one run must not happen in the next.
    asio::post(listener_->context_,
               [listener = listener_.get(), work = std::move(work), run = listener_->runs_.load()] {
                   if (listener->runs_.load() == run) {
                       work();
                   }
               });
}

asio::any_io_executor ApiServer::executor() {
    return listener_->context_.get_executor();
}

void ApiServer::onStopping(std::function<void()> stopping) {
    listener_->stopping_ = std::move(stopping);
}

std::size_t ApiServer::connectionCount() const {
    return listener_->count_.load(std::memory_order_relaxed);
}

}  // namespace strata::app::api
