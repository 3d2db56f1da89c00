#include <QtTest/QtTest>

#include <chrono>
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

using std::chrono::milliseconds;

constexpr int kRounds = 8;  ///< in every test run; STRATA_KILL_ROUNDS asks for more
constexpr int kLatestKill = 3000;
constexpr milliseconds kPromise{1000};  ///< what is shown is stored within

struct Shown {
    milliseconds when{0};
    qint64 message = 0;
    qsizetype text = 0;
    qsizetype reasoning = 0;
};

milliseconds now() {
    return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now().time_since_epoch());
}

void readShown(QProcess& writer, std::vector<Shown>& shown) {
    while (writer.canReadLine()) {
        const QList<QByteArray> line = writer.readLine().trimmed().split(' ');
        if (line.size() == 4) {
            shown.push_back(
                {milliseconds(line[0].toLongLong()), line[1].toLongLong(), line[2].toLongLong(), line[3].toLongLong()});
        }
    }
}

/// What a writer had shown when it was killed, and when that was.
struct Killed {
    std::vector<Shown> shown;
    milliseconds when{0};
};

/// Kills a writer some moments after it showed the first message.
Killed writeAndKill(const QString& path, quint32 seed, milliseconds after) {
    QProcess writer;
    writer.start(STRATA_STREAMING_WRITER, {path, QString::number(seed)});
    Killed killed;
    while (killed.shown.empty() && writer.waitForReadyRead()) {
        readShown(writer, killed.shown);
    }
    const milliseconds end = now() + after;
    while (now() < end) {
        writer.waitForReadyRead(static_cast<int>((end - now()).count()));
        readShown(writer, killed.shown);
    }
    killed.when = now();
    writer.kill();  // in the middle of whatever it does
    writer.waitForFinished();
    readShown(writer, killed.shown);
    return killed;
}

}  // namespace

/// The program is killed while answers are written. What was on the screen for a second is there at the next start.
class ChatKillTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void what_was_shown_for_a_second_survives_a_kill() {
        const int asked = qEnvironmentVariableIntValue("STRATA_KILL_ROUNDS");
        const int rounds = asked > 0 ? asked : kRounds;
        for (int round = 0; round < rounds; ++round) {
            const QTemporaryDir folder;
            const QString path = folder.filePath("chats.sqlite");
            const auto seed = static_cast<quint32>(round);
            const milliseconds after(QRandomGenerator(seed).bounded(kLatestKill));
            const Killed killed = writeAndKill(path, seed, after);
            QVERIFY(!killed.shown.empty());
            checkPages(path);
            compare(path, killed);
            QVERIFY2(!QTest::currentTestFailed(), qPrintable(QString("round %1").arg(round)));
        }
        QVERIFY(promised_ > 0);
        qInfo(
            "%d rounds killed; %d messages shown, %d of them for over %lld ms, and all of that found; "
            "the oldest thing that was lost had been shown for %lld ms",
            rounds, shown_, promised_, static_cast<long long>(kPromise.count()),
            static_cast<long long>(oldest_lost_.count()));
    }

private:
    static void checkPages(const QString& path) {
        const auto database = ChatDatabase::open(path);
        QVERIFY(database);
        auto check = (*database)->select("PRAGMA integrity_check");
        QVERIFY(check && check->next());
        QCOMPARE(check->value(0).toString(), QString("ok"));
    }

    void compare(const QString& path, const Killed& killed) {
        const auto opened = openChatStore(path);
        QVERIFY(opened && !opened->trouble);
        std::map<qint64, MessageRecord> stored;
        const auto chats = *opened->store->chats();
        for (const ChatRecord& chat : chats) {
            const auto all = *opened->store->allMessages(chat.id);
            for (const ChatStore::Stored& message : all) {
                stored.emplace(message.message.id, message.message);
            }
        }
        std::map<qint64, bool> promised;
        for (const Shown& shown : killed.shown) {
            const auto found = stored.find(shown.message);
            const bool kept = found != stored.end() && found->second.text.size() >= shown.text &&
                              found->second.reasoning.size() >= shown.reasoning;
            const milliseconds age = killed.when - shown.when;
            const bool old = age > kPromise;
            promised[shown.message] = promised[shown.message] || old;
            if (!kept) {
                oldest_lost_ = std::max(oldest_lost_, age);
                QVERIFY2(
                    !old,
                    qPrintable(QString("message %1, shown for %2 ms, is lost").arg(shown.message).arg(age.count())));
            }
        }
        shown_ += static_cast<int>(promised.size());
        promised_ += static_cast<int>(
            std::count_if(promised.begin(), promised.end(), [](const auto& entry) { return entry.second; }));
    }

    int shown_ = 0;
    int promised_ = 0;
    milliseconds oldest_lost_{0};
};

STRATA_TEST(ChatKillTest);

#include "chat_kill_test.moc"
