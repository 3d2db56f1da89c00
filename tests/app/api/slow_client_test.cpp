#include <QtTest/QtTest>

#include <algorithm>

#include "app/api/caller_notes.h"
#include "support/raw_client.h"
#include "support/test_registry.h"
#include "support/test_server.h"

namespace strata::app::api {
namespace {

using testing::codeOf;
using testing::getRequest;
using testing::postRequest;
using testing::RawClient;
using Bench = testing::TestServer;
using std::chrono_literals::operator""h;
using std::chrono_literals::operator""min;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

/// Limits that a test need not wait for.
ServerLimits shortLimits() {
    ServerLimits out;
    out.tick = 10ms;
    out.idle = out.head = out.body_pause = 100ms;
    return out;
}

/// Limits of a stream's buffer that a few writes reach; the times are for the test to set.
ServerLimits smallBuffer() {
    ServerLimits out;
    out.tick = 10ms;
    out.stream_bytes = 1 << 20;
    out.socket_send_bytes = 8 << 10;
    return out;
}

std::string eventOf(std::size_t bytes) {
    return "data: " + std::string(bytes - 8, 'x') + "\n\n";
}

constexpr const char* kPostHead = "POST /v1/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

}  // namespace

class SlowClientTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_connection_without_a_request_ends() {
        Bench bench({}, shortLimits());
        RawClient fresh = bench.client(), used = bench.client();
        used.send(getRequest("/health"));
        QVERIFY(used.reply());
        QVERIFY(fresh.awaitClose());
        QCOMPARE(used.readToEnd(), std::string());
    }

    void a_head_that_does_not_come_is_answered() {
        Bench bench({}, shortLimits());
        RawClient client = bench.client();
        client.send("GET /health HTTP/1.1\r\nHost: loc");
        QCOMPARE(codeOf(client.reply()), "408 request_timeout");
        QVERIFY(client.awaitClose());
    }

    void a_body_that_stands_still_is_answered() {
        Bench bench({}, shortLimits());
        RawClient client = bench.client();
        client.send(std::string(kPostHead) + "Content-Length: 10\r\n\r\n12345");
        QCOMPARE(codeOf(client.reply()), "408 request_timeout");
        QVERIFY(client.awaitClose());
    }

    void who_does_not_read_is_cut_off() {
        ServerLimits limits = smallBuffer();
        limits.unread = 200ms;
        Bench bench({}, limits);
        RawClient slow(bench.port, 4'096), other = bench.client();
        slow.send(postRequest("/v1/stream", "{}"));
        const auto channel = bench.channel();
        QVERIFY(channel);
        bench.onServer([&] { channel->write(eventOf(500'000)); });
        other.send(getRequest("/health"));
        QCOMPARE(other.reply()->status, 200);
        QVERIFY(bench.awaitGone(1));
        bool closed = false;
        slow.readToEnd(&closed);
        QVERIFY(closed);
    }

    void who_reads_too_slowly_is_cut_off_when_the_buffer_stays_full() {
        ServerLimits limits = smallBuffer();
        limits.full = 200ms;
        Bench bench({}, limits);
        RawClient slow(bench.port, 4'096);
        slow.send(postRequest("/v1/stream", "{}"));
        const auto channel = bench.channel();
        QVERIFY(channel);
        bench.onServer([&] { channel->write(eventOf(950'000)); });
        QVERIFY(bench.awaitGone(1));
    }

    void a_buffer_never_grows_beyond_its_limit() {
        Bench bench({}, smallBuffer());
        RawClient slow(bench.port, 4'096);
        slow.send(postRequest("/v1/stream", "{}"));
        const auto channel = bench.channel();
        QVERIFY(channel);
        for (int i = 0; i < 4 && bench.gone == 0; ++i) {
            bench.onServer([&] { channel->write(eventOf(400'000)); });
        }
        QVERIFY(bench.awaitGone(1));
    }

    void a_buffer_that_is_full_for_a_moment_is_no_reason() {
        ServerLimits limits = smallBuffer();
        limits.full = 60'000ms;
        Bench bench({}, limits);
        RawClient client = bench.client();
        client.send(postRequest("/v1/stream", "{}"));
        const auto channel = bench.channel();
        QVERIFY(channel);
        for (int i = 0; i < 3; ++i) {
            bench.onServer([&] { channel->write(eventOf(900'000)); });
            QVERIFY(!client.readUntil("x\n\n\r\n").empty());
        }
        bench.onServer([&] { channel->endStream(false); });
        QVERIFY(!client.readUntil("0\r\n\r\n").empty());
        QCOMPARE(bench.gone.load(), 0);
    }

    void large_bodies_wait_for_each_other() {
        ServerLimits limits;
        limits.tick = 10ms;
        limits.all_bodies_bytes = 150'000;  // one and a half of those below
        Bench bench({}, limits);
        RawClient first = bench.client(), second = bench.client();
        const std::string body(100'000, 'x');
        first.send(postRequest("/v1/wait", body));
        auto channel = bench.channel();
        QVERIFY(channel);
        QVERIFY(second.send(postRequest("/v1/echo", body)));
        bench.onServer([&] {
            channel->send({.body = "done"});
            channel.reset();
        });
        QCOMPARE(first.reply()->body, std::string("done"));
        QCOMPARE(second.reply()->body.size(), body.size());
    }

    void a_body_that_finds_no_room_is_refused() {
        ServerLimits limits = shortLimits();
        limits.all_bodies_bytes = 150'000;  // one and a half of those below
        Bench bench({}, limits);
        RawClient first = bench.client(), second = bench.client();
        const std::string body(100'000, 'x');
        first.send(postRequest("/v1/wait", body));
        const auto channel = bench.channel();  // as long as it is open, the first body is in memory
        QVERIFY(channel);
        second.send(postRequest("/v1/echo", body));
        const auto reply = second.reply();
        QCOMPARE(codeOf(reply), "503 overloaded");
        QCOMPARE(reply->header("retry-after"), std::string("5"));
    }

    void more_connections_than_the_limit_are_closed_at_once() {
        ServerLimits limits;
        limits.connections = 2;
        Bench bench({}, limits);
        RawClient first = bench.client(), second = bench.client();
        for (RawClient* client : {&first, &second}) {
            client->send(getRequest("/health"));
            QVERIFY(client->reply());
        }
        RawClient third = bench.client();
        QVERIFY(third.awaitClose());
        first.close();
        QVERIFY(QTest::qWaitFor([&] {
            RawClient next = bench.client();
            next.send(getRequest("/health"));
            return next.reply().has_value();
        }));
    }

    void who_guesses_keys_waits_for_each_answer() {
        CallerNotes notes;
        const CallerNotes::Time start = CallerNotes::Time() + 1h;
        for (int i = 0; i < 10; ++i) {
            QVERIFY(!notes.noteWrongKey("1.2.3.4", start + i * 1s));
        }
        QVERIFY(notes.noteWrongKey("1.2.3.4", start + 11s));
        QVERIFY(!notes.noteWrongKey("5.6.7.8", start + 11s));
        QVERIFY(!notes.noteWrongKey("1.2.3.4", start + 90s));
    }

    void wrong_keys_are_answered_later_and_right_ones_at_once() {
        ServerOptions options;
        options.api_key = "right";
        ServerLimits limits;
        limits.tick = 10ms;
        limits.key_penalty = 100ms;
        Bench bench(options, limits);
        for (int i = 0; i < 13; ++i) {
            RawClient client = bench.client();
            client.send(postRequest("/v1/echo", "{}", "Authorization: Bearer wrong\r\n"));
            const auto reply = client.reply();
            QCOMPARE(codeOf(reply), "401 invalid_api_key");
            QCOMPARE(reply->header("www-authenticate"), std::string("Bearer"));
            QCOMPARE(reply->header("connection"), std::string(i < 10 ? "keep-alive" : "close"));
        }
        RawClient client = bench.client();
        client.send(postRequest("/v1/echo", "{}", "x-api-key: right\r\n"));
        QCOMPARE(client.reply()->status, 200);
    }

    void a_line_is_written_once_in_a_while_and_notes_stay_few() {
        CallerNotes notes;
        const CallerNotes::Time start = CallerNotes::Time() + 1h;
        QVERIFY(notes.isDue("host a", 1h, start));
        QVERIFY(!notes.isDue("host a", 1h, start + 59min));
        QVERIFY(notes.isDue("host a", 1h, start + 60min));
        for (int i = 0; i < 5'000; ++i) {
            QVERIFY(notes.isDue("host " + std::to_string(i), 1h, start + 61min + i * 1s));
            QVERIFY(!notes.noteWrongKey(std::to_string(i), start + i * 1s));
        }
        QVERIFY(notes.isDue("host a", 1h, start + 62min));  // forgotten in the meantime, as the oldest
    }
};

STRATA_TEST(SlowClientTest);

}  // namespace strata::app::api

#include "slow_client_test.moc"
