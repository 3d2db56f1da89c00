#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <QString>

#include "app/api/api_server.h"
#include "app/api/server_meters.h"
#include "support/fake_desk.h"
#include "support/raw_client.h"

namespace strata::testing {

/// A server with the routes of its state and a few that a test can play with:
///   /v1/echo    answers with the body
///   /v1/stream  begins a stream; the test writes it
///   /v1/wait    waits for the test to answer
///   /v1/forget  never answers
///   /v1/throw   breaks
class TestServer {
public:
    /// Starts it on a free port.
    explicit TestServer(app::api::ServerOptions options = {}, const app::api::ServerLimits& limits = {});

    /// Starts it again. False: it cannot.
    bool start(std::uint16_t on_port);
    app::api::ApiServer& server() { return server_; }
    RawClient client() const { return RawClient(port); }

    /// The channel of the next request that waits or streams; null: none came.
    std::shared_ptr<app::api::AnswerChannel> channel();
    /// Does something on the server's thread, and waits until it is done.
    void onServer(const std::function<void()>& work);
    /// Waits until so many clients have gone while their request waited.
    bool awaitGone(int count) const;

    FakeDesk desk;
    app::api::ServerMeters meters;
    std::uint16_t port = 0;
    std::atomic<int> gone{0};  ///< clients that left while their request waited

private:
    using Request = std::shared_ptr<const app::api::HttpRequest>;
    using Channel = std::shared_ptr<app::api::AnswerChannel>;

    std::vector<app::api::Route> routes();
    void hold(const Request& request, const Channel& channel);

    app::api::ServerOptions options_;
    std::mutex mutex_;
    std::vector<Channel> held_;
    app::api::ApiServer server_;  // last: it ends before what its routes use
};

/// Options of a server at this address.
app::api::ServerOptions optionsFor(const std::string& host, std::uint16_t port, const std::string& key = {});

/// "404 not_found": status and code of a refusal.
QString codeOf(const std::optional<RawReply>& reply);

}  // namespace strata::testing
