#include "ui/remote/remote_dialog.h"

#include <QtTest/QtTest>

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "app/engine_thread.h"
#include "support/scripted_engine.h"
#include "support/scripted_server.h"
#include "support/test_registry.h"
#include "ui/main_window/model_controller.h"
#include "ui/style/theme.h"

using namespace strata;
using namespace strata::ui;
using strata::testing::loaderOf;
using strata::testing::ScriptedServer;

namespace {

ScriptedServer::Reply answerAnything(const ScriptedServer::Request& request) {
    return request.line.startsWith("GET ")
               ? ScriptedServer::whole(200, "application/json", R"({"data":[{"id":"far away"},{"id":"other"}]})")
               : ScriptedServer::stream({ScriptedServer::delta("Yes"), ScriptedServer::ending()});
}

/// Everything that a remote engine needs, and the dialog.
struct Bench {
    app::Settings settings{QString()};
    app::KeyStore keys;
    app::EngineChoice choice{loaderOf({})};
    app::EngineThread engine{choice.loader()};
    ModelController model{&engine, app::ModelChoice{"/models/tiny.gguf", true}, {}, LoadOptions{}};
    RemoteController remote{{&settings, &keys, &choice, &model}};
    Theme theme{ThemeChoice::light};
    RemoteDialog dialog{&theme, &remote};

    QLineEdit* line(const char* name) const { return dialog.findChild<QLineEdit*>(name); }
    QPushButton* button(const char* name) const { return dialog.findChild<QPushButton*>(name); }
    QString result() const { return dialog.findChild<QLabel*>("remoteResult")->text(); }
    void type(const QString& address) {
        line("remoteAddress")->clear();
        QTest::keyClicks(line("remoteAddress"), address);
    }
};

}  // namespace

class RemoteDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothing_is_asked_without_the_persons_choice() {
        const ScriptedServer server(answerAnything);
        Bench bench;
        bench.remote.start();
        bench.type(server.address());
        QTRY_VERIFY(bench.model.isReady());
        QCOMPARE(bench.model.modelName(), QString("Scripted"));
        QVERIFY(server.requests().empty());
        QVERIFY(!bench.remote.isInUse());
    }

    void a_test_lists_the_models_and_changes_nothing() {
        const ScriptedServer server(answerAnything);
        Bench bench;
        bench.type(server.address());
        bench.button("remoteTryButton")->click();
        QTRY_VERIFY2(bench.result().contains("far away answers"), qPrintable(bench.result()));
        QCOMPARE(bench.dialog.findChild<QComboBox*>("remoteModel")->count(), 2);
        QVERIFY(!bench.remote.isInUse());
        QVERIFY(bench.model.remote().host.isEmpty());
    }

    void a_test_that_fails_says_why() {
        const ScriptedServer server([](const ScriptedServer::Request&) {
            return ScriptedServer::whole(401, "application/json", R"({"error":{"message":"wrong"}})");
        });
        Bench bench;
        bench.type(server.address());
        bench.button("remoteTryButton")->click();
        QTRY_VERIFY2(bench.result().contains("does not accept the key"), qPrintable(bench.result()));
    }

    void a_server_in_use_answers_and_is_named_until_it_is_taken_back() {
        const ScriptedServer server(answerAnything);
        Bench bench;
        bench.type(server.address());
        bench.line("remoteKey")->setText("secret");
        bench.button("remoteUseButton")->click();
        QTRY_VERIFY(bench.model.isReady());
        QCOMPARE(bench.model.modelName(), QString("far away"));
        QCOMPARE(bench.model.remote().host, QString("127.0.0.1:%1").arg(server.port()));
        QVERIFY(bench.model.remote().readable);
        QVERIFY(!bench.model.isBuiltIn());
        QVERIFY(bench.settings.remote().enabled);
        QVERIFY(server.requests().back().headers.contains("bearer secret"));
        bench.button("remoteOwnButton")->click();
        QTRY_COMPARE(bench.model.modelName(), QString("Scripted"));
        QVERIFY(bench.model.remote().host.isEmpty());
        QVERIFY(!bench.settings.remote().enabled);
    }

    void the_next_start_uses_the_server_with_its_key() {
        const ScriptedServer server(answerAnything);
        Bench bench;
        bench.settings.set(app::RemoteSettings{true, server.address(), "other"});
        bench.keys.write(QString("remote 127.0.0.1:%1").arg(server.port()), "kept", &bench.keys, {});
        bench.remote.start();
        QTRY_COMPARE(bench.model.modelName(), QString("other"));
        QVERIFY(server.requests().front().headers.contains("bearer kept"));
    }

    void another_address_does_not_get_the_key_of_the_one_before() {
        Bench bench;
        bench.type("https://one.example/v1");
        bench.line("remoteKey")->setText("secret");
        bench.type("https://two.example/v1");
        QVERIFY(bench.line("remoteKey")->text().isEmpty());
        QString read = "not asked";
        bench.keys.write("remote one.example", "secret", &bench.keys, {});
        bench.remote.readKey("https://two.example", &bench.keys, [&read](const QString& key) { read = key; });
        QTRY_COMPARE(read, QString());
    }

    void an_address_that_is_unsafe_cannot_be_used() {
        Bench bench;
        bench.type("http://example.com/v1");
        QVERIFY(!bench.button("remoteUseButton")->isEnabled());
        QVERIFY(!bench.button("remoteTryButton")->isEnabled());
        bench.type("https://example.com/v1");
        QVERIFY(bench.button("remoteUseButton")->isEnabled());
    }
};

STRATA_TEST(RemoteDialogTest);

#include "remote_dialog_test.moc"
