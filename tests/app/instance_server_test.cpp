#include "app/instance_server.h"

#include <QtTest/QtTest>

#include <thread>

#include <QTemporaryDir>

#include "support/test_registry.h"

using strata::app::InstanceServer;

class InstanceServerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hands_files_to_the_program_that_runs() {
        const QTemporaryDir folder;
        const InstanceServer server(folder.path());
        QVERIFY(server.isListening());
        QSignalSpy called(&server, &InstanceServer::called);
        const QStringList files{"/a b.png", "/Дані/чат.json"};
        std::atomic<bool> answered{false};
        std::jthread caller([&] { answered = InstanceServer::call(folder.path(), files); });
        QTRY_COMPARE(called.size(), 1);
        QCOMPARE(called[0][0].toStringList(), files);
        QTRY_VERIFY(answered);
    }

    void without_files_it_only_asks_for_the_window() {
        const QTemporaryDir folder;
        const InstanceServer server(folder.path());
        QSignalSpy called(&server, &InstanceServer::called);
        std::jthread caller([&] { InstanceServer::call(folder.path(), {}); });
        QTRY_COMPARE(called.size(), 1);
        QVERIFY(called[0][0].toStringList().isEmpty());
    }

    void nobody_answers_for_another_folder() {
        const QTemporaryDir folder;
        const QTemporaryDir other;
        const InstanceServer server(folder.path());
        QVERIFY(!InstanceServer::call(other.path(), {}));
    }

    void a_program_that_hangs_is_not_waited_for_long() {
        const QTemporaryDir folder;
        const InstanceServer server(folder.path());  // nobody runs its event loop
        QVERIFY(!InstanceServer::call(folder.path(), {}, std::chrono::milliseconds(50)));
    }

    void takes_the_place_of_one_that_crashed() {
        const QTemporaryDir folder;
        const InstanceServer old(folder.path());
        const InstanceServer server(folder.path());
        QVERIFY(server.isListening());
    }
};

STRATA_TEST(InstanceServerTest);

#include "instance_server_test.moc"
