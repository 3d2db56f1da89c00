#include "app/api/access_rules.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <QFile>

#include "support/test_registry.h"

namespace strata::app::api {
namespace {

constexpr const char* kKey = "sk-right";

struct KeyCase {
    const char* name;
    bool is_set;
    std::vector<Header> sent;
    bool fits;
    bool is_shown = false;  ///< in the table that people read
};

struct HostCase {
    const char* text;  ///< null: no Host header
    bool admitted;     ///< without a key
    bool is_shown = false;
};

struct OriginCase {
    const char* text;  ///< null: no Origin header; "own": of the Host that was asked for
    bool may_post;     ///< without a key
    bool may_load;     ///< with and without
};

struct TypeCase {
    const char* text;  ///< null: no Content-Type
    bool fits;
    bool is_shown = false;
};

struct PathCase {
    const char* method;
    const char* path;
    enum Kind { open, reads, generates, lifecycle, unknown, wrong_method } kind;
};

const std::array kKeys = {
    KeyCase{"none asked", false, {}, true, true},
    KeyCase{"none asked, one sent", false, {{"Authorization", "Bearer anything"}}, true},
    KeyCase{"right, bearer", true, {{"authorization", "bEARER   sk-right "}}, true, true},
    KeyCase{"right, x-api-key", true, {{"X-Api-Key", "sk-right"}, {"Authorization", "Bearer other"}}, true},
    KeyCase{"right, api-key", true, {{"api-key", "sk-right"}}, true},
    KeyCase{"missing", true, {}, false, true},
    KeyCase{"wrong", true, {{"Authorization", "Bearer sk-righ"}}, false},
    KeyCase{"without scheme", true, {{"Authorization", "sk-right"}}, false},
};

const std::array kHosts = {
    HostCase{nullptr, true},
    HostCase{"localhost", true, true},
    HostCase{"LOCALHOST.:8080", true},
    HostCase{"app.localhost:1", true},
    HostCase{"127.0.0.1:8080", true},
    HostCase{"192.168.1.7", true},
    HostCase{"[::1]:8080", true},
    HostCase{"allowed.example:8080", true},
    HostCase{"deep.under.domain.example", true},
    HostCase{"domain.example", true},
    HostCase{"page.example", true},  // of a trusted origin
    HostCase{"rebind.example", false, true},
    HostCase{"localhost.evil.example", false},
    HostCase{"evillocalhost", false},
    HostCase{"127.0.0.1.nip.example", false},
    HostCase{"2130706433", false},
    HostCase{"0x7f.1", false},
    HostCase{"127.1", false},
    HostCase{"127.0.0.01", false},
    HostCase{"127.0.0.256", false},
    HostCase{"::1", false},
    HostCase{"[::1%25eth0]", false},
    HostCase{"localhost:80:80", false},
    HostCase{"localhost@evil.example", false},
    HostCase{"evildomain.example", false},
    HostCase{"host.docker.internal", false},  // bound to this machine only
    HostCase{"", false},
};

const std::array kOrigins = {
    OriginCase{nullptr, true, true},
    OriginCase{"own", true, true},
    OriginCase{"http://localhost:3000", true, false},
    OriginCase{"https://app.localhost", true, false},
    OriginCase{"http://127.0.0.9:5173", true, false},
    OriginCase{"http://[::1]:5173", true, false},
    OriginCase{"http://10.1.2.3:5173", true, false},  // one of this machine's
    OriginCase{"http://workstation:5173", true, false},
    OriginCase{"https://page.example", true, true},          // trusted
    OriginCase{"https://reader.example:8443", true, false},  // may read answers
    OriginCase{"chrome-extension://abcdef", true, false},
    OriginCase{"vscode-webview://abcdef", true, false},
    OriginCase{"tauri://localhost", true, false},
    OriginCase{"app://.", true, false},
    OriginCase{"null", false, false},
    OriginCase{"", false, false},
    OriginCase{"http://page.example", false, false},
    OriginCase{"https://page.example:444", false, false},
    OriginCase{"https://page.example.evil.example", false, false},
    OriginCase{"https://evil.example", false, false},
    OriginCase{"http://192.168.1.7:5173", false, false},  // a numeric address of somebody else
    OriginCase{"http://0.0.0.0:5173", false, false},
    OriginCase{"http://localhost.evil.example", false, false},
    OriginCase{"ftp://localhost", false, false},
    OriginCase{"file://", false, false},
    OriginCase{"https://page.example/path", false, false},
};

const std::array kTypes = {
    TypeCase{"application/json", true, true}, TypeCase{"application/json; charset=utf-8", true},
    TypeCase{"text/plain", false, true},      TypeCase{"application/x-www-form-urlencoded", false},
    TypeCase{nullptr, false, true},
};

const std::array kPaths = {
    PathCase{"GET", "/health", PathCase::open},
    PathCase{"HEAD", "/health", PathCase::open},
    PathCase{"POST", "/health", PathCase::wrong_method},
    PathCase{"GET", "/v1/models", PathCase::reads},
    PathCase{"GET", "/models/a/b", PathCase::reads},
    PathCase{"POST", "/v1/chat/completions", PathCase::generates},
    PathCase{"POST", "/chat/completions", PathCase::generates},
    PathCase{"GET", "/v1/chat/completions", PathCase::wrong_method},
    PathCase{"POST", "/load", PathCase::lifecycle},
    PathCase{"GET", "/load", PathCase::wrong_method},
    PathCase{"TRACE", "/v1/nothing", PathCase::wrong_method},
    PathCase{"POST", "/v1/nothing", PathCase::unknown},
    PathCase{"GET", "/LOAD", PathCase::unknown},
};

/// The rules as the document has them, over what the tables above say of each case.
int expected(const KeyCase& key, const HostCase& host, OriginCase origin, const TypeCase& type, const PathCase& path) {
    const bool is_post = std::string_view(path.method) == "POST";
    if (host.text != nullptr && origin.text != nullptr && origin.text == "http://" + std::string(host.text)) {
        origin.may_post = origin.may_load = true;  // the server's own
    }
    if (!key.is_set && !host.admitted) {
        return 403;
    }
    if (path.kind != PathCase::open && !key.fits) {
        return 401;
    }
    if (path.kind == PathCase::lifecycle ? !origin.may_load : is_post && !key.is_set && !origin.may_post) {
        return 403;
    }
    if (path.kind == PathCase::wrong_method) {
        return 405;
    }
    if (path.kind == PathCase::unknown) {
        return 404;
    }
    return is_post && !type.fits ? 415 : 200;
}

ServerOptions optionsOf(bool with_key) {
    ServerOptions out;
    out.api_key = with_key ? kKey : "";
    out.allowed_hosts = {"Allowed.Example", ".domain.example"};
    out.trusted_origins = {"https://page.example"};
    out.cors_origins = {"https://reader.example:8443"};
    return out;
}

const MachineNames kMachine{{"workstation"}, {"127.0.0.1", "10.1.2.3", "[fe80::1]"}};

Router someRoutes() {
    const Handler nothing;
    std::vector<Route> out;
    out.push_back({.path = "/health", .handler = nothing, .needs_key = false});
    out.push_back({.path = "/v1/models/*", .handler = nothing});
    out.push_back({.path = "/v1/models", .handler = nothing});
    out.push_back({.path = "/v1/chat/completions", .verb = Verb::post, .handler = nothing});
    out.push_back({.path = "/load", .verb = Verb::post, .handler = nothing, .lifecycle = true});
    return Router(std::move(out));
}

const char* shown(const char* text) {
    return text == nullptr ? "-" : *text == '\0' ? "(empty)" : text;
}

Caller callerOf(const KeyCase& key, const HostCase& host, const OriginCase& origin, const TypeCase& type,
                const PathCase& path) {
    Caller out;
    out.method = path.method;
    if (host.text != nullptr) {
        out.host = host.text;
    }
    out.headers = key.sent;
    if (type.text != nullptr) {
        out.headers.emplace_back("Content-Type", type.text);
    }
    if (origin.text != nullptr) {
        const bool own = std::string_view(origin.text) == "own";
        out.headers.emplace_back("origin", own ? "http://" + out.host.value_or("") : origin.text);
    }
    return out;
}

QByteArray rowOf(const KeyCase& key, const HostCase& host, const OriginCase& origin, const TypeCase& type,
                 const PathCase& path, int status) {
    return QStringLiteral("| %1 | %2 | %3 | %4 | %5 %6 | %7 |")
        .arg(key.name, shown(host.text), shown(origin.text), shown(type.text), path.method, path.path)
        .arg(status)
        .toUtf8();
}

/// An origin of one's own needs a Host that can be one.
bool makesSense(const HostCase& host, const OriginCase& origin) {
    const bool own = origin.text != nullptr && std::string_view(origin.text) == "own";
    return !own || (host.text != nullptr && parseAuthority(host.text));
}

}  // namespace

class AccessRulesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Every combination of key, Host, Origin, content type and route. The telling ones are written as a table to the
    /// file that STRATA_ACCESS_TABLE names.
    void every_combination_gets_its_status() {
        const AccessRules open(optionsOf(false), kMachine), closed(optionsOf(true), kMachine);
        const Router router = someRoutes();
        QByteArray table = "| key | Host | Origin | Content-Type | request | status |\n|---|---|---|---|---|---|\n";
        int rows = 0;
        for (const KeyCase& key : kKeys) {
            const AccessRules& rules = key.is_set ? closed : open;
            for (const HostCase& host : kHosts) {
                for (const OriginCase& origin : kOrigins) {
                    for (const TypeCase& type : kTypes) {
                        for (const PathCase& path : kPaths) {
                            if (!makesSense(host, origin)) {
                                continue;
                            }
                            const auto error =
                                rules.refusal(callerOf(key, host, origin, type, path), router.match(path.path));
                            const int status = error ? statusOf(error->kind) : 200;
                            QVERIFY2(status == expected(key, host, origin, type, path),
                                     rowOf(key, host, origin, type, path, status));
                            if (key.is_shown && host.is_shown && type.is_shown) {
                                table += rowOf(key, host, origin, type, path, status) + '\n';
                            }
                            ++rows;
                        }
                    }
                }
            }
        }
        qInfo("%d combinations", rows);
        QVERIFY(rows > 300'000);
        const QString file = qEnvironmentVariable("STRATA_ACCESS_TABLE");
        if (!file.isEmpty()) {
            QFile out(file);
            QVERIFY(out.open(QFile::WriteOnly) && out.write(table) == table.size());
        }
    }

    void answers_can_be_read_by_listed_pages_only_data() {
        QTest::addColumn<QStringList>("listed");
        QTest::addColumn<bool>("with_key");
        QTest::addColumn<QString>("origin");
        QTest::addColumn<bool>("is_v1");
        QTest::addColumn<QString>("allowed");
        const QStringList one{"https://reader.example"}, all{"*"};
        QTest::newRow("a listed one") << one << false << "https://reader.example" << true << "https://reader.example";
        QTest::newRow("with its usual port")
            << one << false << "https://reader.example:443" << true << "https://reader.example:443";
        QTest::newRow("another") << one << false << "https://evil.example" << true << "";
        QTest::newRow("nothing listed") << QStringList() << true << "https://reader.example" << true << "";
        QTest::newRow("not below /v1/") << one << true << "https://reader.example" << false << "";
        QTest::newRow("all, with a key") << all << true << "https://any.example" << true << "*";
        QTest::newRow("all, without one") << all << false << "https://any.example" << true << "";
        QTest::newRow("no page") << one << false << "" << true << "";
    }
    void answers_can_be_read_by_listed_pages_only() {
        QFETCH(const QStringList, listed);
        QFETCH(const bool, with_key);
        QFETCH(const QString, origin);
        QFETCH(const bool, is_v1);
        QFETCH(const QString, allowed);
        ServerOptions options;
        options.api_key = with_key ? kKey : "";
        for (const QString& entry : listed) {
            options.cors_origins.push_back(entry.toStdString());
        }
        const AccessRules rules(options, {});
        Caller caller{{}, "OPTIONS", {{"Access-Control-Request-Headers", "x-stainless-os, authorization"}}};
        if (!origin.isEmpty()) {
            caller.headers.emplace_back("Origin", origin.toStdString());
        }
        const std::vector<Header> headers = rules.preflightHeaders(caller, is_v1);
        const auto value = [&](const std::string& name) {
            const auto found = std::ranges::find(headers, name, &Header::first);
            return found == headers.end() ? QString() : QString::fromStdString(found->second);
        };
        QCOMPARE(value("Access-Control-Allow-Origin"), allowed);
        QCOMPARE(value("Vary"), allowed.isEmpty() || allowed == "*" ? QString() : QStringLiteral("Origin"));
        QCOMPARE(value("Access-Control-Allow-Credentials"), QString());
        QCOMPARE(value("Access-Control-Allow-Headers"),
                 allowed.isEmpty() ? QString() : QStringLiteral("x-stainless-os, authorization"));
        QCOMPARE(headers.empty(), allowed.isEmpty());
    }

    void an_entry_for_origins_has_no_path_and_no_wildcard() {
        QVERIFY(isOriginEntry("https://page.example:8443"));
        QVERIFY(isOriginEntry("http://[::1]:3000"));
        for (const char* entry : {"https://page.example/", "https://*.example", "page.example", "*", "https://", ""}) {
            QVERIFY2(!isOriginEntry(entry), entry);
        }
    }

    void beyond_this_machine_its_own_names_are_hosts() {
        ServerOptions options = optionsOf(false);
        options.host = "0.0.0.0";
        const AccessRules rules(options, kMachine);
        for (const char* host : {"workstation:8080", "WORKSTATION.local", "host.docker.internal:8080"}) {
            QVERIFY2(rules.admitsHost(host), host);
        }
        QVERIFY(!rules.admitsHost("other.local"));
        options.allowed_hosts = {"*"};
        QVERIFY(AccessRules(options, kMachine).admitsHost("anything.example"));
    }
};

STRATA_TEST(AccessRulesTest);

}  // namespace strata::app::api

#include "access_rules_test.moc"
