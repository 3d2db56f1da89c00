#include "app/api/picture_fetch.h"

#include <QtTest/QtTest>

#include <functional>
#include <map>
#include <thread>

#include <QCoreApplication>
#include <QTimer>

#include "app/api/public_address.h"
#include "support/scripted_server.h"
#include "support/test_registry.h"

namespace strata::app::api {
namespace {

using testing::ScriptedServer;
using Reply = ScriptedServer::Reply;

/// Rules under which a server on this machine counts as a public one, except the names and ports that a test forbids.
FetchRules rulesFor(const ScriptedServer& server) {
    FetchRules out;
    out.resolve = [](const QString& host, const std::function<void(const QList<QHostAddress>&)>& found) {
        static const std::map<QString, QList<QHostAddress>> names = {
            {QStringLiteral("pictures.example"), {QHostAddress(QStringLiteral("127.0.0.1"))}},
            {QStringLiteral("inner.example"), {QHostAddress(QStringLiteral("10.0.0.1"))}},
            {QStringLiteral("both.example"),
             {QHostAddress(QStringLiteral("127.0.0.1")), QHostAddress(QStringLiteral("10.0.0.1"))}}};
        const auto name = names.find(host);
        found(name == names.end() ? QList<QHostAddress>() : name->second);
    };
    out.admits = [](const QHostAddress& address) { return address == QHostAddress(QStringLiteral("127.0.0.1")); };
    out.admits_port = [port = server.port()](const QString&, int asked) { return asked == port; };
    out.patience = std::chrono::seconds(20);
    return out;
}

std::string at(const ScriptedServer& server, const QString& host, const QString& path) {
    return QStringLiteral("http://%1:%2%3").arg(host).arg(server.port()).arg(path).toStdString();
}

Reply redirect(const QByteArray& to) {
    return {{"HTTP/1.1 302 Found\r\nLocation: " + to + "\r\nContent-Length: 0\r\n\r\n"}};
}

QString codeOf(const ApiResult<std::string>& fetched) {
    return fetched ? QString() : QString::fromUtf8(strata::app::api::codeOf(fetched.error().kind).data());
}

}  // namespace

class PictureFetchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knows_which_addresses_are_public_data() {
        QTest::addColumn<bool>("is_public");
        for (const char* address : {"1.1.1.1", "8.8.8.8", "93.184.216.34", "172.15.0.1", "172.32.0.1", "100.63.0.1",
                                    "100.128.0.1", "2606:4700::1111", "2a00:1450:4001::1"}) {
            QTest::newRow(address) << true;
        }
        for (const char* address : {"0.0.0.0",      "10.0.0.1",         "100.64.0.1",
                                    "127.0.0.1",    "127.255.255.255",  "169.254.169.254",
                                    "172.16.0.1",   "172.31.255.255",   "192.0.0.8",
                                    "192.0.2.1",    "192.168.1.1",      "198.18.0.1",
                                    "198.51.100.1", "203.0.113.1",      "224.0.0.1",
                                    "240.0.0.1",    "255.255.255.255",  "::",
                                    "::1",          "::ffff:127.0.0.1", "::ffff:8.8.8.8",
                                    "::127.0.0.1",  "64:ff9b::7f00:1",  "64:ff9b::808:808",
                                    "64:ff9b:1::1", "100::1",           "2001::1",
                                    "2001:db8::1",  "2002:7f00:1::",    "3fff::1",
                                    "fc00::1",      "fd12::1",          "fe80::1",
                                    "fec0::1",      "ff02::1"}) {
            QTest::newRow(address) << false;
        }
    }
    void knows_which_addresses_are_public() {
        QFETCH(const bool, is_public);
        QCOMPARE(isPublicAddress(QHostAddress(QLatin1String(QTest::currentDataTag()))), is_public);
    }

    void fetches_a_picture_from_the_address_that_it_checked() {
        const ScriptedServer server(
            [](const ScriptedServer::Request&) { return ScriptedServer::whole(200, "image/png", "the bytes"); });
        const auto fetched = fetchPicture(at(server, "pictures.example", "/a%20b.png?x=1"), "p", rulesFor(server));
        QVERIFY2(fetched, qPrintable(codeOf(fetched)));
        QCOMPARE(*fetched, std::string("the bytes"));
        const auto requests = server.requests();
        QCOMPARE(requests.size(), std::size_t{1});
        QCOMPARE(requests[0].line, QByteArray("GET /a%20b.png?x=1 HTTP/1.1"));
        QVERIFY(requests[0].headers.contains("host: pictures.example:"));
        QVERIFY(!requests[0].headers.contains("cookie"));
    }

    void reads_chunks_and_bodies_that_end_with_the_connection() {
        const ScriptedServer server([](const ScriptedServer::Request& request) -> Reply {
            if (request.line.contains("/chunks")) {
                return {{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", "0\r\n\r\n"}};
            }
            return {{"HTTP/1.1 200 OK\r\n\r\nab", "c"}};
        });
        for (const char* path : {"/chunks", "/end"}) {
            const auto fetched = fetchPicture(at(server, "pictures.example", path), "p", rulesFor(server));
            QVERIFY2(fetched, path);
            QCOMPARE(*fetched, std::string("abc"));
        }
    }

    void asks_nobody_whom_the_rules_forbid_data() {
        QTest::addColumn<QString>("address");
        for (const char* address :
             {"file:///etc/passwd", "/etc/passwd", "ftp://pictures.example/a", "http://inner.example:PORT/",
              "http://both.example:PORT/", "http://10.0.0.1:PORT/", "http://[::1]:PORT/",
              "http://user:secret@pictures.example:PORT/", "http://pictures.example:22/",
              "http://pictures.example:PORT\\@inner.example/", "http:///a", "data:image/png;base64,AA=="}) {
            QTest::newRow(address) << QString(address);
        }
    }
    void asks_nobody_whom_the_rules_forbid() {
        QFETCH(QString, address);
        const ScriptedServer server(
            [](const ScriptedServer::Request&) { return ScriptedServer::whole(200, "image/png", "the bytes"); });
        address.replace("PORT", QString::number(server.port()));
        const auto fetched = fetchPicture(address.toStdString(), "p", rulesFor(server));
        QCOMPARE(codeOf(fetched), "image_url_not_allowed");
        QVERIFY(server.requests().empty());
    }

    void checks_every_redirect_anew() {
        QByteArray to;
        const ScriptedServer server([&to](const ScriptedServer::Request& request) -> Reply {
            return request.line.contains("/start") ? redirect(to) : ScriptedServer::whole(200, "image/png", "moved");
        });
        to = "/next";
        const auto moved = fetchPicture(at(server, "pictures.example", "/start"), "p", rulesFor(server));
        QVERIFY(moved);
        QCOMPARE(*moved, std::string("moved"));
        for (const char* inner : {"http://10.0.0.1/", "file:///etc/passwd", "http://inner.example/"}) {
            to = inner;
            QCOMPARE(codeOf(fetchPicture(at(server, "pictures.example", "/start"), "p", rulesFor(server))),
                     "image_url_not_allowed");
        }
        to = "/start";
        QCOMPARE(codeOf(fetchPicture(at(server, "pictures.example", "/start"), "p", rulesFor(server))),
                 "invalid_image");
    }

    void a_name_that_nobody_knows_in_time_is_given_up() {
        const ScriptedServer server(
            [](const ScriptedServer::Request&) { return ScriptedServer::whole(200, "image/png", "the bytes"); });
        FetchRules rules = rulesFor(server);
        rules.resolve = [](const QString&, const std::function<void(const QList<QHostAddress>&)>&) {};
        rules.patience = std::chrono::milliseconds(20);
        QCOMPARE(codeOf(fetchPicture(at(server, "pictures.example", "/"), "p", rules)), "invalid_image");
        QVERIFY(server.requests().empty());
    }

    void a_name_that_becomes_known_later_is_used() {
        const ScriptedServer server(
            [](const ScriptedServer::Request&) { return ScriptedServer::whole(200, "image/png", "the bytes"); });
        FetchRules rules = rulesFor(server);
        rules.resolve = [](const QString&, const std::function<void(const QList<QHostAddress>&)>& found) {
            QTimer::singleShot(0, QCoreApplication::instance(),
                               [found] { found({QHostAddress(QStringLiteral("127.0.0.1"))}); });
        };
        QVERIFY(fetchPicture(at(server, "pictures.example", "/"), "p", rules));
    }

    /// As the server does it: on a thread that has no events of its own.
    void the_system_is_asked_on_a_thread_without_events() {
        FetchRules rules;
        rules.admits = [](const QHostAddress& address) { return !address.isLoopback(); };
        QString code;
        std::thread([&] { code = codeOf(fetchPicture("http://localhost/", "p", rules)); }).join();
        QCOMPARE(code, "image_url_not_allowed");
    }

    void every_failure_has_the_same_words() {
        const ScriptedServer server([](const ScriptedServer::Request& request) -> Reply {
            if (request.line.contains("/none")) {
                return ScriptedServer::whole(404, "text/plain", "no");
            }
            if (request.line.contains("/large")) {
                return {{"HTTP/1.1 200 OK\r\nContent-Length: 30000000\r\n\r\n"}};
            }
            return {{"not HTTP at all\r\n\r\n"}};
        });
        std::string words;
        for (const QString& address : {QString::fromStdString(at(server, "pictures.example", "/none")),
                                       QString::fromStdString(at(server, "pictures.example", "/large")),
                                       QString::fromStdString(at(server, "pictures.example", "/other")),
                                       QString::fromStdString(at(server, "unknown.example", "/"))}) {
            const auto fetched = fetchPicture(address.toStdString(), "p", rulesFor(server));
            QCOMPARE(codeOf(fetched), "invalid_image");
            QVERIFY(words.empty() || words == fetched.error().message);
            words = fetched.error().message;
        }
    }
};

STRATA_TEST(PictureFetchTest);

}  // namespace strata::app::api

#include "picture_fetch_test.moc"
