#include "app/chat_store.h"

#include <QtTest/QtTest>

#include <QDir>
#include <QFile>
#include <QSqlQuery>
#include <QTemporaryDir>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;

namespace {

QDateTime at(int second) {
    return QDateTime::fromMSecsSinceEpoch(1'700'000'000'000 + second * 1000LL);
}

ChatRecord chatNamed(const ConversationId& id, int changed = 0) {
    ChatRecord chat;
    chat.id = id;
    chat.title = QString::fromStdString("Title of " + id);
    chat.created = at(0);
    chat.changed = at(changed);
    return chat;
}

MessageRecord question(const QString& text) {
    MessageRecord message;
    message.time = at(1);
    message.text = text;
    return message;
}

/// An answer in which every field has a value of its own.
MessageRecord fullAnswer() {
    MessageRecord answer;
    answer.role = Role::assistant;
    answer.time = at(2);
    answer.text = QStringLiteral("Größe 👩‍👩‍👧 <b>&amp; 'quoted'");
    answer.reasoning = "because";
    answer.tool_calls = {{"call_1", "look", "{\"at\":\"it\"}"}, {"call_2", "go", "{}"}};
    answer.tool_call_id = "call_0";
    answer.state = AnswerState::failed;
    answer.thinking = Thinking::high;
    answer.model = "Strata Mini";
    answer.program_version = "1.2.3";
    answer.settings = "{\"seed\":\"7\"}";
    answer.pictures = {{QString(64, 'a'), "photo.jpg", 640, 480, 4032, 3024}, {QString(64, 'b'), "", 1, 2, 3, 4}};
    answer.error = Error{ErrorCode::out_of_memory, "no memory"};
    answer.thinking_time = std::chrono::milliseconds(1234);
    answer.first_word = std::chrono::milliseconds(321);
    answer.pieces = 17;
    answer.pieces_per_second = 8.5;
    answer.remembered = Remembered{200,
                                   150,
                                   ResumeSource::disk,
                                   RereadReason::edited_message,
                                   std::uint64_t{5} << 32,
                                   std::chrono::milliseconds(310)};
    answer.divergence = Divergence{RereadReason::edited_message, 150, "was", "is"};
    return answer;
}

void compare(const MessageRecord& stored, const MessageRecord& message) {
    QCOMPARE(stored.role, message.role);
    QCOMPARE(stored.time, message.time);
    QCOMPARE(stored.text, message.text);
    QCOMPARE(stored.reasoning, message.reasoning);
    QCOMPARE(stored.tool_calls.size(), message.tool_calls.size());
    for (std::size_t i = 0; i < stored.tool_calls.size(); ++i) {
        QCOMPARE(stored.tool_calls[i].id, message.tool_calls[i].id);
        QCOMPARE(stored.tool_calls[i].name, message.tool_calls[i].name);
        QCOMPARE(stored.tool_calls[i].arguments, message.tool_calls[i].arguments);
    }
    QCOMPARE(stored.tool_call_id, message.tool_call_id);
    QCOMPARE(stored.state, message.state);
    QCOMPARE(stored.thinking, message.thinking);
    QCOMPARE(stored.model, message.model);
    QCOMPARE(stored.program_version, message.program_version);
    QCOMPARE(stored.settings, message.settings);
    QVERIFY(stored.pictures == message.pictures);
    QCOMPARE(stored.error.has_value(), message.error.has_value());
    if (stored.error) {
        QCOMPARE(stored.error->code, message.error->code);
        QCOMPARE(stored.error->message, message.error->message);
    }
    QCOMPARE(stored.thinking_time, message.thinking_time);
    QCOMPARE(stored.first_word, message.first_word);
    QCOMPARE(stored.pieces, message.pieces);
    QCOMPARE(stored.pieces_per_second, message.pieces_per_second);
    QVERIFY(stored.remembered == message.remembered);
    QVERIFY(stored.divergence == message.divergence);
}

std::vector<ConversationId> idsOf(const Result<std::vector<ChatRecord>>& chats) {
    std::vector<ConversationId> ids;
    for (const ChatRecord& chat : *chats) {
        ids.push_back(chat.id);
    }
    return ids;
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void overwrite(const QString& path, const QByteArray& content) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

using Ids = std::vector<ConversationId>;

}  // namespace

class ChatStoreTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void gives_back_all_that_it_was_given() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("chats.sqlite");
        {
            auto store = ChatStore::open(path);
            QVERIFY(store);
            QVERIFY((*store)->add(chatNamed("a"), 0, std::array{question("why?"), fullAnswer()}));
        }
        const auto store = ChatStore::open(path);
        const auto chats = (*store)->chats();
        QCOMPARE(chats->size(), std::size_t(1));
        QCOMPARE(chats->at(0).title, QString("Title of a"));
        QCOMPARE(chats->at(0).created, at(0));
        const auto messages = (*store)->messages("a");
        QCOMPARE(messages->size(), std::size_t(2));
        compare(messages->at(0), question("why?"));
        compare(messages->at(1), fullAnswer());
    }

    void lists_the_last_changed_chat_first() {
        const auto store = std::move(*ChatStore::openInMemory());
        QVERIFY(store->save(chatNamed("a", 1)));
        QVERIFY(store->save(chatNamed("b", 3)));
        QVERIFY(store->save(chatNamed("c", 2)));
        QCOMPARE(idsOf(store->chats()), (Ids{"b", "c", "a"}));
        QVERIFY(store->save(chatNamed("a", 4)));
        QCOMPARE(idsOf(store->chats()), (Ids{"a", "b", "c"}));
    }

    void a_message_that_is_stored_again_keeps_its_place() {
        const auto store = std::move(*ChatStore::openInMemory());
        const auto ids = store->add(chatNamed("a"), 0, std::array{question("one"), question("two")});
        MessageRecord answer = fullAnswer();
        answer.pictures.clear();  // they never change
        answer.id = ids->at(1);
        QVERIFY(store->saveMessage(answer));
        QCOMPARE(store->messages("a")->size(), std::size_t(2));
        compare(store->messages("a")->at(1), answer);
    }

    void a_message_below_an_unknown_one_is_refused() {
        const auto store = std::move(*ChatStore::openInMemory());
        QCOMPARE(store->add(chatNamed("a"), 7, std::array{question("lost?")}).error().code, ErrorCode::not_found);
        QVERIFY(store->messages("a")->empty());
        QVERIFY(store->chats()->empty());
        const auto other = store->add(chatNamed("b"), 0, std::array{question("mine")});
        QVERIFY(!store->add(chatNamed("a"), other->front(), std::array{question("not mine")}));
    }

    void the_bin_keeps_a_chat_until_it_is_emptied() {
        const auto store = std::move(*ChatStore::openInMemory());
        QVERIFY(store->add(chatNamed("a"), 0, std::array{question("one")}));
        QVERIFY(store->add(chatNamed("b"), 0, std::array{question("two")}));
        QVERIFY(store->moveToBin("a", at(100)));
        QCOMPARE(idsOf(store->chats()), Ids{"b"});
        QCOMPARE(idsOf(store->bin()), Ids{"a"});
        QCOMPARE(store->bin()->at(0).changed, at(100));
        QVERIFY(store->takeFromBin("a"));
        QCOMPARE(store->chats()->size(), std::size_t(2));
        QVERIFY(store->moveToBin("a", at(100)));
        QVERIFY(store->emptyBin(at(100)));
        QCOMPARE(idsOf(store->bin()), Ids{"a"});
        QVERIFY(store->emptyBin(at(101)));
        QVERIFY(store->bin()->empty());
        QVERIFY(store->messages("a")->empty());
        QCOMPARE(store->messages("b")->size(), std::size_t(1));
    }

    void remembers_titles_drafts_marks_and_small_things() {
        const auto store = std::move(*ChatStore::openInMemory());
        QVERIFY(store->save(chatNamed("a")));
        QVERIFY(store->rename("a", "Other"));
        QVERIFY(store->setUnread("a", true));
        const Draft typed{
            "typed", {{QString(64, 'c'), "cat.png", 10, 20, 30, 40}}, {{"a.cpp", "int x;"}, {{}, "pasted"}}};
        QVERIFY(store->setDraft("a", typed));
        QVERIFY(store->setDraft({}, {"for a new one", {}, {{"b.txt", "words"}}}));
        QCOMPARE(store->chats()->at(0).title, QString("Other"));
        QVERIFY(store->chats()->at(0).unread);
        QVERIFY(*store->draft("a") == typed);
        QCOMPARE(store->draft({})->text, QString("for a new one"));
        QCOMPARE(store->draft({})->texts.at(0).name, QString("b.txt"));
        QCOMPARE(*store->usedPictures(), QStringList(QString(64, 'c')));
        QCOMPARE(*store->state("key"), std::nullopt);
        QVERIFY(store->setState("key", "1"));
        QVERIFY(store->setState("key", "2"));
        QCOMPARE(*store->state("key"), std::optional(QString("2")));
    }

    void only_the_user_can_read_the_files() {
#ifdef Q_OS_WIN
        QSKIP("the user's own data folder is private on Windows");
#endif
        const QTemporaryDir folder;
        const auto store = ChatStore::open(folder.filePath("chats.sqlite"));
        QVERIFY((*store)->save(chatNamed("a")));
        const QFileInfoList files = QDir(folder.path()).entryInfoList(QDir::Files);
        QVERIFY(files.size() >= 2);  // with the newest changes beside it
        for (const QFileInfo& file : files) {
            const auto others =
                QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther | QFileDevice::WriteOther;
            QVERIFY2((file.permissions() & others) == 0, qPrintable(file.fileName()));
        }
    }

    void what_was_deleted_is_not_in_the_file_any_more() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("chats.sqlite");
        const QString secret = "a secret that nobody should find";
        {
            const auto store = ChatStore::open(path);
            QVERIFY((*store)->add(chatNamed("a"), 0, std::array{question(secret)}));
        }
        QVERIFY(contentOf(path).contains(secret.toUtf8()));
        {
            const auto store = ChatStore::open(path);
            QVERIFY((*store)->moveToBin("a", at(1)));
            QVERIFY((*store)->emptyBin(at(2)));
        }
        QVERIFY(!contentOf(path).contains(secret.toUtf8()));
    }

    void a_newer_file_is_only_read_and_stays_as_it_is() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("chats.sqlite");
        {
            const auto store = ChatStore::open(path);
            QVERIFY((*store)->add(chatNamed("old"), 0, std::array{question("kept")}));
        }
        {
            auto database = ChatDatabase::open(path);
            QVERIFY((*database)->run({"PRAGMA user_version = 999", "CREATE TABLE future (x)"}));
        }
        const QByteArray before = contentOf(path);
        QCOMPARE(ChatStore::open(path).error().code, ErrorCode::unsupported_format);
        QCOMPARE(contentOf(path), before);

        const auto opened = openChatStore(path);
        QVERIFY(opened && opened->trouble);
        QCOMPARE(opened->trouble->kind, ChatStoreTrouble::Kind::newer);
        QCOMPARE(opened->trouble->messages_read, 1);
        QCOMPARE(opened->store->messages("old")->front().text, QString("kept"));
        QVERIFY(opened->store->save(chatNamed("a")));
        QCOMPARE(contentOf(path), before);
    }

    void a_damaged_file_is_set_aside_as_it_is_data() {
        QTest::addColumn<QString>("damage");
        QTest::newRow("something else") << "text";
        QTest::newRow("cut off") << "cut";
        QTest::newRow("a page overwritten") << "page";
    }

    void a_damaged_file_is_set_aside_as_it_is() {
        QFETCH(QString, damage);
        const QTemporaryDir folder;
        const QString path = folder.filePath("chats.sqlite");
        {
            const auto store = ChatStore::open(path);
            for (int i = 0; i < 50; ++i) {
                const QString text = QString("text %1 ").arg(i).repeated(99);
                QVERIFY((*store)->add(chatNamed("a"), 0, std::array{question(text)}));
            }
        }
        QByteArray content = contentOf(path);
        QVERIFY(content.size() > 20'000);
        if (damage == "text") {
            content =
                "these are not the chats that you are looking for, they are only text, and quite a lot of it, "
                "as it happens";
        } else if (damage == "cut") {
            content.truncate(9000);
        } else {
            content.replace(4096, 8192, QByteArray(8192, '\xA5'));
        }
        overwrite(path, content);
        QCOMPARE(ChatStore::open(path).error().code, ErrorCode::bad_file);

        const auto opened = openChatStore(path);
        QVERIFY(opened && opened->trouble);
        QCOMPARE(opened->trouble->kind, ChatStoreTrouble::Kind::damaged);
        QVERIFY(!opened->trouble->reason.isEmpty());
        QCOMPARE(contentOf(opened->trouble->set_aside), content);
        QVERIFY(opened->store->add(chatNamed("b"), 0, std::array{question("new")}));
        QCOMPARE(opened->store->messages("b")->size(), std::size_t(1));
        QVERIFY(hasFilesSetAside(path));
        QVERIFY(!hasFilesSetAside(folder.filePath("other.sqlite")));
    }

    void what_could_not_be_read_is_looked_for_at_the_next_opening() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("chats.sqlite");
        {
            const auto store = ChatStore::open(path);
            (*store)->checkAtNextOpening();
            QVERIFY(QFile::exists(path + "-check"));
        }
        QVERIFY(ChatStore::open(path));
        QVERIFY(!QFile::exists(path + "-check"));
    }

    void without_a_place_to_write_chats_last_as_long_as_the_program() {
        const auto opened = openChatStore("/dev/null/nowhere/chats.sqlite");
        QVERIFY(opened && opened->trouble);
        QCOMPARE(opened->trouble->kind, ChatStoreTrouble::Kind::not_kept);
        QVERIFY(opened->store->add(chatNamed("a"), 0, std::array{question("here")}));
        QCOMPARE(opened->store->messages("a")->size(), std::size_t(1));
    }

    void chats_that_cannot_be_written_are_shown_all_the_same() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("chats.sqlite");
        {
            const auto store = ChatStore::open(path);
            QVERIFY((*store)->add(chatNamed("old"), 0, std::array{question("kept")}));
        }
        const QByteArray before = contentOf(path);
        QVERIFY(QDir(folder.path()).mkdir("chats.sqlite-wal"));  // where SQLite would have to write
        QCOMPARE(ChatStore::open(path).error().code, ErrorCode::io_error);

        const auto opened = openChatStore(path);
        QVERIFY(opened && opened->trouble);
        QCOMPARE(opened->trouble->kind, ChatStoreTrouble::Kind::not_kept);
        QCOMPARE(opened->trouble->messages_read, 1);
        QCOMPARE(opened->store->messages("old")->front().text, QString("kept"));
        QVERIFY(opened->store->add(chatNamed("new"), 0, std::array{question("here")}));
        QCOMPARE(contentOf(path), before);
    }

    void an_older_file_is_brought_up_to_date_and_a_copy_is_kept() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("it's chats.sqlite");
        const SchemaSteps first{{"CREATE TABLE notes (text TEXT)"}};
        SchemaSteps second = first;
        second.push_back({"ALTER TABLE notes ADD COLUMN stars INTEGER NOT NULL DEFAULT 3"});
        {
            auto database = ChatDatabase::open(path, first);
            QVERIFY((*database)->run({"INSERT INTO notes VALUES ('kept')"}));
        }
        {
            auto database = ChatDatabase::open(path, second);
            QVERIFY(database);
            auto query = (*database)->prepare("SELECT text, stars FROM notes");
            QVERIFY(execute(*query) && query->next());
            QCOMPARE(query->value(0).toString(), QString("kept"));
            QCOMPARE(query->value(1).toInt(), 3);
        }
        QCOMPARE(ChatDatabase::open(path, first).error().code, ErrorCode::unsupported_format);
        auto copy = ChatDatabase::open(folder.filePath("it's chats-version-1.sqlite"), first);
        QVERIFY(copy);
        auto query = (*copy)->prepare("SELECT text FROM notes");
        QVERIFY(execute(*query) && query->next());
        QCOMPARE(query->value(0).toString(), QString("kept"));
    }

    void a_step_that_fails_changes_nothing() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("chats.sqlite");
        const SchemaSteps first{{"CREATE TABLE notes (text TEXT)"}};
        SchemaSteps broken = first;
        broken.push_back({"INSERT INTO notes VALUES ('half')", "CREATE TABLE notes (text TEXT)"});
        QVERIFY(ChatDatabase::open(path, first));
        QVERIFY(!ChatDatabase::open(path, broken));
        auto database = ChatDatabase::open(path, first);
        QVERIFY(database);
        auto query = (*database)->prepare("SELECT text FROM notes");
        QVERIFY(execute(*query));
        QVERIFY(!query->next());
    }

    void ids_are_random_and_of_128_bits() {
        QSet<QString> seen;
        for (int i = 0; i < 1000; ++i) {
            const QString id = QString::fromStdString(newConversationId());
            static const QRegularExpression form("^[0-9a-f]{32}$");
            QVERIFY2(form.match(id).hasMatch(), qPrintable(id));
            seen.insert(id);
        }
        QCOMPARE(seen.size(), 1000);
    }
};

STRATA_TEST(ChatStoreTest);

#include "chat_store_test.moc"
