#include <QtTest/QtTest>

#include <nlohmann/json.hpp>

#include "support/test_registry.h"
#include "text/chat_template.h"

using namespace strata;
using Json = nlohmann::ordered_json;

class TemplateVariablesTest : public QObject {
    Q_OBJECT

private:
    static GenerationRequest question() {
        GenerationRequest request;
        request.messages = {{Role::user, "Hi", "", {}, ""}};
        return request;
    }

    static GenerationRequest with_call(const std::string& arguments) {
        GenerationRequest request = question();
        request.messages.push_back({Role::assistant, "text", "why", {{"call_1", "f", arguments}}, ""});
        return request;
    }

private Q_SLOTS:
    void a_plain_question_has_no_tools_and_no_effort() {
        const auto variables = template_variables(question());
        QVERIFY(variables.has_value());
        QVERIFY(*variables == Json::parse(R"({"messages": [{"role": "user", "content": "Hi"}], "enable_thinking": false,
                                              "preserve_thinking": true, "add_generation_prompt": true})"));
    }

    void every_kind_of_message_has_its_members() {
        GenerationRequest request = with_call(R"({"b": 1, "a": [true]})");
        request.messages.insert(request.messages.begin(), {Role::system, "Be brief.", "", {}, ""});
        request.messages.push_back({Role::tool, "42", "", {}, "call_1"});
        const auto variables = template_variables(request);
        QVERIFY(variables.has_value());
        QCOMPARE(QString::fromStdString((*variables)["messages"].dump()), QString::fromStdString(Json::parse(R"([
                     {"role": "system", "content": "Be brief."},
                     {"role": "user", "content": "Hi"},
                     {"role": "assistant", "content": "text", "reasoning_content": "why", "tool_calls": [
                         {"id": "call_1", "type": "function", "function": {"name": "f",
                          "arguments": {"b": 1, "a": [true]}}}]},
                     {"role": "tool", "content": "42", "tool_call_id": "call_1"}])")
                                                                                                     .dump()));
    }

    void reasoning_of_other_roles_and_empty_reasoning_are_left_out() {
        GenerationRequest request = question();
        request.messages[0].reasoning = "not mine to have";
        request.messages.push_back({Role::assistant, "Hello", "", {}, ""});
        const auto variables = template_variables(request);
        for (const auto& message : (*variables)["messages"]) {
            QVERIFY(!message.contains("reasoning_content") && !message.contains("tool_calls"));
        }
    }

    void a_prompt_that_ends_with_an_answer_still_asks_for_one() {
        QCOMPARE((*template_variables(with_call("{}")))["add_generation_prompt"].get<bool>(), true);
    }

    void thinking_has_the_templates_names_data() {
        QTest::addColumn<int>("thinking");
        QTest::addColumn<QString>("effort");
        QTest::newRow("low") << static_cast<int>(Thinking::low) << "low";
        QTest::newRow("medium") << static_cast<int>(Thinking::medium) << "medium";
        QTest::newRow("high") << static_cast<int>(Thinking::high) << "xhigh";
    }

    void thinking_has_the_templates_names() {
        QFETCH(int, thinking);
        QFETCH(QString, effort);
        GenerationRequest request = question();
        request.thinking = static_cast<Thinking>(thinking);
        request.preserve_thinking = false;
        const auto variables = template_variables(request);
        QCOMPARE((*variables)["enable_thinking"].get<bool>(), true);
        QCOMPARE((*variables)["preserve_thinking"].get<bool>(), false);
        QCOMPARE(QString::fromStdString((*variables)["reasoning_effort"].get<std::string>()), effort);
    }

    void tools_keep_their_order_and_an_empty_list_is_none() {
        GenerationRequest request = question();
        request.tools = R"([{"z": 1, "a": {"y": 2, "b": 3}}])";
        QCOMPARE(QString::fromStdString((*template_variables(request))["tools"].dump()),
                 QString(R"([{"z":1,"a":{"y":2,"b":3}}])"));
        for (const char* none : {"[]", " ", ""}) {
            request.tools = none;
            QVERIFY(!template_variables(request)->contains("tools"));
        }
    }

    void a_call_without_arguments_has_an_empty_object() {
        for (const char* arguments : {"", " \n", "{}"}) {
            const auto variables = template_variables(with_call(arguments));
            QVERIFY(variables.has_value());
            QVERIFY((*variables)["messages"][1]["tool_calls"][0]["function"]["arguments"] == Json::object());
        }
    }

    void what_is_no_json_is_refused_data() {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("tools");
        QTest::newRow("arguments cut off") << R"({"a": )"
                                           << "";
        QTest::newRow("arguments no object") << "[1]"
                                             << "";
        QTest::newRow("arguments with rubbish behind") << "{} x"
                                                       << "";
        QTest::newRow("tools cut off") << "{}"
                                       << "[{";
        QTest::newRow("tools no array") << "{}"
                                        << "{}";
        QTest::newRow("tools nested deeply") << "{}" << QString(100'000, '[') + QString(100'000, ']');
        QTest::newRow("arguments nested deeply") << R"({"a": )" + QString(70, '[') + QString(70, ']') + "}"
                                                 << "";
    }

    void what_is_no_json_is_refused() {
        QFETCH(QString, arguments);
        QFETCH(QString, tools);
        GenerationRequest request = with_call(arguments.toStdString());
        request.tools = tools.toStdString();
        const auto variables = template_variables(request);
        QVERIFY(!variables);
        QCOMPARE(variables.error().code, ErrorCode::invalid_argument);
        QVERIFY(variables.error().message.starts_with(tools.isEmpty() ? "arguments of the call of 'f': " : "tools: "));
    }

    void an_object_with_very_many_keys_is_refused() {
        std::string object = "{";
        for (int i = 0; i < 100'000; ++i) {
            object += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":0";
        }
        const auto variables = template_variables(with_call(object + "}"));
        QVERIFY(!variables);
        QCOMPARE(variables.error().code, ErrorCode::invalid_argument);
    }

    void many_small_objects_are_fine() {
        std::string tools = "[{\"a\":1,\"b\":2}";
        for (int i = 0; i < 5000; ++i) {
            tools += ",{\"a\":1,\"b\":{\"c\":2}}";
        }
        GenerationRequest request = question();
        request.tools = tools + "]";
        QVERIFY(template_variables(request).has_value());
    }
};

STRATA_TEST(TemplateVariablesTest);
#include "template_variables_test.moc"
