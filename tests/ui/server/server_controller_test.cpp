#include "ui/server/server_controller.h"

#include <QtTest/QtTest>

#include "support/fake_server.h"
#include "support/test_registry.h"
#include "ui/server/server_words.h"

using namespace strata;
using namespace strata::ui;
using namespace std::chrono_literals;
using app::ServerSettings;
using strata::testing::ServerBench;
using State = ServerController::State;

namespace {

ServerFailure takenBy(const QString& program, std::optional<int> other) {
    return {ServerFailure::Kind::port_taken, 8'080, program, other, {}};
}

}  // namespace

class ServerControllerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothing_listens_until_the_person_says_so() {
        ServerBench bench;
        bench.server.start();
        QVERIFY(bench.control.starts.empty());
        QVERIFY(bench.server.state() == State::off);
        bench.server.setOn(true);
        QCOMPARE(bench.control.starts.size(), std::size_t{1});
        QVERIFY(bench.server.state() == State::on);
        QCOMPARE(bench.server.address(), "http://127.0.0.1:8080");
        bench.server.setOn(false);
        QCOMPARE(bench.control.stops, 1);
        QVERIFY(bench.server.state() == State::off);
    }

    void a_choice_of_an_earlier_run_holds_from_the_start_and_not_before() {
        ServerBench bench;
        bench.server.setOn(true);
        QVERIFY(bench.control.starts.empty());
        bench.server.start();
        QCOMPARE(bench.control.starts.size(), std::size_t{1});
    }

    void it_is_this_pc_alone_and_with_a_key_of_ours() {
        ServerBench bench;
        bench.server.start();
        bench.server.setOn(true);
        const app::api::ServerOptions& options = bench.control.starts.back();
        QCOMPARE(options.host, std::string("127.0.0.1"));
        QCOMPARE(options.api_key, bench.server.key().toStdString());
        QCOMPARE(options.api_key.size(), std::size_t{43});  // 32 bytes in letters
        QVERIFY(options.cors_origins.empty() && options.trusted_origins.empty());
        QVERIFY(!bench.server.isReachableFromNetwork());
    }

    void the_key_can_be_left_out_for_this_pc_and_never_beyond() {
        ServerBench bench;
        bench.server.start();
        bench.set([](ServerSettings& server) {
            server.on = true;
            server.needs_key = false;
        });
        QVERIFY(bench.control.starts.back().api_key.empty());
        bench.set([](ServerSettings& server) { server.other_devices = true; });
        QCOMPARE(bench.control.starts.back().host, std::string("0.0.0.0"));
        QVERIFY(!bench.control.starts.back().api_key.empty());
        QVERIFY(bench.server.isReachableFromNetwork());
    }

    void all_web_pages_are_never_let_in_without_a_key() {
        ServerSettings settings;
        settings.web_pages = {"*"};
        QCOMPARE(serverOptions(settings, "k").cors_origins, std::vector<std::string>{"*"});
        QVERIFY(serverOptions(settings, "k").trusted_origins.empty());
        settings.needs_key = false;
        QVERIFY(serverOptions(settings, "k").cors_origins.empty());
        settings.web_pages = {"https://a.example"};
        QCOMPARE(serverOptions(settings, "k").cors_origins, std::vector<std::string>{"https://a.example"});
        QCOMPARE(serverOptions(settings, "k").trusted_origins, std::vector<std::string>{"https://a.example"});
    }

    void a_taken_port_is_named_and_another_one_is_taken_only_when_the_person_says_so() {
        ServerBench bench;
        bench.control.failure = takenBy("nginx", 8'081);
        bench.server.start();
        bench.server.setOn(true);
        QVERIFY(bench.server.state() == State::failed);
        QCOMPARE(failureText(bench.server.failure()), "Port 8080 is used by nginx.");
        QCOMPARE(otherPortText(bench.server.failure()), "Use 8081");
        QCOMPARE(bench.settings.server().port, 8'080);
        QCOMPARE(bench.control.starts.size(), std::size_t{1});
        bench.control.failure.reset();
        bench.server.usePort(8'081);
        QVERIFY(bench.server.state() == State::on);
        QCOMPARE(bench.settings.server().port, 8'081);
        QCOMPARE(bench.server.address(), "http://127.0.0.1:8081");
    }

    void what_could_not_be_started_is_tried_again_and_told_when_it_is_there() {
        ServerBench bench({.watch = 1h, .again = 1ms});
        bench.control.failure = takenBy({}, {});
        bench.server.start();
        bench.server.setOn(true);
        const QSignalSpy back(&bench.server, &ServerController::cameBack);
        QTRY_VERIFY(bench.control.starts.size() > 2);
        QVERIFY(bench.server.state() == State::failed);
        bench.control.failure.reset();
        QTRY_VERIFY(bench.server.state() == State::on);
        QCOMPARE(back.size(), 1);
        QCOMPARE(bench.control.starts.back().port, std::uint16_t{8'080});
    }

    void a_server_that_cannot_be_reached_any_more_is_started_again() {
        ServerBench bench({.watch = 1ms, .again = 1h});
        bench.server.start();
        bench.server.setOn(true);
        QTRY_VERIFY(bench.probe.looks > 2);
        QCOMPARE(bench.control.starts.size(), std::size_t{1});
        const QSignalSpy back(&bench.server, &ServerController::cameBack);
        bench.probe.health.status = 0;
        QTRY_VERIFY(bench.control.starts.size() > 1);
        QTRY_VERIFY(back.size() > 0);
        bench.probe.health.status = 503;  // it is there, whatever the model does
        const std::size_t starts = bench.control.starts.size();
        const int looks = bench.probe.looks;
        QTRY_VERIFY(bench.probe.looks > looks + 3);
        QCOMPARE(bench.control.starts.size(), starts);
    }

    void the_order_of_answers_does_not_disturb_those_who_are_connected() {
        ServerBench bench;
        bench.server.start();
        bench.server.setOn(true);
        bench.set([](ServerSettings& server) { server.in_turn = true; });
        QCOMPARE(bench.control.starts.size(), std::size_t{1});
        bench.set([](ServerSettings& server) { server.port = 9'000; });
        QCOMPARE(bench.control.starts.size(), std::size_t{2});
    }

    void a_new_key_shuts_the_old_one_out() {
        ServerBench bench;
        bench.server.start();
        bench.server.setOn(true);
        const QString old = bench.server.key();
        bench.server.renewKey();
        QVERIFY(bench.server.key() != old);
        QCOMPARE(bench.control.starts.back().api_key, bench.server.key().toStdString());
    }

    void an_answer_that_comes_after_it_was_turned_off_counts_for_nothing() {
        ServerBench bench;
        bench.control.answers = false;
        bench.server.start();
        bench.server.setOn(true);
        QVERIFY(bench.server.state() == State::starting);
        bench.server.setOn(false);
        bench.control.answer();
        QVERIFY(bench.server.state() == State::off);
    }

    void it_ends_with_the_program() {
        ServerBench bench({.watch = 1h, .again = 1ms});
        bench.server.start();
        bench.server.setOn(true);
        bench.server.end();
        QCOMPARE(bench.control.stops, 1);
        QVERIFY(bench.settings.server().on);  // and is there again at the next start
        bench.server.usePort(9'000);
        QCOMPARE(bench.control.starts.size(), std::size_t{1});
    }

    void keeps_the_last_requests_the_newest_first() {
        ServerBench bench;
        for (int i = 0; i < 250; ++i) {
            ServerRequest request;
            request.prompt_pieces = i;
            Q_EMIT bench.control.requestEnded(request);
        }
        QCOMPARE(bench.server.requests().size(), std::size_t{200});
        QCOMPARE(bench.server.requests().front().prompt_pieces, 249);
        QCOMPARE(bench.server.requests().back().prompt_pieces, 50);
    }

    void keeping_contents_ends_by_itself_and_forgets_them() {
        ServerController::Times times;
        times.contents = std::chrono::milliseconds(1);
        ServerBench bench(times);
        ServerController& server = bench.server;
        QVERIFY(!server.isKeepingContents());
        server.setKeepingContents(true);
        QVERIFY(bench.control.keeps_contents);
        ServerRequest request;
        request.asked = "a question";
        Q_EMIT bench.control.requestEnded(request);
        QCOMPARE(server.requests().front().asked, "a question");
        QTRY_VERIFY(!server.isKeepingContents());
        QVERIFY(!bench.control.keeps_contents);
        QVERIFY(server.requests().front().asked.isEmpty());
        Q_EMIT bench.control.requestEnded(request);  // was under way
        QVERIFY(server.requests().front().asked.isEmpty());
    }

    void says_what_it_does_in_a_sentence() {
        ServerWork work;
        QCOMPARE(workText(work), "No app is connected.");
        work.connections = 2;
        app::api::RequestStanding running;
        running.api = "chat";
        running.phase = app::api::RequestStanding::Phase::writing;
        running.tokens_per_second = 85.2;
        work.requests = {running};
        QVERIFY2(workText(work).endsWith("The model writes an answer, 85 pieces/s."), qPrintable(workText(work)));
        app::api::RequestStanding waiting;
        waiting.queued_before = 0;
        work.requests.push_back(waiting);
        QVERIFY2(workText(work).endsWith("; 1 more waiting."), qPrintable(workText(work)));
        work.requests[0].api = "window";
        QVERIFY(workText(work).contains("The model answers you"));
    }
};

STRATA_TEST(ServerControllerTest);

#include "server_controller_test.moc"
