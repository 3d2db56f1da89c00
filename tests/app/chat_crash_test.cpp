#include <QtTest/QtTest>

#include <map>

#include <QProcess>
#include <QRandomGenerator>
#include <QSqlQuery>
#include <QTemporaryDir>

#include "app/chat_store.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;

namespace {

constexpr int kRuns = 6;  ///< in every test run; STRATA_CRASH_RUNS asks for more
constexpr int kLatestKill = 400;

/// What the writer says is stored: lengths by the ids of the messages.
void readTold(QProcess& writer, std::map<qint64, qsizetype>& told) {
    while (writer.canReadLine()) {
        const QList<QByteArray> line = writer.readLine().trimmed().split(' ');
        if (line.size() == 2) {
            told.insert_or_assign(line[0].toLongLong(), line[1].toLongLong());
        }
    }
}

/// Kills a writer that many lines and then some moments after its start.
std::map<qint64, qsizetype> writeAndKill(const QString& path, quint32 seed, int moments) {
    QProcess writer;
    writer.start(STRATA_CHAT_CRASH_WRITER, {path, QString::number(seed)});
    std::map<qint64, qsizetype> told;
    while (told.empty() && writer.waitForReadyRead()) {
        readTold(writer, told);
    }
    QElapsedTimer running;
    running.start();
    while (running.elapsed() < moments) {
        writer.waitForReadyRead(moments - static_cast<int>(running.elapsed()));
    }
    writer.kill();  // in the middle of whatever it does
    writer.waitForFinished();
    readTold(writer, told);
    return told;
}

}  // namespace

class ChatCrashTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void what_was_stored_survives_the_death_of_the_program() {
        const int runs = std::max(qEnvironmentVariableIntValue("STRATA_CRASH_RUNS"), kRuns);
        qsizetype messages = 0;
        for (int run = 0; run < runs; ++run) {
            const QTemporaryDir folder;
            const QString path = folder.filePath("chats.sqlite");
            const auto seed = static_cast<quint32>(run);
            const auto told = writeAndKill(path, seed, QRandomGenerator(seed).bounded(kLatestKill));
            QVERIFY(!told.empty());
            {
                const auto opened = openChatStore(path);
                QVERIFY(opened);
                QVERIFY(!opened->trouble);
                const auto all = opened->store->allMessages("chat");
                QVERIFY(all);
                std::map<qint64, qsizetype> stored;
                for (const ChatStore::Stored& message : *all) {
                    stored.emplace(message.message.id, message.message.text.size());
                    QVERIFY(message.message.state != AnswerState::unfinished);
                }
                for (const auto& [id, size] : told) {
                    QVERIFY2(stored.contains(id) && stored.at(id) >= size, qPrintable(QString("run %1").arg(run)));
                }
                QVERIFY(!opened->store->messages("chat")->empty());
                QVERIFY(!opened->store->search("question", 1)->empty());
                messages += static_cast<qsizetype>(told.size());
            }
            checkFile(path);
            QVERIFY2(!QTest::currentTestFailed(), qPrintable(QString("run %1").arg(run)));
        }
        qInfo("%d runs killed, %lld messages told and found", runs, static_cast<long long>(messages));
    }

private:
    /// Pages and indexes agree with each other.
    static void checkFile(const QString& path) {
        const auto database = ChatDatabase::open(path);
        QVERIFY(database);
        auto check = (*database)->select("PRAGMA integrity_check");
        QVERIFY(check && check->next());
        QCOMPARE(check->value(0).toString(), QString("ok"));
        check->finish();
        QVERIFY((*database)->run({"INSERT INTO message_search (message_search, rank) VALUES ('integrity-check', 1)",
                                  "INSERT INTO title_search (title_search, rank) VALUES ('integrity-check', 1)"}));
    }
};

STRATA_TEST(ChatCrashTest);

#include "chat_crash_test.moc"
