#include "ui/chat/chat_controller.h"

#include <QtTest/QtTest>

#include <QTemporaryDir>

#include "support/chat_bench.h"
#include "support/scripted_engine.h"
#include "support/test_registry.h"
#include "ui/chat/parked_chats.h"

using namespace strata;
using namespace strata::ui;
using strata::testing::answering;
using strata::testing::Gate;
using strata::testing::loaderOf;
using strata::testing::RequestLog;
using strata::testing::Script;
using strata::testing::ScriptedVault;

namespace {

using Bench = strata::testing::ChatBench;

}  // namespace

class ChatControllerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_message_and_its_answer_become_two_turns() {
        Bench bench({answering({"The capital ", "is ", "Paris."})});
        QVERIFY(bench.controller.send("What is the capital of France?", Thinking::off));
        QCOMPARE(bench.chat.rowCount(), 2);  // placed at once, before the engine has said anything
        QCOMPARE(bench.last().state, TurnState::waiting);
        QTRY_VERIFY(bench.isIdle());
        QCOMPARE(bench.last().text, QString("The capital is Paris."));
        QCOMPARE(bench.last().state, TurnState::done);
        QVERIFY(bench.last().first_word.has_value());
        QCOMPARE(bench.last().pieces, std::optional(3));
        QCOMPARE(bench.last().pieces_per_second, std::optional(100.0));
    }

    void reading_counts_only_what_is_new() {
        const auto gate = std::make_shared<Gate>();
        Script script;
        Resumed resumed;
        resumed.reused_tokens = 100;
        script.event(resumed).reading(138, 200).waitAt(gate).text("done");
        Bench bench({script});
        bench.controller.send("question", Thinking::off);
        QTRY_COMPARE(bench.last().reading.read, 38);
        QCOMPARE(bench.last().reading.total, 100);
        QCOMPARE(bench.last().state, TurnState::reading);
        gate->open();
        QTRY_COMPARE(bench.last().state, TurnState::done);
    }

    void thinking_is_kept_apart_from_the_answer() {
        Script script;
        script.reasoning("I think, ").reasoning("therefore").text("I am.");
        Bench bench({script, answering({"next"})});
        bench.controller.send("question", Thinking::medium);
        QTRY_VERIFY(bench.isIdle());
        QCOMPARE(bench.last().reasoning, QString("I think, therefore"));
        QCOMPARE(bench.last().text, QString("I am."));
        QVERIFY(bench.last().thinking_time.has_value());
        bench.controller.send("again", Thinking::off);
        QTRY_VERIFY(bench.isIdle());
        const auto requests = bench.log->all();
        QCOMPARE(requests[0].thinking, Thinking::medium);
        QCOMPARE(requests[1].thinking, Thinking::off);
        QCOMPARE(requests[1].messages[1].text, std::string("I am."));
        QCOMPARE(requests[1].messages[1].reasoning, std::string("I think, therefore"));
        QCOMPARE(requests[1].conversation, requests[0].conversation);
    }

    void a_stop_keeps_what_was_written_and_the_next_message_works() {
        Script endless;
        endless.text("Half an ").untilStopped();
        Bench bench({endless, answering({"fine"})});
        bench.controller.send("question", Thinking::off);
        QTRY_COMPARE(bench.last().text, QString("Half an "));
        const QSignalSpy requested(&bench.controller, &ChatController::stopRequested);
        bench.controller.stop();
        bench.controller.stop();  // pressing twice changes nothing
        QCOMPARE(requested.size(), 1);
        QTRY_VERIFY(bench.isIdle());
        QCOMPARE(bench.last().state, TurnState::stopped);
        QCOMPARE(bench.last().text, QString("Half an "));
        QVERIFY(bench.controller.send("next", Thinking::off));
        QTRY_COMPARE(bench.last().text, QString("fine"));
    }

    void a_message_stopped_while_it_was_read_can_be_answered_later() {
        Script reading;
        reading.reading(1, 10).untilStopped();
        Bench bench({reading, answering({"late"})});
        bench.controller.send("question", Thinking::medium);
        QTRY_COMPARE(bench.last().state, TurnState::reading);
        bench.controller.stop();
        QTRY_COMPARE(bench.last().state, TurnState::stopped);
        bench.controller.answerAgain();
        QTRY_COMPARE(bench.last().text, QString("late"));
        QCOMPARE(bench.chat.rowCount(), 2);
        QCOMPARE(bench.log->all()[1].thinking, Thinking::medium);
    }

    void a_failure_keeps_what_was_written_and_trying_again_solves_it() {
        Script broken;
        broken.text("Half").fail(ErrorCode::out_of_memory, "no memory");
        Bench bench({broken, answering({"Whole"})});
        bench.controller.send("question", Thinking::off);
        QTRY_VERIFY(bench.isIdle());
        QCOMPARE(bench.last().state, TurnState::failed);
        QVERIFY(bench.last().problem.has_value());
        bench.controller.answerAgain();
        QTRY_VERIFY(bench.isIdle());
        QCOMPARE(bench.chat.rowCount(), 2);
        QCOMPARE(bench.last().text, QString("Whole"));
        QCOMPARE(bench.last().branches, 2);
        QCOMPARE(bench.log->all()[1].messages.size(), std::size_t(1));  // neither the half nor the error is told
        bench.controller.showBranch(1, 0);
        QCOMPARE(bench.last().text, QString("Half"));
        QVERIFY(!bench.last().problem.has_value());
    }

    void a_second_message_waits_and_is_sent_when_the_answer_ends() {
        const auto gate = std::make_shared<Gate>();
        Script first;
        first.waitAt(gate).text("one");
        Bench bench({first, answering({"two"})});
        const QSignalSpy waiting(&bench.controller, &ChatController::waitingChanged);
        bench.controller.send("first", Thinking::off);
        QVERIFY(bench.controller.send("second", Thinking::off));
        QCOMPARE(bench.controller.waiting().text, QString("second"));
        QVERIFY(!bench.controller.send("third", Thinking::off));  // there is room for one
        QCOMPARE(bench.chat.rowCount(), 2);
        gate->open();
        QTRY_COMPARE(bench.chat.rowCount(), 4);
        QTRY_COMPARE(bench.last().text, QString("two"));
        QCOMPARE(waiting.size(), 2);
        QVERIFY(bench.controller.waiting().isEmpty());
    }

    void a_waiting_message_can_be_taken_back() {
        const auto gate = std::make_shared<Gate>();
        Script first;
        first.waitAt(gate).text("one");
        Bench bench({first});
        bench.controller.send("first", Thinking::off);
        bench.controller.send("second", Thinking::off);
        QCOMPARE(bench.controller.takeBackWaiting().text, QString("second"));
        gate->open();
        QTRY_VERIFY(bench.isIdle());
        QCOMPARE(bench.chat.rowCount(), 2);
    }

    void the_request_carries_the_chat_and_its_title() {
        Bench bench({answering({"one"}), answering({"two"})});
        bench.controller.send("What is the capital of France?", Thinking::off);
        QTRY_VERIFY(bench.isIdle());
        const ConversationId first = bench.controller.currentChat();
        QCOMPARE(first.size(), std::size_t(32));
        bench.controller.newChat();
        bench.controller.send("And of Italy?", Thinking::off);
        QTRY_VERIFY(bench.isIdle());
        const auto requests = bench.log->all();
        QCOMPARE(requests[0].conversation, first);
        QCOMPARE(requests[0].title, std::string("What is the capital of France?"));
        QVERIFY(requests[1].conversation != first);
        QCOMPARE(requests[1].messages.size(), std::size_t(1));
    }

    void an_answer_goes_on_in_its_chat_while_another_one_is_on_the_screen() {
        const auto gate = std::make_shared<Gate>();
        Script first;
        first.text("begun").waitAt(gate).text(" and ended");
        Bench bench({first, answering({"other"})});
        bench.controller.send("first", Thinking::off);
        QTRY_COMPARE(bench.last().text, QString("begun"));
        const ConversationId id = bench.controller.currentChat();
        bench.controller.newChat();
        QVERIFY(bench.chat.isEmpty());
        QVERIFY(bench.isIdle());
        bench.controller.send("second", Thinking::off);  // waits for the engine
        QCOMPARE(bench.last().state, TurnState::waiting);
        QCOMPARE(bench.controller.chatList()->index(1).data(ChatListModel::writing_role).toBool(), true);
        gate->open();
        QTRY_COMPARE(bench.last().text, QString("other"));
        const QModelIndex row = bench.controller.chatList()->index(bench.controller.chatList()->rowOf(id));
        QVERIFY(row.data(ChatListModel::unread_role).toBool());
        QVERIFY(!row.data(ChatListModel::writing_role).toBool());

        bench.controller.openChat(id);
        QCOMPARE(bench.last().text, QString("begun and ended"));
        QCOMPARE(bench.last().state, TurnState::done);
        QVERIFY(!bench.controller.chatList()->find(id)->unread);
        QVERIFY(!bench.store->chats()->at(1).unread);
    }

    void one_can_come_back_to_a_running_answer() {
        const auto gate = std::make_shared<Gate>();
        Script first;
        first.text("begun").waitAt(gate).text(" and ended");
        Bench bench({first});
        bench.controller.send("first", Thinking::off);
        QTRY_COMPARE(bench.last().text, QString("begun"));
        const ConversationId id = bench.controller.currentChat();
        bench.controller.newChat();
        const QSignalSpy answering(&bench.controller, &ChatController::answeringChanged);
        bench.controller.openChat(id);
        QCOMPARE(answering.last()[0].toBool(), true);
        QCOMPARE(bench.last().text, QString("begun"));
        gate->open();
        QTRY_COMPARE(bench.last().text, QString("begun and ended"));
        QTRY_VERIFY(bench.isIdle());
        QVERIFY(!bench.controller.chatList()->find(id)->unread);
    }

    void a_waiting_message_is_sent_although_its_chat_left_the_screen() {
        const auto gate = std::make_shared<Gate>();
        Script first;
        first.waitAt(gate).text("one");
        Bench bench({first, answering({"two"})});
        bench.controller.send("first", Thinking::off);
        bench.controller.send("second", Thinking::off);
        const ConversationId id = bench.controller.currentChat();
        QCOMPARE(bench.store->draft(id)->text, QString("second\n"));  // not lost if the program ends now
        bench.controller.newChat();
        QVERIFY(bench.controller.waiting().isEmpty());
        gate->open();
        QTRY_COMPARE(bench.store->messages(id)->size(), std::size_t(4));
        QTRY_COMPARE(bench.store->messages(id)->back().text, QString("two"));
        QVERIFY(bench.store->draft(id)->isEmpty());
        bench.controller.openChat(id);
        QCOMPARE(bench.last().text, QString("two"));
    }

    void a_message_is_stored_before_the_engine_sees_it() {
        ChatModel chat;
        const auto store = std::move(app::openChatStore(QString())->store);
        const auto gate = std::make_shared<Gate>();
        Script script;
        script.waitAt(gate);
        app::EngineThread engine(loaderOf({script}));  // without a model yet: nothing can have reached it
        ChatController controller(&engine, store.get(), &chat);
        controller.send("question", Thinking::medium);
        const auto stored = store->messages(controller.currentChat());
        QCOMPARE(stored->size(), std::size_t(2));
        QCOMPARE(stored->at(0).text, QString("question"));
        QCOMPARE(stored->at(1).state, app::AnswerState::unfinished);
        QCOMPARE(stored->at(1).thinking, Thinking::medium);
    }

    void a_running_answer_is_stored_while_it_comes() {
        const auto gate = std::make_shared<Gate>();
        Script script;
        script.text("Half an answer").waitAt(gate).text(", and the rest");
        Bench bench({script});
        bench.controller.send("question", Thinking::off);
        const ConversationId id = bench.controller.currentChat();
        QTRY_COMPARE(bench.store->messages(id)->back().text, QString("Half an answer"));
        QCOMPARE(bench.store->messages(id)->back().state, app::AnswerState::unfinished);
        gate->open();
        QTRY_COMPARE(bench.store->messages(id)->back().text, QString("Half an answer, and the rest"));
        QTRY_COMPARE(bench.store->messages(id)->back().state, app::AnswerState::done);
        QCOMPARE(bench.store->messages(id)->back().pieces, std::optional(2));
    }

    void a_new_start_shows_everything_as_it_was() {
        const auto store = std::move(app::openChatStore(QString())->store);
        ConversationId id;
        {
            Script endless;
            endless.reasoning("hm").text("Half").untilStopped();
            app::EngineThread engine(loaderOf({endless}));
            engine.load(LoadOptions{});
            ChatModel chat;
            ChatController controller(&engine, store.get(), &chat);
            controller.setModelReady(true);
            controller.send("question", Thinking::medium);
            QTRY_COMPARE(chat.at(1).text, QString("Half"));
            controller.setDraft({"next", {}});
            id = controller.currentChat();
        }
        const auto log = std::make_shared<RequestLog>();
        app::EngineThread engine(loaderOf({answering({"Whole"})}, log));
        engine.load(LoadOptions{});
        ChatModel chat;
        ChatController controller(&engine, store.get(), &chat);
        QVERIFY(chat.isEmpty());
        controller.openLastChat();
        QCOMPARE(controller.currentChat(), id);
        QCOMPARE(chat.rowCount(), 2);
        QCOMPARE(chat.at(1).text, QString("Half"));
        QCOMPARE(chat.at(1).reasoning, QString("hm"));
        QCOMPARE(chat.at(1).state, TurnState::stopped);
        QCOMPARE(controller.draft().text, QString("next"));
        controller.answerAgain();
        QTRY_COMPARE(chat.at(1).text, QString("Whole"));
        QCOMPARE(chat.at(1).branches, 2);
        QCOMPARE(log->all()[0].conversation, id);
        QCOMPARE(log->all()[0].thinking, Thinking::medium);
    }

    void when_the_program_ends_every_answer_is_stored_as_stopped_at_once() {
        const auto gate = std::make_shared<Gate>();
        Script deaf;
        deaf.text("Half").hangAt(gate);
        Bench bench({deaf});
        bench.controller.send("first", Thinking::off);
        const ConversationId first = bench.controller.currentChat();
        QTRY_COMPARE(bench.last().text, QString("Half"));
        bench.controller.newChat();
        bench.controller.send("second", Thinking::off);
        bench.controller.endAnswers();
        QVERIFY(bench.isIdle());
        QCOMPARE(bench.last().state, TurnState::stopped);
        const auto messages = bench.store->messages(first);
        QVERIFY(messages.has_value());
        QCOMPARE(messages->back().text, QString("Half"));
        QCOMPARE(messages->back().state, app::AnswerState::stopped);
        gate->open();
    }

    void what_cannot_be_stored_is_not_sent() {
        QTemporaryDir folder;
        const QString path = folder.filePath("chats.sqlite");
        auto store = std::move(app::openChatStore(path)->store);
        const auto log = std::make_shared<RequestLog>();
        app::EngineThread engine(loaderOf({answering({"fine"})}, log));
        engine.load(LoadOptions{});
        ChatModel chat;
        ChatController controller(&engine, store.get(), &chat);
        controller.setModelReady(true);
        const auto other = app::ChatDatabase::open(path);
        const QSignalSpy failed(controller.saver(), &MessageSaver::failed);
        {
            app::ChatTransaction busy(**other);  // as a full disk or a backup program would
            QVERIFY(!controller.send("question", Thinking::off));
        }
        QCOMPARE(failed.size(), 1);
        QVERIFY(chat.isEmpty());
        QVERIFY(log->all().empty());
        const QSignalSpy recovered(controller.saver(), &MessageSaver::recovered);
        QVERIFY(controller.send("question", Thinking::off));
        QCOMPARE(recovered.size(), 1);
        QTRY_COMPARE(chat.at(1).text, QString("fine"));
    }

    void an_answer_that_could_not_be_stored_is_stored_later() {
        QTemporaryDir folder;
        const QString path = folder.filePath("chats.sqlite");
        auto store = std::move(app::openChatStore(path)->store);
        const auto gate = std::make_shared<Gate>();
        Script script;
        script.waitAt(gate).text("answer");
        app::EngineThread engine(loaderOf({script}));
        engine.load(LoadOptions{});
        ChatModel chat;
        ChatController controller(&engine, store.get(), &chat);
        controller.setModelReady(true);
        controller.send("question", Thinking::off);
        const auto other = app::ChatDatabase::open(path);
        {
            app::ChatTransaction busy(**other);
            gate->open();
            QTRY_VERIFY(!controller.isAnswering());
        }
        QVERIFY(store->messages(controller.currentChat())->back().text.isEmpty());
        controller.saver()->retry();
        QCOMPARE(store->messages(controller.currentChat())->back().text, QString("answer"));
        QCOMPARE(chat.at(1).text, QString("answer"));
    }

    void deleting_stops_the_answer_and_lets_the_engine_forget_when_it_has_ended() {
        const auto vault = std::make_shared<ScriptedVault>();
        Script endless;
        endless.text("Half").untilStopped();
        app::EngineThread engine(loaderOf({endless}, nullptr, vault));
        engine.load(LoadOptions{});
        ChatModel chat;
        const auto store = std::move(app::openChatStore(QString())->store);
        ChatController controller(&engine, store.get(), &chat);
        ParkedChats parked(&engine, store.get());
        connect(&controller, &ChatController::chatDeleted, &parked, &ParkedChats::refresh);
        controller.setModelReady(true);
        controller.send("question", Thinking::off);
        QTRY_COMPARE(chat.at(1).text, QString("Half"));
        const ConversationId id = controller.currentChat();
        // As an engine does: the state is put aside when the request ends.
        connect(&engine, &app::EngineThread::finished, this, [&] {
            ParkedConversation state;
            state.id = id;
            vault->park(state);
            parked.refresh();
        });
        controller.deleteChat(id);
        QVERIFY(chat.isEmpty());
        QVERIFY(store->chats()->empty());
        QTRY_COMPARE(vault->forgotten(), std::vector<ConversationId>{id});
        QVERIFY(vault->parked().empty());

        controller.restoreChat(id);
        QCOMPARE(controller.currentChat(), id);
        QCOMPARE(chat.at(1).text, QString("Half"));
        QCOMPARE(chat.at(1).state, TurnState::stopped);
    }

    void a_message_waits_for_the_model() {
        const auto gate = std::make_shared<Gate>();
        app::EngineThread engine([gate](const LoadOptions& options, const LoadProgress& progress) {
            gate->pass();
            return loaderOf({answering({"there"})})(options, progress);
        });
        ChatModel chat;
        const auto store = std::move(app::openChatStore(QString())->store);
        ChatController controller(&engine, store.get(), &chat);
        connect(&engine, &app::EngineThread::loaded, &controller, [&controller] { controller.setModelReady(true); });
        engine.load(LoadOptions{});
        controller.send("question", Thinking::off);
        QCOMPARE(chat.at(1).state, TurnState::loading);
        gate->open();
        QTRY_COMPARE(chat.at(1).text, QString("there"));
    }

    void blank_messages_are_not_taken() {
        Bench bench({});
        QVERIFY(!bench.controller.send(" \n ", Thinking::off));
        QVERIFY(bench.chat.isEmpty());
    }
};

STRATA_TEST(ChatControllerTest);

#include "chat_controller_test.moc"
