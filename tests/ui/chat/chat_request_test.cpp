#include "ui/chat/chat_request.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::ui;

namespace {

void add(ChatModel& chat, Role role, const QString& text, const QString& reasoning = QString()) {
    Message message;
    message.role = role;
    message.text = text;
    message.reasoning = reasoning;
    chat.append(message);
}

/// The texts of a request's messages after the system prompt.
QStringList told(const GenerationRequest& request) {
    QStringList texts;
    for (const ChatMessage& message : request.messages) {
        if (message.role != Role::system) {
            texts.append(QString::fromStdString(message.text));
        }
    }
    return texts;
}

}  // namespace

class ChatRequestTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tells_all_that_stands_before_the_answer() {
        ChatModel chat;
        add(chat, Role::user, "one");
        add(chat, Role::assistant, "two", "because");
        add(chat, Role::user, "три <b>");
        add(chat, Role::assistant, "");
        const GenerationRequest request = makeRequest(chat, 3, {"chat-7", "Numbers", Thinking::medium, false});
        QCOMPARE(told(request), QStringList({"one", "two", "три <b>"}));
        QCOMPARE(request.messages[1].reasoning, std::string("because"));
        QCOMPARE(request.conversation, std::string("chat-7"));
        QCOMPARE(request.title, std::string("Numbers"));
        QCOMPARE(request.thinking, Thinking::medium);
    }

    void the_practice_model_gets_its_system_prompt_and_no_chance() {
        ChatModel chat;
        add(chat, Role::user, "one");
        add(chat, Role::assistant, "");
        const GenerationRequest request = makeRequest(chat, 1, {{}, {}, Thinking::off, true});
        QCOMPARE(request.messages[0].role, Role::system);
        QCOMPARE(request.messages[0].text, std::string("You are a helpful assistant."));
        QVERIFY(request.sampling.temperature <= 0.0F);
    }

    void other_models_get_their_authors_presets() {
        ChatModel chat;
        add(chat, Role::user, "one");
        add(chat, Role::assistant, "");
        const GenerationRequest request = makeRequest(chat, 1, {{}, {}, Thinking::medium, false});
        QCOMPARE(request.messages[0].role, Role::user);
        QCOMPARE(request.sampling.temperature, SamplingOptions::for_thinking(Thinking::medium).temperature);
    }

    void errors_and_answers_without_a_word_are_not_told() {
        ChatModel chat;
        add(chat, Role::user, "one");
        add(chat, Role::assistant, "");
        chat.changeState(1, [](Message& message) {
            message.state = TurnState::failed;
            message.problem = Problem{"it broke", "details", Remedy::try_again, {}};
        });
        add(chat, Role::user, "two");
        add(chat, Role::assistant, "");
        QCOMPARE(told(makeRequest(chat, 3, {})), QStringList({"one", "two"}));
    }

    void of_several_answers_to_one_message_only_the_last_is_told() {
        ChatModel chat;
        add(chat, Role::user, "one");
        add(chat, Role::assistant, "first try");
        add(chat, Role::assistant, "second try");
        add(chat, Role::user, "two");
        add(chat, Role::assistant, "");
        QCOMPARE(told(makeRequest(chat, 2, {})), QStringList({"one"}));
        QCOMPARE(told(makeRequest(chat, 4, {})), QStringList({"one", "second try", "two"}));
    }
};

STRATA_TEST(ChatRequestTest);

#include "chat_request_test.moc"
