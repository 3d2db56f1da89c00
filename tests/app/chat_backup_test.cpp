#include "app/chat_backup.h"

#include <QtTest/QtTest>

#include <array>

#include <QDir>
#include <QTemporaryDir>

#include "app/chat_store.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;

namespace {

const QDate kDay(2026, 5, 4);

std::unique_ptr<ChatStore> storeWith(const QString& path, const QString& text) {
    auto store = std::move(*ChatStore::open(path));
    ChatRecord chat;
    chat.id = ConversationId(1, 'a');
    chat.title = "t";
    chat.created = chat.changed = QDateTime::fromMSecsSinceEpoch(0);
    MessageRecord message;
    message.time = chat.created;
    message.text = text;
    static_cast<void>(store->add(chat, 0, std::array{message}));
    return store;
}

QStringList copiesIn(const QString& folder) {
    return QDir(folder).entryList(QDir::Files, QDir::Name);
}

}  // namespace

class ChatBackupTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_copy_can_be_opened_and_has_everything_also_while_the_store_is_in_use() {
        const QTemporaryDir folder;
        const auto store = storeWith(folder.filePath("chats.sqlite"), "kept words");
        QVERIFY(backUpChats(store->path(), folder.filePath("backup"), kDay));
        const auto copy = ChatStore::open(folder.filePath("backup/chats-2026-05-04.sqlite"));
        QVERIFY(copy);
        QCOMPARE((*copy)->messages("a")->front().text, QString("kept words"));
        QCOMPARE((*copy)->search("kept", 5)->size(), std::size_t(1));
    }

    void one_copy_a_day_and_the_last_three() {
        const QTemporaryDir folder;
        const QString copies = folder.filePath("backup");
        const auto store = storeWith(folder.filePath("chats.sqlite"), "x");
        for (const int day : {0, 0, 1, 2, 9}) {
            QVERIFY(backUpChats(store->path(), copies, kDay.addDays(day)));
        }
        QCOMPARE(copiesIn(copies),
                 QStringList({"chats-2026-05-05.sqlite", "chats-2026-05-06.sqlite", "chats-2026-05-13.sqlite"}));
    }

    void a_copy_that_was_never_finished_does_not_count() {
        const QTemporaryDir folder;
        const QString copies = folder.filePath("backup");
        QVERIFY(QDir().mkpath(copies));
        QFile half(copies + "/chats-2026-05-04.sqlite.part");
        QVERIFY(half.open(QIODevice::WriteOnly));
        half.write("half");
        half.close();
        const auto store = storeWith(folder.filePath("chats.sqlite"), "x");
        QVERIFY(backUpChats(store->path(), copies, kDay));
        QCOMPARE(copiesIn(copies), QStringList("chats-2026-05-04.sqlite"));
    }

    void a_copy_that_fails_costs_none_of_the_others() {
        const QTemporaryDir folder;
        const QString copies = folder.filePath("backup");
        {
            const auto store = storeWith(folder.filePath("chats.sqlite"), "x");
            QVERIFY(backUpChats(store->path(), copies, kDay));
        }
        QFile damaged(folder.filePath("chats.sqlite"));
        QVERIFY(damaged.open(QIODevice::WriteOnly));
        damaged.write("no database");
        damaged.close();
        QVERIFY(!backUpChats(damaged.fileName(), copies, kDay.addDays(1)));
        QCOMPARE(copiesIn(copies), QStringList("chats-2026-05-04.sqlite"));
    }

    void is_made_beside_the_window() {
        const QTemporaryDir folder;
        const auto store = storeWith(folder.filePath("chats.sqlite"), "x");
        ChatBackup backup(store->path());
        QSignalSpy made(&backup, &ChatBackup::made);
        backup.start();
        QVERIFY(made.wait());
        QCOMPARE(copiesIn(folder.filePath("backup")).size(), 1);
    }

    void what_is_deleted_for_good_does_not_live_on_in_copies() {
        const QTemporaryDir folder;
        const QString copies = folder.filePath("backup");
        const auto store = storeWith(folder.filePath("chats.sqlite"), "secret words");
        QVERIFY(backUpChats(store->path(), copies, kDay));
        QVERIFY(store->moveAllToBin(QDateTime::currentDateTime()));
        QVERIFY(store->emptyBin(QDateTime::currentDateTime().addSecs(1)));
        {
            ChatBackup backup(store->path());
            backup.renew();
        }
        QCOMPARE(copiesIn(copies).size(), 1);
        const auto copy = ChatStore::open(QDir(copies).filePath(copiesIn(copies).front()));
        QVERIFY(copy);
        QVERIFY((*copy)->chats()->empty());
        QVERIFY((*copy)->bin()->empty());
    }
};

STRATA_TEST(ChatBackupTest);

#include "chat_backup_test.moc"
