#include <QtTest/QtTest>

#include <QProcess>
#include <QTcpSocket>

#include "support/test_registry.h"

/// That nothing is asked of any network unless the person wants it (ux R-Q1): what a person does in a day is played in
/// a program that the system kills at the first socket to the internet.
class NetworkSilenceTest : public QObject {
    Q_OBJECT

private:
    /// How a run of one test class ended in which the network is forbidden.
    static std::pair<QProcess::ExitStatus, int> runForbidden(const QString& test) {
        QProcess child;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("STRATA_TEST_FORBID_NETWORK"), QStringLiteral("1"));
        child.setProcessEnvironment(environment);
        child.setStandardOutputFile(QProcess::nullDevice());
        child.setStandardErrorFile(QProcess::nullDevice());
        child.start(QCoreApplication::applicationFilePath(), {test});
        if (!child.waitForFinished(600'000)) {
            return {QProcess::CrashExit, -1};
        }
        return {child.exitStatus(), child.exitCode()};
    }

private Q_SLOTS:
    void initTestCase() {
#ifndef __linux__
        QSKIP("only Linux can forbid a program the network");
#endif
    }

    void a_socket_to_the_internet_is_noticed() {
        QCOMPARE(runForbidden(QStringLiteral("OpensSocketTest")).first, QProcess::CrashExit);
    }

    void a_newcomers_day_opens_none() {
        const auto [status, code] = runForbidden(QStringLiteral("NewcomerWalkTest"));
        QCOMPARE(status, QProcess::NormalExit);
        QCOMPARE(code, 0);
    }
};

/// What the watch must notice; harmless where nothing is forbidden.
class OpensSocketTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void opens_one() {
        QTcpSocket socket;
        QVERIFY(socket.bind(QHostAddress::LocalHost));
    }
};

STRATA_TEST(NetworkSilenceTest);
STRATA_TEST(OpensSocketTest);

#include "network_silence_test.moc"
