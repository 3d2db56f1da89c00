#include "app/transfer/chat_transfer.h"

#include <QtTest/QtTest>

#include <array>

#include <QTemporaryDir>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;

namespace {

QDateTime at(int second) {
    return QDateTime::fromMSecsSinceEpoch(1'700'000'000'000 + second * 1000LL);
}

ChatRecord chatNamed(const QString& title) {
    ChatRecord chat;
    chat.id = QCryptographicHash::hash(title.toUtf8(), QCryptographicHash::Md5).toHex().toStdString();
    chat.title = title;
    chat.created = at(0);
    chat.changed = at(9);
    return chat;
}

MessageRecord message(const QString& text, Role role = Role::user, int second = 1) {
    MessageRecord message;
    message.role = role;
    message.time = at(second);
    message.text = text;
    return message;
}

MessageRecord answer(const QString& text) {
    MessageRecord answer = message(text, Role::assistant, 2);
    answer.reasoning = "a thought";
    answer.model = "Mini";
    answer.program_version = "1.2";
    answer.settings = "{}";
    answer.thinking = Thinking::high;
    answer.pieces = 7;
    answer.pieces_per_second = 8.5;
    answer.first_word = std::chrono::milliseconds(300);
    answer.remembered = Remembered{20, 10, ResumeSource::disk, RereadReason::none, 5, std::chrono::milliseconds(3)};
    return answer;
}

/// Two chats; the first has two versions of its answer and shows the second.
std::unique_ptr<ChatStore> sample(const QString& path = {}) {
    auto store = path.isEmpty() ? std::move(*ChatStore::openInMemory()) : std::move(*ChatStore::open(path));
    ChatRecord first = chatNamed("Größe & <b>");
    first.pinned = true;
    first.instructions = "Be brief.";
    const auto ids = *store->add(first, 0, std::array{message("how\nlarge?"), answer("**huge**")});
    static_cast<void>(store->add(first, ids[0], std::array{answer("small"), message("thanks")}));
    static_cast<void>(store->add(chatNamed("Other"), 0, std::array{message("x")}));
    return store;
}

std::vector<ChatDocument> documentsIn(const ChatStore& store) {
    std::vector<ChatDocument> documents;
    const auto chats = *store.chats();
    for (const ChatRecord& chat : chats) {
        documents.push_back(*documentOf(store, chat));
    }
    return documents;
}

int mergeAll(ChatStore& store, const ReadChats& read) {
    int added = 0;
    for (const ChatDocument& document : read.chats) {
        added += store.merge(document.chat, document.messages, document.leaf).value_or(-1000);
    }
    return added;
}

QStringList shown(const ChatStore& store, const ConversationId& chat) {
    QStringList texts;
    const auto messages = *store.messages(chat);
    for (const MessageRecord& message : messages) {
        texts.append(QString("%1 %2/%3").arg(message.text).arg(message.branch + 1).arg(message.branches));
    }
    return texts;
}

}  // namespace

class ChatTransferTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void json_brings_back_everything_and_a_second_time_nothing() {
        const auto store = sample();
        const QByteArray json = jsonOf(documentsIn(*store), {}, at(0));
        QVERIFY(QJsonDocument::fromJson(json).isObject());
        const auto read = readChats(json);
        QVERIFY(read && read->isWhole());
        const auto other = std::move(*ChatStore::openInMemory());
        QCOMPARE(mergeAll(*other, *read), 5);
        QCOMPARE(mergeAll(*other, *read), 0);
        QCOMPARE(mergeAll(*store, *read), 0);
        const auto chats = other->chats();
        QCOMPARE(chats->size(), std::size_t(2));
        QCOMPARE(chats->at(0).title, QString("Größe & <b>"));
        QCOMPARE(chats->at(0).instructions, QString("Be brief."));
        QVERIFY(chats->at(0).pinned);
        QCOMPARE(shown(*other, chats->at(0).id), QStringList({"how\nlarge? 1/1", "small 2/2", "thanks 1/1"}));
        const MessageRecord stored = other->messages(chats->at(0).id)->at(1);
        QCOMPARE(stored.reasoning, QString("a thought"));
        QCOMPARE(stored.model, QString("Mini"));
        QCOMPARE(stored.pieces, std::optional(7));
        QCOMPARE(stored.time, at(2));
        QVERIFY(stored.remembered == answer("").remembered);
    }

    void what_went_on_since_the_export_is_kept() {
        const auto store = sample();
        const auto read = readChats(jsonOf(documentsIn(*store), {}, at(0)));
        const ChatRecord chat = store->chats()->at(0);
        const qint64 leaf = store->messages(chat.id)->back().id;
        QVERIFY(store->add(chat, leaf, std::array{message("and then?")}));
        QCOMPARE(mergeAll(*store, *read), 0);
        QCOMPARE(shown(*store, chat.id).last(), QString("and then? 1/1"));
        QVERIFY(store->moveToBin(chat.id, at(50)));
        QCOMPARE(mergeAll(*store, *read), 0);
        QCOMPARE(store->chats()->size(), std::size_t(2));  // it is out of the bin
    }

    void pictures_travel_with_their_chats() {
        const QByteArray bytes = "picture";
        const QString hash = QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
        const auto store = std::move(*ChatStore::openInMemory());
        MessageRecord look = message("look");
        look.pictures = {{hash, "cat.png", 1, 2, 3, 4}};
        QVERIFY(store->add(chatNamed("cats"), 0, std::array{look}));
        const auto read = readChats(jsonOf(documentsIn(*store), {{hash, bytes}}, at(0)));
        QCOMPARE(read->pictures.at(hash), bytes);
        QVERIFY(read->chats[0].messages[0].message.pictures == look.pictures);
        QByteArray damaged = jsonOf(documentsIn(*store), {{hash, bytes}}, at(0));
        damaged.replace(bytes.toBase64(), QByteArray("other").toBase64());
        QCOMPARE(readChats(damaged)->damaged_pictures, 1);
    }

    void a_damaged_file_gives_what_is_whole_and_says_what_is_not() {
        const QByteArray json = jsonOf(documentsIn(*sample()), {}, at(0));
        QByteArray one_message = json;
        one_message.replace("\"text\":\"**huge**\"", "\"text\":**huge**\"");
        const auto read = readChats(one_message);
        QVERIFY(read);
        QCOMPARE(read->damaged_messages, 1);
        QCOMPARE(read->chats.size(), std::size_t(2));
        QCOMPARE(read->chats[0].messages.size(), std::size_t(3));
        const auto cut = readChats(json.left(json.indexOf("thanks")));
        QVERIFY(cut && !cut->isWhole());
        QCOMPARE(cut->chats[0].messages.size(), std::size_t(3));
        const auto store = std::move(*ChatStore::openInMemory());
        QCOMPARE(mergeAll(*store, *cut), 3);
    }

    void what_followed_a_damaged_message_follows_the_one_before_it() {
        const auto store = std::move(*ChatStore::openInMemory());
        static_cast<void>(store->add(chatNamed("talk"), 0,
                                     std::array{message("one"), answer("two"), message("three"), answer("four")}));
        QByteArray json = jsonOf(documentsIn(*store), {}, at(0));
        json.replace("\"text\":\"two\"", "\"text\":");
        const auto read = readChats(json);
        QCOMPARE(read->damaged_messages, 1);
        const auto other = std::move(*ChatStore::openInMemory());
        QCOMPARE(mergeAll(*other, *read), 3);
        QCOMPARE(shown(*other, chatNamed("talk").id), QStringList({"one 1/1", "three 1/1", "four 1/1"}));
        QCOMPARE(mergeAll(*other, *read), 0);
    }

    void a_cut_at_any_byte_is_never_taken_for_the_whole() {
        const QByteArray json = jsonOf(documentsIn(*sample()), {}, at(0)).trimmed();
        for (qsizetype size = 0; size < json.size(); ++size) {
            const auto read = readChats(json.left(size));
            QVERIFY2(!read || !read->isWhole(), qPrintable(QString::number(size)));
        }
    }

    void files_of_others_are_refused_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<int>("code");
        QTest::newRow("nothing") << QByteArray() << static_cast<int>(ErrorCode::bad_file);
        QTest::newRow("text") << QByteArray("hello") << static_cast<int>(ErrorCode::bad_file);
        QTest::newRow("other json") << QByteArray("{\"a\":1}") << static_cast<int>(ErrorCode::bad_file);
        QTest::newRow("deep") << QByteArray(5000, '[') << static_cast<int>(ErrorCode::bad_file);
        QTest::newRow("newer") << QByteArray("{\"format\":\"strata-chats\",\"version\":2,\"chats\":[]}")
                               << static_cast<int>(ErrorCode::unsupported_format);
    }

    void files_of_others_are_refused() {
        QFETCH(QByteArray, file);
        QFETCH(int, code);
        const auto read = readChats(file);
        QVERIFY(!read);
        QCOMPARE(static_cast<int>(read.error().code), code);
    }

    void nothing_in_a_hostile_file_is_trusted() {
        const QByteArray file =
            R"({"format":"strata-chats","version":1,"chats":[{"id":"../../etc","title":"t","messages":[)"
            R"({"id":1,"parent":1,"role":"user","text":"own parent"},)"
            R"({"id":2,"role":"user","text":"fine","pictures":[{"hash":"../../passwd"}]},)"
            R"({"id":2,"role":"user","text":"same id"},)"
            R"({"id":3,"parent":9,"role":"user","text":"no parent"},)"
            R"({"id":4,"parent":2,"role":"root","text":"role"},)"
            R"({"id":-5,"parent":2,"role":"user","text":"id"},)"
            R"({"id":6,"parent":2,"role":"assistant","text":"ok","state":"unfinished","pieces":"many"}]},)"
            R"({"title":"no id","messages":[]}, 7]})";
        const auto read = readChats(file);
        QVERIFY(read);
        QCOMPARE(read->damaged_messages, 3);
        QCOMPARE(read->damaged_chats, 2);
        QCOMPARE(read->chats.size(), std::size_t(1));
        QCOMPARE(read->chats[0].chat.id.size(), std::size_t(32));
        QCOMPARE(read->chats[0].messages.size(), std::size_t(4));
        QVERIFY(read->chats[0].messages[1].message.pictures.empty());
        QCOMPARE(read->chats[0].messages[3].message.state, AnswerState::stopped);
        const auto store = std::move(*ChatStore::openInMemory());
        QCOMPARE(mergeAll(*store, *read), 4);
        QCOMPARE(mergeAll(*store, *readChats(file)), 0);
    }

    void text_has_what_is_shown_and_thinking_only_when_asked() {
        const auto documents = documentsIn(*sample());
        const QString markdown = textOf(documents, {});
        QVERIFY(markdown.startsWith("# Größe & <b>\n\n> Instructions: Be brief."));
        QVERIFY(markdown.contains("how\nlarge?"));
        QVERIFY(markdown.contains("small"));
        QVERIFY(markdown.contains("# Other"));
        QVERIFY(!markdown.contains("huge"));  // the other version
        QVERIFY(!markdown.contains("a thought"));
        using Format = ExportChoice::Format;
        QVERIFY(textOf(documents, {Format::markdown, true}).contains("> a thought"));
        const QString plain = textOf(documents, {Format::plain_text, true});
        QVERIFY(plain.startsWith("Größe & <b>\n"));
        QVERIFY(plain.contains("Thinking:\na thought"));
        QVERIFY(!plain.contains("##"));
    }

    void files_are_written_and_read_beside_the_window_data() {
        QTest::addColumn<bool>("on_disk");
        QTest::newRow("from a file") << true;
        QTest::newRow("from memory") << false;
    }

    void files_are_written_and_read_beside_the_window() {
        QFETCH(bool, on_disk);
        const QTemporaryDir folder;
        const auto store = sample(on_disk ? folder.filePath("chats.sqlite") : QString());
        ChatTransfer out(store.get(), nullptr);
        QSignalSpy exported(&out, &ChatTransfer::exported);
        const QString path = folder.filePath("my chats.json");
        out.exportChats({}, {ExportChoice::Format::json, false}, path);
        QVERIFY(out.isBusy());
        QVERIFY(exported.wait());
        QCOMPARE(exported[0][1].toInt(), 2);

        const auto other = std::move(*ChatStore::openInMemory());
        ChatTransfer in(other.get(), nullptr);
        QSignalSpy imported(&in, &ChatTransfer::imported);
        QSignalSpy chats(&in, &ChatTransfer::chatImported);
        in.importFile(path);
        QVERIFY(imported.wait());
        QCOMPARE(chats.size(), 2);
        auto report = imported[0][0].value<ImportReport>();
        QCOMPARE(report.chats_added, 2);
        QCOMPARE(report.messages_added, 5);
        in.importFile(path);
        QVERIFY(imported.wait());
        report = imported[1][0].value<ImportReport>();
        QCOMPARE(report.chats_added, 0);
        QCOMPARE(report.chats_known, 2);
        QCOMPARE(report.messages_added, 0);
    }

    void only_the_chosen_chats_are_written() {
        const QTemporaryDir folder;
        const auto store = sample();
        ChatTransfer out(store.get(), nullptr);
        QSignalSpy exported(&out, &ChatTransfer::exported);
        out.exportChats({chatNamed("Other").id}, {}, folder.filePath("one.md"));
        QVERIFY(exported.wait());
        QCOMPARE(exported[0][1].toInt(), 1);
        QFile file(folder.filePath("one.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith("# Other"));
    }

    void what_cannot_be_written_or_read_is_said() {
        const auto store = sample();
        ChatTransfer transfer(store.get(), nullptr);
        QSignalSpy failed(&transfer, &ChatTransfer::failed);
        transfer.exportChats({}, {}, "/dev/null/nowhere/file.md");
        QVERIFY(failed.wait());
        transfer.importFile("/nowhere/file.json");
        QVERIFY(failed.wait());
        QVERIFY(!transfer.isBusy());
    }
};

STRATA_TEST(ChatTransferTest);

#include "chat_transfer_test.moc"
