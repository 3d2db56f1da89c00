#include "app/api/status_routes.h"

#include <QtTest/QtTest>

#include <map>
#include <memory>
#include <optional>

#include <nlohmann/json.hpp>

#include "app/api/answer_head.h"
#include "app/api/request_target.h"
#include "support/fake_desk.h"
#include "support/test_registry.h"

namespace strata::app::api {
namespace {

using nlohmann::json;
using testing::FakeDesk;

/// A channel that keeps what it is given.
class KeptAnswer final : public AnswerChannel {
public:
    std::optional<HttpAnswer> answer;

    void send(HttpAnswer whole) override { answer = std::move(whole); }
    void refuse(const ApiError& error) override { answer = errorAnswer(error, Style::openai, "req_1"); }
    void beginStream(const std::vector<Header>&) override {}
    void write(std::string) override {}
    void endStream(bool) override {}
    void onGone(std::function<void()>) override {}
};

/// Desk, meters and routes.
class Office {
public:
    FakeDesk desk;
    ServerMeters meters;
    std::map<std::string, std::string> aliases;

    HttpAnswer ask(const std::string& target, const std::string& body = {}, std::vector<Header> headers = {}) {
        std::vector<Route> routes = statusRoutes({&desk, &meters, aliases});
        for (Route& route : lifecycleRoutes(desk)) {
            routes.push_back(std::move(route));
        }
        const Router router(std::move(routes));
        const auto parsed = parseTarget("GET", target);
        const RouteMatch match = router.match(parsed->path);
        if (match.route == nullptr) {
            return errorAnswer(unknownPath(match), match.style, "req_1");
        }
        const auto channel = std::make_shared<KeptAnswer>();
        match.route->handler(std::make_shared<const HttpRequest>(HttpRequest{"req_1", "GET", match.path, parsed->query,
                                                                             std::move(headers), body, match.style}),
                             channel);
        return channel->answer.value_or(HttpAnswer{0, {}});
    }
    json askJson(const std::string& target, const std::string& body = {}, std::vector<Header> headers = {}) {
        return json::parse(ask(target, body, std::move(headers)).body);
    }
};

ModelEntry largeModel() {
    ModelEntry out{.id = "qwen/large", .name = "Large model"};
    out.created = 1'790'000'000;
    out.bytes = 42;
    out.context_length = 32'768;
    out.trained_context = 262'144;
    out.sees_pictures = true;
    return out;
}

RequestStanding standing(const char* api, int queued_before, RequestStanding::Phase phase) {
    RequestStanding out;
    out.api = api;
    out.queued_before = queued_before;
    out.phase = phase;
    return out;
}

}  // namespace

class StatusRoutesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void health_says_whether_a_request_would_be_answered_data() {
        QTest::addColumn<int>("state");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("body");
        const auto row = [](const char* name, ModelState state, int status, const char* body) {
            QTest::newRow(name) << static_cast<int>(state) << status << body;
        };
        row("ready", ModelState::ready, 200, R"({"status":"ok","service":"strata","loaded":true})");
        row("unloaded", ModelState::unloaded, 200, R"({"status":"ok","service":"strata","loaded":false})");
        row("reloading", ModelState::reloading, 200, R"({"status":"ok","service":"strata","loaded":false})");
        row("starting", ModelState::starting, 503,
            R"({"status":"loading","error":{"code":503,"message":"Loading model","type":"unavailable_error"}})");
        row("none", ModelState::none, 503,
            R"({"status":"error","error":{"code":503,"message":"No model","type":"unavailable_error"}})");
        row("failed", ModelState::failed, 503,
            R"({"status":"error","error":{"code":503,"message":"The model could not be loaded","type":"unavailable_error"}})");
        row("stuck", ModelState::stuck, 503,
            R"({"status":"error","error":{"code":503,"message":"The engine does not answer","type":"unavailable_error"}})");
    }
    void health_says_whether_a_request_would_be_answered() {
        QFETCH(const int, state);
        QFETCH(const int, status);
        QFETCH(const QString, body);
        Office office;
        office.desk.view.state = static_cast<ModelState>(state);
        const HttpAnswer answer = office.ask("/v1/health?strict");
        QCOMPARE(answer.status, status);
        QCOMPARE(QString::fromStdString(answer.body), body);
    }

    void models_are_listed_with_their_other_names() {
        Office office;
        office.desk.view = {ModelState::unloaded, largeModel(), {ModelEntry{.id = "small"}}, {}};
        office.aliases = {{"gpt-4o", "qwen/large"}, {"other", "missing"}};
        const json list = office.askJson("/models");
        QCOMPARE(list["object"], "list");
        QVERIFY(!list.contains("has_more"));
        QStringList ids;
        for (const json& entry : list["data"]) {
            ids << QString::fromStdString(entry["id"]);
        }
        QCOMPARE(ids, QStringList({"qwen/large", "gpt-4o", "small"}));
        const json& first = list["data"][0];
        QCOMPARE(first["status"]["value"], "unloaded");
        QCOMPARE(first["owned_by"], "strata");
        QCOMPARE(first["meta"], json::parse(R"({"n_ctx":32768,"n_ctx_train":262144,"size":42})"));
        QCOMPARE(first["architecture"]["input_modalities"], json::parse(R"(["text","image"])"));
        QCOMPARE(first["aliases"], json::parse(R"(["gpt-4o"])"));
        QCOMPARE(list["data"][2]["meta"]["n_ctx"], json());
    }

    void anthropic_clients_find_their_own_names_in_the_list() {
        Office office;
        office.desk.view.chosen = largeModel();
        const json list = office.askJson("/v1/models", {}, {{"Anthropic-Version", "2023-06-01"}});
        QCOMPARE(list["has_more"], false);
        QCOMPARE(list["first_id"], "qwen/large");
        QCOMPARE(list["last_id"], "qwen/large");
        QCOMPARE(list["data"][0]["type"], "model");
        QCOMPARE(list["data"][0]["display_name"], "Large model");
        QCOMPARE(list["data"][0]["created_at"], "2026-09-21T14:13:20Z");
    }

    void without_a_model_the_list_is_empty() {
        Office office;
        office.desk.view = {};
        QCOMPARE(office.askJson("/v1/models")["data"], json::array());
    }

    void one_model_is_found_by_its_name() {
        Office office;
        office.desk.view.chosen = largeModel();
        office.aliases = {{"gpt-4o", "qwen/large"}};
        QCOMPARE(office.askJson("/v1/models/qwen/large")["id"], "qwen/large");
        QCOMPARE(office.askJson("/v1/models/qwen%2Flarge")["id"], "qwen/large");
        QCOMPARE(office.askJson("/models/gpt-4o")["id"], "gpt-4o");
        const HttpAnswer unknown = office.ask("/v1/models/qwen");
        QCOMPARE(unknown.status, 404);
        QCOMPARE(json::parse(unknown.body)["error"]["code"], "model_not_found");
    }

    void status_shows_what_runs_and_what_waits() {
        Office office;
        RequestStanding running = standing("chat", -1, RequestStanding::Phase::reading);
        running.prompt_tokens = 4'000;
        running.read_tokens = 1'024;
        office.desk.view.chosen = largeModel();
        office.desk.standing = {running, standing("messages", 0, RequestStanding::Phase::waiting)};
        const json status = office.askJson("/status");
        QCOMPARE(status["state"], "ready");
        QCOMPARE(status["model"], "qwen/large");
        QCOMPARE(status["n_ctx"], 32'768);
        QCOMPARE(status["phase"], "reading");
        QCOMPARE(status["queue_length"], 1);
        QCOMPARE(status["running"][0]["read_tokens"], 1'024);
        QCOMPARE(status["waiting"][0]["queued_before"], 0);
        office.desk.standing.clear();
        QCOMPARE(office.askJson("/status")["phase"], "idle");
        office.desk.view.state = ModelState::reloading;
        QCOMPARE(office.askJson("/status")["phase"], "loading");
    }

    void metrics_come_as_json_or_as_text() {
        Office office;
        RequestRecord record;
        record.api = "chat";
        record.outcome = "stop";
        record.prompt_tokens = 100;
        record.cached_tokens = 60;
        record.generated_tokens = 7;
        record.first_token_seconds = 0.3;
        record.seconds = 4;
        office.meters.take(record);
        record.api = "made up";
        record.outcome = "made \"up";
        record.first_token_seconds = 0;
        office.meters.take(record);
        office.desk.standing = {standing("chat", -1, RequestStanding::Phase::writing)};

        const json values = office.askJson("/metrics");
        QCOMPARE(values["prompt_tokens_total"], 200);
        QCOMPARE(values["requests_running"], 1);
        QVERIFY(!values.contains("parked_bytes"));

        const HttpAnswer text = office.ask("/metrics?format=prometheus");
        QCOMPARE(text.type, std::string("text/plain; version=0.0.4; charset=utf-8"));
        QCOMPARE(office.ask("/metrics", {}, {{"Accept", "application/openmetrics-text;q=1"}}).body, text.body);
        const QString lines = QString::fromStdString(text.body);
        for (const char* line :
             {"strata_requests_running 1", "strata_requests_waiting 0",
              "strata_requests_total{api=\"chat\",outcome=\"stop\"} 1",
              "strata_requests_total{api=\"other\",outcome=\"other\"} 1", "strata_prompt_tokens_cached_total 120",
              "strata_generated_tokens_total 14", "strata_time_to_first_token_seconds_bucket{le=\"0.25\"} 0",
              "strata_time_to_first_token_seconds_bucket{le=\"0.5\"} 1", "strata_time_to_first_token_seconds_count 1",
              "strata_request_seconds_bucket{le=\"+Inf\"} 2", "strata_request_seconds_sum 8",
              "strata_model_state{state=\"ready\"} 1", "strata_model_state{state=\"failed\"} 0"}) {
            QVERIFY2(lines.contains(QString(line) + '\n'), line);
        }
        QVERIFY(!lines.contains("made"));
        QVERIFY(!lines.contains("strata_parked_bytes"));

        office.desk.status = EngineStatus();
        office.desk.status->memory.memory_bytes = 5;
        QVERIFY(office.ask("/metrics?format=prometheus").body.find("strata_parked_bytes 5\n") != std::string::npos);
    }

    void a_model_is_loaded_and_let_go() {
        Office office;
        office.desk.view.state = ModelState::unloaded;
        QCOMPARE(office.askJson("/load", R"({"model": "small"})"), json::parse(R"({"status":"loaded"})"));
        QCOMPARE(office.askJson("/load"), json::parse(R"({"status":"loaded"})"));
        QCOMPARE(office.desk.loads, std::vector<std::string>({"small", ""}));
        QCOMPARE(office.askJson("/unload", "{}"), json::parse(R"({"status":"unloaded"})"));
        QCOMPARE(office.askJson("/unload", "{}"), json::parse(R"({"status":"not loaded"})"));
        office.desk.switch_error = ApiError{ErrorKind::model_busy, "a request runs"};
        const HttpAnswer busy = office.ask("/unload");
        QCOMPARE(busy.status, 409);
        QVERIFY(std::ranges::find(busy.headers, Header{"x-should-retry", "false"}) != busy.headers.end());
        QCOMPARE(office.ask("/load", "[]").status, 400);
        QCOMPARE(office.askJson("/load", R"({"model": 1})")["error"]["code"], "invalid_type");
        QCOMPARE(office.desk.loads.size(), std::size_t{2});
    }

    void editors_find_the_facts_that_they_look_for() {
        Office office;
        office.desk.view.chosen = largeModel();
        const json properties = office.askJson("/props");
        QCOMPARE(properties["default_generation_settings"]["n_ctx"], 32'768);
        QCOMPARE(properties["modalities"]["vision"], true);
        QCOMPARE(properties["is_sleeping"], false);
        QCOMPARE(office.askJson("/slots")[0]["is_processing"], false);
    }
};

STRATA_TEST(StatusRoutesTest);

}  // namespace strata::app::api

#include "status_routes_test.moc"
