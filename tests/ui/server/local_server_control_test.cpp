#include "ui/server/local_server_control.h"

#include <QtTest/QtTest>

#include <QNetworkAccessManager>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QTcpServer>

#include "app/engine_thread.h"
#include "support/built_in_engine.h"
#include "support/scripted_engine.h"
#include "support/test_registry.h"
#include "ui/server/server_probe.h"

using namespace strata;
using namespace strata::ui;
using strata::testing::loaderOf;
using strata::testing::Script;

namespace {

/// The real server before an engine that plays scripts.
struct Bench {
    explicit Bench(Script script = Script().text("Hello from here"))
        : engine(loaderOf({std::move(script)})), control(engine.worker(), {}) {
        ServerModels models;
        models.chosen = app::api::ModelEntry{.id = "tiny"};
        models.file = QString::fromLatin1(strata::testing::kBuiltInModel);
        control.setModels(models);
        ServerDefaults defaults;
        defaults.thinking = Thinking::off;
        control.setDefaults(defaults);
        options.port = 0;
        options.api_key = "secret";
        network.setProxy(QNetworkProxy::NoProxy);
    }

    QString address() const { return QStringLiteral("http://127.0.0.1:%1").arg(place.port); }
    void start() {
        QSignalSpy started(&control, &ServerControl::started);
        control.start(options);
        QTRY_COMPARE(started.size(), 1);
        place = started[0][0].value<ServerPlace>();
    }
    void load() {
        QSignalSpy loaded(&engine, &app::EngineThread::loaded);
        engine.load({});
        QTRY_COMPARE(loaded.size(), 1);
    }
    QNetworkReply* chat(const QByteArray& agent = "app/1.0") {
        QNetworkRequest request(QUrl(address() + "/v1/chat/completions"));
        request.setHeader(QNetworkRequest::ContentTypeHeader, "application/json");
        request.setHeader(QNetworkRequest::UserAgentHeader, agent);
        request.setRawHeader("Authorization", "Bearer secret");
        return network.post(request, R"({"model": "tiny", "messages": [{"role": "user", "content": "Hi"}]})");
    }

    /// The engine works on a request of an app.
    void await(const std::shared_ptr<strata::testing::Gate>& gate) {
        QSignalSpy submitted(&engine, &app::EngineThread::submitted);
        QTRY_COMPARE(submitted.size(), 1);
        gate->awaitVisitor();
    }

    app::EngineThread engine;
    LocalServerControl control;
    app::api::ServerOptions options;
    ServerPlace place;
    QNetworkAccessManager network;
};

}  // namespace

class LocalServerControlTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void an_app_gets_its_answer_and_the_list_its_entry() {
        Bench bench;
        bench.start();
        QVERIFY(bench.place.port > 0);
        QVERIFY(!bench.place.beyond_machine);
        bench.load();
        QSignalSpy ended(&bench.control, &ServerControl::requestEnded);
        QNetworkReply* const reply = bench.chat();
        QTRY_VERIFY(reply->isFinished());
        QCOMPARE(reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(), 200);
        QVERIFY(reply->readAll().contains("Hello from here"));
        QTRY_COMPARE(ended.size(), 1);
        const auto request = ended[0][0].value<ServerRequest>();
        QCOMPARE(request.kind, "chat");
        QCOMPARE(request.outcome, "stop");
        QVERIFY(request.app.startsWith("app"));
        QVERIFY(request.asked.isEmpty() && request.answered.isEmpty());
    }

    void contents_are_told_only_while_they_are_wanted() {
        Bench bench;
        bench.start();
        bench.load();
        QSignalSpy ended(&bench.control, &ServerControl::requestEnded);
        bench.control.setKeepingContents(true);
        bench.chat();
        QTRY_COMPARE(ended.size(), 1);
        const auto kept = ended[0][0].value<ServerRequest>();
        QVERIFY(kept.asked.contains("\"content\": \"Hi\""));
        QCOMPARE(kept.answered, "Hello from here");
        bench.control.setKeepingContents(false);
        bench.chat();
        QTRY_COMPARE(ended.size(), 2);
        QVERIFY(ended[1][0].value<ServerRequest>().asked.isEmpty());
    }

    void trying_it_tells_the_model_and_a_wrong_key() {
        Bench bench;
        bench.start();
        bench.load();
        ServerProbe probe;
        std::optional<ProbeResult> result;
        const auto take = [&result](const ProbeResult& told) { result = told; };
        probe.askModels(bench.address(), "secret", this, take);
        QTRY_VERIFY(result);
        QCOMPARE(result->status, 200);
        QCOMPARE(result->models, QStringList{"tiny"});
        result.reset();
        probe.askModels(bench.address(), "wrong", this, take);
        QTRY_VERIFY(result);
        QCOMPARE(result->status, 401);
        result.reset();
        probe.askHealth(bench.address(), this, take);
        QTRY_VERIFY(result);
        QCOMPARE(result->status, 200);
        QSignalSpy stopped(&bench.control, &ServerControl::stopped);
        bench.control.stop();
        QTRY_COMPARE(stopped.size(), 1);
        result.reset();
        probe.askHealth(bench.address(), this, take);
        QTRY_VERIFY(result);
        QCOMPARE(result->status, 0);
        QVERIFY(!result->problem.isEmpty());
    }

    void a_taken_port_is_named_and_a_free_one_found() {
        QTcpServer other;
        QVERIFY(other.listen(QHostAddress::LocalHost));
        Bench bench;
        bench.options.port = other.serverPort();
        QSignalSpy failed(&bench.control, &ServerControl::failed);
        bench.control.start(bench.options);
        QTRY_COMPARE(failed.size(), 1);
        const auto failure = failed[0][0].value<ServerFailure>();
        QVERIFY(failure.kind == ServerFailure::Kind::port_taken);
        QCOMPARE(failure.port, int{other.serverPort()});
        QVERIFY(failure.free_port);
        bench.options.port = static_cast<std::uint16_t>(*failure.free_port);
        bench.start();
    }

    void an_app_that_asks_has_the_model_loaded() {
        Bench bench;
        bench.start();
        QSignalSpy wanted(&bench.control, &ServerControl::loadWanted);
        QNetworkReply* reply = bench.chat();
        QTRY_VERIFY(wanted.size() > 0 || reply->isFinished());
        QVERIFY2(wanted.size() > 0, reply->readAll().constData());
        bench.load();
        QTRY_VERIFY(reply->isFinished());
        QVERIFY(reply->readAll().contains("Hello from here"));
    }

    void says_who_is_connected_and_what_runs() {
        const auto gate = std::make_shared<strata::testing::Gate>();
        Bench bench(Script().text("a").waitAt(gate).text("b"));
        bench.start();
        bench.load();
        QNetworkReply* const reply = bench.chat();
        bench.await(gate);
        QSignalSpy told(&bench.control, &ServerControl::told);
        bench.control.ask();
        QTRY_COMPARE(told.size(), 1);
        const auto work = told[0][0].value<ServerWork>();
        QCOMPARE(work.connections, 1);
        QCOMPARE(work.requests.size(), std::size_t{1});
        QCOMPARE(work.requests[0].api, std::string("chat"));
        gate->open();
        QTRY_VERIFY(reply->isFinished());
    }

    void ends_at_once_with_the_program_whoever_is_connected() {
        const auto gate = std::make_shared<strata::testing::Gate>();
        auto bench = std::make_unique<Bench>(Script().text("a").waitAt(gate));
        bench->start();
        bench->load();
        bench->chat();
        bench->await(gate);
        bench->control.stop();
        bench.reset();  // returns
    }
};

STRATA_TEST(LocalServerControlTest);

#include "local_server_control_test.moc"
