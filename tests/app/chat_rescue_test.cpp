#include "app/chat_rescue.h"

#include <QtTest/QtTest>

#include <array>

#include <QDate>
#include <QFile>
#include <QTemporaryDir>

#include "app/chat_backup.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;

namespace {

constexpr int kMessages = 113;
constexpr int kPage = 4096;

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Overwrites the page that holds a text.
void damagePageWith(const QString& path, const QByteArray& text) {
    QByteArray content = contentOf(path);
    const qsizetype place = content.indexOf(text);
    QVERIFY(place > 0);
    content.replace(place / kPage * kPage, kPage, QByteArray(kPage, '\xA5'));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

QString textOf(int i) {
    return QString("message number %1.").arg(i, 3, 10, QChar('0')).repeated(200);
}

}  // namespace

class ChatRescueTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void what_can_be_read_is_copied_and_the_file_stays_as_it_is() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("chats.sqlite");
        {
            const auto store = std::move(*ChatStore::open(path));
            ChatRecord chat;
            chat.id = ConversationId(1, 'a');
            chat.title = "Long chat";
            chat.created = chat.changed = QDateTime::fromMSecsSinceEpoch(0);
            std::vector<MessageRecord> messages(kMessages);
            for (int i = 0; i < kMessages; ++i) {
                messages[static_cast<std::size_t>(i)].time = chat.created;
                messages[static_cast<std::size_t>(i)].text = textOf(i);
            }
            QVERIFY(store->add(chat, 0, messages));
        }
        damagePageWith(path, "message number 050.");
        const QByteArray damaged = contentOf(path);

        const auto opened = openChatStore(path);
        QVERIFY(opened && opened->trouble);
        QCOMPARE(opened->trouble->kind, ChatStoreTrouble::Kind::damaged);
        QCOMPARE(contentOf(opened->trouble->set_aside), damaged);
        QCOMPARE(opened->trouble->messages_total, kMessages);
        QVERIFY(opened->trouble->messages_read >= kMessages - 4);  // those that the page had a part of
        QVERIFY(opened->trouble->messages_read < kMessages);
        const auto chats = opened->store->chats();
        QCOMPARE(chats->size(), std::size_t(1));
        QCOMPARE(chats->front().title, QString("Long chat"));
        const auto messages = opened->store->messages("a");  // one way, without a gap
        QCOMPARE(static_cast<int>(messages->size()), opened->trouble->messages_read);
        QCOMPARE(messages->front().text, textOf(0));
        QCOMPARE(messages->back().text, textOf(kMessages - 1));
        QVERIFY(!opened->store->search("number", 5)->empty());
        QCOMPARE(QDir(folder.path()).entryList({"rescue-*"}, QDir::Dirs), QStringList());
    }

    void a_file_that_is_no_database_gives_nothing() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("chats.sqlite");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray("not a database ").repeated(1000));
        file.close();
        const auto opened = openChatStore(path);
        QVERIFY(opened && opened->trouble);
        QCOMPARE(opened->trouble->messages_read, 0);
        QVERIFY(opened->store->chats()->empty());
        QVERIFY(opened->trouble->restored_from.isEmpty());
    }

    void where_nothing_can_be_read_the_newest_daily_copy_is_taken_and_all_are_kept() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("chats.sqlite");
        const QString backup = folder.filePath("backup");
        {
            const auto store = std::move(*ChatStore::open(path));
            ChatRecord chat;
            chat.id = ConversationId(1, 'a');
            chat.created = chat.changed = QDateTime::fromMSecsSinceEpoch(0);
            MessageRecord message;
            message.time = chat.created;
            message.text = "kept words";
            QVERIFY(store->add(chat, 0, std::array{message}));
            QVERIFY(backUpChats(path, backup, QDate(2026, 5, 3)));
            QVERIFY(backUpChats(path, backup, QDate(2026, 5, 4)));
        }
        QFile newest(backup + "/chats-2026-05-04.sqlite");
        QVERIFY(newest.open(QIODevice::WriteOnly | QIODevice::Truncate));
        newest.write("damaged too");
        newest.close();
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(QByteArray("not a database ").repeated(1000));
        file.close();

        const auto opened = openChatStore(path);
        QVERIFY(opened && opened->trouble);
        QCOMPARE(opened->trouble->messages_read, 1);
        QCOMPARE(opened->trouble->restored_from, backup + "/kept-chats-2026-05-03.sqlite");
        QCOMPARE(opened->store->chats()->size(), std::size_t(1));
        for (int day = 5; day < 9; ++day) {
            QVERIFY(backUpChats(path, backup, QDate(2026, 5, day)));
        }
        QVERIFY(QFile::exists(opened->trouble->restored_from));  // the copies of the new list push out only their own
    }
};

STRATA_TEST(ChatRescueTest);

#include "chat_rescue_test.moc"
