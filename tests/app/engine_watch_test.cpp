#include "app/engine_watch.h"

#include <QtTest/QtTest>

#include "support/scripted_engine.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;
using strata::testing::answering;
using strata::testing::Gate;
using strata::testing::loaderOf;
using strata::testing::Script;
using namespace std::chrono_literals;

namespace {

/// An engine that plays a script, watched with a clock that the test moves.
struct Watched {
    explicit Watched(Script script)
        : engine(loaderOf({std::move(script)})),
          watch(&engine, {.stop = 20s, .silence = 300s, .look = 1ms}, [this] { return now; }),
          stuck(&watch, &EngineWatch::stuckChanged) {
        QSignalSpy loaded(&engine, &EngineThread::loaded);
        engine.load({});
        if (loaded.isEmpty()) {
            loaded.wait();
        }
    }

    std::chrono::milliseconds now{0};
    EngineThread engine;
    EngineWatch watch;
    QSignalSpy stuck;
};

}  // namespace

class EngineWatchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_stop_that_is_not_obeyed_means_that_it_hangs() {
        const auto gate = std::make_shared<Gate>();
        Script script;
        script.text("a").hangAt(gate).text("b");
        Watched test(script);
        const RequestId id = test.engine.submit({});
        gate->awaitVisitor();
        test.engine.stop(id);
        test.now += 21s;
        QTRY_VERIFY(test.watch.isStuck());
        gate->open();
        QTRY_VERIFY(!test.watch.isStuck());  // it goes on after all, and that is said too
        QCOMPARE(test.stuck.size(), 2);
    }

    void a_very_long_silence_means_that_it_hangs() {
        const auto gate = std::make_shared<Gate>();
        Script script;
        script.reading(1, 100).waitAt(gate).text("b");
        Watched test(script);
        QSignalSpy events(&test.engine, &EngineThread::events);
        test.engine.submit({});
        QTRY_VERIFY(!events.isEmpty());
        test.now += 299s;
        QTest::qWait(20);  // several looks
        QVERIFY(!test.watch.isStuck());
        test.now += 2s;
        QTRY_VERIFY(test.watch.isStuck());
        gate->open();
        QTRY_VERIFY(!test.watch.isStuck());
    }

    void a_model_that_is_not_let_go_means_that_it_hangs() {
        const auto gate = std::make_shared<Gate>();
        Script script;
        script.text("a").hangAt(gate).text("b");
        Watched test(script);
        test.engine.submit({});
        gate->awaitVisitor();
        test.engine.unload();
        test.now += 59s;
        QTest::qWait(20);  // several looks
        QVERIFY(!test.watch.isStuck());
        test.now += 2s;
        QTRY_VERIFY(test.watch.isStuck());
        gate->open();
        QTRY_VERIFY(!test.watch.isStuck());
    }

    void a_load_that_takes_its_time_does_not_hang() {
        std::chrono::milliseconds now{0};
        const auto middle = std::make_shared<Gate>();
        const auto end = std::make_shared<Gate>();
        EngineThread engine([&](const LoadOptions& options, const LoadProgress& progress) {
            progress({"reading", 0.1});
            middle->pass();
            progress({"reading", 0.5});
            end->pass();
            return loaderOf({answering({"a"})})(options, progress);
        });
        EngineWatch watch(&engine, {.stop = 20s, .silence = 300s, .look = 1ms}, [&now] { return now; });
        QSignalSpy stuck(&watch, &EngineWatch::stuckChanged);
        QSignalSpy progress(&engine, &EngineThread::loadProgress);
        QSignalSpy finished(&engine, &EngineThread::finished);
        engine.load({});
        engine.submit({});
        QTRY_COMPARE(progress.size(), 1);
        now += 299s;
        middle->open();
        QTRY_COMPARE(progress.size(), 2);
        now += 299s;
        QTest::qWait(20);  // several looks
        end->open();
        QTRY_COMPARE(finished.size(), 1);
        QVERIFY(stuck.isEmpty());
    }

    void who_waits_for_its_turn_does_not_hang() {
        const auto gate = std::make_shared<Gate>();
        Script script;
        script.text("a").waitAt(gate).text("b");
        Watched test(script);
        QSignalSpy events(&test.engine, &EngineThread::events);
        QSignalSpy finished(&test.engine, &EngineThread::finished);
        test.engine.submit({});
        test.engine.submit({});
        QTRY_VERIFY(!events.isEmpty());
        test.now += 200s;
        gate->open();
        QTRY_COMPARE(finished.size(), 2);
        QCOMPARE(test.stuck.size(), 0);
    }

    void an_engine_without_work_never_hangs() {
        Watched test(answering({"a"}));
        QSignalSpy finished(&test.engine, &EngineThread::finished);
        test.engine.submit({});
        QTRY_COMPARE(finished.size(), 1);
        test.now += 10'000s;
        QTest::qWait(20);
        QVERIFY(!test.watch.isStuck());
    }
};

STRATA_TEST(EngineWatchTest);

#include "engine_watch_test.moc"
