#include <QtTest/QtTest>

#include <QProcess>
#include <QTemporaryDir>

#include "app/chat_store.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;

class ChatCrashTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void what_was_stored_survives_the_death_of_the_program_data() {
        QTest::addColumn<int>("changes");
        QTest::newRow("early") << 1;
        QTest::newRow("later") << 40;
    }

    void what_was_stored_survives_the_death_of_the_program() {
        QFETCH(int, changes);
        const QTemporaryDir folder;
        const QString path = folder.filePath("chats.sqlite");
        QProcess writer;
        writer.start(STRATA_CHAT_CRASH_WRITER, {path});
        qlonglong stored = 0;
        for (int change = 0; change < changes; ++change) {
            while (!writer.canReadLine()) {
                QVERIFY2(writer.waitForReadyRead(), qPrintable(writer.errorString()));
            }
            stored = writer.readLine().trimmed().toLongLong();
        }
        writer.kill();  // in the middle of whatever it does
        QVERIFY(writer.waitForFinished());
        while (writer.canReadLine()) {
            stored = writer.readLine().trimmed().toLongLong();
        }

        const auto opened = openChatStore(path);
        QVERIFY(opened);
        QVERIFY(!opened->trouble);
        const auto messages = opened->store->messages("chat");
        QCOMPARE(messages->size(), std::size_t(2));
        QCOMPARE(messages->at(0).text, QString("why?"));
        QVERIFY(messages->at(1).text.size() >= stored);
        QCOMPARE(messages->at(1).state, AnswerState::stopped);
    }
};

STRATA_TEST(ChatCrashTest);

#include "chat_crash_test.moc"
