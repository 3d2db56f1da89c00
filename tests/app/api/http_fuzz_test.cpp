#include <QtTest/QtTest>

#include <algorithm>
#include <array>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "support/raw_client.h"
#include "support/test_registry.h"
#include "support/test_server.h"

namespace strata::app::api {
namespace {

using testing::getRequest;
using testing::postRequest;
using testing::RawClient;
using testing::RawReply;
using Bench = testing::TestServer;

constexpr int kRequests = 10'000;
constexpr std::uint32_t kSeed = 20'261'130;

/// A request and the statuses that it may get; none: the connection may also just end.
struct Shot {
    std::string bytes;
    std::vector<int> statuses;
};

class Generator {
public:
    explicit Generator(std::uint32_t seed) : random_(seed) {}

    /// A third are well-formed, a third have one fault of a known kind, a third are bytes changed anywhere.
    Shot next() {
        switch (below(3)) {
            case 0:
                return {sound(), {200}};
            case 1:
                return faulty();
            default:
                return {mutated(below(2) == 0 ? sound() : faulty().bytes), {}};
        }
    }

private:
    std::size_t below(std::size_t limit) { return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random_); }

    template <std::size_t N>
    std::string pick(const std::array<const char*, N>& choices) {
        return choices[below(N)];
    }

    std::string text(std::size_t most) {
        std::string out(below(most), ' ');
        for (char& c : out) {
            c = static_cast<char>('!' + below(94));
        }
        return out;
    }

    /// Header lines that change nothing.
    std::string noise() {
        std::string out;
        for (std::size_t i = below(6); i > 0; --i) {
            out += "X-" + std::string(1 + below(12), static_cast<char>('a' + below(26))) + ":" +
                   std::string(below(3), ' ') + text(60) + std::string(below(2), '\t') + "\r\n";
        }
        return out;
    }

    std::string chunked(const std::string& body) {
        std::string out;
        for (std::size_t at = 0; at < body.size();) {
            const std::size_t size = 1 + below(body.size() - at);
            char number[20];
            std::snprintf(number, sizeof number, below(2) == 0 ? "%zx" : "%04zX", size);
            out += number + std::string(below(2) == 0 ? "" : ";name=value") + "\r\n" + body.substr(at, size) + "\r\n";
            at += size;
        }
        return out + "0\r\n" + (below(3) == 0 ? "X-Trailer: t\r\n" : "") + "\r\n";
    }

    std::string sound() {
        if (below(2) == 0) {
            static constexpr std::array kPaths = {"/",          "/health", "//health/", "/v1/health?x=%00",
                                                  "/v1/models", "/status", "/metrics",  "http://localhost/health"};
            return pick(std::array{"GET ", "HEAD "}) + pick(kPaths) + " HTTP/1.1\r\n" + noise() +
                   "Host: localhost\r\n" + noise() + "\r\n";
        }
        const std::string body = text(2'000);
        const std::string head = "POST /v1/echo HTTP/1.1\r\nContent-Type: application/json\r\n" + noise() +
                                 "host:127.0.0.1:8080\r\n" + noise();
        return below(2) == 0 ? head + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body
                             : head + "Transfer-Encoding: chunked\r\n\r\n" + chunked(body);
    }

    Shot faulty() {
        const std::string get = "GET /health HTTP/1.1\r\nHost: localhost\r\n" + noise();
        const std::string post =
            "POST /v1/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + noise();
        switch (below(14)) {
            case 0:
                return {get + " folded\r\n\r\n", {400}};
            case 1:
                return {get + "Name : value\r\n\r\n", {400}};
            case 2:
                return {get + "Name: a" + static_cast<char>(1 + below(8)) + "b\r\n\r\n", {400}};
            case 3:
                return {get + "Host: localhost\r\n\r\n", {400}};
            case 4:
                return {"GET /health HTTP/1.1\r\n" + noise() + "\r\n", {400}};
            case 5:
                return {
                    post + "Content-Length: " + pick(std::array{"-1", "+1", "1,1", "1e3", "0x10", "a"}) + "\r\n\r\n",
                    {400}};
            case 6:
                return {post + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", {400}};
            case 7:
                return {
                    post + "Transfer-Encoding: " + pick(std::array{"gzip", "chunked, gzip", "deflate"}) + "\r\n\r\n",
                    {501}};
            case 8:
                return {"GET /" + std::string(8'193, 'a') + " HTTP/1.1\r\nHost: localhost\r\n\r\n", {414}};
            case 9:
                return {get + "Big: " + std::string(33'000, 'a') + "\r\n\r\n", {431}};
            case 10:
                return {"GET /" + text(20) + " HTTP/" + pick(std::array{"2.0", "3.0", "0.9"}) + "\r\nHost: a\r\n\r\n",
                        {400, 505}};
            case 11:
                return {post + "Content-Length: 99999999\r\n\r\n", {413}};
            case 12:
                return {"GET /health HTTP/1.1\r\nHost: evil" + std::to_string(below(99)) + ".example\r\n\r\n", {403}};
            default:
                return {"POST /v1/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}", {415}};
        }
    }

    std::string mutated(std::string bytes) {
        for (std::size_t i = 1 + below(8); i > 0 && !bytes.empty(); --i) {
            const std::size_t at = below(bytes.size());
            switch (below(5)) {
                case 0:
                    bytes[at] = static_cast<char>(below(256));
                    break;
                case 1:
                    bytes.erase(at, 1 + below(20));
                    break;
                case 2:
                    bytes.insert(at,
                                 pick(std::array{"\r\n", "\n", "\r", ":", " ", "%", "\r\n\r\n", "0", "chunked", ","}));
                    break;
                case 3:
                    bytes.insert(at, bytes.substr(below(bytes.size()), below(200)));
                    break;
                default:
                    bytes.resize(at);
            }
        }
        return bytes;
    }

    std::mt19937 random_;
};

bool isStatus(int status) {
    static constexpr std::array kKnown = {200, 204, 400, 403, 404, 405, 408, 413, 414, 415, 417, 431, 501, 505};
    return std::ranges::find(kKnown, status) != kKnown.end();
}

}  // namespace

class HttpFuzzTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void no_request_gets_a_wrong_answer_or_changes_anything() {
        Bench bench;
        Generator generator(kSeed);
        int answered = 0;
        for (int i = 0; i < kRequests; ++i) {
            const Shot shot = generator.next();
            RawClient client = bench.client();
            QVERIFY(client.isConnected());
            client.send(shot.bytes);
            client.halfClose();
            const auto reply = client.reply(shot.bytes.starts_with("HEAD"));
            answered += reply ? 1 : 0;
            const bool fits = shot.statuses.empty()
                                  ? !reply || isStatus(reply->status)
                                  : reply && std::ranges::find(shot.statuses, reply->status) != shot.statuses.end();
            QVERIFY2(fits,
                     qPrintable(QStringLiteral("request %1, status %2: %3")
                                    .arg(i)
                                    .arg(reply ? reply->status : 0)
                                    .arg(QString::fromLatin1(
                                        QByteArray::fromStdString(shot.bytes).left(400).toPercentEncoding(" /:")))));
            if (i % 100 == 0) {
                RawClient known = bench.client();
                known.send(postRequest("/v1/echo", "known"));
                QCOMPARE(known.reply()->body, std::string("known"));
            }
        }
        qInfo("%d of %d were answered", answered, kRequests);
        QVERIFY(QTest::qWaitFor([&] { return bench.server().connectionCount() == 0; }, 20'000));
    }
};

STRATA_TEST(HttpFuzzTest);

}  // namespace strata::app::api

#include "http_fuzz_test.moc"
