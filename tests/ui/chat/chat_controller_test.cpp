#include "ui/chat/chat_controller.h"

#include <QtTest/QtTest>

#include "support/scripted_engine.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::ui;
using strata::testing::answering;
using strata::testing::Gate;
using strata::testing::loaderOf;
using strata::testing::RequestLog;
using strata::testing::Script;

namespace {

/// A controller on a scripted engine that is loaded already.
struct Bench {
    explicit Bench(std::vector<Script> scripts)
        : log(std::make_shared<RequestLog>()), engine(loaderOf(std::move(scripts), log)), controller(&engine, &chat) {
        engine.load(LoadOptions{});
        controller.setModelReady(true);
    }

    const Message& last() const { return chat.at(chat.lastRow()); }
    bool isIdle() const { return !controller.isAnswering(); }

    std::shared_ptr<RequestLog> log;
    app::EngineThread engine;
    ChatModel chat;
    ChatController controller;
};

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
        QCOMPARE(bench.chat.rowCount(), 3);
        QCOMPARE(bench.chat.at(1).text, QString("Half"));
        QVERIFY(!bench.chat.at(1).problem.has_value());
        QCOMPARE(bench.last().text, QString("Whole"));
        QCOMPARE(bench.log->all()[1].messages.size(), std::size_t(1));  // neither the half nor the error is told
    }

    void a_second_message_waits_and_is_sent_when_the_answer_ends() {
        const auto gate = std::make_shared<Gate>();
        Script first;
        first.waitAt(gate).text("one");
        Bench bench({first, answering({"two"})});
        const QSignalSpy waiting(&bench.controller, &ChatController::waitingChanged);
        bench.controller.send("first", Thinking::off);
        QVERIFY(bench.controller.send("second", Thinking::off));
        QCOMPARE(bench.controller.waitingText(), QString("second"));
        QVERIFY(!bench.controller.send("third", Thinking::off));  // there is room for one
        QCOMPARE(bench.chat.rowCount(), 2);
        gate->open();
        QTRY_COMPARE(bench.chat.rowCount(), 4);
        QTRY_COMPARE(bench.last().text, QString("two"));
        QCOMPARE(waiting.size(), 2);
        QVERIFY(bench.controller.waitingText().isEmpty());
    }

    void a_waiting_message_can_be_taken_back() {
        const auto gate = std::make_shared<Gate>();
        Script first;
        first.waitAt(gate).text("one");
        Bench bench({first});
        bench.controller.send("first", Thinking::off);
        bench.controller.send("second", Thinking::off);
        QCOMPARE(bench.controller.takeBackWaiting(), QString("second"));
        gate->open();
        QTRY_VERIFY(bench.isIdle());
        QCOMPARE(bench.chat.rowCount(), 2);
    }

    void a_new_chat_stops_the_answer_and_can_be_undone() {
        Script endless;
        endless.text("old").untilStopped().text("never");
        Bench bench({endless, answering({"new"}), answering({"more"})});
        bench.controller.send("first", Thinking::off);
        QTRY_COMPARE(bench.last().text, QString("old"));
        const QSignalSpy put_away(&bench.controller, &ChatController::chatPutAway);
        bench.controller.newChat();
        QVERIFY(bench.chat.isEmpty());
        QVERIFY(bench.isIdle());
        QCOMPARE(put_away.size(), 1);
        bench.controller.bringBack();
        QCOMPARE(bench.chat.rowCount(), 2);
        QCOMPARE(bench.last().state, TurnState::stopped);
        bench.controller.newChat();
        bench.controller.send("other", Thinking::off);
        QTRY_COMPARE(bench.last().text, QString("new"));
        bench.controller.bringBack();  // too late: the new chat has begun
        QCOMPARE(bench.chat.rowCount(), 2);
        QVERIFY(bench.log->all()[1].conversation != bench.log->all()[0].conversation);
        QCOMPARE(bench.log->all()[1].messages.size(), std::size_t(1));
    }

    void a_new_chat_gives_a_waiting_message_back() {
        Script endless;
        endless.untilStopped();
        Bench bench({endless});
        bench.controller.send("first", Thinking::off);
        bench.controller.send("second", Thinking::off);
        QSignalSpy returned(&bench.controller, &ChatController::textReturned);
        bench.controller.newChat();
        QCOMPARE(returned.size(), 1);
        QCOMPARE(returned[0][0].toString(), QString("second"));
        QVERIFY(bench.chat.isEmpty());
    }

    void a_message_waits_for_the_model() {
        const auto gate = std::make_shared<Gate>();
        app::EngineThread engine([gate](const LoadOptions& options, const LoadProgress& progress) {
            gate->pass();
            return loaderOf({answering({"there"})})(options, progress);
        });
        ChatModel chat;
        ChatController controller(&engine, &chat);
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
