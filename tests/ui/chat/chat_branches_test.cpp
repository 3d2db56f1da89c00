#include <QtTest/QtTest>

#include <QAbstractItemModelTester>

#include "support/chat_bench.h"
#include "support/test_registry.h"
#include "ui/chat/message_actions.h"
#include "ui/chat/parked_chats.h"

using namespace strata;
using namespace strata::ui;
using strata::testing::answering;
using strata::testing::ChatBench;
using strata::testing::Gate;
using strata::testing::Script;

namespace {

QStringList shown(const ChatBench& bench) {
    QStringList texts;
    for (const Message& message : bench.chat.messages()) {
        texts.append(message.branches == 1
                         ? message.text
                         : QString("%1 %2/%3").arg(message.text).arg(message.branch + 1).arg(message.branches));
    }
    return texts;
}

/// What the n-th request told.
QStringList told(const ChatBench& bench, std::size_t request) {
    QStringList texts;
    const std::vector<GenerationRequest> requests = bench.log->all();
    for (const ChatMessage& message : requests[request].messages) {
        texts.append(QString::fromStdString(message.text));
    }
    return texts;
}

ConversationId conversationOf(const ChatBench& bench, std::size_t request) {
    return bench.log->all()[request].conversation;
}

/// Sends a message and waits for its answer.
void ask(ChatBench& bench, const QString& text) {
    QVERIFY(bench.controller.send(text, Thinking::off));
    QTRY_VERIFY(bench.isIdle());
}

}  // namespace

class ChatControllerBranchesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void an_edit_stands_beside_what_was_sent_first() {
        ChatBench bench({answering({"A"}), answering({"B"}), answering({"C"})});
        ask(bench, "one");
        ask(bench, "two");
        QVERIFY(bench.controller.edit(2, "TWO", Thinking::medium));
        QTRY_VERIFY(bench.isIdle());
        QCOMPARE(shown(bench), QStringList({"one", "A", "TWO 2/2", "C"}));
        QCOMPARE(told(bench, 2), QStringList({"one", "A", "TWO"}));
        QCOMPARE(bench.log->all()[2].thinking, Thinking::medium);
        bench.controller.showBranch(2, 0);
        QCOMPARE(shown(bench), QStringList({"one", "A", "two 1/2", "B"}));
        bench.controller.showBranch(2, 1);
        QCOMPARE(shown(bench), QStringList({"one", "A", "TWO 2/2", "C"}));
        bench.controller.showBranch(2, 7);
        QCOMPARE(shown(bench), QStringList({"one", "A", "TWO 2/2", "C"}));
    }

    void only_messages_of_the_person_can_be_edited_and_not_to_nothing() {
        ChatBench bench({answering({"A"})});
        ask(bench, "one");
        QVERIFY(!bench.controller.edit(1, "mine", Thinking::off));
        QVERIFY(!bench.controller.edit(0, "  ", Thinking::off));
        QVERIFY(!bench.controller.edit(5, "x", Thinking::off));
        QCOMPARE(shown(bench), QStringList({"one", "A"}));
    }

    void another_answer_stands_beside_the_first_wherever_it_is() {
        ChatBench bench({answering({"A"}), answering({"B"}), answering({"a"})});
        ask(bench, "one");
        ask(bench, "two");
        bench.controller.answerAgain(1);
        QTRY_VERIFY(bench.isIdle());
        QCOMPARE(shown(bench), QStringList({"one", "a 2/2"}));
        QCOMPARE(told(bench, 2), QStringList("one"));
        bench.controller.showBranch(1, 0);
        QCOMPARE(shown(bench), QStringList({"one", "A 1/2", "two", "B"}));
    }

    void going_back_ends_the_chat_there_and_keeps_what_followed() {
        ChatBench bench({answering({"A"}), answering({"B"}), answering({"C"}), answering({"D"})});
        ask(bench, "one");
        ask(bench, "two");
        ask(bench, "three");
        bench.controller.goBackTo(1);
        QCOMPARE(shown(bench), QStringList({"one", "A"}));
        ask(bench, "TWO");
        QCOMPARE(shown(bench), QStringList({"one", "A", "TWO 2/2", "D"}));
        QCOMPARE(told(bench, 3), QStringList({"one", "A", "TWO"}));
        bench.controller.showBranch(2, 0);
        QCOMPARE(shown(bench), QStringList({"one", "A", "two 1/2", "B", "three", "C"}));
    }

    void what_followed_comes_back_with_undo_or_when_it_is_asked_for() {
        ChatBench bench({answering({"A"}), answering({"B"})});
        ask(bench, "one");
        ask(bench, "two");
        const QStringList all = shown(bench);
        const QSignalSpy offered(&bench.controller, &ChatController::undoOffered);
        bench.controller.goBackTo(1);
        QCOMPARE(offered.size(), 1);
        QVERIFY(actionsOf(bench.last(), true).testFlag(MessageAction::show_rest));
        bench.controller.undoDelete();
        QCOMPARE(shown(bench), all);
        QVERIFY(!actionsOf(bench.last(), true).testFlag(MessageAction::show_rest));
        bench.controller.goBackTo(1);
        ChatModel chat;
        ChatController again(&bench.engine, bench.store.get(), &chat);
        again.openLastChat();
        QCOMPARE(chat.rowCount(), 2);
        QVERIFY(chat.at(1).followed);
        again.showWhatFollowed();
        QCOMPARE(chat.rowCount(), 4);
        QCOMPARE(chat.at(3).text, QString("B"));
    }

    void switching_changes_only_the_rows_that_differ() {
        ChatBench bench({answering({"A"}), answering({"B"}), answering({"C"})});
        const QAbstractItemModelTester tester(&bench.chat, QAbstractItemModelTester::FailureReportingMode::QtTest);
        ask(bench, "one");
        ask(bench, "two");
        bench.controller.edit(2, "TWO", Thinking::off);
        QTRY_VERIFY(bench.isIdle());
        const QSignalSpy removed(&bench.chat, &QAbstractItemModel::rowsRemoved);
        const QSignalSpy reset(&bench.chat, &QAbstractItemModel::modelReset);
        bench.controller.showBranch(2, 0);
        QCOMPARE(removed.size(), 1);
        QCOMPARE(removed[0][1].toInt(), 2);
        QVERIFY(reset.isEmpty());
    }

    void branches_survive_a_new_start() {
        ChatBench bench({answering({"A"}), answering({"B"})});
        ask(bench, "one");
        bench.controller.answerAgain();
        QTRY_VERIFY(bench.isIdle());
        bench.controller.showBranch(1, 0);
        ChatModel chat;
        ChatController again(&bench.engine, bench.store.get(), &chat);
        again.openLastChat();
        QCOMPARE(chat.at(1).text, QString("A"));
        QCOMPARE(chat.at(1).branches, 2);
    }

    void both_branches_have_a_name_in_the_engine_while_it_holds_the_chat() {
        ChatBench bench({answering({"A"}), answering({"B"}), answering({"C"}), answering({"D"})});
        ask(bench, "one");
        const ConversationId chat = bench.controller.currentChat();
        bench.controller.answerAgain();
        QTRY_VERIFY(bench.isIdle());
        ask(bench, "two");
        bench.controller.showBranch(1, 0);
        ask(bench, "three");
        QCOMPARE(conversationOf(bench, 0), chat);
        QVERIFY(conversationOf(bench, 1) != chat);
        QCOMPARE(app::chatOf(conversationOf(bench, 1)), chat);
        QCOMPARE(conversationOf(bench, 2), conversationOf(bench, 1));
        QCOMPARE(conversationOf(bench, 3), chat);
    }

    void a_branch_of_a_chat_that_the_engine_let_go_takes_over_its_name() {
        ChatBench bench({answering({"A"}), answering({"B"}), answering({"C"})});
        ask(bench, "one");
        const ConversationId chat = bench.controller.currentChat();
        bench.controller.newChat();
        ask(bench, "other");
        bench.controller.openChat(chat);
        bench.controller.answerAgain();  // what it begins with lies under the name of the chat
        QTRY_VERIFY(bench.isIdle());
        QCOMPARE(conversationOf(bench, 2), chat);
    }

    void continuing_joins_without_a_seam() {
        Script first;
        GenerationSummary cut;
        cut.reason = FinishReason::length;
        cut.generated_tokens = 2;
        first.reasoning("so").text("The be").summary(cut);
        ChatBench bench({first, answering({"ginn", "ing"})});
        ask(bench, "one");
        QCOMPARE(bench.last().state, TurnState::cut_off);
        const qint64 id = bench.last().id;
        bench.controller.continueAnswer();
        QVERIFY(bench.controller.isAnswering());
        QTRY_VERIFY(bench.isIdle());
        QCOMPARE(bench.last().text, QString("The beginning"));
        QCOMPARE(bench.last().reasoning, QString("so"));
        QCOMPARE(bench.last().state, TurnState::done);
        QCOMPARE(bench.last().id, id);
        QCOMPARE(bench.last().pieces, std::optional(4));
        QVERIFY(bench.log->all()[1].continue_answer);
        QCOMPARE(told(bench, 1), QStringList({"one", "The be"}));
        QCOMPARE(bench.store->messages(bench.controller.currentChat())->back().text, QString("The beginning"));
    }

    void an_answer_that_fails_while_it_goes_on_keeps_all_its_words() {
        Script endless;
        endless.text("Half").untilStopped();
        Script broken;
        broken.text(" and more").fail(ErrorCode::out_of_memory, "no memory");
        ChatBench bench({endless, broken, answering({" to the end"})});
        bench.controller.send("one", Thinking::off);
        QTRY_COMPARE(bench.last().text, QString("Half"));
        bench.controller.stop();
        QTRY_VERIFY(bench.isIdle());
        bench.controller.continueAnswer();
        QTRY_VERIFY(bench.isIdle());
        QCOMPARE(bench.last().text, QString("Half and more"));
        QVERIFY(bench.last().problem.has_value());
        bench.controller.continueAnswer();
        QVERIFY(!bench.last().problem.has_value());
        QTRY_VERIFY(bench.isIdle());
        QCOMPARE(bench.last().text, QString("Half and more to the end"));
    }

    void a_branch_from_here_is_a_chat_of_its_own() {
        ChatBench bench({answering({"A"}), answering({"B"}), answering({"C"})});
        ask(bench, "one");
        ask(bench, "two");
        const ConversationId chat = bench.controller.currentChat();
        bench.controller.branchFromHere(1);
        QVERIFY(bench.controller.currentChat() != chat);
        QCOMPARE(shown(bench), QStringList({"one", "A"}));
        ask(bench, "three");
        QCOMPARE(told(bench, 2), QStringList({"one", "A", "three"}));
        bench.controller.openChat(chat);
        QCOMPARE(shown(bench), QStringList({"one", "A", "two", "B"}));
    }

    void a_deleted_message_comes_back_with_undo() {
        ChatBench bench({answering({"A"}), answering({"B"})});
        ask(bench, "one");
        ask(bench, "two");
        const QSignalSpy offered(&bench.controller, &ChatController::undoOffered);
        bench.controller.deleteMessage(2);
        QCOMPARE(shown(bench), QStringList({"one", "A"}));
        QCOMPARE(offered.size(), 1);
        bench.controller.undoDelete();
        QCOMPARE(shown(bench), QStringList({"one", "A", "two", "B"}));
        bench.controller.undoDelete();
        QCOMPARE(shown(bench), QStringList({"one", "A", "two", "B"}));
    }

    void deleting_or_editing_ends_the_running_answer_and_keeps_its_words() {
        Script endless;
        endless.text("Half").untilStopped();
        ChatBench bench({endless, endless, answering({"C"})});
        bench.controller.send("one", Thinking::off);
        QTRY_COMPARE(bench.last().text, QString("Half"));
        bench.controller.edit(0, "ONE", Thinking::off);
        QTRY_COMPARE(bench.last().text, QString("Half"));
        QCOMPARE(shown(bench), QStringList({"ONE 2/2", "Half"}));
        bench.controller.deleteMessage(0);
        QVERIFY(bench.isIdle());
        QCOMPARE(shown(bench), QStringList({"one", "Half"}));
        QCOMPARE(bench.last().state, TurnState::stopped);
    }

    void a_search_leads_to_a_message_on_another_branch() {
        ChatBench bench({answering({"A"}), answering({"B"})});
        ask(bench, "one");
        const ConversationId chat = bench.controller.currentChat();
        const qint64 first = bench.last().id;
        bench.controller.answerAgain();
        QTRY_VERIFY(bench.isIdle());
        bench.controller.newChat();
        const QSignalSpy wanted(&bench.controller, &ChatController::messageWanted);
        bench.controller.openMessage(chat, first);
        QCOMPARE(shown(bench), QStringList({"one", "A 1/2"}));
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toInt(), 1);
    }

    void an_answer_is_as_long_as_there_is_room() {
        Script full;
        full.fail(ErrorCode::context_full, "no room");
        ChatBench bench({full, answering({"short"})});
        ask(bench, "one");
        QCOMPARE(bench.last().text, QString("short"));
        QCOMPARE(bench.log->all()[0].limits.max_tokens, 8192);
        QCOMPARE(bench.log->all()[1].limits.max_tokens, 0);
    }

    void pictures_are_read_before_the_engine_is_asked() {
        ChatBench bench({answering({"a cat"})});
        std::function<void(Result<ReadPictures>)> give;
        bench.controller.setPictureReader(
            [&give](const auto& /*pictures*/, const std::function<void(Result<ReadPictures>)>& then) { give = then; });
        QVERIFY(bench.controller.send("", Thinking::off, {{"hash", "cat.png", 2, 2, 4, 4}}));
        QVERIFY(bench.controller.isAnswering());
        QVERIFY(bench.log->all().empty());
        give(ReadPictures{{"hash", std::make_shared<Picture>(Picture{2, 2, {}})}});
        QTRY_VERIFY(bench.isIdle());
        QCOMPARE(bench.last().text, QString("a cat"));
        QCOMPARE(bench.log->all()[0].messages[0].pictures.size(), std::size_t(1));
    }

    void pictures_that_cannot_be_read_end_the_answer() {
        ChatBench bench({answering({"blind"})});
        QVERIFY(bench.controller.send("look", Thinking::off, {{"hash", "cat.png", 2, 2, 4, 4}}));
        QTRY_COMPARE(bench.last().state, TurnState::failed);
        QVERIFY(bench.log->all().empty());
    }

    void a_stop_while_pictures_are_read_is_final() {
        ChatBench bench({answering({"late"})});
        std::function<void(Result<ReadPictures>)> give;
        bench.controller.setPictureReader(
            [&give](const auto& /*pictures*/, const std::function<void(Result<ReadPictures>)>& then) { give = then; });
        bench.controller.send("look", Thinking::off, {{"hash", "cat.png", 2, 2, 4, 4}});
        bench.controller.stop();
        QCOMPARE(bench.last().state, TurnState::stopped);
        give(ReadPictures());
        QVERIFY(bench.isIdle());
        QVERIFY(bench.log->all().empty());
    }

    void a_temporary_chat_leaves_nothing_behind() {
        ChatBench bench({answering({"A"}), answering({"B"})});
        bench.controller.newTemporaryChat();
        QVERIFY(bench.controller.isTemporary());
        ask(bench, "secret");
        bench.controller.answerAgain();
        QTRY_VERIFY(bench.isIdle());
        QCOMPARE(shown(bench), QStringList({"secret", "B 2/2"}));
        QVERIFY(!bench.log->all()[0].may_store_on_disk);
        QVERIFY(bench.log->all()[0].title.empty());
        QVERIFY(bench.store->chats()->empty());
        QVERIFY(bench.store->search("secret", 9)->empty());
        const ConversationId id = bench.controller.currentChat();
        QCOMPARE(bench.controller.chatList()->rowOf(id), 0);
        bench.controller.deleteChat(id);
        QVERIFY(!bench.controller.isTemporary());
        QTRY_COMPARE(bench.vault->forgotten().size(), std::size_t(2));  // each branch
        bench.controller.undoDelete();
        QVERIFY(bench.controller.isTemporary());
        QCOMPARE(shown(bench), QStringList({"secret", "B 2/2"}));
        QVERIFY(bench.controller.bin().empty());
    }

    void instructions_belong_to_the_chat() {
        ChatBench bench({answering({"A"}), answering({"B"})});
        bench.controller.setInstructions("Be brief.");
        ask(bench, "one");
        QCOMPARE(told(bench, 0), QStringList({"Be brief.", "one"}));
        const ConversationId chat = bench.controller.currentChat();
        bench.controller.newChat();
        QVERIFY(bench.controller.instructions().isEmpty());
        bench.controller.openChat(chat);
        bench.controller.setInstructions("Be long.");
        QCOMPARE(bench.store->chats()->front().instructions, QString("Be long."));
        ask(bench, "two");
        QCOMPARE(told(bench, 1), QStringList({"Be long.", "one", "A", "two"}));
    }

    void several_chats_are_deleted_and_come_back_together() {
        ChatBench bench({answering({"A"})});
        for (const char* const text : {"one", "two", "three"}) {
            bench.controller.newChat();
            ask(bench, text);
        }
        const ConversationId open = bench.controller.currentChat();
        bench.controller.deleteAllChats(false);
        QCOMPARE(bench.controller.chatList()->rowCount(), 0);
        QVERIFY(bench.chat.isEmpty());
        QCOMPARE(bench.controller.bin().size(), std::size_t(3));
        bench.controller.undoDelete();
        QCOMPARE(bench.controller.chatList()->rowCount(), 3);
        QCOMPARE(bench.controller.currentChat(), open);
        bench.controller.deleteAllChats(true);
        bench.controller.undoDelete();
        QCOMPARE(bench.controller.chatList()->rowCount(), 0);
        QVERIFY(bench.controller.bin().empty());
    }

    void a_copy_and_a_pin_are_listed() {
        ChatBench bench({answering({"A"})});
        ask(bench, "one");
        const ConversationId chat = bench.controller.currentChat();
        bench.controller.duplicateChat(chat);
        QCOMPARE(bench.controller.chatList()->rowCount(), 2);
        QCOMPARE(bench.controller.chatList()->rowOf(chat), 1);
        bench.controller.pinChat(chat, true);
        QCOMPARE(bench.controller.chatList()->rowOf(chat), 0);
        bench.controller.openChat(bench.controller.chatList()->idAt(1));
        QCOMPARE(shown(bench), QStringList({"one", "A"}));
    }

    void the_place_of_reading_is_kept() {
        ChatBench bench({answering({"A"})});
        QVERIFY(!bench.controller.readingPlace());
        ask(bench, "one");
        const app::ReadingPlace place{bench.last().id, 12};
        bench.controller.setReadingPlace(place);
        QVERIFY(bench.controller.readingPlace() == place);
        bench.controller.setReadingPlace(std::nullopt);
        QVERIFY(!bench.controller.readingPlace());
    }

    void each_answer_knows_what_wrote_it() {
        ChatBench bench({answering({"A"})});
        bench.controller.setModelName("Mini");
        ask(bench, "one");
        QCOMPARE(bench.last().model, QString("Mini"));
        QVERIFY(bench.last().settings.contains("temperature"));
        const auto stored = bench.store->messages(bench.controller.currentChat());
        QCOMPARE(stored->back().settings, bench.last().settings);
        QCOMPARE(stored->back().program_version, QCoreApplication::applicationVersion());
    }
};

STRATA_TEST(ChatControllerBranchesTest);

#include "chat_branches_test.moc"
