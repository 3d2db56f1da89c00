#include "app/engine_choice.h"

#include <QtTest/QtTest>

#include "app/engine_thread.h"
#include "support/scripted_engine.h"
#include "support/scripted_server.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;
using strata::testing::loaderOf;
using strata::testing::ScriptedServer;

namespace {

std::string loadedModel(EngineThread& engine) {
    QSignalSpy loaded(&engine, &EngineThread::loaded);
    engine.load({});
    return loaded.wait() ? engine.status()->model_name : std::string();
}

}  // namespace

class EngineChoiceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_server_answers_only_while_it_is_chosen() {
        const ScriptedServer server([](const ScriptedServer::Request& request) {
            return request.line.startsWith("GET ")
                       ? ScriptedServer::whole(200, "application/json", R"({"data":[{"id":"far away"}]})")
                       : ScriptedServer::stream({ScriptedServer::delta("Hello"), ScriptedServer::ending()});
        });
        EngineChoice choice(loaderOf({}));
        EngineThread engine(choice.loader());
        QCOMPARE(loadedModel(engine), std::string("Scripted"));
        QVERIFY(server.requests().empty());
        choice.setRemote(RemoteServer{server.address(), {}, {}});
        QCOMPARE(loadedModel(engine), std::string("far away"));
        QSignalSpy finished(&engine, &EngineThread::finished);
        GenerationRequest request;
        request.messages.push_back(ChatMessage{Role::user, "Hi", {}, {}, {}});
        engine.submit(request);
        QVERIFY(finished.wait());
        QCOMPARE(server.requests().size(), std::size_t{2});
        choice.setRemote(std::nullopt);
        QCOMPARE(loadedModel(engine), std::string("Scripted"));
        QCOMPARE(server.requests().size(), std::size_t{2});
    }

    void a_load_from_a_server_can_be_cancelled() {
        const ScriptedServer server([](const ScriptedServer::Request&) { return ScriptedServer::Reply{{}, false}; });
        EngineChoice choice(loaderOf({}));
        choice.setRemote(RemoteServer{server.address(), {}, {}});
        EngineThread engine(choice.loader());
        QSignalSpy cancelled(&engine, &EngineThread::loadCancelled);
        engine.load({});
        QTRY_VERIFY(!server.requests().empty());
        engine.cancelLoad();
        QVERIFY(cancelled.wait());
        QVERIFY(server.wasHungUp() || QTest::qWaitFor([&server] { return server.wasHungUp(); }));
    }
};

STRATA_TEST(EngineChoiceTest);

#include "engine_choice_test.moc"
