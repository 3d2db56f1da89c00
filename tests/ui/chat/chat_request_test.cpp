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

ChatOptions optionsOf(const char* conversation, const char* title, Thinking thinking) {
    ChatOptions options;
    options.conversation = conversation;
    options.title = title;
    options.thinking = thinking;
    return options;
}

ChatOptions builtIn() {
    ChatOptions options;
    options.built_in_model = true;
    return options;
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
        const GenerationRequest request = makeRequest(chat, 3, optionsOf("chat-7", "Numbers", Thinking::medium));
        QCOMPARE(told(request), QStringList({"one", "two", "три <b>"}));
        QCOMPARE(request.messages[1].reasoning, std::string("because"));
        QCOMPARE(request.conversation, std::string("chat-7"));
        QCOMPARE(request.title, std::string("Numbers"));
        QCOMPARE(request.thinking, Thinking::medium);
    }

    void the_practice_model_gets_its_system_prompt() {
        ChatModel chat;
        add(chat, Role::user, "one");
        add(chat, Role::assistant, "");
        const GenerationRequest request = makeRequest(chat, 1, builtIn());
        QCOMPARE(request.messages[0].role, Role::system);
        QCOMPARE(request.messages[0].text, std::string("You are a helpful assistant."));
    }

    void instructions_come_first() {
        ChatModel chat;
        add(chat, Role::user, "one");
        add(chat, Role::assistant, "");
        ChatOptions options;
        QCOMPARE(makeRequest(chat, 1, options).messages[0].role, Role::user);
        options.instructions = "Be brief.";
        QCOMPARE(makeRequest(chat, 1, options).messages[0].role, Role::system);
        QCOMPARE(makeRequest(chat, 1, options).messages[0].text, std::string("Be brief."));
        options.built_in_model = true;
        QCOMPARE(makeRequest(chat, 1, options).messages[0].text,
                 std::string("You are a helpful assistant.\n\nBe brief."));
    }

    void a_begun_answer_is_told_as_the_last_message() {
        ChatModel chat;
        add(chat, Role::user, "one");
        add(chat, Role::assistant, "tw", "because");
        ChatOptions options;
        QVERIFY(!makeRequest(chat, 1, options).continue_answer);
        options.continues = true;
        const GenerationRequest request = makeRequest(chat, 1, options);
        QVERIFY(request.continue_answer);
        QCOMPARE(told(request), QStringList({"one", "tw"}));
        QCOMPARE(request.messages[1].reasoning, std::string("because"));
    }

    void a_temporary_chat_is_never_stored_on_disk() {
        ChatModel chat;
        add(chat, Role::user, "one");
        add(chat, Role::assistant, "");
        ChatOptions options;
        QVERIFY(makeRequest(chat, 1, options).may_store_on_disk);
        options.temporary = true;
        QVERIFY(!makeRequest(chat, 1, options).may_store_on_disk);
    }

    void pictures_stand_where_they_were_sent_in_their_order() {
        ChatModel chat;
        add(chat, Role::user, "look");
        add(chat, Role::assistant, "nice");
        add(chat, Role::user, "and now?");
        add(chat, Role::assistant, "");
        chat.changeState(0, [](Message& message) {
            message.pictures = {{"b", "", 1, 1, 1, 1}, {"a", "", 1, 1, 1, 1}};
        });
        QCOMPARE(neededPictures(chat, 3).size(), std::size_t(2));
        QCOMPARE(neededPictures(chat, 3)[0].hash, QString("b"));
        ChatOptions options;
        options.pictures = {{"a", std::make_shared<Picture>(Picture{1, 1, {}})},
                            {"b", std::make_shared<Picture>(Picture{2, 2, {}})}};
        const GenerationRequest request = makeRequest(chat, 3, options);
        QCOMPARE(request.messages[0].pictures.size(), std::size_t(2));
        QCOMPARE(request.messages[0].pictures[0]->width, 2);
        QVERIFY(request.messages[2].pictures.empty());
    }

    void errors_and_answers_without_a_word_are_not_told() {
        ChatModel chat;
        add(chat, Role::user, "one");
        add(chat, Role::assistant, "");
        chat.changeState(1, [](Message& message) {
            message.state = TurnState::failed;
            message.problem = Problem{"it broke", "details", {Remedy::try_again}, {}};
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
