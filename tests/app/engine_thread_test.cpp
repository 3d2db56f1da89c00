#include "app/engine_thread.h"

#include <QtTest/QtTest>

#include <atomic>

#include "support/scripted_engine.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;
using strata::testing::answering;
using strata::testing::Gate;
using strata::testing::loaderOf;
using strata::testing::RequestLog;
using strata::testing::Script;
using strata::testing::ScriptedCheck;
using strata::testing::ScriptedEngine;
using strata::testing::ScriptedVault;

namespace {

/// Writes down all that an EngineThread reports, one line each.
class Recorder : public QObject {
public:
    explicit Recorder(EngineThread& engine) {
        connect(&engine, &EngineThread::loadProgress, this,
                [this](const QString& what, double) { add("progress " + what); });
        connect(&engine, &EngineThread::loaded, this,
                [this](const EngineStatus& status) { add("loaded " + QString::fromStdString(status.model_name)); });
        connect(&engine, &EngineThread::loadFailed, this,
                [this](const Error& error) { add("load failed: " + QString::fromStdString(error.message)); });
        connect(&engine, &EngineThread::loadCancelled, this, [this] { add("load cancelled"); });
        connect(&engine, &EngineThread::events, this,
                [this](RequestId id, const std::vector<EngineEvent>& events) { addEvents(id, events); });
        connect(&engine, &EngineThread::finished, this, [this](RequestId id, const GenerationSummary& summary) {
            add(QString("%1 done%2").arg(id).arg(summary.reason == FinishReason::cancelled ? " cancelled" : ""));
        });
        connect(&engine, &EngineThread::failed, this, [this](RequestId id, const Error& error) {
            last_code = error.code;
            add(QString("%1 failed: %2").arg(id).arg(QString::fromStdString(error.message)));
        });
    }

    QStringList lines;
    QString text;  ///< all answer text
    ErrorCode last_code = ErrorCode::internal;

private:
    void add(const QString& line) { lines.append(line); }

    void addEvents(RequestId id, const std::vector<EngineEvent>& events) {
        for (const EngineEvent& event : events) {
            if (const auto* const delta = std::get_if<TextDelta>(&event)) {
                text += QString::fromStdString(delta->text);
                add(QString("%1 text").arg(id));
            } else if (std::holds_alternative<ReasoningDelta>(event)) {
                add(QString("%1 thinking").arg(id));
            } else if (std::holds_alternative<PromptProgress>(event)) {
                add(QString("%1 reading").arg(id));
            } else if (std::holds_alternative<Finished>(event)) {
                add(QString("%1 last event").arg(id));
            }
        }
    }
};

LoadOptions someModel() {
    LoadOptions options;
    options.model = "model.gguf";
    return options;
}

GenerationRequest question(const char* text = "hello") {
    GenerationRequest request;
    request.messages.push_back(ChatMessage{Role::user, text, {}, {}, {}});
    return request;
}

ScriptedCheck someCheck(std::shared_ptr<Gate> gate = nullptr) {
    return {{{"reuse", true, "", 4, 3}}, std::move(gate)};
}

CacheCheckOptions reuseOnly() {
    CacheCheckOptions options;
    options.scenarios = {"reuse"};
    return options;
}

}  // namespace

class EngineThreadTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reports_in_the_order_in_which_things_happened() {
        Script script;
        script.reading(5, 10).reading(10, 10).reasoning("hm ").reasoning("yes").text("Hel").text("lo");
        EngineThread engine(loaderOf({script}));
        Recorder recorder(engine);
        engine.load(someModel());
        const RequestId id = engine.submit(question());
        QTRY_VERIFY(recorder.lines.contains(QString("%1 done").arg(id)));
        QStringList once = recorder.lines;
        once.removeDuplicates();  // how many pieces are joined depends on the clock
        QCOMPARE(once, QStringList({"progress reading", "loaded Scripted", "1 reading", "1 thinking", "1 text",
                                    "1 last event", "1 done"}));
        QCOMPARE(recorder.text, QString("Hello"));
    }

    void answers_requests_first_come_first_served() {
        const auto log = std::make_shared<RequestLog>();
        EngineThread engine(loaderOf({answering({"a"}), answering({"b"}), answering({"c"})}, log));
        Recorder recorder(engine);
        engine.load(someModel());
        engine.submit(question("one"));
        engine.submit(question("two"));
        engine.submit(question("three"));
        QTRY_VERIFY(recorder.lines.contains("3 done"));
        QCOMPARE(recorder.text, QString("abc"));
        QCOMPARE(log->all()[1].messages[0].text, std::string("two"));
    }

    void stopping_ends_a_running_request_and_the_next_one_works() {
        Script endless;
        endless.text("begun").untilStopped().text("never");
        EngineThread engine(loaderOf({endless, answering({" next"})}));
        Recorder recorder(engine);
        engine.load(someModel());
        const RequestId id = engine.submit(question());
        QTRY_COMPARE(recorder.text, QString("begun"));
        engine.stop(id);
        QTRY_VERIFY(recorder.lines.contains("1 done cancelled"));
        engine.submit(question());
        QTRY_VERIFY(recorder.lines.contains("2 done"));
        QCOMPARE(recorder.text, QString("begun next"));
    }

    void a_request_stopped_while_it_waits_never_reaches_the_engine() {
        const auto gate = std::make_shared<Gate>();
        const auto log = std::make_shared<RequestLog>();
        Script first;
        first.waitAt(gate).text("first");
        EngineThread engine(loaderOf({first, answering({"third"})}, log));
        Recorder recorder(engine);
        engine.load(someModel());
        engine.submit(question("one"));
        const RequestId waiting = engine.submit(question("two"));
        engine.submit(question("three"));
        gate->awaitVisitor();
        engine.stop(waiting);
        QTRY_VERIFY(recorder.lines.contains("2 done cancelled"));
        gate->open();
        QTRY_VERIFY(recorder.lines.contains("3 done"));
        QCOMPARE(log->all().size(), std::size_t(2));
        QCOMPARE(recorder.text, QString("firstthird"));
    }

    void stopping_what_is_over_does_nothing() {
        EngineThread engine(loaderOf({answering({"a"})}));
        Recorder recorder(engine);
        engine.load(someModel());
        const RequestId id = engine.submit(question());
        QTRY_VERIFY(recorder.lines.contains("1 done"));
        engine.stop(id);
        engine.stop(id + 100);
        engine.submit(question());
        QTRY_VERIFY(recorder.lines.contains("2 done"));
    }

    void an_error_of_the_engine_is_reported_and_the_next_request_works() {
        Script broken;
        broken.text("half").fail(ErrorCode::context_full, "too long");
        EngineThread engine(loaderOf({broken, answering({"whole"})}));
        Recorder recorder(engine);
        engine.load(someModel());
        engine.submit(question());
        engine.submit(question());
        QTRY_VERIFY(recorder.lines.contains("2 done"));
        QVERIFY(recorder.lines.contains("1 failed: too long"));
        QCOMPARE(recorder.last_code, ErrorCode::context_full);
        QCOMPARE(recorder.text, QString("halfwhole"));
    }

    void an_exception_ends_the_engine_and_a_new_one_takes_the_next_request() {
        Script broken;
        broken.raise("out of range");
        int loads = 0;
        EngineThread engine([&](const LoadOptions&, const LoadProgress&) -> Result<std::unique_ptr<Engine>> {
            const bool first = ++loads == 1;
            return std::make_unique<ScriptedEngine>(std::vector{first ? broken : answering({"fine"})});
        });
        Recorder recorder(engine);
        engine.load(someModel());
        engine.submit(question());
        engine.submit(question());
        QTRY_VERIFY(recorder.lines.contains("2 done"));
        QVERIFY(recorder.lines.contains("1 failed: out of range"));
        QCOMPARE(recorder.last_code, ErrorCode::engine_lost);
        QCOMPARE(recorder.text, QString("fine"));
        QCOMPARE(loads, 2);
    }

    void an_engine_that_ends_twice_within_a_minute_is_not_loaded_again() {
        Script broken;
        broken.raise("out of range");
        EngineThread engine(loaderOf({broken}));
        Recorder recorder(engine);
        engine.load(someModel());
        for (int i = 0; i < 3; ++i) {
            engine.submit(question());
        }
        QTRY_VERIFY(recorder.lines.contains("load failed: the engine ended twice within a minute"));
        QTRY_VERIFY(recorder.lines.contains("3 failed: the engine ended twice within a minute"));
        QVERIFY(!engine.status());
    }

    void an_exception_while_loading_is_a_failed_load() {
        EngineThread engine(
            [](const LoadOptions&, const LoadProgress&) -> Result<std::unique_ptr<Engine>> { throw std::bad_alloc(); });
        Recorder recorder(engine);
        engine.load(someModel());
        QTRY_COMPARE(recorder.lines, QStringList({"load failed: memory ran out"}));
        QVERIFY(!engine.status());
    }

    void a_failed_load_fails_what_waited_for_it() {
        const auto gate = std::make_shared<Gate>();
        EngineThread engine([gate](const LoadOptions&, const LoadProgress&) -> Result<std::unique_ptr<Engine>> {
            gate->pass();
            return tl::unexpected(Error{ErrorCode::bad_file, "the file is damaged"});
        });
        Recorder recorder(engine);
        engine.load(someModel());
        engine.submit(question());
        gate->open();
        QTRY_COMPARE(recorder.lines.size(), 2);
        QCOMPARE(recorder.lines, QStringList({"load failed: the file is damaged", "1 failed: the file is damaged"}));
        QCOMPARE(recorder.last_code, ErrorCode::bad_file);
    }

    void without_a_model_a_request_fails() {
        EngineThread engine(loaderOf({}));
        Recorder recorder(engine);
        engine.submit(question());
        QTRY_COMPARE(recorder.lines, QStringList({"1 failed: no model is loaded"}));
    }

    void loading_can_be_cancelled() {
        const auto begun = std::make_shared<Gate>();
        EngineThread engine(
            [begun](const LoadOptions&, const LoadProgress& progress) -> Result<std::unique_ptr<Engine>> {
                begun->open();
                while (progress(LoadStep{"reading", 0.5})) {
                    std::this_thread::yield();
                }
                return tl::unexpected(Error{ErrorCode::internal, "given up"});
            });
        Recorder recorder(engine);
        engine.load(someModel());
        engine.submit(question());
        begun->pass();
        engine.cancelLoad();
        QTRY_COMPARE(recorder.lines.count("load cancelled"), 1);
        QVERIFY(recorder.lines.contains("1 done cancelled"));
        QVERIFY(!recorder.lines.contains("load failed: given up"));
        QVERIFY(!engine.status());
    }

    void a_second_load_takes_the_place_of_one_that_runs() {
        const auto begun = std::make_shared<Gate>();
        std::atomic<int> calls{0};
        EngineThread engine([begun, &calls](const LoadOptions& options,
                                            const LoadProgress& progress) -> Result<std::unique_ptr<Engine>> {
            if (++calls > 1) {
                return loaderOf({answering({options.model.string()})})(options, progress);
            }
            begun->open();
            while (progress(LoadStep{"first", 0.5})) {
                std::this_thread::yield();
            }
            return tl::unexpected(Error{ErrorCode::internal, "given up"});
        });
        Recorder recorder(engine);
        engine.load(someModel());
        engine.submit(question());
        begun->pass();
        LoadOptions other;
        other.model = "other.gguf";
        engine.load(other);
        QTRY_VERIFY(recorder.lines.contains("1 done"));
        QCOMPARE(recorder.text, QString("other.gguf"));
        QVERIFY(!recorder.lines.contains("load cancelled"));
    }

    void shutting_down_stops_a_busy_engine() {
        const auto gate = std::make_shared<Gate>();
        Script endless;
        endless.waitAt(gate).text("never");
        auto engine = std::make_unique<EngineThread>(loaderOf({endless}));
        Recorder recorder(*engine);
        engine->load(someModel());
        engine->submit(question());
        gate->awaitVisitor();
        QVERIFY(engine->shutDown());
        QVERIFY(engine->shutDown());  // again is harmless
        engine.reset();
        QCoreApplication::processEvents();
        QVERIFY(!recorder.text.contains("never"));
    }

    void shutting_down_gives_up_on_an_engine_that_is_stuck() {
        const auto gate = std::make_shared<Gate>();
        Script stuck;
        stuck.hangAt(gate).text("late");
        auto engine = std::make_unique<EngineThread>(loaderOf({stuck}));
        engine->load(someModel());
        engine->submit(question());
        gate->awaitVisitor();
        QVERIFY(!engine->shutDown(std::chrono::milliseconds(1)));
        engine.reset();  // neither waits nor ends the process
        gate->open();    // and the thread may still end by itself
    }

    void counts_the_pieces_that_were_written() {
        Script script;
        script.reading(5, 10).reasoning("hm").text("a").text("b");
        EngineThread engine(loaderOf({script}));
        Recorder recorder(engine);
        engine.load(someModel());
        engine.submit(question());
        engine.submit(question());
        QTRY_VERIFY(recorder.lines.contains("2 done"));
        QCOMPARE(engine.writtenPieces(), 6U);
    }

    void lists_keeps_and_forgets_while_the_engine_is_busy() {
        const auto gate = std::make_shared<Gate>();
        const auto vault = std::make_shared<ScriptedVault>();
        for (const char* id : {"a", "b", "c"}) {
            ParkedConversation parked;
            parked.id = id;
            vault->park(parked);
        }
        Script blocked;
        blocked.hangAt(gate).text("done");
        EngineThread engine(loaderOf({blocked}, nullptr, vault));
        std::vector<ParkedConversation> listed;
        int lists = 0;
        connect(&engine, &EngineThread::parkedListed, this, [&](const std::vector<ParkedConversation>& conversations) {
            listed = conversations;
            ++lists;
        });
        engine.listParked();
        QTRY_COMPARE(lists, 1);  // without a model nothing is parked
        QVERIFY(listed.empty());
        engine.load(someModel());
        engine.submit(question());
        gate->awaitVisitor();
        engine.listParked();
        QTRY_COMPARE(listed.size(), std::size_t(3));
        engine.keep("b", true);
        engine.keep("gone", true);
        QTRY_VERIFY(listed[1].kept);
        engine.forget({"a", "c", "gone"});
        QTRY_COMPARE(listed.size(), std::size_t(1));
        QCOMPARE(listed[0].id, std::string("b"));
        gate->open();
    }

    void limits_hold_before_the_next_request_and_only_the_newest_ones() {
        const auto gate = std::make_shared<Gate>();
        const auto vault = std::make_shared<ScriptedVault>();
        Script first;
        first.waitAt(gate).text("one");
        EngineThread engine(loaderOf({first, answering({"two"})}, nullptr, vault));
        Recorder recorder(engine);
        const QSignalSpy applied(&engine, &EngineThread::limitsApplied);
        engine.load(someModel());
        engine.submit(question());
        gate->awaitVisitor();
        LiveLimits limits;
        limits.checkpoints = 1;
        engine.apply(limits);
        limits.checkpoints = 2;
        engine.apply(limits);
        std::size_t applied_before_second = 0;
        connect(&engine, &EngineThread::finished, this,
                [&](RequestId id) { applied_before_second = id == 2 ? vault->limits().size() : 0; });
        engine.submit(question());
        gate->open();
        QTRY_VERIFY(recorder.lines.contains("2 done"));
        QCOMPARE(applied_before_second, std::size_t(1));
        QCOMPARE(vault->limits().at(0).checkpoints, 2);
        QCOMPARE(applied.size(), 1);
    }

    void limits_without_a_model_fail() {
        EngineThread engine(loaderOf({}));
        const QSignalSpy failed(&engine, &EngineThread::limitsFailed);
        engine.apply(LiveLimits{});
        QTRY_COMPARE(failed.size(), 1);
    }

    void a_check_runs_when_no_request_waits() {
        const auto gate = std::make_shared<Gate>();
        Script first;
        first.waitAt(gate).text("one");
        EngineThread engine(loaderOf({first, answering({"two"})}, nullptr, nullptr, someCheck()));
        Recorder recorder(engine);
        QStringList order;
        std::vector<CacheCheckResult> found;
        connect(&engine, &EngineThread::finished, this, [&](RequestId id) { order.append(QString::number(id)); });
        connect(&engine, &EngineThread::checkFinished, this,
                [&](const std::vector<CacheCheckResult>& results, bool stopped) {
                    found = results;
                    order.append(stopped ? "stopped" : "checked");
                });
        engine.load(someModel());
        engine.submit(question());
        gate->awaitVisitor();
        engine.check(reuseOnly());
        engine.submit(question());
        gate->open();
        QTRY_COMPARE(order, QStringList({"1", "2", "checked"}));
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].scenario, std::string("reuse"));
    }

    void a_check_can_be_stopped_and_there_is_one_at_a_time() {
        const auto gate = std::make_shared<Gate>();
        EngineThread engine(loaderOf({answering({"fine"})}, nullptr, nullptr, someCheck(gate)));
        Recorder recorder(engine);
        const QSignalSpy failed(&engine, &EngineThread::checkFailed);
        const QSignalSpy finished(&engine, &EngineThread::checkFinished);
        engine.load(someModel());
        engine.check(reuseOnly());
        gate->awaitVisitor();
        engine.check(reuseOnly());
        QTRY_COMPARE(failed.size(), 1);
        engine.stopCheck();
        QTRY_COMPARE(finished.size(), 1);
        QCOMPARE(finished[0][1].toBool(), true);
        engine.submit(question());
        QTRY_COMPARE(recorder.text, QString("fine"));
        gate->open();
        engine.check(reuseOnly());
        QTRY_COMPARE(finished.size(), 2);
        QCOMPARE(finished[1][1].toBool(), false);
    }

    void a_check_that_waits_can_be_stopped() {
        const auto gate = std::make_shared<Gate>();
        Script blocked;
        blocked.hangAt(gate);
        EngineThread engine(loaderOf({blocked}, nullptr, nullptr, someCheck()));
        const QSignalSpy finished(&engine, &EngineThread::checkFinished);
        engine.load(someModel());
        engine.submit(question());
        gate->awaitVisitor();
        engine.check(reuseOnly());
        engine.stopCheck();
        QTRY_COMPARE(finished.size(), 1);
        QCOMPARE(finished[0][1].toBool(), true);
        gate->open();
    }

    void a_check_without_a_model_fails() {
        EngineThread engine(loaderOf({}));
        const QSignalSpy failed(&engine, &EngineThread::checkFailed);
        engine.check(reuseOnly());
        QTRY_COMPARE(failed.size(), 1);
    }

    void the_status_is_that_of_the_loaded_engine() {
        EngineThread engine(loaderOf({answering({"a"})}));
        Recorder recorder(engine);
        QVERIFY(!engine.status());
        engine.load(someModel());
        QTRY_VERIFY(engine.status());
        QCOMPARE(engine.status()->model_name, std::string("Scripted"));
    }

    void the_window_thread_never_waits_for_a_blocked_engine() {
        const auto gate = std::make_shared<Gate>();
        Script blocked;
        blocked.hangAt(gate).text("done");
        EngineThread engine(loaderOf({blocked}));
        Recorder recorder(engine);
        engine.load(someModel());
        engine.submit(question());
        gate->awaitVisitor();
        int ticks = 0;
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [&ticks] { ++ticks; });
        timer.start(0);
        QTRY_VERIFY(ticks > 50);
        QVERIFY(engine.status());
        QVERIFY(recorder.text.isEmpty());
        gate->open();
        QTRY_COMPARE(recorder.text, QString("done"));
    }

    void letting_the_model_go_ends_what_runs_and_what_waits() {
        Script script;
        script.text("a").untilStopped();
        EngineThread engine(loaderOf({script}));
        QSignalSpy unloaded(&engine, &EngineThread::unloaded);
        QSignalSpy finished(&engine, &EngineThread::finished);
        QSignalSpy failed(&engine, &EngineThread::failed);
        QSignalSpy events(&engine, &EngineThread::events);
        engine.load({});
        engine.submit({});
        QTRY_VERIFY(!events.isEmpty());
        engine.submit({});
        engine.unload();
        QTRY_COMPARE(unloaded.size(), 1);
        QTRY_COMPARE(finished.size(), 2);
        QVERIFY(failed.isEmpty());  // nobody is to blame
        QVERIFY(!engine.status());
    }

    void a_model_comes_back_after_it_was_let_go() {
        EngineThread engine(loaderOf({answering({"a"})}));
        QSignalSpy loaded(&engine, &EngineThread::loaded);
        QSignalSpy unloaded(&engine, &EngineThread::unloaded);
        QSignalSpy finished(&engine, &EngineThread::finished);
        engine.load({});
        QTRY_COMPARE(loaded.size(), 1);
        engine.unload();
        QTRY_COMPARE(unloaded.size(), 1);
        engine.load({});
        engine.submit({});
        QTRY_COMPARE(finished.size(), 1);
    }
};

STRATA_TEST(EngineThreadTest);

#include "engine_thread_test.moc"
