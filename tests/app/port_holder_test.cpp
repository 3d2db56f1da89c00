#include "app/port_holder.h"

#include <QtTest/QtTest>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTcpServer>
#include <QTemporaryDir>

#include "support/test_registry.h"

using namespace strata::app;

namespace {

void put(const QString& path, const QByteArray& text) {
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

}  // namespace

class PortHolderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tells_a_taken_port_from_a_free_one() {
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        const int port = server.serverPort();
        QVERIFY(portState(port) == PortState::taken);
        const std::optional<int> other = freePortAbove(port);
        QVERIFY(other && *other > port);
        QVERIFY(portState(*other) == PortState::is_free);
        server.close();
        QVERIFY(portState(port) == PortState::is_free);
        QVERIFY(!freePortAbove(65'535));
    }

#ifdef __linux__
    void names_the_program_that_listens() {
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        constexpr int kLongestName = 15;  // that the system keeps
        const QString own = QFileInfo(QCoreApplication::applicationFilePath()).fileName().left(kLongestName);
        QCOMPARE(programAtPort(server.serverPort()), std::optional(own));
    }

    void finds_only_who_listens_and_only_at_this_port() {
        const QTemporaryDir proc;
        const QByteArray head = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid\n";
        put(proc.filePath("net/tcp"),
            head +
                "   0: 0100007F:1F90 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000  0 111 1\n"
                "   1: 0100007F:1F91 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000  0 222 1\n");
        put(proc.filePath("net/tcp6"),
            head +
                "   0: 00000000000000000000000000000000:1F90 00000000000000000000000000000000:0000 0A "
                "00000000:00000000 00:00000000 00000000  1000  0 333 1\n");
        put(proc.filePath("10/comm"), "talker\n");
        put(proc.filePath("20/comm"), "listener\n");
        QVERIFY(QDir(proc.path()).mkpath("10/fd") && QDir(proc.path()).mkpath("20/fd"));
        QVERIFY(QFile::link("socket:[111]", proc.filePath("10/fd/3")));
        QVERIFY(QFile::link("socket:[333]", proc.filePath("20/fd/3")));
        QCOMPARE(programAtPortIn(proc.path(), 0x1F90), std::optional<QString>("listener"));
        QCOMPARE(programAtPortIn(proc.path(), 0x1F91), std::optional<QString>());  // of another user
        QCOMPARE(programAtPortIn(proc.path(), 80), std::optional<QString>());
    }
#endif
};

STRATA_TEST(PortHolderTest);

#include "port_holder_test.moc"
