#include "app/api/worker_desk.h"

#include <QtTest/QtTest>

#include <deque>
#include <thread>

#include "support/scripted_engine.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;
using namespace strata::app::api;
using strata::testing::answering;
using strata::testing::Gate;
using strata::testing::loaderOf;
using strata::testing::RequestLog;
using strata::testing::Script;

namespace {

/// Writes down what becomes of one request.
class Recorder final : public DeskListener {
public:
    void takeEvents(const std::vector<EngineEvent>& events) override {
        for (const EngineEvent& event : events) {
            if (const auto* const text = std::get_if<TextDelta>(&event)) {
                heard += QString::fromStdString(text->text);
            }
        }
    }
    void takeEnd(const GenerationSummary& /*summary*/) override { end = QStringLiteral("done"); }
    void takeFailure(const ApiError& error) override { end = QString::fromUtf8(codeOf(error.kind).data()); }

    QString heard, end;
};

/// An engine's worker on its thread and a desk before it; the test's thread stands for the server's.
class Bench {
public:
    explicit Bench(EngineLoader loader, WorkerDesk::Limits limits = {}) {
        window = std::make_shared<EngineMailbox>([] {});
        worker = std::make_shared<EngineWorker>(std::move(loader), window);
        thread_ = std::jthread([worker = worker] { worker->run(); });
        WorkerDesk::Owner owner;
        owner.load = [this](const std::string& id) {
            asked.append(QString::fromStdString("load " + id).trimmed());
            if (loads) {
                worker->load({});
            }
        };
        owner.unload = [this] { worker->unload(); };
        desk = WorkerDesk::create(
            worker, owner, limits,
            [this](std::function<void()> work) {
                const std::lock_guard lock(mutex_);
                posted_.push_back(std::move(work));
            },
            [this] { return now; });
        desk->setModels(ModelEntry{.id = "small", .name = "Small", .aliases = {"tiny"}}, {ModelEntry{.id = "big"}});
    }
    ~Bench() { worker->close(); }

    void settle() {
        for (;;) {
            std::function<void()> work;
            {
                const std::lock_guard lock(mutex_);
                if (posted_.empty()) {
                    return;
                }
                work = std::move(posted_.front());
                posted_.pop_front();
            }
            work();
        }
    }
    bool becomes(ModelState state) {
        return QTest::qWaitFor([&] {
            settle();
            return desk->models().state == state;
        });
    }
    bool ends(const Recorder& recorder) {
        return QTest::qWaitFor([&] {
            settle();
            return !recorder.end.isEmpty();
        });
    }
    std::shared_ptr<Recorder> ask(GenerationRequest request = {}) {
        auto recorder = std::make_shared<Recorder>();
        const auto id = desk->submit(std::move(request), "chat", true, recorder);
        if (id) {
            last = *id;
        } else {
            recorder->takeFailure(id.error());
        }
        return recorder;
    }

    std::shared_ptr<EngineMailbox> window;
    std::shared_ptr<EngineWorker> worker;
    std::shared_ptr<WorkerDesk> desk;
    std::chrono::steady_clock::time_point now{std::chrono::hours(1)};
    QStringList asked;
    bool loads = true;
    RequestId last = 0;

private:
    std::mutex mutex_;
    std::deque<std::function<void()>> posted_;
    std::jthread thread_;
};

EngineLoader failing() {
    return [](const LoadOptions&, const LoadProgress&) -> Result<std::unique_ptr<Engine>> {
        return tl::unexpected(Error{ErrorCode::bad_file, "/home/me/model.gguf is damaged"});
    };
}

}  // namespace

class WorkerDeskTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_request_loads_the_model_that_is_off_and_is_answered() {
        Bench bench(loaderOf({answering({"Hel", "lo"})}));
        QCOMPARE(bench.desk->models().state, ModelState::unloaded);
        const auto answer = bench.ask();
        QCOMPARE(bench.desk->models().state, ModelState::reloading);
        QVERIFY(bench.ends(*answer));
        QCOMPARE(answer->heard, QString("Hello"));
        QCOMPARE(answer->end, QString("done"));
        QCOMPARE(bench.asked, QStringList("load"));
        QCOMPARE(bench.desk->models().state, ModelState::ready);
    }

    void while_somebody_else_loads_requests_are_told_to_come_again() {
        const auto gate = std::make_shared<Gate>();
        Bench bench([gate](const LoadOptions&, const LoadProgress&) -> Result<std::unique_ptr<Engine>> {
            gate->pass();
            return std::make_unique<strata::testing::ScriptedEngine>(std::vector{answering({"x"})});
        });
        bench.worker->load({});
        QVERIFY(bench.becomes(ModelState::starting));
        QCOMPARE(bench.ask()->end, QString("model_loading"));
        gate->open();
        QVERIFY(bench.becomes(ModelState::ready));
        const auto answer = bench.ask();
        QVERIFY(bench.ends(*answer));
        QCOMPARE(answer->heard, QString("x"));
    }

    void without_a_model_nothing_waits() {
        Bench bench(loaderOf({answering({"x"})}));
        bench.desk->setModels({}, {});
        QCOMPARE(bench.desk->models().state, ModelState::none);
        QCOMPARE(bench.ask()->end, QString("no_model"));
        QVERIFY(bench.asked.isEmpty());
    }

    void a_failed_load_is_told_without_paths_and_tried_again_after_a_while() {
        Bench bench(failing());
        const auto first = bench.ask();
        QVERIFY(bench.ends(*first));
        QCOMPARE(first->end, QString("model_load_failed"));
        QVERIFY(!bench.desk->models().failure.empty());
        QVERIFY(bench.desk->models().failure.find('/') == std::string::npos);
        QCOMPARE(bench.ask()->end, QString("model_load_failed"));
        QCOMPARE(bench.asked.size(), 1);
        bench.now += std::chrono::seconds(31);
        bench.ask();
        QCOMPARE(bench.asked.size(), 2);
    }

    void one_more_than_may_wait_is_turned_away() {
        const auto gate = std::make_shared<Gate>();
        Script held;
        held.waitAt(gate).text("x");
        WorkerDesk::Limits limits;
        limits.waiting_requests = 2;
        Bench bench(loaderOf({held}), limits);
        const auto running = bench.ask();
        gate->awaitVisitor();
        const auto second = bench.ask();
        QCOMPARE(bench.desk->queuedBefore(bench.last), 1);
        const auto third = bench.ask();
        QCOMPARE(bench.desk->queuedBefore(bench.last), 2);
        QCOMPARE(bench.ask()->end, QString("queue_full"));
        gate->open();
        QVERIFY(bench.ends(*third));
        QCOMPARE(second->end, QString("done"));
        QVERIFY(bench.desk->standings().empty());
    }

    void with_no_room_to_wait_a_request_is_taken_only_while_the_engine_is_idle() {
        const auto gate = std::make_shared<Gate>();
        Script held;
        held.waitAt(gate).text("x");
        WorkerDesk::Limits limits;
        limits.waiting_requests = 0;
        Bench bench(loaderOf({held}), limits);
        const auto running = bench.ask();  // also while the model is still to be loaded
        QCOMPARE(bench.ask()->end, QString("queue_full"));
        gate->awaitVisitor();
        QCOMPARE(bench.ask()->end, QString("queue_full"));
        gate->open();
        QVERIFY(bench.ends(*running));
        QCOMPARE(running->end, QString("done"));
        const auto next = bench.ask();
        QVERIFY(bench.ends(*next));
        QCOMPARE(next->end, QString("done"));
    }

    void a_client_that_left_while_it_waited_never_reaches_the_engine() {
        const auto gate = std::make_shared<Gate>();
        Script held;
        held.waitAt(gate).text("x");
        const auto log = std::make_shared<RequestLog>();
        Bench bench(loaderOf({held}, log));
        const auto running = bench.ask();
        gate->awaitVisitor();
        const auto left = bench.ask();
        bench.desk->cancel(bench.last);
        gate->open();
        QVERIFY(bench.ends(*running));
        QCOMPARE(running->end, QString("done"));
        const auto next = bench.ask();
        QVERIFY(bench.ends(*next));
        QVERIFY(left->end.isEmpty());
        QCOMPARE(log->all().size(), std::size_t(2));
    }

    void an_engine_that_ends_is_loaded_again_for_those_who_wait() {
        int loads = 0;
        const auto gate = std::make_shared<Gate>();
        Script broken;
        broken.waitAt(gate).raise("it broke");
        Bench bench([&](const LoadOptions&, const LoadProgress&) -> Result<std::unique_ptr<Engine>> {
            const bool first = ++loads == 1;
            return std::make_unique<strata::testing::ScriptedEngine>(std::vector{first ? broken : answering({"fine"})});
        });
        const auto dies = bench.ask();
        gate->awaitVisitor();
        const auto waits = bench.ask();
        gate->open();
        QVERIFY(bench.ends(*waits));
        QCOMPARE(dies->end, QString("engine_died"));
        QCOMPARE(waits->heard, QString("fine"));
    }

    void a_silent_engine_is_given_up_and_stays_stuck_until_it_lets_go() {
        const auto gate = std::make_shared<Gate>();
        Script deaf;
        deaf.hangAt(gate).text("late");
        Bench bench(loaderOf({deaf, answering({"next"})}));
        const auto silent = bench.ask();
        gate->awaitVisitor();
        bench.settle();
        bench.now += std::chrono::seconds(299);
        bench.desk->tick();
        QVERIFY(silent->end.isEmpty());
        bench.now += std::chrono::seconds(1);
        bench.desk->tick();
        QCOMPARE(silent->end, QString("engine_stuck"));
        QCOMPARE(bench.desk->models().state, ModelState::stuck);
        QCOMPARE(bench.ask()->end, QString("engine_stuck"));
        gate->open();
        QVERIFY(bench.becomes(ModelState::ready));
        QVERIFY(silent->heard.isEmpty());
        const auto next = bench.ask();
        QVERIFY(bench.ends(*next));
        QCOMPARE(next->heard, QString("next"));
    }

    void the_end_of_a_stopped_request_is_not_taken_for_that_of_the_next() {
        Script endless;
        endless.text("a").untilStopped();
        Bench bench(loaderOf({endless, answering({"b"})}));
        const auto first = bench.ask();
        QVERIFY(QTest::qWaitFor([&] {
            bench.settle();
            return first->heard == "a";
        }));
        bench.desk->cancel(bench.last);
        const auto second = bench.ask();
        QVERIFY(bench.ends(*second));
        QCOMPARE(second->heard, QString("b"));
        QCOMPARE(second->end, QString("done"));
        QVERIFY(first->end.isEmpty());
    }

    void a_model_that_is_taken_away_ends_what_runs() {
        Script endless;
        endless.text("a").untilStopped();
        Bench bench(loaderOf({endless}));
        const auto answer = bench.ask();
        QVERIFY(QTest::qWaitFor([&] {
            bench.settle();
            return answer->heard == "a";
        }));
        bench.worker->unload();
        QVERIFY(bench.ends(*answer));
        QCOMPARE(answer->end, QString("engine_died"));
        QVERIFY(bench.becomes(ModelState::unloaded));
    }

    void a_load_is_answered_when_the_model_is_there() {
        Bench bench(loaderOf({answering({"x"})}));
        std::optional<ApiResult<EngineDesk::Switched>> loaded, again, unloaded, twice, unknown;
        bench.desk->load("tiny", [&](const auto& result) { loaded = result; });
        QVERIFY(!loaded);
        QVERIFY(bench.becomes(ModelState::ready));
        QVERIFY(loaded && *loaded && !(*loaded)->was_loaded);
        bench.desk->load({}, [&](const auto& result) { again = result; });
        QVERIFY(again && *again && (*again)->was_loaded);
        bench.desk->unload([&](const auto& result) { unloaded = result; });
        QVERIFY(bench.becomes(ModelState::unloaded));
        QVERIFY(unloaded && *unloaded && (*unloaded)->was_loaded);
        bench.desk->unload([&](const auto& result) { twice = result; });
        QVERIFY(twice && *twice && !(*twice)->was_loaded);
        bench.desk->load("other", [&](const auto& result) { unknown = result; });
        QVERIFY(unknown && !*unknown && unknown->error().kind == ErrorKind::model_not_found);
    }

    void a_model_is_not_taken_from_a_request() {
        const auto gate = std::make_shared<Gate>();
        Script held;
        held.waitAt(gate).text("x");
        Bench bench(loaderOf({held}));
        const auto answer = bench.ask();
        gate->awaitVisitor();
        std::optional<ApiResult<EngineDesk::Switched>> unloaded;
        bench.desk->unload([&](const auto& result) { unloaded = result; });
        QVERIFY(unloaded && !*unloaded && unloaded->error().kind == ErrorKind::model_busy);
        gate->open();
        QVERIFY(bench.ends(*answer));
    }

    void closing_ends_all_that_run_and_takes_nothing_more() {
        Script endless;
        endless.untilStopped();
        Bench bench(loaderOf({endless}));
        const auto runs = bench.ask();
        const auto waits = bench.ask();
        bench.desk->close();
        QCOMPARE(runs->end, QString("shutting_down"));
        QCOMPARE(waits->end, QString("shutting_down"));
        QCOMPARE(bench.ask()->end, QString("shutting_down"));
    }

    void a_conversation_of_a_client_is_never_one_of_the_windows() {
        const auto log = std::make_shared<RequestLog>();
        Bench bench(loaderOf({answering({"x"})}, log));
        GenerationRequest request;
        request.conversation = "1";
        const auto answer = bench.ask(request);
        QVERIFY(bench.ends(*answer));
        QCOMPARE(log->all().front().conversation, std::string("api:1"));
    }
};

STRATA_TEST(WorkerDeskTest);

#include "worker_desk_test.moc"
