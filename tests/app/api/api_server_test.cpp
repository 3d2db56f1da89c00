#include "app/api/api_server.h"

#include <QtTest/QtTest>

#include <atomic>
#include <future>
#include <memory>
#include <mutex>

#include <boost/asio/post.hpp>
#include <nlohmann/json.hpp>

#include "app/api/status_routes.h"
#include "support/fake_desk.h"
#include "support/raw_client.h"
#include "support/test_registry.h"

namespace strata::app::api {
namespace {

using testing::FakeDesk;
using testing::getRequest;
using testing::postRequest;
using testing::RawClient;
using testing::RawReply;

/// A server on a free port with a few routes that a test can play with.
class Bench {
public:
    explicit Bench(ServerOptions options = {}, const ServerLimits& limits = {}) : server_({}, limits) {
        options.port = 0;
        std::vector<Route> routes = statusRoutes(desk);
        routes.push_back(
            {.path = "/v1/echo", .verb = Verb::post, .handler = [](const auto& request, const auto& channel) {
                 channel->send({.body = request->body, .type = "text/plain"});
             }});
        routes.push_back(
            {.path = "/v1/stream", .verb = Verb::post, .handler = [this](const auto&, const auto& channel) {
                 channel->beginStream({{"x-strata-model", "built-in"}});
                 hold(channel);
             }});
        routes.push_back({.path = "/v1/wait", .verb = Verb::post, .handler = [this](const auto&, const auto& channel) {
                              hold(channel);
                          }});
        routes.push_back({.path = "/v1/forget", .verb = Verb::post, .handler = [](const auto&, const auto&) {}});
        routes.push_back({.path = "/v1/throw", .verb = Verb::post, .handler = [](const auto&, const auto&) {
                              throw std::runtime_error("a fault");
                          }});
        const auto at = server_.start(options, std::move(routes));
        port = at ? at->port : 0;
    }

    ApiServer& server() { return server_; }
    RawClient client() { return RawClient(port); }

    /// The channel of the next request that waits or streams.
    std::shared_ptr<AnswerChannel> channel() {
        const bool came = QTest::qWaitFor(
            [this] {
                const std::lock_guard lock(mutex_);
                return !held_.empty();
            },
            20'000);
        const std::lock_guard lock(mutex_);
        if (!came) {
            return nullptr;
        }
        const auto out = held_.front();
        held_.erase(held_.begin());
        return out;
    }
    /// Does something on the server's thread, and waits until it is done.
    void onServer(const std::function<void()>& work) {
        std::promise<void> done;
        server_.post([&] {
            work();
            done.set_value();
        });
        done.get_future().wait();
    }
    bool awaitGone(int count) {
        return QTest::qWaitFor([&] { return gone.load() == count; }, 20'000);
    }

    FakeDesk desk;
    std::uint16_t port = 0;
    std::atomic<int> gone{0};  ///< clients that left while their request waited

private:
    void hold(const std::shared_ptr<AnswerChannel>& channel) {
        channel->onGone([this] { ++gone; });
        const std::lock_guard lock(mutex_);
        held_.push_back(channel);
    }

    std::mutex mutex_;
    std::vector<std::shared_ptr<AnswerChannel>> held_;
    ApiServer server_;  // last: it ends before what its routes use
};

ServerOptions optionsFor(const std::string& host, std::uint16_t port, const std::string& key = {}) {
    ServerOptions out;
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

}  // namespace

class ApiServerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void says_that_it_is_there() {
        Bench bench;
        RawClient client = bench.client();
        client.send(getRequest("/health"));
        const auto reply = client.reply();
        QVERIFY(reply);
        QCOMPARE(reply->status, 200);
        QCOMPARE(QString::fromStdString(reply->body), R"({"status":"ok","service":"strata","loaded":true})");
        QCOMPARE(reply->header("server"), std::string("Strata-Desktop"));
        QCOMPARE(reply->header("cache-control"), std::string("no-store"));
        QCOMPARE(reply->header("keep-alive"), std::string("timeout=75"));
        QVERIFY(QRegularExpression("^req_[0-9a-f]{24}$")
                    .match(QString::fromStdString(reply->header("x-request-id")))
                    .hasMatch());
        QVERIFY(reply->header("set-cookie").empty());
    }

    void answers_many_requests_on_one_connection_in_order() {
        Bench bench;
        RawClient client = bench.client();
        std::string all;
        for (int i = 0; i < 50; ++i) {
            all += postRequest("/v1/echo", "body " + std::to_string(i));
        }
        QVERIFY(client.send(all));
        for (int i = 0; i < 50; ++i) {
            const auto reply = client.reply();
            QVERIFY(reply);
            QCOMPARE(reply->body, "body " + std::to_string(i));
        }
    }

    void answers_head_without_a_body() {
        Bench bench;
        RawClient client = bench.client();
        client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");
        const auto head = client.reply(true);
        QVERIFY(head);
        QCOMPARE(head->status, 200);
        client.send(getRequest("/"));
        const auto whole = client.reply();
        QVERIFY(whole);
        QCOMPARE(head->header("content-length"), std::to_string(whole->body.size()));
    }

    void refuses_what_it_does_not_know() {
        Bench bench;
        RawClient client = bench.client();
        client.send(getRequest("/v1/nothing"));
        QCOMPARE(codeOf(client.reply()), "404 not_found");
        client.send(postRequest("/v1/embeddings", "{}"));
        QCOMPARE(codeOf(client.reply()), "404 unsupported_endpoint");
        client.send(postRequest("/health", "{}"));
        const auto reply = client.reply();
        QCOMPARE(codeOf(reply), "405 method_not_allowed");
        QCOMPARE(reply->header("allow"), std::string("GET, HEAD, OPTIONS"));
        client.send(getRequest("/v1/messages/none"));
        const auto anthropic = client.reply();
        QCOMPARE(codeOf(anthropic), "404 not_found_error");
        QCOMPARE(anthropic->header("request-id"), anthropic->header("x-request-id"));
    }

    void streams_events_as_they_are_written() {
        Bench bench;
        RawClient client = bench.client();
        client.send(postRequest("/v1/stream", "{}"));
        const std::string head = client.readUntil("\r\n\r\n");
        QVERIFY(head.starts_with("HTTP/1.1 200 OK\r\n"));
        QVERIFY(head.find("Content-Type: text/event-stream; charset=utf-8\r\n") != std::string::npos);
        QVERIFY(head.find("Transfer-Encoding: chunked\r\n") != std::string::npos);
        QVERIFY(head.find("x-strata-model: built-in\r\n") != std::string::npos);
        const auto channel = bench.channel();
        QVERIFY(channel);
        bench.onServer([&] { channel->write("data: one\n\n"); });
        QCOMPARE(client.readUntil("\n\n\r\n"), std::string("b\r\ndata: one\n\n\r\n"));
        bench.onServer([&] {
            channel->write("data: two\n\n");
            channel->endStream(false);
        });
        QCOMPARE(client.readUntil("0\r\n\r\n"), std::string("b\r\ndata: two\n\n\r\n0\r\n\r\n"));
        client.send(getRequest("/health"));
        QVERIFY(client.reply());
        QCOMPARE(bench.gone.load(), 0);
    }

    void old_clients_get_a_stream_that_ends_with_the_connection() {
        Bench bench;
        RawClient client = bench.client();
        client.send("POST /v1/stream HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
        const auto channel = bench.channel();
        QVERIFY(channel);
        bench.onServer([&] {
            channel->write("data: one\n\n");
            channel->endStream(false);
        });
        bool closed = false;
        const std::string all = client.readToEnd(&closed);
        QVERIFY(closed);
        QVERIFY(all.ends_with("\r\n\r\ndata: one\n\n"));
        QVERIFY(all.find("Connection: close") != std::string::npos);
        QVERIFY(all.find("chunked") == std::string::npos);
    }

    void notices_at_once_that_a_client_has_gone_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("way");
        for (const char* path : {"/v1/stream", "/v1/wait"}) {
            for (const char* way : {"close", "reset", "half"}) {
                QTest::addRow("%s %s", path, way) << path << way;
            }
        }
    }
    void notices_at_once_that_a_client_has_gone() {
        QFETCH(const QString, path);
        QFETCH(const QString, way);
        Bench bench;
        RawClient client = bench.client();
        client.send(postRequest(path.toStdString(), "{}"));
        const auto channel = bench.channel();
        QVERIFY(channel);
        QElapsedTimer clock;
        clock.start();
        if (way == "close") {
            client.close();
        } else if (way == "reset") {
            client.reset();
        } else {
            client.halfClose();
        }
        QVERIFY(bench.awaitGone(1));
        qInfo("noticed after %lld ms", clock.elapsed());
        bench.onServer([&] {  // nobody is there any more
            channel->write("data: late\n\n");
            channel->endStream(true);
            channel->send({});
        });
        QCOMPARE(bench.gone.load(), 1);
    }

    void a_next_request_is_no_sign_that_the_client_has_gone() {
        Bench bench;
        RawClient client = bench.client();
        client.send(postRequest("/v1/wait", "{}") + getRequest("/health"));
        const auto channel = bench.channel();
        QVERIFY(channel);
        bench.onServer([&] { channel->send({.body = "first", .type = "text/plain"}); });
        QCOMPARE(client.reply()->body, std::string("first"));
        QCOMPARE(client.reply()->status, 200);
        QCOMPARE(bench.gone.load(), 0);
    }

    void who_sends_all_and_then_listens_gets_answers_that_are_ready() {
        Bench bench;
        RawClient client = bench.client();
        client.send(getRequest("/health") + postRequest("/v1/echo", "last"));
        client.halfClose();
        QCOMPARE(client.reply()->status, 200);
        QCOMPARE(client.reply()->body, std::string("last"));
        QVERIFY(client.awaitClose());
    }

    void a_route_that_forgets_or_breaks_is_a_server_error() {
        Bench bench;
        for (const char* path : {"/v1/forget", "/v1/throw"}) {
            RawClient client = bench.client();
            client.send(postRequest(path, "{}"));
            QCOMPARE(codeOf(client.reply()), "500 internal_error");
        }
        RawClient client = bench.client();
        client.send(getRequest("/health"));
        QCOMPARE(client.reply()->status, 200);
    }

    void does_not_share_its_port() {
        Bench bench;
        ApiServer second;
        const auto at = second.start(optionsFor("127.0.0.1", bench.port), {});
        QVERIFY(!at);
        QCOMPARE(at.error().code, ErrorCode::io_error);
        QVERIFY(at.error().message.find("in use") != std::string::npos);
    }

    void its_port_is_free_as_soon_as_it_has_stopped() {
        Bench bench;
        RawClient client = bench.client();
        client.send(getRequest("/health"));
        QVERIFY(client.reply());
        bench.server().stop();
        QVERIFY(client.awaitClose());
        const auto again = bench.server().start(optionsFor("127.0.0.1", bench.port), statusRoutes(bench.desk));
        QVERIFY(again);
        QCOMPARE(again->port, bench.port);
    }

    void wants_a_key_before_others_may_reach_it() {
        ApiServer server;
        const auto open = server.start(optionsFor("0.0.0.0", 0), {});
        QVERIFY(!open);
        QCOMPARE(open.error().code, ErrorCode::invalid_argument);
        const auto closed = server.start(optionsFor("0.0.0.0", 0, "secret"), {});
        QVERIFY(closed);
        QVERIFY(closed->beyond_machine);
        QVERIFY(!server.start(optionsFor("no address", 0), {}));
    }

    void what_runs_when_it_stops_is_told_so() {
        Bench bench;
        RawClient waiting = bench.client(), streaming = bench.client(), idle = bench.client();
        waiting.send(postRequest("/v1/wait", "{}"));
        const auto first = bench.channel();
        streaming.send(postRequest("/v1/stream", "{}"));
        const auto second = bench.channel();
        QVERIFY(first && second);
        bench.server().onStopping([&] {
            second->write("data: closing\n\n");
            second->endStream(true);
        });
        bench.server().stop();
        QCOMPARE(codeOf(waiting.reply()), "503 shutting_down");
        QCOMPARE(streaming.reply()->body, std::string("data: closing\n\n"));
        QVERIFY(idle.awaitClose());
        QCOMPARE(bench.gone.load(), 1);
        QVERIFY(!bench.client().isConnected());
    }
};

STRATA_TEST(ApiServerTest);

}  // namespace strata::app::api

#include "api_server_test.moc"
