#include <QtTest/QtTest>

#include <array>

#include <QTemporaryDir>

#include "app/chat_store.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;

namespace {

QDateTime at(int second) {
    return QDateTime::fromMSecsSinceEpoch(1'700'000'000'000 + second * 1000LL);
}

ChatRecord chatNamed(const ConversationId& id) {
    ChatRecord chat;
    chat.id = id;
    chat.title = QString::fromStdString(id);
    chat.created = chat.changed = at(0);
    return chat;
}

MessageRecord message(const QString& text, Role role = Role::user) {
    MessageRecord message;
    message.role = role;
    message.time = at(1);
    message.text = text;
    return message;
}

MessageRecord answer(const QString& text) {
    return message(text, Role::assistant);
}

/// The way that a chat shows, as "text" or "text 2/3" where there are versions.
QStringList shown(const ChatStore& store, const ConversationId& chat = "a") {
    QStringList texts;
    const auto messages = store.messages(chat);
    for (const MessageRecord& message : *messages) {
        texts.append(message.branches == 1
                         ? message.text
                         : QString("%1 %2/%3").arg(message.text).arg(message.branch + 1).arg(message.branches));
    }
    return texts;
}

/// A chat "a" with one, two, three, four; and instead of three: 3, 4. Shows the latter.
struct Branched {
    Branched() : store(std::move(*ChatStore::openInMemory())) {
        first =
            *store->add(chatNamed("a"), 0, std::array{message("one"), answer("two"), message("three"), answer("four")});
        second = *store->add(chatNamed("a"), first[1], std::array{message("3"), answer("4")});
    }

    std::unique_ptr<ChatStore> store;
    std::vector<qint64> first, second;
};

}  // namespace

class ChatBranchesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void another_version_stands_beside_the_first() {
        Branched chat;
        QCOMPARE(shown(*chat.store), QStringList({"one", "two", "3 2/2", "4"}));
        QVERIFY(chat.store->showVersion("a", chat.second[0], 0));
        QCOMPARE(shown(*chat.store), QStringList({"one", "two", "three 1/2", "four"}));
        QVERIFY(chat.store->showVersion("a", chat.first[2], 1));
        QCOMPARE(shown(*chat.store), QStringList({"one", "two", "3 2/2", "4"}));
        QCOMPARE(chat.store->showVersion("a", chat.first[2], 2).error().code, ErrorCode::not_found);
        QCOMPARE(chat.store->showVersion("a", chat.first[2], -1).error().code, ErrorCode::not_found);
        QCOMPARE(chat.store->showVersion("a", 99, 0).error().code, ErrorCode::not_found);
    }

    void the_first_message_may_have_versions_too() {
        Branched chat;
        QVERIFY(chat.store->add(chatNamed("a"), 0, std::array{message("ONE"), answer("TWO")}));
        QCOMPARE(shown(*chat.store), QStringList({"ONE 2/2", "TWO"}));
        QVERIFY(chat.store->showVersion("a", chat.first[0], 0));
        QCOMPARE(shown(*chat.store), QStringList({"one 1/2", "two", "3 2/2", "4"}));
    }

    void going_back_leads_to_the_leaf_that_was_used_last() {
        Branched chat;
        QVERIFY(chat.store->add(chatNamed("a"), chat.second[0], std::array{answer("4 again")}));
        QVERIFY(chat.store->showVersion("a", chat.second[1], 0));
        QVERIFY(chat.store->showVersion("a", chat.second[0], 0));
        QCOMPARE(shown(*chat.store), QStringList({"one", "two", "three 1/2", "four"}));
        QVERIFY(chat.store->showVersion("a", chat.first[2], 1));
        QCOMPARE(shown(*chat.store), QStringList({"one", "two", "3 2/2", "4 1/2"}));
    }

    void a_message_can_be_shown_on_whichever_branch_it_is() {
        Branched chat;
        QVERIFY(chat.store->showMessage("a", chat.first[3]));
        QCOMPARE(shown(*chat.store), QStringList({"one", "two", "three 1/2", "four"}));
        QVERIFY(chat.store->showMessage("a", chat.first[0]));  // it is on the way already
        QCOMPARE(shown(*chat.store), QStringList({"one", "two", "three 1/2", "four"}));
        QVERIFY(!chat.store->showMessage("nobody", chat.first[0]));
    }

    void a_deleted_message_takes_what_followed_it_along_and_comes_back_with_it() {
        Branched chat;
        QVERIFY(chat.store->deleteMessage("a", chat.second[0], at(5)));
        QCOMPARE(shown(*chat.store), QStringList({"one", "two", "three", "four"}));
        QVERIFY(chat.store->deleteMessage("a", chat.first[2], at(6)));
        QCOMPARE(shown(*chat.store), QStringList({"one", "two"}));
        QVERIFY(chat.store->restoreMessage("a", chat.first[2]));
        QCOMPARE(shown(*chat.store), QStringList({"one", "two", "three", "four"}));
        QVERIFY(chat.store->restoreMessage("a", chat.second[0]));
        QCOMPARE(shown(*chat.store), QStringList({"one", "two", "3 2/2", "4"}));
    }

    void a_chat_without_messages_can_go_on() {
        Branched chat;
        QVERIFY(chat.store->deleteMessage("a", chat.first[0], at(5)));
        QCOMPARE(shown(*chat.store), QStringList());
        QVERIFY(chat.store->add(chatNamed("a"), 0, std::array{message("new")}));
        QCOMPARE(shown(*chat.store), QStringList("new"));
        QVERIFY(chat.store->restoreMessage("a", chat.first[0]));
        QCOMPARE(shown(*chat.store), QStringList({"one 1/2", "two", "3 2/2", "4"}));
    }

    void emptying_the_bin_deletes_messages_for_good() {
        Branched chat;
        QVERIFY(chat.store->deleteMessage("a", chat.second[0], at(5)));
        QVERIFY(chat.store->emptyBin(at(5)));
        QVERIFY(chat.store->restoreMessage("a", chat.second[0]));
        QVERIFY(chat.store->deleteMessage("a", chat.second[0], at(5)));
        QVERIFY(chat.store->emptyBin(at(6)));
        QVERIFY(!chat.store->restoreMessage("a", chat.second[0]));
        QCOMPARE(shown(*chat.store), QStringList({"one", "two", "three", "four"}));
    }

    void a_copy_has_all_branches_and_is_independent() {
        Branched chat;
        MessageRecord with_picture = message("look");
        with_picture.pictures = {{QString(64, 'a'), "cat.png", 1, 2, 3, 4}};
        QVERIFY(chat.store->add(chatNamed("a"), chat.second[1], std::array{with_picture}));
        QVERIFY(chat.store->duplicate("a", chatNamed("b")));
        QCOMPARE(shown(*chat.store, "b"), QStringList({"one", "two", "3 2/2", "4", "look"}));
        const auto copy = chat.store->messages("b");
        QVERIFY(copy->back().pictures == with_picture.pictures);
        QVERIFY(chat.store->showVersion("b", copy->at(2).id, 0));
        QCOMPARE(shown(*chat.store, "b"), QStringList({"one", "two", "three 1/2", "four"}));
        QCOMPARE(shown(*chat.store, "a"), QStringList({"one", "two", "3 2/2", "4", "look"}));
        QVERIFY(chat.store->deleteMessage("b", copy->at(0).id, at(9)));
        QCOMPARE(shown(*chat.store, "a").size(), 5);
        QVERIFY(chat.store->add(chatNamed("c"), 0, std::array{message("next")}));
        QCOMPARE(shown(*chat.store, "c"), QStringList("next"));
    }

    void a_branch_has_a_name_of_its_own_in_the_engine() {
        const auto store = std::move(*ChatStore::openInMemory());
        const auto first = *store->add(chatNamed("a"), 0, std::array{message("one"), answer("two")});
        const auto own = *store->add(chatNamed("a"), first[0], std::array{answer("2"), message("3")});
        const auto shared = *store->add(chatNamed("a"), own[0], std::array{message("III")}, BranchState::shared);
        const auto nested = *store->add(chatNamed("a"), own[0], std::array{message("drei")}, BranchState::own);
        QCOMPARE(*store->conversationOf("a", first[1]), std::string("a"));
        const ConversationId branch = *store->conversationOf("a", own[0]);
        QVERIFY(branch != "a");
        QCOMPARE(chatOf(branch), std::string("a"));
        QCOMPARE(*store->conversationOf("a", own[1]), branch);
        QCOMPARE(*store->conversationOf("a", shared[0]), branch);
        QVERIFY(*store->conversationOf("a", nested[0]) != branch);
        QVERIFY(store->duplicate("a", chatNamed("b")));
        const auto copy = *store->messages("b");
        QCOMPARE(copy.back().text, QString("drei"));
        QCOMPARE(chatOf(*store->conversationOf("b", copy.back().id)), std::string("b"));
        QVERIFY(*store->conversationOf("b", copy.back().id) != *store->conversationOf("b", copy[1].id));
    }

    void all_messages_come_parents_first() {
        Branched chat;
        const auto all = chat.store->allMessages("a");
        QCOMPARE(all->size(), std::size_t(6));
        QCOMPARE(all->at(0).parent, qint64(0));
        QCOMPARE(all->at(4).message.text, QString("3"));
        QCOMPARE(all->at(4).parent, chat.first[1]);
        QVERIFY(chat.store->allMessages("nobody")->empty());
    }

    void pins_instructions_presets_and_places_are_remembered() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("chats.sqlite");
        {
            const auto store = std::move(*ChatStore::open(path));
            ChatRecord chat = chatNamed("old");
            chat.pinned = true;
            chat.instructions = "Be brief.";
            const auto ids = store->add(chat, 0, std::array{message("one")});
            ChatRecord newer = chatNamed("new");
            newer.changed = at(50);
            QVERIFY(store->save(newer));
            QVERIFY(store->setReadingPlace("old", {ids->front(), 33}));
            QVERIFY(store->savePreset({"Pirate", "Arr"}));
            QVERIFY(store->savePreset({"brief", "Be brief."}));
            QVERIFY(store->savePreset({"Pirate", "Arrr"}));
            QVERIFY(store->savePreset({"gone", ""}));
            QVERIFY(store->removePreset("gone"));
        }
        const auto store = std::move(*ChatStore::open(path));
        const auto chats = store->chats();
        QCOMPARE(chats->at(0).id, std::string("old"));  // pinned ones are first
        QVERIFY(chats->at(0).pinned);
        QCOMPARE(chats->at(0).instructions, QString("Be brief."));
        QVERIFY(!chats->at(1).pinned);
        QCOMPARE((*store->readingPlace("old"))->offset, 33);
        QVERIFY(!*store->readingPlace("new"));
        const std::vector<InstructionsPreset> presets{{"brief", "Be brief."}, {"Pirate", "Arrr"}};
        QVERIFY(*store->presets() == presets);
        QVERIFY(store->setReadingPlace("old", {}));
        QVERIFY(!*store->readingPlace("old"));
    }

    void a_chat_of_version_1_becomes_a_tree() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("chats.sqlite");
        {
            auto database = ChatDatabase::open(path, SchemaSteps{chatSchema().front()});
            QVERIFY(database);
            const QString insert =
                "INSERT INTO messages (chat, position, role, time, text, reasoning, tool_calls, tool_call_id, state,"
                " thinking, model) VALUES ('%1', %2, '%3', 1, '%4', 'hm', '[]', '', '%5', 'off', 'Mini')";
            QVERIFY((*database)->run(
                {"INSERT INTO chats (id, title, created, changed, draft) VALUES ('b', 'Bees', 5, 6, 'typed')",
                 "INSERT INTO chats (id, title, created, changed, deleted) VALUES ('a', 'Ants', 5, 7, 8)",
                 insert.arg("a", "0", "user", "crawling", "done"), insert.arg("b", "0", "user", "one", "done"),
                 insert.arg("b", "1", "assistant", "broken", "failed"), insert.arg("b", "3", "user", "two", "done"),
                 insert.arg("b", "4", "assistant", "ha", "unfinished"),
                 insert.arg("b", "2", "assistant", "better", "done"), "INSERT INTO state VALUES ('open_chat', 'b')"}));
        }
        const auto store = std::move(*ChatStore::open(path));
        QVERIFY(store);
        QCOMPARE(shown(*store, "b"), QStringList({"one", "better 2/2", "two", "ha"}));
        const auto messages = store->messages("b");
        QCOMPARE(messages->at(3).state, AnswerState::stopped);
        QCOMPARE(messages->at(3).reasoning, QString("hm"));
        QCOMPARE(messages->at(3).model, QString("Mini"));
        QVERIFY(store->showVersion("b", messages->at(1).id, 0));
        QCOMPARE(shown(*store, "b"), QStringList({"one", "broken 1/2"}));
        QCOMPARE(store->draft("b")->text, QString("typed"));
        QCOMPARE(*store->state("open_chat"), std::optional(QString("b")));
        QCOMPARE(store->chats()->size(), std::size_t(1));
        QCOMPARE(store->bin()->at(0).title, QString("Ants"));
        QCOMPARE(store->search("bett", 9)->size(), std::size_t(1));
        QVERIFY(store->search("crawling", 9)->empty());
        QVERIFY(store->takeFromBin("a"));
        QCOMPARE(store->search("crawling", 9)->size(), std::size_t(1));
        QVERIFY(QFile::exists(folder.filePath("chats-version-1.sqlite")));
    }
};

STRATA_TEST(ChatBranchesTest);

#include "chat_branches_test.moc"
