#include "app/api/api_server.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

#include "support/raw_client.h"
#include "support/test_registry.h"
#include "support/test_server.h"

namespace strata::app::api {
namespace {

using testing::codeOf;
using testing::getRequest;
using testing::optionsFor;
using testing::postRequest;
using testing::RawClient;
using Bench = testing::TestServer;

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
        const std::uint16_t port = bench.port;
        RawClient client = bench.client();
        client.send(getRequest("/health"));
        QVERIFY(client.reply());
        bench.server().stop();
        QVERIFY(client.awaitClose());
        QVERIFY(bench.start(port));
        QCOMPARE(bench.port, port);
    }

    void listens_on_the_other_loopback_as_well() {
        ApiServer server;
        const auto at = server.start(optionsFor("127.0.0.1", 0), {});
        QVERIFY(at);
        if (!at->has_twin) {
            QSKIP("no IPv6 on this machine");
        }
        RawClient client(at->port, 0, "::1");
        client.send("GET /nothing HTTP/1.1\r\nHost: [::1]\r\n\r\n");
        QCOMPARE(codeOf(client.reply()), "404 not_found");
    }

    void pages_that_are_listed_may_read_answers_and_refusals() {
        ServerOptions options;
        options.cors_origins = {"https://reader.example"};
        Bench bench(options);
        RawClient client = bench.client();
        const std::string origin = "Origin: https://reader.example\r\n";
        client.send("OPTIONS /v1/nothing HTTP/1.1\r\nHost: localhost\r\n" + origin + "\r\n");
        const auto preflight = client.reply();
        QCOMPARE(preflight->status, 204);
        QCOMPARE(preflight->header("access-control-allow-methods"), std::string("GET, POST, OPTIONS"));
        for (const std::string& request : {getRequest("/v1/nothing", origin), postRequest("/v1/echo", "{}", origin)}) {
            client.send(request);
            const auto reply = client.reply();
            QCOMPARE(reply->header("access-control-allow-origin"), std::string("https://reader.example"));
            QCOMPARE(reply->header("vary"), std::string("Origin"));
        }
        client.send(getRequest("/status", origin));
        QCOMPARE(client.reply()->header("access-control-allow-origin"), std::string());
    }

    void a_refused_host_is_in_the_log_once() {
        std::mutex mutex;
        std::vector<std::string> lines;
        ApiServer server([&](LogLevel, std::string_view line) {
            const std::lock_guard lock(mutex);
            lines.emplace_back(line);
        });
        const auto at = server.start(optionsFor("127.0.0.1", 0), {});
        QVERIFY(at);
        RawClient client(at->port);
        for (int i = 0; i < 3; ++i) {
            client.send("GET / HTTP/1.1\r\nHost: rebind.example\r\n\r\n");
            QCOMPARE(codeOf(client.reply()), "403 host_not_allowed");
        }
        server.stop();
        QCOMPARE(std::ranges::count_if(
                     lines, [](const std::string& line) { return line.find("rebind.example") != std::string::npos; }),
                 1);
    }

    void can_be_turned_on_and_off_again_and_again() {
        Bench bench;
        const std::uint16_t port = bench.port;
        for (int i = 1; i <= 20; ++i) {
            RawClient waiting = bench.client(), half = bench.client();
            waiting.send(postRequest("/v1/wait", "{}"));
            half.send("GET /health HTT");
            const auto channel = bench.channel();
            QVERIFY(channel);
            bench.server().stop();
            QCOMPARE(codeOf(waiting.reply()), "503 shutting_down");
            QCOMPARE(bench.gone.load(), i);
            QVERIFY(bench.start(port));
        }
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
