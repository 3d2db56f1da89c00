#include "cli/request_variables.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::cli;

namespace {

// The meta-object compiler loses its way in raw strings; these have ' for ".
std::string json(QByteArray text) {
    return text.replace('\'', '"').toStdString();
}

constexpr const char* kParts =
    "{'messages': [{'role': 'user', 'content': [{'type': 'text', 'text': 'a'}]}], "
    "'enable_thinking': false, 'reasoning_effort': 'low', 'unknown': 1}";
constexpr const char* kPlain = "{'messages': [{'role': 'user', 'content': 'a'}]}";
constexpr const char* kNoAnswer = "{'messages': [{'role': 'user', 'content': 'a'}], 'add_generation_prompt': false}";
constexpr const char* kCalls =
    "{'messages': [{'role': 'assistant', 'content': null, 'tool_calls': [ "
    "{'type': 'function', 'function': {'name': 'f', 'arguments': '{\\\"b\\\": 1, \\\"a\\\": [true]}'}}, "
    "{'type': 'function', 'function': {'name': 'g', 'arguments': {'c': 'd'}}}]}]}";
constexpr const char* kKwargs = "{'messages': [], 'chat_template_kwargs': {'enable_thinking': false, 'own_word': 3}}";
constexpr const char* kNoRole = "{'messages': [{'content': 'a'}]}";
constexpr const char* kNumber = "{'messages': [{'role': 'user', 'content': 5}]}";
constexpr const char* kBadArguments =
    "{'messages': [{'role': 'user', 'content': 'a'}, "
    "{'role': 'assistant', 'content': '', 'tool_calls': [{'function': {'name': 'f', 'arguments': '{'}}]}]}";

}  // namespace

class RequestVariablesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void passes_messages_and_settings_through() {
        const auto variables = request_variables(json(kParts), "R.json");
        QVERIFY(variables);
        QCOMPARE((*variables)["messages"][0]["content"][0]["text"].get<std::string>(), std::string("a"));
        QCOMPARE((*variables)["enable_thinking"].get<bool>(), false);
        QCOMPARE((*variables)["reasoning_effort"].get<std::string>(), std::string("low"));
        QVERIFY(!variables->contains("unknown"));
    }

    void asks_for_an_answer_unless_told_otherwise() {
        QCOMPARE((*request_variables(json(kPlain), "R.json"))["add_generation_prompt"].get<bool>(), true);
        QCOMPARE((*request_variables(json(kNoAnswer), "R.json"))["add_generation_prompt"].get<bool>(), false);
    }

    void opens_arguments_that_are_text() {
        const auto variables = request_variables(json(kCalls), "R.json");
        QVERIFY(variables);
        const auto& message = (*variables)["messages"][0];
        QCOMPARE(message["content"].get<std::string>(), std::string());
        QCOMPARE(message["tool_calls"][0]["function"]["arguments"].dump(), std::string("{\"b\":1,\"a\":[true]}"));
        QCOMPARE(message["tool_calls"][1]["function"]["arguments"].dump(), std::string("{\"c\":\"d\"}"));
    }

    void takes_the_members_of_chat_template_kwargs() {
        const auto variables = request_variables(json(kKwargs), "R.json");
        QCOMPARE((*variables)["enable_thinking"].get<bool>(), false);
        QCOMPARE((*variables)["own_word"].get<int>(), 3);
    }

    void says_where_a_request_is_wrong_data() {
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<QString>("words");
        QTest::newRow("no JSON") << QByteArray("{") << "no JSON";
        QTest::newRow("a list") << QByteArray("[]") << "messages";
        QTest::newRow("messages are text") << QByteArray("{'messages': 'hi'}") << "messages";
        QTest::newRow("no role") << QByteArray(kNoRole) << "messages[0]";
        QTest::newRow("content is a number") << QByteArray(kNumber) << "messages[0].content";
        QTest::newRow("arguments are no JSON") << QByteArray(kBadArguments) << "messages[1].tool_calls[0]";
    }
    void says_where_a_request_is_wrong() {
        QFETCH(QByteArray, request);
        QFETCH(QString, words);
        const auto variables = request_variables(json(request), "R.json");
        QVERIFY(!variables);
        const QString message = QString::fromStdString(variables.error().message);
        QVERIFY2(message.startsWith("R.json: ") && message.contains(words), qPrintable(message));
    }
};

STRATA_TEST(RequestVariablesTest);
#include "request_variables_test.moc"
