#include <QDir>
#include <QFile>
#include <QtTest/QtTest>

#include <algorithm>

#include "app/api/dialect.h"
#include "dialect_bench.h"
#include "support/test_registry.h"

using namespace strata::app::api;
using strata::testing::Json;

namespace {

Json jsonOf(const QString& name) {
    QFile file(QStringLiteral(STRATA_TEST_FIXTURES "/api/") + name);
    return file.open(QIODevice::ReadOnly) ? Json::parse(file.readAll().toStdString()) : Json();
}

const Dialect* dialectOf(const std::string& target) {
    const std::string path = target.substr(0, target.find('?'));
    if (path == "/v1/chat/completions" || path == "/chat/completions") {
        return &chatDialect();
    }
    if (path == "/v1/completions") {
        return &completionsDialect();
    }
    if (path == "/v1/responses") {
        return &responsesDialect();
    }
    return path == "/v1/messages" || path == "/v1/messages/count_tokens" ? &messagesDialect() : nullptr;
}

std::string bodyOf(const Json& fixture) {
    if (fixture.contains("generate")) {
        std::string text = fixture["generate"]["body"].dump();
        std::string filling;
        for (int i = 0; i < fixture["generate"]["times"].get<int>(); ++i) {
            filling += fixture["generate"]["text"].get<std::string>();
        }
        return text.replace(text.find("@@"), 2, filling);
    }
    return fixture.contains("raw_body") ? fixture["raw_body"].get<std::string>() : fixture["body"].dump();
}

/// What a fixture's answer must have in a field of its error; null: it is not said.
Json expected(const Json& expect, const std::string& path) {
    for (const Json& rule : expect.value("json", Json::array())) {
        if (rule[0] == path && (rule[1] == "in" || rule[1] == "eq")) {
            return rule[1] == "in" ? rule[2] : Json::array({rule[2]});
        }
    }
    return {};
}

/// Refusals that are made by others than the dialects.
bool isOfOthers(const Json& codes) {
    static const std::vector<std::string> kOthers = {"context_length_exceeded", "host_not_allowed",
                                                     "origin_not_allowed",      "invalid_api_key",
                                                     "unsupported_media_type",  "model_loading"};
    return codes.is_array() && std::ranges::find(kOthers, codes[0].get<std::string>()) != kOthers.end();
}

}  // namespace

/// Every request of the fixtures goes through its dialect, and what the dialect says is what the manifest says.
class FixturesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_request_is_read_or_refused_as_the_manifest_says_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("expectation");
        const Json manifest = jsonOf("manifest.json");
        for (const Json& one : manifest["cases"]) {
            const QString file = QString::fromStdString(one["file"].get<std::string>());
            const Json fixture = jsonOf(file);
            const int status = one["expect"].value("status", 200);
            const bool is_of_dialects = status == 200 || status == 400;
            if (fixture.value("method", "GET") == "POST" && dialectOf(fixture["path"].get<std::string>()) != nullptr &&
                is_of_dialects) {
                QTest::newRow(one["id"].get<std::string>().c_str())
                    << file << QByteArray::fromStdString(one["expect"].dump());
            }
        }
    }
    void every_request_is_read_or_refused_as_the_manifest_says() {
        QFETCH(QString, file);
        QFETCH(QByteArray, expectation);
        const Json fixture = jsonOf(file);
        const Json expect = Json::parse(expectation.toStdString());
        HttpRequest http;
        const Json headers = fixture.value("headers", Json::object());
        for (const auto& [name, value] : headers.items()) {
            if (value.is_string()) {
                http.headers.emplace_back(name, value.get<std::string>());
            }
        }
        const auto call =
            strata::testing::readCall(*dialectOf(fixture["path"].get<std::string>()), bodyOf(fixture), http);
        const Json codes = expected(expect, "error.code");
        const bool needs_encoder = file == "image-without-encoder.json" || file == "image-http-url.json";
        if (expect.value("status", 200) == 200 || isOfOthers(codes) || needs_encoder) {
            QVERIFY2(call, call ? "" : call.error().message.c_str());
            return;
        }
        QVERIFY(!call);
        QCOMPARE(statusOf(call.error().kind), 400);
        if (codes.is_array()) {
            QVERIFY2(std::ranges::find(codes, Json(codeOf(call.error().kind))) != codes.end(),
                     std::string(codeOf(call.error().kind)).c_str());
        }
        if (const Json params = expected(expect, "error.param"); params.is_array()) {
            QCOMPARE(QString::fromStdString(call.error().param), QString::fromStdString(params[0].get<std::string>()));
        }
    }
};

STRATA_TEST(FixturesTest);
#include "fixtures_test.moc"
