#include "support/test_server.h"

#include <QtTest/QtTest>

#include <future>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/api/status_routes.h"

namespace strata::testing {
namespace {

using app::api::Handler;
using app::api::Route;
using app::api::Verb;

constexpr int kPatienceMs = 20'000;

}  // namespace

TestServer::TestServer(app::api::ServerOptions options, const app::api::ServerLimits& limits)
    : options_(std::move(options)), server_({}, limits) {
    start(0);
}

bool TestServer::start(std::uint16_t on_port) {
    options_.port = on_port;
    const auto at = server_.start(options_, routes());
    port = at ? at->port : 0;
    return at.has_value();
}

std::vector<Route> TestServer::routes() {
    std::vector<Route> out = app::api::statusRoutes({&desk, &meters});
    const auto post = [&out](const char* path, Handler handler) {
        out.push_back({.path = path, .verb = Verb::post, .handler = std::move(handler)});
    };
    post("/v1/echo", [](const Request& request, const Channel& channel) {
        channel->send({.body = request->body, .type = "text/plain"});
    });
    post("/v1/stream", [this](const Request& request, const Channel& channel) {
        channel->beginStream({{"x-strata-model", "built-in"}});
        hold(request, channel);
    });
    post("/v1/wait", [this](const Request& request, const Channel& channel) { hold(request, channel); });
    post("/v1/forget", [](const Request&, const Channel&) {});
    post("/v1/throw", [](const Request&, const Channel&) { throw std::runtime_error("a fault"); });
    return out;
}

void TestServer::hold(const Request& request, const Channel& channel) {
    channel->onGone([this, request] { ++gone; });  // the request lives as long as its answer
    const std::lock_guard lock(mutex_);
    held_.push_back(channel);
}

std::shared_ptr<app::api::AnswerChannel> TestServer::channel() {
    Channel out;
    const bool came = QTest::qWaitFor(
        [&] {
            const std::lock_guard lock(mutex_);
            if (!held_.empty()) {
                out = held_.front();
                held_.erase(held_.begin());
            }
            return out != nullptr;
        },
        kPatienceMs);
    return came ? out : nullptr;
}

void TestServer::onServer(const std::function<void()>& work) {
    std::promise<void> done;
    server_.post([&] {
        work();
        done.set_value();
    });
    done.get_future().wait();
}

bool TestServer::awaitGone(int count) const {
    return QTest::qWaitFor([&] { return gone.load() == count; }, kPatienceMs);
}

app::api::ServerOptions optionsFor(const std::string& host, std::uint16_t port, const std::string& key) {
    app::api::ServerOptions out;
    out.host = host;
    out.port = port;
    out.api_key = key;
    return out;
}

QString codeOf(const std::optional<RawReply>& reply) {
    if (!reply) {
        return QStringLiteral("no answer");
    }
    const auto body = nlohmann::json::parse(reply->body, nullptr, false);
    if (!body.is_object() || !body.contains("error")) {
        return QStringLiteral("no error: ") + QString::fromStdString(reply->body);
    }
    return QString::number(reply->status) + ' ' +
           QString::fromStdString(body["error"].value("code", body["error"].value("type", std::string())));
}

}  // namespace strata::testing
