#include <QtTest/QtTest>

#include <nlohmann/json.hpp>

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

constexpr const char* kGet = "GET /health HTTP/1.1\r\nHost: localhost\r\n";
constexpr const char* kPost = "POST /v1/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

/// A GET whose header lines are this large together, in lines of at most 1,000 bytes.
QByteArray withHeaders(qsizetype bytes) {
    QByteArray lines = "Host: localhost\r\n";
    while (bytes - lines.size() > 0) {
        const qsizetype left = bytes - lines.size();
        const qsizetype size = left > 2'000 ? 1'000 : left;
        lines += "X-A: " + QByteArray(size - 7, 'a') + "\r\n";
    }
    return "GET /health HTTP/1.1\r\n" + lines + "\r\n";
}

QByteArray withFields(int count) {
    QByteArray out = kGet;
    for (int i = 1; i < count; ++i) {
        out += "X: y\r\n";
    }
    return out + "\r\n";
}

QByteArray withLine(qsizetype bytes) {
    const QByteArray ends[] = {"GET /", " HTTP/1.1"};
    return ends[0] + QByteArray(bytes - ends[0].size() - ends[1].size(), 'a') + ends[1] + "\r\nHost: localhost\r\n\r\n";
}

enum After { open, closed };

void addRow(const char* name, const QByteArray& request, int status, After after) {
    QTest::newRow(name) << request << status << (after == closed);
}

void addHeads() {
    addRow("a plain request", kGet + QByteArray("\r\n"), 200, open);
    addRow("empty lines before it", "\r\n\r\n" + QByteArray(kGet) + "\r\n", 200, open);
    addRow("HTTP/1.0 without a Host", "GET /health HTTP/1.0\r\n\r\n", 200, closed);
    addRow("no Host", "GET /health HTTP/1.1\r\n\r\n", 400, closed);
    addRow("two Hosts", kGet + QByteArray("Host: localhost\r\n\r\n"), 400, closed);
    addRow("a folded header", kGet + QByteArray("X: a\r\n b\r\n\r\n"), 400, closed);
    addRow("a header folded with a tab", kGet + QByteArray("X: a\r\n\tb\r\n\r\n"), 400, closed);
    addRow("a space before the colon", kGet + QByteArray("X : a\r\n\r\n"), 400, closed);
    addRow("a control byte", kGet + QByteArray("X: a\x01\r\n\r\n"), 400, closed);
    addRow("a NUL", kGet + QByteArray("X: a\0b\r\n\r\n", 10), 400, closed);
    addRow("a lone line feed", "GET /health HTTP/1.1\nHost: localhost\n\n", 400, closed);
    addRow("a lone carriage return", kGet + QByteArray("X: a\rb\r\n\r\n"), 400, closed);
    addRow("a tab in a value", kGet + QByteArray("X: a\tb\r\n\r\n"), 200, open);
    addRow("bytes beyond ASCII in a value", kGet + QByteArray("X: \xc3\xa9\xff\r\n\r\n"), 200, open);
    addRow("a line without a colon", kGet + QByteArray("nothing\r\n\r\n"), 400, closed);
    addRow("a header without a name", kGet + QByteArray(": a\r\n\r\n"), 400, closed);
    addRow("a bracket in a name", kGet + QByteArray("X(: a\r\n\r\n"), 400, closed);
    addRow("a line of 8 KiB", withLine(8'192), 404, open);
    addRow("a line of more than 8 KiB", withLine(8'193), 414, closed);
    addRow("a line that does not end", "GET /" + QByteArray(9'000, 'a'), 414, closed);
    addRow("headers of 32 KiB", withHeaders(32'768), 200, open);
    addRow("headers of more than 32 KiB", withHeaders(32'769), 431, closed);
    addRow("headers that do not end", kGet + QByteArray("X: ") + QByteArray(33'000, 'a'), 431, closed);
    addRow("100 fields", withFields(100), 200, open);
    addRow("101 fields", withFields(101), 431, closed);
    addRow("the client wants to close", kGet + QByteArray("Connection: close\r\n\r\n"), 200, closed);
    addRow("an upgrade is ignored", kGet + QByteArray("Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n"), 200, open);
    addRow("TLS", QByteArray("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11), 400, closed);
}

void addLines() {
    addRow("HTTP/2 by force", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, closed);
    addRow("HTTP/1.2", "GET /health HTTP/1.2\r\nHost: localhost\r\n\r\n", 505, closed);
    addRow("HTTP/0.9", "GET /health HTTP/0.9\r\nHost: localhost\r\n\r\n", 505, closed);
    addRow("another protocol", "GET /health FTP/1.1\r\nHost: localhost\r\n\r\n", 400, closed);
    addRow("no version", "GET /health\r\n\r\n", 400, closed);
    addRow("two spaces", "GET  /health HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, closed);
    addRow("a method in small letters", "get /health HTTP/1.1\r\nHost: localhost\r\n\r\n", 405, open);
    addRow("an unknown method", "BREW /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n", 404, open);
    addRow("TRACE", "TRACE /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n", 405, open);
    addRow("CONNECT", "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n", 405, open);
    addRow("OPTIONS of all", "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", 204, open);
    addRow("OPTIONS of nothing", "OPTIONS /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n", 204, open);
    addRow("GET of all", "GET * HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, closed);
    addRow("the absolute form", "GET http://localhost/health HTTP/1.1\r\nHost: other.example\r\n\r\n", 200, open);
    addRow("the absolute form of a stranger", "GET http://rebind.example/health HTTP/1.1\r\nHost: localhost\r\n\r\n",
           403, open);
    addRow("no path", "GET health HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, closed);
    for (const char* path :
         {"//health", "/health/", "/%68ealth", "/health?strict=1", "///v1//health//", "/v1/health"}) {
        addRow(path, "GET " + QByteArray(path) + " HTTP/1.1\r\nHost: localhost\r\n\r\n", 200, open);
    }
    for (const char* path :
         {"/v1/../health", "/%2e%2e/health", "/..%5chealth", "/health%01", "/%2568ealth", "/HEALTH", "/health%zz"}) {
        addRow(path, "GET " + QByteArray(path) + " HTTP/1.1\r\nHost: localhost\r\n\r\n", 404, open);
    }
    addRow("/health%00", "GET /health%00 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, closed);
}

void addBodies() {
    const auto length = [](const char* value) {
        return kPost + QByteArray("Content-Length: ") + value + "\r\n\r\n12345";
    };
    addRow("a body", length("5"), 200, open);
    for (const char* value : {"+5", "-1", "0x5", "5 5", "5,5", "5, 6", "", "5.0", "99999999999999999999"}) {
        addRow(qPrintable(QStringLiteral("a length of '%1'").arg(value)), length(value), 400, closed);
    }
    addRow("two lengths that differ", kPost + QByteArray("Content-Length: 5\r\nContent-Length: 6\r\n\r\n12345"), 400,
           closed);
    addRow("the same length twice", kPost + QByteArray("Content-Length: 5\r\nContent-Length: 5\r\n\r\n12345"), 200,
           open);
    addRow("no body at all", kPost + QByteArray("\r\n"), 200, open);
    addRow("a length and a coding",
           kPost + QByteArray("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 400, closed);
    addRow("a coding and a length",
           kPost + QByteArray("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n"), 400, closed);
    for (const char* coding : {"gzip", "gzip, chunked", "identity", "chunked, gzip", "xchunked", ""}) {
        addRow(qPrintable(QStringLiteral("a coding of '%1'").arg(coding)),
               kPost + QByteArray("Transfer-Encoding: ") + coding + "\r\n\r\n0\r\n\r\n", 501, closed);
    }
    addRow("chunked twice",
           kPost + QByteArray("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 400,
           closed);
    addRow("chunks for HTTP/1.0",
           "POST /v1/echo HTTP/1.0\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
           400, closed);
    const QByteArray chunked = kPost + QByteArray("Transfer-Encoding: Chunked\r\n\r\n");
    addRow("chunks with extensions and trailers",
           chunked + "2;a=b\r\n12\r\n3;q=\"x\"\r\n345\r\n0\r\nX-Trailer: t\r\n\r\n", 200, open);
    addRow("a chunk's size is no number", chunked + "zz\r\n12\r\n0\r\n\r\n", 400, closed);
    addRow("a chunk longer than it says", chunked + "2\r\n123\r\n0\r\n\r\n", 400, closed);
    addRow("a chunk too large", chunked + "4000001\r\n12", 413, closed);
    addRow("a chunk larger than numbers go", chunked + "fffffffffffffffff\r\n12", 400, closed);
    addRow("a chunk's line does not end", chunked + "2;" + QByteArray(40'000, 'a'), 400, closed);
    addRow("a body of more than 64 MiB", kPost + QByteArray("Content-Length: 67108865\r\n\r\n"), 413, closed);
    addRow("a GET with a body", kGet + QByteArray("Content-Length: 5\r\n\r\n12345"), 200, open);
    addRow("a GET with a large body", kGet + QByteArray("Content-Length: 65537\r\n\r\n"), 413, closed);
    addRow("OPTIONS with a body", "OPTIONS / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n12345", 204, open);
}

void addTypes() {
    const auto post = [](const QByteArray& lines) {
        return "POST /v1/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n" + lines + "\r\n{}";
    };
    for (const char* type : {"application/json", "APPLICATION/JSON", "application/json; charset=UTF-8",
                             "application/json;charset=\"utf-8\"", "application/json; profile=x"}) {
        addRow(type, post("Content-Type: " + QByteArray(type) + "\r\n"), 200, open);
    }
    for (const char* type :
         {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/json; charset=latin1",
          "application/jsonp", "text/plain; a=application/json"}) {
        addRow(type, post("Content-Type: " + QByteArray(type) + "\r\n"), 415, open);
    }
    addRow("no type", post({}), 415, open);
    addRow("two types", post("Content-Type: application/json\r\nContent-Type: text/plain\r\n"), 415, open);
    addRow("an encoded body", post("Content-Type: application/json\r\nContent-Encoding: gzip\r\n"), 415, open);
    addRow("a body that says it is not encoded",
           post("Content-Type: application/json\r\nContent-Encoding: identity\r\n"), 200, open);
    addRow("another expectation", post("Content-Type: application/json\r\nExpect: coffee\r\n"), 417, closed);
}

}  // namespace

class HttpFramingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reads_a_request_in_one_way_only_data() {
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<int>("status");
        QTest::addColumn<bool>("closes");
        addHeads();
        addLines();
        addBodies();
        addTypes();
    }
    void reads_a_request_in_one_way_only() {
        QFETCH(const QByteArray, request);
        QFETCH(const int, status);
        QFETCH(const bool, closes);
        Bench bench;
        RawClient client = bench.client();
        QVERIFY(client.send(request.toStdString()));
        const auto reply = client.reply(status == 204);
        QVERIFY(reply);
        QCOMPARE(reply->status, status);
        QCOMPARE(reply->header("x-request-id").size(), std::size_t{28});
        QCOMPARE(reply->header("connection"), std::string(closes ? "close" : "keep-alive"));
        if (closes) {
            QVERIFY(client.awaitClose());
        } else {
            client.send(getRequest("/health"));
            const auto next = client.reply();
            QVERIFY(next);
            QCOMPARE(next->status, 200);
        }
    }

    void reads_the_same_whatever_pieces_it_comes_in() {
        Bench bench;
        RawClient client = bench.client();
        const std::string request = postRequest("/v1/echo", "{\"a\": \"body\"}") + kPost +
                                    "Transfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nT: t\r\n\r\n";
        for (const char byte : request) {
            QVERIFY(client.send(std::string_view(&byte, 1)));
        }
        QCOMPARE(client.reply()->body, std::string("{\"a\": \"body\"}"));
        QCOMPARE(client.reply()->body, std::string("abcde"));
    }

    void asks_for_a_body_that_the_client_holds_back() {
        Bench bench;
        RawClient client = bench.client();
        client.send(std::string(kPost) + "Content-Length: 5\r\nExpect: 100-Continue\r\n\r\n");
        QCOMPARE(client.readUntil("\r\n\r\n"), std::string("HTTP/1.1 100 Continue\r\n\r\n"));
        client.send("12345");
        QCOMPARE(client.reply()->body, std::string("12345"));
    }

    void does_not_ask_for_a_body_that_it_refuses() {
        Bench bench;
        for (const char* head :
             {"POST /v1/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n",
              "POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n",
              "POST /v1/echo HTTP/1.1\r\nHost: rebind.example\r\nContent-Type: application/json\r\n"}) {
            RawClient client = bench.client();
            client.send(std::string(head) + "Content-Length: 5\r\nExpect: 100-continue\r\n\r\n");
            const auto reply = client.reply();
            QVERIFY(reply);
            QVERIFY(reply->status >= 403);
            QVERIFY(client.awaitClose());
        }
    }

    void takes_a_body_of_64_mib_and_not_one_byte_more() {
        Bench bench;
        RawClient client = bench.client();
        const std::string piece(1 << 20, 'x');
        QVERIFY(client.send(std::string(kPost) + "Content-Length: 67108864\r\n\r\n"));
        for (int i = 0; i < 64; ++i) {
            QVERIFY(client.send(piece));
        }
        QCOMPARE(client.reply()->body.size(), std::size_t{67'108'864});

        QVERIFY(client.send(std::string(kPost) + "Transfer-Encoding: chunked\r\n\r\n"));
        const std::string chunk = "100000\r\n" + piece + "\r\n";
        for (int i = 0; i < 64; ++i) {
            QVERIFY(client.send(chunk));
        }
        client.send("1\r\nx\r\n0\r\n\r\n");
        QCOMPARE(codeOf(client.reply()), "413 request_too_large");
        QVERIFY(client.awaitClose());
    }

    void an_error_before_the_head_is_whole_has_the_shape_of_its_path() {
        Bench bench;
        RawClient client = bench.client();
        client.send("POST /v1/messages?beta=true HTTP/1.1\r\nHost: localhost\r\nX : y\r\n\r\n");
        const auto reply = client.reply();
        QCOMPARE(codeOf(reply), "400 invalid_request_error");
        const auto body = nlohmann::json::parse(reply->body);
        QCOMPARE(body["type"].get<std::string>(), std::string("error"));
        QCOMPARE(body["request_id"].get<std::string>(), reply->header("request-id"));
    }

    void tells_clients_when_not_to_try_again() {
        Bench bench;
        RawClient client = bench.client();
        client.send(std::string(kPost) + "Transfer-Encoding: gzip\r\n\r\n");
        QCOMPARE(client.reply()->header("x-should-retry"), std::string("false"));
    }
};

STRATA_TEST(HttpFramingTest);

}  // namespace strata::app::api

#include "http_framing_test.moc"
