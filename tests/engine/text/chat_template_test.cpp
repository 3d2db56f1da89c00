#include <QtTest/QtTest>

#include <nlohmann/json.hpp>

#include "engine/text/chat_rules.h"
#include "engine/text/conversations.h"
#include "engine/text/rendering.h"
#include "support/test_registry.h"
#include "text/chat_template.h"

using namespace strata;
using namespace strata::testing;
using Json = nlohmann::ordered_json;

namespace {

Json user(const std::string& text) {
    return {{"role", "user"}, {"content", text}};
}
Json system_message(const std::string& text) {
    return {{"role", "system"}, {"content", text}};
}
Json tool_result(const std::string& text) {
    return {{"role", "tool"}, {"content", text}};
}

Json assistant(const std::string& text, const std::string& reasoning = {}) {
    Json message = {{"role", "assistant"}, {"content", text}};
    if (!reasoning.empty()) {
        message["reasoning_content"] = reasoning;
    }
    return message;
}

Json call(const std::string& name, const Json& arguments) {
    return {{"type", "function"}, {"function", {{"name", name}, {"arguments", arguments}}}};
}

Json with_calls(Json message, std::vector<Json> calls) {
    message["tool_calls"] = std::move(calls);
    return message;
}

/// Variables for a prompt that is to be answered.
Json conversation(std::vector<Json> messages, const Json& more = Json::object()) {
    Json variables = {{"messages", std::move(messages)}, {"add_generation_prompt", true}};
    variables.update(more);
    return variables;
}

const Json kOff = {{"enable_thinking", false}};
const Json kMedium = {{"reasoning_effort", "medium"}};

}  // namespace

class ChatTemplateTest : public QObject {
    Q_OBJECT

private:
    ChatTemplate rules_ = *ChatTemplate::parse(read_fixture("templates/rules.jinja"));
    ChatTemplate practice_ = *ChatTemplate::parse(read_fixture("templates/practice_model.jinja"));

    void expect(const ChatTemplate& chat_template, const Json& variables, const std::string& text) {
        const auto prompt = chat_template.render(variables);
        QVERIFY2(prompt.has_value(), prompt ? "" : prompt.error().message.c_str());
        QCOMPARE(QString::fromStdString(prompt->text), QString::fromStdString(text));
    }

private Q_SLOTS:
    void example_a_a_question_with_default_settings() {
        expect(
            rules_, conversation({user("Hi")}),
            "<|im_start|>system\n[XHIGH]<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<think>\n");
    }

    void example_b_a_system_message_without_thinking() {
        expect(rules_, conversation({system_message("Be brief."), user("Hi")}, kOff),
               "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"
               "<think>\n\n</think>\n\n");
    }

    void example_c_low_effort_stands_before_the_system_message() {
        expect(
            rules_, conversation({system_message("Be brief."), user("Hi")}, {{"reasoning_effort", "low"}}),
            "<|im_start|>system\n[LOW]\n\nBe brief.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"
            "<think>\n");
    }

    void example_d_medium_effort_adds_nothing() {
        expect(rules_, conversation({user("Hi")}, kMedium),
               "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<think>\n");
    }

    void example_e_earlier_thinking_stays() {
        expect(rules_, conversation({user("1+1?"), assistant("2", "add"), user("x2?")}, kMedium),
               "<|im_start|>user\n1+1?<|im_end|>\n<|im_start|>assistant\n<think>\nadd\n</think>\n\n2<|im_end|>\n"
               "<|im_start|>user\nx2?<|im_end|>\n<|im_start|>assistant\n<think>\n");
    }

    void example_f_earlier_thinking_goes_if_asked() {
        Json more = kMedium;
        more["preserve_thinking"] = false;
        expect(rules_, conversation({user("1+1?"), assistant("2", "add"), user("x2?")}, more),
               "<|im_start|>user\n1+1?<|im_end|>\n<|im_start|>assistant\n2<|im_end|>\n<|im_start|>user\nx2?<|im_end|>\n"
               "<|im_start|>assistant\n<think>\n");
    }

    void example_g_tools_calls_and_results() {
        Json more = kMedium;
        more["tools"] = Json::parse(R"([{"name": "get_weather", "description": "d", "parameters": {"type": "object",
                                         "properties": {"city": {"type": "string"}}}}])");
        const Json answer = with_calls(assistant("", "two calls"),
                                       {call("get_weather", {{"city", "Rome"}, {"days", 2}}),
                                        call("get_weather", {{"city", "Oslo"}, {"opts", {{"a", {1, true}}}}})});
        expect(rules_,
               conversation({user("Weather in Rome and Oslo?"), answer, tool_result("sun"), tool_result("rain")}, more),
               "<|im_start|>system\n# Tools\n\nYou have access to the following functions:\n\n<tools>\n"
               "{\"name\": \"get_weather\", \"description\": \"d\", \"parameters\": {\"type\": \"object\", "
               "\"properties\": {\"city\": {\"type\": \"string\"}}}}\n</tools>[TOOLHELP]<|im_end|>\n"
               "<|im_start|>user\nWeather in Rome and Oslo?<|im_end|>\n<|im_start|>assistant\n<think>\ntwo calls\n"
               "</think>\n\n<tool_call>\n<function=get_weather>\n<parameter=city>\nRome\n</parameter>\n"
               "<parameter=days>\n2\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=get_weather>\n"
               "<parameter=city>\nOslo\n</parameter>\n<parameter=opts>\n{\"a\": [1, true]}\n</parameter>\n</function>\n"
               "</tool_call><|im_end|>\n<|im_start|>user\n<tool_response>\nsun\n</tool_response>\n<tool_response>\n"
               "rain\n</tool_response><|im_end|>\n<|im_start|>assistant\n<think>\n");
    }

    void example_h_a_picture_becomes_a_placeholder() {
        const Json parts = {{{"type", "image"}}, {{"type", "text"}, {"text", "What is this?"}}};
        expect(rules_, conversation({{{"role", "user"}, {"content", parts}}}, kOff),
               "<|im_start|>user\n<|vision_start|><|image_pad|><|vision_end|>What is this?<|im_end|>\n"
               "<|im_start|>assistant\n<think>\n\n</think>\n\n");
    }

    void example_i_an_empty_think_block_stays_in_history() {
        expect(rules_, conversation({user("a"), assistant("b"), user("c")}, kOff),
               "<|im_start|>user\na<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\nb<|im_end|>\n"
               "<|im_start|>user\nc<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n");
    }

    void example_j_thinking_after_the_last_question_stays() {
        Json variables = conversation({user("a"), with_calls(assistant("Checking.", "r"), {call("f", Json::object())}),
                                       tool_result("ok"), assistant("done", "r2")},
                                      kMedium);
        variables["preserve_thinking"] = false;
        variables["add_generation_prompt"] = false;
        expect(
            rules_, variables,
            "<|im_start|>user\na<|im_end|>\n<|im_start|>assistant\n<think>\nr\n</think>\n\nChecking.\n\n<tool_call>\n"
            "<function=f>\n</function>\n</tool_call><|im_end|>\n<|im_start|>user\n<tool_response>\nok\n"
            "</tool_response><|im_end|>\n<|im_start|>assistant\n<think>\nr2\n</think>\n\ndone<|im_end|>\n");
    }

    void pictures_are_numbered_over_the_conversation_if_asked() {
        const Json picture = {{"type", "image"}};
        const Json video = {{"type", "video"}};
        Json more = kMedium;
        more["add_vision_id"] = true;
        expect(
            rules_,
            conversation(
                {{{"role", "user"}, {"content", {picture, video}}}, {{"role", "user"}, {"content", {picture}}}}, more),
            "<|im_start|>user\nPicture 1: <|vision_start|><|image_pad|><|vision_end|>Video 1: "
            "<|vision_start|><|video_pad|><|vision_end|><|im_end|>\n<|im_start|>user\nPicture 2: "
            "<|vision_start|><|image_pad|><|vision_end|><|im_end|>\n<|im_start|>assistant\n<think>\n");
    }

    void what_the_rules_refuse_is_an_error_with_the_templates_words_data() {
        QTest::addColumn<QString>("variables");
        QTest::addColumn<QString>("words");
        QTest::newRow("nothing to answer") << R"({"messages": []})"
                                           << "No messages.";
        QTest::newRow("unknown effort") << R"({"messages": [{"role": "user", "content": "a"}],
                                               "reasoning_effort": "extreme"})"
                                        << "Unknown reasoning effort: extreme";
        QTest::newRow("late system message") << R"({"messages": [{"role": "user", "content": "a"},
                                                                 {"role": "system", "content": "b"}]})"
                                             << "A system message is not at the start.";
        QTest::newRow("no question") << R"({"messages": [{"role": "user",
                                            "content": " <tool_response>x</tool_response> "}]})"
                                     << "No question of a user.";
        QTest::newRow("picture in the system message")
            << R"({"messages": [{"role": "system", "content": [{"type": "image"}]}, {"role": "user", "content": "a"}]})"
            << "System messages hold text only.";
    }

    void what_the_rules_refuse_is_an_error_with_the_templates_words() {
        QFETCH(QString, variables);
        QFETCH(QString, words);
        const auto prompt = rules_.render(Json::parse(variables.toStdString()));
        QVERIFY(!prompt);
        QCOMPARE(prompt.error().code, ErrorCode::bad_template);
        const QString message = QString::fromStdString(prompt.error().message);
        QVERIFY2(message.startsWith("chat template line ") && message.endsWith("raise_exception: " + words),
                 prompt.error().message.c_str());
    }

    void random_conversations_come_out_as_the_rules_say_with_every_mark() {
        std::mt19937 random(20240711);
        for (int i = 0; i < 1500; ++i) {
            const auto& source = i % 2 == 0 ? plain_text : hostile_text;
            const auto variables = template_variables(random_conversation(random, source));
            QVERIFY2(variables.has_value(), variables ? "" : variables.error().message.c_str());
            // A last user message that looks like a tool's result may leave no question; the rules then refuse.
            const auto prompt = rules_.render(*variables);
            if (!prompt) {
                QVERIFY2(prompt.error().message.find("No question") != std::string::npos,
                         prompt.error().message.c_str());
                continue;
            }
            QCOMPARE(QString::fromStdString(with_marks(*prompt)),
                     QString::fromStdString(with_marks(render_by_rules(*variables))));
        }
    }

    void the_built_in_template_follows_the_rules_but_for_the_fixed_strings() {
        std::mt19937 random(7);
        for (int i = 0; i < 400; ++i) {
            GenerationRequest request = random_conversation(random, plain_text);
            request.thinking = i % 2 == 0 ? Thinking::off : Thinking::medium;
            request.tools.clear();
            const auto variables = template_variables(request);
            const auto prompt = ChatTemplate::built_in().render(*variables);
            QVERIFY2(prompt.has_value(), prompt ? "" : prompt.error().message.c_str());
            QCOMPARE(QString::fromStdString(with_marks(*prompt)),
                     QString::fromStdString(with_marks(render_by_rules(*variables))));
        }
    }

    void the_built_in_template_lists_tools_and_says_how_to_call_them() {
        GenerationRequest request;
        request.messages = {{Role::system, "Be brief.", "", {}, ""}, {Role::user, "Hi", "", {}, ""}};
        request.tools = R"([{"name": "f"}, {"name": "g"}])";
        const auto prompt = ChatTemplate::built_in().render(*template_variables(request));
        QVERIFY(prompt.has_value());
        QVERIFY(
            prompt->text.starts_with("<|im_start|>system\n# Tools\n\nYou have access to the following functions:\n\n"
                                     "<tools>\n{\"name\": \"f\"}\n{\"name\": \"g\"}\n</tools>\n\n"));
        QVERIFY(prompt->text.find("<tool_call>\n<function=NAME>\n<parameter=ARGUMENT>\n") != std::string::npos);
        QVERIFY(
            prompt->text.ends_with("\n\nBe brief.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"
                                   "<think>\n\n</think>\n\n"));
    }

    void the_practice_models_template_renders() {
        Json variables =
            conversation({system_message("Be kind."), user("Hi"), assistant("Hello", "greet"), user("2+2?")});
        expect(
            practice_, variables,
            "<|im_start|>system\nBe kind.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<think>\n"
            "greet\n</think>\n\nHello<|im_end|>\n<|im_start|>user\n2+2?<|im_end|>\n<|im_start|>assistant\n<think>\n");
        variables["enable_thinking"] = false;
        variables["preserve_thinking"] = false;
        expect(practice_, variables,
               "<|im_start|>system\nBe kind.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"
               "Hello<|im_end|>\n<|im_start|>user\n2+2?<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n");
    }

    void the_practice_models_template_renders_tools_calls_and_results() {
        Json variables = conversation(
            {user("Weather?"), with_calls(assistant(""), {call("w", {{"at", "Rome"}})}), tool_result("sun")},
            {{"tools", {{{"name", "w"}}}}});
        expect(
            practice_, variables,
            "<|im_start|>system\n# Tools\n\nYou may call these functions:\n\n<tools>\n{\"name\": \"w\"}\n</tools>\n\n"
            "To call a function, answer with nothing but:\n<tool_call>\n<function=NAME>\n<parameter=KEY>\nVALUE\n"
            "</parameter>\n</function>\n</tool_call><|im_end|>\n<|im_start|>user\nWeather?<|im_end|>\n"
            "<|im_start|>assistant\n<think>\n\n</think>\n\n<tool_call>\n<function=w>\n<parameter=at>\nRome\n"
            "</parameter>\n</function>\n</tool_call><|im_end|>\n<|im_start|>user\n<tool_response>\nsun\n"
            "</tool_response><|im_end|>\n<|im_start|>assistant\n<think>\n");
    }

    void copies_share_one_program_and_render_alike() {
        const ChatTemplate copy = rules_;
        const Json variables = conversation({user("Hi")});
        QCOMPARE(copy.render(variables)->text, rules_.render(variables)->text);
    }

    void variables_must_be_an_object() {
        const auto prompt = rules_.render(Json::array());
        QVERIFY(!prompt);
        QCOMPARE(prompt.error().code, ErrorCode::invalid_argument);
    }

    void errors_name_the_line_and_the_construct_data() {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("message");
        QTest::newRow("call") << "a\n{% call f() %}{% endcall %}"
                              << "chat template line 2: {% call %} is not supported";
        QTest::newRow("include") << "\n\n{% include 'x' %}"
                                 << "chat template line 3: {% include %} is not supported";
        QTest::newRow("recursive") << "{% for a in b recursive %}{% endfor %}"
                                   << "chat template line 1: recursive loops are not supported";
        QTest::newRow("undefined") << "{{ 1 }}\n{{ a.b }}"
                                   << "chat template line 2: 'a' is undefined and has no "
                                      "attribute 'b'";
        QTest::newRow("filter") << "{{ 1 }}\n{{\n 'x' | shout }}"
                                << "chat template line 3: there is no filter 'shout'";
        QTest::newRow("inside a macro") << "{% macro m() %}\n{{ 1 / 0 }}\n{% endmacro %}\n\n{{ m() }}"
                                        << "chat template line 2: division by zero";
        QTest::newRow("end") << "{% if a %}\nx"
                             << "chat template line 2: found the end of the template, expected 'endif'";
    }

    void errors_name_the_line_and_the_construct() {
        QFETCH(QString, source);
        QFETCH(QString, message);
        const auto prompt = render(source.toStdString(), Json::object());
        QVERIFY(!prompt);
        QCOMPARE(prompt.error().code, ErrorCode::bad_template);
        QCOMPARE(QString::fromStdString(prompt.error().message), message);
    }

    void long_words_in_an_error_are_cut_between_characters() {
        std::string words;
        for (int i = 0; i < 10'000; ++i) {
            words += "ä";
        }
        const auto prompt = render("{{ raise_exception(words) }}", {{"words", words}});
        QVERIFY(!prompt);
        QVERIFY(prompt.error().message.size() < 500);
        QVERIFY(prompt.error().message.ends_with("ä..."));
    }
};

STRATA_TEST(ChatTemplateTest);
#include "chat_template_test.moc"
