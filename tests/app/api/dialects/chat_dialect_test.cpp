#include <QtTest/QtTest>

#include "app/api/dialect.h"
#include "dialect_bench.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::app::api;
using strata::testing::chatBody;
using strata::testing::eventsOf;
using strata::testing::Json;
using strata::testing::readCall;
using strata::testing::streamOf;
using strata::testing::verdictOn;
using strata::testing::wholeOf;

namespace {

GenerationRequest requestOf(std::string_view body, const RequestDefaults& defaults = {}) {
    const auto call = readCall(chatDialect(), body, {}, defaults);
    if (!call) {
        QTest::qFail(call.error().message.c_str(), __FILE__, __LINE__);
        return {};
    }
    return call->request;
}

std::string messagesBody(std::string_view messages) {
    return "{\"messages\": [" + std::string(messages) + "]}";
}

const std::string kWeatherTool =
    R"("tools": [{"type": "function", "function": {"name": "get_weather", "parameters": {"type": "object"}}}])";

std::vector<EngineEvent> answerWithCalls() {
    return {Resumed{24, ResumeSource::live_session},
            PromptRead{24, 31},
            ReasoningDelta{"Capital "},
            ReasoningDelta{"of Norway."},
            TextDelta{"Let me "},
            TextDelta{""},
            TextDelta{"look."},
            ToolCallBegun{0, "call_0", "get_weather"},
            ToolArgumentsDelta{0, "{\"city\":\"Os"},
            ToolArgumentsDelta{0, "lo\"}"},
            ToolCallDelta{0, {"call_0", "get_weather", R"({"city":"Oslo"})"}},
            ToolCallDelta{1, {"call_1", "get_time", R"({"zone":"CET"})"}}};
}

GenerationSummary summaryOf(FinishReason reason) {
    using std::chrono::microseconds;
    GenerationSummary summary;
    summary.reason = reason;
    summary.prompt_tokens = 31;
    summary.reused_tokens = 24;
    summary.generated_tokens = 9;
    summary.thinking_tokens = 6;
    summary.source = ResumeSource::live_session;
    summary.prompt_time = microseconds(140000);
    summary.first_token_time = microseconds(160000);
    summary.decode_time = microseconds(160000);
    return summary;
}

}  // namespace

class ChatDialectTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fields_are_refused_by_their_rule_data() {
        QTest::addColumn<QString>("fields");
        QTest::addColumn<QString>("verdict");
        const auto row = [](const char* fields, const char* verdict) {
            QTest::newRow(fields) << QString(fields) << QString(verdict);
        };
        row(R"("max_tokens": "5")", "invalid_type max_tokens");
        row(R"("max_tokens": 1.5)", "invalid_type max_tokens");
        row(R"("max_tokens": true)", "invalid_type max_tokens");
        row(R"("max_tokens": 100.0)", "read");
        row(R"("max_tokens": 1e30)", "invalid_value max_tokens");
        row(R"("max_tokens": 18446744073709551615)", "invalid_value max_tokens");
        row(R"("temperature": 2.1)", "invalid_value temperature");
        row(R"("temperature": -0.1)", "invalid_value temperature");
        row(R"("temperature": false)", "invalid_type temperature");
        row(R"("temperature": 2)", "read");
        row(R"("top_p": 1.01)", "invalid_value top_p");
        row(R"("top_k": -2)", "invalid_value top_k");
        row(R"("top_k": -1)", "read");
        row(R"("min_p": 2)", "invalid_value min_p");
        row(R"("presence_penalty": -2.5)", "invalid_value presence_penalty");
        row(R"("frequency_penalty": 3)", "invalid_value frequency_penalty");
        row(R"("repetition_penalty": 0)", "invalid_value repetition_penalty");
        row(R"("repeat_penalty": "1")", "invalid_type repeat_penalty");
        row(R"("penalty_last_n": -2)", "invalid_value penalty_last_n");
        row(R"("seed": 0.5)", "invalid_type seed");
        row(R"("seed": -1)", "read");
        row(R"("stop": 5)", "invalid_type stop");
        row(R"("stop": ["a", 5])", "invalid_type stop[1]");
        row(R"("stop": ["a", null, ""])", "read");
        row(R"("stream": 1)", "invalid_type stream");
        row(R"("stream": "true")", "invalid_type stream");
        row(R"("stream": true, "stream_options": {"include_usage": 1})", "invalid_type stream_options.include_usage");
        row(R"("stream_options": 7)", "read");
        row(R"("model": 5)", "invalid_type model");
        row(R"("n": 0)", "invalid_value n");
        row(R"("n": -1)", "invalid_value n");
        row(R"("n": 1.5)", "invalid_type n");
        row(R"("n": 2)", "unsupported_value n");
        row(R"("n": 1)", "read");
        row(R"("logprobs": true)", "unsupported_parameter logprobs");
        row(R"("logprobs": 1)", "invalid_type logprobs");
        row(R"("top_logprobs": 2)", "unsupported_parameter top_logprobs");
        row(R"("top_logprobs": 0)", "read");
        row(R"("logit_bias": {"5": 1})", "unsupported_parameter logit_bias");
        row(R"("logit_bias": {})", "read");
        row(R"("grammar": "root ::= x")", "unsupported_parameter grammar");
        row(R"("json_schema": {})", "unsupported_parameter json_schema");
        row(R"("guided_json": {"type": "object"})", "unsupported_parameter guided_json");
        row(R"("guided_regex": "a+")", "unsupported_parameter guided_regex");
        row(R"("functions": [])", "read");
        row(R"("functions": [{}])", "unsupported_parameter functions");
        row(R"("function_call": "auto")", "read");
        row(R"("function_call": {"name": "f"})", "unsupported_parameter function_call");
        row(R"("audio": {"voice": "x"})", "unsupported_parameter audio");
        row(R"("modalities": ["text"])", "read");
        row(R"("modalities": ["text", "audio"])", "unsupported_parameter modalities");
        row(R"("prediction": {"type": "content"})", "unsupported_parameter prediction");
        row(R"("web_search_options": {})", "unsupported_parameter web_search_options");
        row(R"("return_progress": "yes")", "invalid_type return_progress");
        row(R"("strata_checkpoint": 0)", "invalid_type strata_checkpoint");
        row(R"("strata_conversation": 5)", "invalid_type strata_conversation");
        row(R"("strata_conversation": "")", "invalid_conversation_id strata_conversation");
        row(R"("strata_conversation": ".a")", "invalid_conversation_id strata_conversation");
        row(R"("strata_conversation": "a/b")", "invalid_conversation_id strata_conversation");
        row(R"("strata_conversation": "A-z_0:9.b")", "read");
        row(R"("reasoning_effort": "max")", "read");
        row(R"("reasoning_effort": "much")", "invalid_value reasoning_effort");
        row(R"("reasoning_effort": 3)", "invalid_type reasoning_effort");
        row(R"("reasoning": "low")", "invalid_type reasoning");
        row(R"("reasoning": {"effort": "x"})", "invalid_value reasoning.effort");
        row(R"("chat_template_kwargs": {"enable_thinking": "no"})",
            "invalid_type chat_template_kwargs.enable_thinking");
        row(R"("reasoning_budget_tokens": "9")", "invalid_type reasoning_budget_tokens");
        row(R"("tools": {})", "invalid_type tools");
        row(R"("tools": [5])", "invalid_type tools[0]");
        row(R"("tools": [{"type": "custom", "name": "f"}])", "unsupported_value tools[0].type");
        row(R"("tools": [{"type": "function", "function": {}}])", "missing_required_parameter tools[0].function.name");
        row(R"("tools": [{"type": "function", "name": "f"}])", "read");
        row(R"("tools": [{"type": "function", "name": "a b"}])", "invalid_value tools[0].name");
        row(R"("tools": [{"type": "function", "name": "a<b"}])", "invalid_value tools[0].name");
        row("\"tools\": [{\"type\": \"function\", \"name\": \"a\\u3000b\"}]", "invalid_value tools[0].name");
        row(R"("tools": [{"type": "function", "name": ""}])", "invalid_value tools[0].name");
        row(R"("tools": [{"type": "function", "name": "f"}, {"type": "function", "name": "f"}])",
            "invalid_value tools[1].name");
        row(R"("tools": [{"type": "function", "name": "f", "parameters": []}])", "invalid_type tools[0].parameters");
        row("\"tools\": \"[{\\\"type\\\": \\\"function\\\", \\\"name\\\": \\\"f\\\"}]\", \"tool_choice\": \"required\"",
            "read");
        row(R"("tools": [], "tool_choice": "auto")", "read");
        row(R"("tools": [], "tool_choice": "required")", "invalid_value tool_choice");
        row(R"("tool_choice": "none")", "read");
        row(R"("tool_choice": "always")", "invalid_value tool_choice");
        row(R"("tool_choice": 1)", "invalid_type tool_choice");
        row(R"("tools": [{"type": "function", "name": "f"}], "tool_choice": {"type": "function", "name": "g"})",
            "invalid_value tool_choice");
        row(R"("parallel_tool_calls": 1)", "invalid_type parallel_tool_calls");
        row(R"("continue_final_message": true, "add_generation_prompt": true)", "invalid_value continue_final_message");
        row(R"("user": 5, "metadata": [], "mirostat": "x", "options": {"a": 1}, "unknown": null)", "read");
        row(R"("temperature": null, "stop": null, "tools": null, "stream": null, "n": null, "seed": null)", "read");
    }
    void fields_are_refused_by_their_rule() {
        QFETCH(QString, fields);
        QFETCH(QString, verdict);
        QCOMPARE(verdictOn(chatDialect(), chatBody(fields.toStdString())), verdict);
    }

    void messages_are_refused_by_their_rule_data() {
        QTest::addColumn<QString>("messages");
        QTest::addColumn<QString>("verdict");
        const auto row = [](const char* messages, const char* verdict) {
            QTest::newRow(messages) << QString(messages) << QString(verdict);
        };
        row(R"(5)", "invalid_type messages[0]");
        row(R"({"content": "x"})", "missing_required_parameter messages[0].role");
        row(R"({"role": "robot", "content": "x"})", "invalid_value messages[0].role");
        row(R"({"role": "user"})", "missing_required_parameter messages[0].content");
        row(R"({"role": "user", "content": null})", "missing_required_parameter messages[0].content");
        row(R"({"role": "system"}, {"role": "user", "content": "x"})",
            "missing_required_parameter messages[0].content");
        row(R"({"role": "user", "content": 5})", "invalid_type messages[0].content");
        row(R"({"role": "user", "content": {}})", "invalid_type messages[0].content");
        row(R"({"role": "user", "content": ["x"]})", "invalid_type messages[0].content[0]");
        row(R"({"role": "user", "content": [{"text": "x"}]})",
            "missing_required_parameter messages[0].content[0].type");
        row(R"({"role": "user", "content": [{"type": "text"}]})",
            "missing_required_parameter messages[0].content[0].text");
        row(R"({"role": "user", "content": [{"type": "text", "text": 5}]})",
            "invalid_type messages[0].content[0].text");
        row(R"({"role": "user", "content": [{"type": "input_audio"}]})",
            "unsupported_content messages[0].content[0].type");
        row(R"({"role": "user", "content": [{"type": "video_url"}]})",
            "unsupported_content messages[0].content[0].type");
        row(R"({"role": "user", "content": [{"type": "thinking", "thinking": "x"}]})",
            "unsupported_content messages[0].content[0].type");
        row(R"({"role": "system", "content": [{"type": "image_url", "image_url": "data:;base64,AA=="}]})",
            "unsupported_content messages[0].content[0]");
        row(R"({"role": "user", "content": [{"type": "image_url", "image_url": {"url": "file:///etc/passwd"}}]})",
            "image_url_not_allowed messages[0].content[0].image_url.url");
        row("{\"role\": \"user\", \"content\": [{\"type\": \"image_url\", \"image_url\": \"C:\\\\x.png\"}]}",
            "image_url_not_allowed messages[0].content[0].image_url");
        row("{\"role\": \"user\", \"content\": [{\"type\": \"image_url\", \"image_url\": "
            "\"\\\\\\\\host\\\\share\\\\x.png\"}]}",
            "image_url_not_allowed messages[0].content[0].image_url");
        row(R"({"role": "user", "content": [{"type": "image_url", "image_url": "httpx://a"}]})",
            "image_url_not_allowed messages[0].content[0].image_url");
        row(R"({"role": "user", "content": [{"type": "image_url", "image_url": "data:image/png,AA=="}]})",
            "invalid_image messages[0].content[0].image_url");
        row(R"({"role": "user", "content": [{"type": "image_url", "image_url": "data:image/png;base64,"}]})",
            "invalid_image messages[0].content[0].image_url");
        row(R"({"role": "user", "content": [{"type": "image_url", "image_url": "data:image/png;base64,A"}]})",
            "invalid_image messages[0].content[0].image_url");
        row(R"({"role": "user", "content": [{"type": "image_url", "image_url": "data:image/png;base64,AA-_"}]})",
            "invalid_image messages[0].content[0].image_url");
        row(R"({"role": "user", "content": [{"type": "image_url"}]})",
            "missing_required_parameter messages[0].content[0].image_url");
        row(R"({"role": "assistant", "content": null}, {"role": "user", "content": ""})", "read");
        row(R"({"role": "assistant", "content": "x"})", "invalid_value messages");
        row(R"({"role": "user", "content": "x"}, {"role": "assistant", "tool_calls": {}})",
            "invalid_type messages[1].tool_calls");
        row(R"({"role": "user", "content": "x"}, {"role": "assistant", "tool_calls": [{"function": {}}]})",
            "missing_required_parameter messages[1].tool_calls[0].function.name");
        row(R"({"role": "user", "content": "x"}, {"role": "assistant", "reasoning_content": 5})",
            "invalid_type messages[1].reasoning_content");
        row(R"({"role": "user", "content": "x"}, {"role": "tool", "content": null})", "read");
    }
    void messages_are_refused_by_their_rule() {
        QFETCH(QString, messages);
        QFETCH(QString, verdict);
        QCOMPARE(verdictOn(chatDialect(), messagesBody(messages.toStdString())), verdict);
    }

    void leading_instructions_are_one_and_later_ones_are_the_users() {
        const auto request = requestOf(messagesBody(
            R"({"role": "system", "content": "A"}, {"role": "developer", "content": [{"type": "text", "text": "B"}]},
               {"role": "user", "content": "C"}, {"role": "system", "content": "D"})"));
        QCOMPARE(static_cast<int>(request.messages.size()), 3);
        QCOMPARE(request.messages[0].text, std::string("A\n\nB"));
        QVERIFY(request.messages[0].role == Role::system);
        QVERIFY(request.messages[2].role == Role::user);
        QCOMPARE(request.messages[2].text, std::string("D"));
    }

    void parts_are_joined_without_anything_between_them() {
        const auto call = readCall(
            chatDialect(),
            messagesBody(
                R"({"role": "user", "content": [ )"
                R"({"type": "text", "text": "a"}, {"type": "image_url", "image_url": {"url": "DATA:x;BASE64,Q Q =="}}, )"
                R"({"type": "input_text", "text": "b"}, {"type": "refusal", "refusal": "c"}, )"
                R"({"type": "input_image", "image_url": "HTTPS://host/x.png"}, )"
                R"({"type": "image", "source": {"type": "base64", "data": "QUI"}}]})"));
        QVERIFY(call);
        QCOMPARE(call->request.messages[0].text, std::string("abc"));
        QCOMPARE(static_cast<int>(call->pictures.size()), 3);
        QCOMPARE(call->pictures[0].bytes, std::string("A"));
        QCOMPARE(call->pictures[1].address, std::string("HTTPS://host/x.png"));
        QCOMPARE(call->pictures[1].param, std::string("messages[0].content[4].image_url"));
        QCOMPARE(call->pictures[2].bytes, std::string("AB"));
    }

    void more_than_thirty_two_pictures_are_refused() {
        const auto body = [](int count) {
            std::string parts = R"({"type": "text", "text": "x"})";
            for (int i = 0; i < count; ++i) {
                parts += R"(, {"type": "image_url", "image_url": "data:;base64,AA=="})";
            }
            return messagesBody("{\"role\": \"user\", \"content\": [" + parts + "]}");
        };
        QCOMPARE(verdictOn(chatDialect(), body(32)), QString("read"));
        QVERIFY(verdictOn(chatDialect(), body(33)).startsWith("invalid_value messages[0].content[33]"));
    }

    void a_picture_has_at_most_twenty_mib() {
        const std::string full(20 * 1024 * 1024 / 3 * 4, 'A');
        const auto body = [&](const std::string& more) {
            return messagesBody(
                "{\"role\": \"user\", \"content\": [{\"type\": \"image_url\", \"image_url\": \"data:;base64," + full +
                more + "\"}]}");
        };
        QCOMPARE(verdictOn(chatDialect(), body("AA")), QString("read"));
        QVERIFY(verdictOn(chatDialect(), body("AAAAAAAA")).startsWith("invalid_image"));
    }

    void what_is_wrong_with_fields_counts_before_conversations_and_pictures() {
        const std::string messages =
            R"("messages": [{"role": "user", "content": [{"type": "image_url", "image_url": "file:x"}]}])";
        QCOMPARE(verdictOn(chatDialect(), "{" + messages + ", \"strata_conversation\": \".\", \"n\": 2}"),
                 QString("unsupported_value n"));
        QCOMPARE(verdictOn(chatDialect(), "{" + messages + ", \"strata_conversation\": \".\"}"),
                 QString("invalid_conversation_id strata_conversation"));
    }

    void the_conversation_is_named_by_header_or_body() {
        HttpRequest http;
        http.headers = {{"x-strata-conversation", "a"}};
        QCOMPARE(readCall(chatDialect(), chatBody(R"("n": 1)"), http)->request.conversation, std::string("a"));
        QCOMPARE(verdictOn(chatDialect(), chatBody(R"("strata_conversation": "a")"), http), QString("read"));
        QCOMPARE(verdictOn(chatDialect(), chatBody(R"("strata_conversation": "b")"), http),
                 QString("conversation_conflict strata_conversation"));
        QCOMPARE(requestOf(chatBody(R"("strata_conversation": "b")")).conversation, std::string("b"));
        QVERIFY(!requestOf(chatBody(R"("strata_checkpoint": false)")).keep_checkpoints);
    }

    void a_calls_arguments_always_become_an_object_data() {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("text");
        QTest::newRow("an object as text keeps its order") << "\"{\\\"z\\\": 1, \\\"a\\\": 2}\""
                                                           << R"({"z":1,"a":2})";
        QTest::newRow("an object") << R"({"z": 1, "a": 2})"
                                   << R"({"z":1,"a":2})";
        QTest::newRow("cut off") << "\"{\\\"city\\\": \\\"Os\""
                                 << "{\"arguments\":\"{\\\"city\\\": \\\"Os\"}";
        QTest::newRow("a list as text") << R"("[1]")"
                                        << R"({"arguments":"[1]"})";
        QTest::newRow("no text") << R"("")"
                                 << "{}";
        QTest::newRow("null") << "null"
                              << "{}";
        QTest::newRow("half a surrogate pair")
            << "\"{\\\"a\\\": \\\"\\\\ud83d\\\"}\"" << QString::fromUtf8("{\"a\":\"\uFFFD\"}");
    }
    void a_calls_arguments_always_become_an_object() {
        QFETCH(QString, arguments);
        QFETCH(QString, text);
        const auto request = requestOf(messagesBody(
            R"({"role": "user", "content": "x"}, {"role": "assistant", "content": "", "tool_calls": [{"id": null,
               "type": "function", "function": {"name": "f", "arguments": )" +
            arguments.toStdString() + "}}]}"));
        QCOMPARE(QString::fromStdString(request.messages[1].tool_calls[0].arguments), text);
        QVERIFY(!request.continue_answer);
    }

    void a_last_answer_is_gone_on_with_unless_the_request_says_otherwise() {
        const std::string messages =
            "{\"messages\": [{\"role\": \"user\", \"content\": \"x\"}, {\"role\": \"assistant\", \"content\": \"y\"}]";
        const auto request = requestOf(messages + "}");
        QVERIFY(request.continue_answer);
        QVERIFY(request.thinking == Thinking::off);
        QVERIFY(!requestOf(messages + ", \"continue_final_message\": false}").continue_answer);
        QVERIFY(!requestOf(messages + ", \"add_generation_prompt\": true}").continue_answer);
        QVERIFY(requestOf(messages + ", \"continue_final_message\": false}").thinking == Thinking::medium);
    }

    void the_level_of_thinking_comes_from_the_first_that_says_it_data() {
        QTest::addColumn<QString>("fields");
        QTest::addColumn<int>("level");
        const auto row = [](const char* fields, Thinking level) {
            QTest::newRow(fields) << QString(fields) << static_cast<int>(level);
        };
        row(R"("n": 1)", Thinking::medium);
        row(R"("reasoning_effort": "minimal")", Thinking::off);
        row(R"("reasoning_effort": "disabled")", Thinking::off);
        row(R"("reasoning_effort": "low")", Thinking::low);
        row(R"("reasoning_effort": "xhigh")", Thinking::high);
        row(R"("reasoning_effort": "low", "reasoning": {"effort": "high"})", Thinking::low);
        row(R"("reasoning": {"effort": "high"})", Thinking::high);
        row(R"("reasoning": {"enabled": false})", Thinking::off);
        row(R"("chat_template_kwargs": {"reasoning_effort": "low"})", Thinking::low);
        row(R"("chat_template_kwargs": {"enable_thinking": false}, "reasoning_effort": "high")", Thinking::off);
        row(R"("chat_template_kwargs": {"enable_thinking": true}, "reasoning_effort": "none")", Thinking::medium);
        row(R"("chat_template_kwargs": {"enable_thinking": true}, "reasoning_effort": "high")", Thinking::high);
    }
    void the_level_of_thinking_comes_from_the_first_that_says_it() {
        QFETCH(QString, fields);
        QFETCH(int, level);
        QCOMPARE(static_cast<int>(requestOf(chatBody(fields.toStdString())).thinking), level);
    }

    void a_budget_alone_turns_thinking_on_and_overrides_the_settings() {
        RequestDefaults defaults;
        defaults.thinking = Thinking::off;
        defaults.thinking_budget = 500;
        const auto request = requestOf(chatBody(R"("reasoning_budget_tokens": 50)"), defaults);
        QVERIFY(request.thinking != Thinking::off);
        QCOMPARE(request.limits.thinking_budget, 50);
        QCOMPARE(requestOf(chatBody(R"("n": 1)"), defaults).limits.thinking_budget, 500);
        QCOMPARE(requestOf(chatBody(R"("reasoning_budget_tokens": 0)"), defaults).limits.thinking_budget, -1);
        QCOMPARE(requestOf(chatBody(R"("reasoning_budget_tokens": null)"), defaults).limits.thinking_budget, -1);
        QVERIFY(requestOf(chatBody(R"("reasoning_budget_tokens": null)"), defaults).thinking == Thinking::off);
    }

    void sampling_takes_the_settings_where_the_request_says_nothing() {
        RequestDefaults defaults;
        defaults.repeat_stop = 99;
        defaults.sampling = [](Thinking thinking) {
            SamplingOptions sampling;
            sampling.temperature = thinking == Thinking::off ? 0.25F : 0.75F;
            sampling.top_k = 7;
            return sampling;
        };
        const auto plain = requestOf(chatBody(R"("n": 1)"), defaults);
        QCOMPARE(plain.sampling.temperature, 0.75F);
        QCOMPARE(plain.limits.repeat_stop, 99);
        QVERIFY(plain.sampling.seed != requestOf(chatBody(R"("n": 1)"), defaults).sampling.seed);
        const auto said =
            requestOf(chatBody(R"("reasoning_effort": "none", "top_k": 3.0, "seed": 5, "repeat_penalty": 1.5,
                        "penalty_last_n": -1, "top_p": 0.5)"),
                      defaults);
        QCOMPARE(said.sampling.temperature, 0.25F);
        QCOMPARE(said.sampling.top_k, 3);
        QCOMPARE(said.sampling.seed, std::uint64_t{5});
        QCOMPARE(said.sampling.repetition_penalty, 1.5F);
        QCOMPARE(said.sampling.penalty_last_n, 4096);
        QCOMPARE(requestOf(chatBody(R"("top_p": 0)"), defaults).sampling.top_k, 1);
    }

    void the_most_tokens_of_an_answer() {
        QCOMPARE(requestOf(chatBody(R"("max_tokens": 0)")).limits.max_tokens, 0);
        QCOMPARE(requestOf(chatBody(R"("max_tokens": -1)")).limits.max_tokens, 0);
        QCOMPARE(requestOf(chatBody(R"("max_tokens": 5)")).limits.max_tokens, 5);
        QCOMPARE(requestOf(chatBody(R"("max_tokens": 5, "max_completion_tokens": 2)")).limits.max_tokens, 2);
        QCOMPARE(requestOf(chatBody(R"("max_tokens": 5, "max_completion_tokens": 0)")).limits.max_tokens, 5);
        QCOMPARE(requestOf(chatBody(R"("max_tokens": 9007199254740993)")).limits.max_tokens, 2147483647);
    }

    void tools_reach_the_model_in_one_form() {
        const std::string expected =
            R"([{"type":"function","function":{"name":"f","description":"d","parameters":{"z":1,"a":2}}}])";
        for (
            const char* tool :
            {R"({"function": {"parameters": {"z": 1, "a": 2}, "name": "f", "description": "d", "strict": true}, "type": "function"})",
             R"({"type": "function", "name": "f", "cache_control": {}, "description": "d", "parameters": {"z": 1, "a": 2}})"}) {
            QCOMPARE(requestOf(chatBody("\"tools\": [" + std::string(tool) + "]")).tools, expected);
        }
        QCOMPARE(requestOf(chatBody(kWeatherTool + R"(, "tool_choice": "none")")).tools, std::string());
    }

    void a_forced_call_leaves_no_room_for_thinking() {
        const auto request = requestOf(
            chatBody(kWeatherTool + R"(, "tool_choice": {"type": "function", "function": {"name": "get_weather"}})"));
        QVERIFY(request.tool_choice.kind == ToolChoice::Kind::named);
        QCOMPARE(request.tool_choice.name, std::string("get_weather"));
        QVERIFY(request.thinking == Thinking::off);
        QVERIFY(requestOf(chatBody(kWeatherTool + R"(, "parallel_tool_calls": false)")).one_tool_call);
    }

    void stamps_of_agents_are_fixed_so_that_prompts_begin_alike() {
        const auto text = [](const char* stamp) {
            return requestOf(messagesBody("{\"role\": \"system\", \"content\": \"x-billing: cc_version=2.0.1." +
                                          std::string(stamp) + R"(; cch=)" + stamp +
                                          ";\\nYou help. cch=mine\"}, {\"role\": \"user\", \"content\": \"x\"}"))
                .messages[0]
                .text;
        };
        QCOMPARE(text("3f2"), text("a1b2c"));
        QCOMPARE(text("3f2"), std::string("x-billing: cc_version=2.0.1.0; cch=0;\nYou help. cch=mine"));
    }

    void a_whole_answer_has_the_documents_shape() {
        const auto call = readCall(chatDialect(), chatBody(R"("model": "mine")"));
        auto summary = summaryOf(FinishReason::stop);
        summary.drafted_tokens = 8;
        summary.accepted_drafts = 5;
        Json answer =
            wholeOf(chatDialect(), *call, {ReasoningDelta{"Capital of Norway."}, TextDelta{"Oslo."}}, summary);
        QVERIFY(QRegularExpression("^chatcmpl-[0-9a-f]{24}$")
                    .match(QString::fromStdString(answer["id"].get<std::string>()))
                    .hasMatch());
        answer.erase("id");
        QCOMPARE(QByteArray::fromStdString(answer.dump()), QByteArray::fromStdString(Json::parse(R"({
            "object": "chat.completion", "created": 1790000000, "model": "some-model", "system_fingerprint": null,
            "choices": [{"index": 0, "finish_reason": "stop", "logprobs": null,
              "message": {"role": "assistant", "content": "Oslo.", "reasoning_content": "Capital of Norway."}}],
            "usage": {"prompt_tokens": 31, "completion_tokens": 9, "total_tokens": 40,
              "prompt_tokens_details": {"cached_tokens": 24}, "completion_tokens_details": {"reasoning_tokens": 6}},
            "timings": {"cache_n": 24, "prompt_n": 7, "prompt_ms": 140.0, "prompt_per_second": 50.0, "predicted_n": 9,
              "predicted_ms": 180.0, "predicted_per_second": 50.0, "draft_n": 8, "draft_n_accepted": 5,
              "cache_source": "live"}})")
                                                                                         .dump()));
    }

    void an_answer_of_nothing_but_calls_has_no_content() {
        const auto call = readCall(chatDialect(), chatBody(kWeatherTool));
        const Json answer = wholeOf(chatDialect(), *call, {ToolCallDelta{0, {"call_0", "f", "{}"}}},
                                    summaryOf(FinishReason::tool_calls));
        QVERIFY(answer["choices"][0]["message"]["content"].is_null());
        QCOMPARE(answer["choices"][0]["finish_reason"].get<std::string>(), std::string("tool_calls"));
        const Json empty = wholeOf(chatDialect(), *call, {}, {});
        QCOMPARE(empty["choices"][0]["message"].dump(), std::string(R"({"role":"assistant","content":""})"));
        QVERIFY(empty["timings"]["predicted_per_second"].is_null());
        QVERIFY(empty["timings"]["prompt_per_second"].is_null());
    }

    void a_stream_put_together_is_the_whole_answer() {
        const auto call = readCall(chatDialect(), chatBody(kWeatherTool));
        const auto summary = summaryOf(FinishReason::tool_calls);
        const Json message = wholeOf(chatDialect(), *call, answerWithCalls(), summary)["choices"][0]["message"];
        std::string text, reasoning;
        Json calls = Json::array();
        int roles = 0, finishes = 0;
        std::string id;
        const auto events = eventsOf(streamOf(chatDialect(), *call, answerWithCalls(), summary));
        QVERIFY(events.back().done);
        for (std::size_t i = 0; i + 1 < events.size(); ++i) {
            const Json& chunk = events[i].data;
            QVERIFY(id.empty() || id == chunk["id"]);
            id = chunk["id"].get<std::string>();
            QVERIFY(!chunk.contains("usage"));
            const Json& choice = chunk["choices"][0];
            const Json& delta = choice["delta"];
            QVERIFY(i == 0 || i + 2 == events.size() || !delta.empty());
            roles += delta.contains("role") ? 1 : 0;
            finishes += choice["finish_reason"].is_null() ? 0 : 1;
            text += delta.value("content", "");
            reasoning += delta.value("reasoning_content", "");
            for (const Json& piece : delta.value("tool_calls", Json::array())) {
                const auto index = piece["index"].get<std::size_t>();
                if (index == calls.size()) {
                    Json begun = piece;
                    begun.erase("index");
                    calls.push_back(begun);
                    continue;
                }
                QVERIFY(!piece.contains("id") && !piece.contains("type") && !piece["function"].contains("name"));
                calls[index]["function"]["arguments"] = calls[index]["function"]["arguments"].get<std::string>() +
                                                        piece["function"]["arguments"].get<std::string>();
            }
        }
        QCOMPARE(roles, 1);
        QCOMPARE(finishes, 1);
        QCOMPARE(text, message["content"].get<std::string>());
        QCOMPARE(reasoning, message["reasoning_content"].get<std::string>());
        QCOMPARE(static_cast<int>(calls.size()), 2);
        for (std::size_t i = 0; i < calls.size(); ++i) {
            QVERIFY(calls[i]["id"] != calls[1 - i]["id"]);
            calls[i]["id"] = message["tool_calls"][i]["id"];  // random
        }
        QCOMPARE(calls.dump(), message["tool_calls"].dump());
    }

    void a_call_that_is_cut_off_is_left_out_and_its_json_stays_open() {
        const auto call = readCall(chatDialect(), chatBody(kWeatherTool));
        const std::vector<EngineEvent> cut = {ToolCallDelta{0, {"a", "f", "{}"}}, ToolCallBegun{1, "b", "g"},
                                              ToolArgumentsDelta{1, "{\"x\":\"ha"}};
        const auto summary = summaryOf(FinishReason::length);
        const Json answer = wholeOf(chatDialect(), *call, cut, summary);
        QCOMPARE(static_cast<int>(answer["choices"][0]["message"]["tool_calls"].size()), 1);
        const auto events = eventsOf(streamOf(chatDialect(), *call, cut, summary));
        const auto& last_piece = events[events.size() - 3].data;
        QCOMPARE(last_piece["choices"][0]["delta"]["tool_calls"][0]["function"]["arguments"].get<std::string>(),
                 std::string("{\"x\":\"ha"));
        QCOMPARE(events[events.size() - 2].data["choices"][0]["finish_reason"].get<std::string>(),
                 std::string("length"));
    }

    void usage_has_a_chunk_of_its_own_when_it_was_asked_for() {
        const auto call =
            readCall(chatDialect(), chatBody(R"("stream": true, "stream_options": {"include_usage": true})"));
        const auto events = eventsOf(streamOf(chatDialect(), *call, {TextDelta{"x"}}, summaryOf(FinishReason::stop)));
        const Json& last = events[events.size() - 2].data;
        QVERIFY(last["choices"].is_array() && last["choices"].empty());
        QCOMPARE(last["usage"]["total_tokens"].get<int>(), 40);
        QVERIFY(last.contains("timings"));
        QVERIFY(!events[events.size() - 3].data.contains("timings"));
    }

    void progress_of_the_prompt_is_told_at_most_four_times_a_second() {
        auto call = *readCall(chatDialect(), chatBody(R"("stream": true, "return_progress": true)"));
        std::vector<EngineEvent> events = {Resumed{100, ResumeSource::live_session}};
        for (int i = 0; i < 100; ++i) {
            events.push_back(PromptProgress{100 + i * 10, 1100, std::chrono::milliseconds(i * 20), 1});
        }
        std::vector<Json> told;
        for (const auto& event : eventsOf(streamOf(chatDialect(), call, events, {}))) {
            if (!event.done && event.data.contains("prompt_progress")) {
                told.push_back(event.data["prompt_progress"]);
            }
        }
        QCOMPARE(static_cast<int>(told.size()), 8);  // within 1.98 s
        QCOMPARE(told[1].dump(), std::string(R"({"total":1100,"cache":100,"processed":230,"time_ms":260})"));
        call.return_progress = false;
        QVERIFY(streamOf(chatDialect(), call, events, {}).find("prompt_progress") == std::string::npos);
    }

    void a_stream_that_waits_says_so_every_five_seconds() {
        using std::chrono::milliseconds;
        const auto call = readCall(chatDialect(), chatBody(R"("stream": true)"));
        const auto writer = chatDialect().writer(*call, {});
        writer->begin({});
        QCOMPARE(writer->keepAlive({-1, milliseconds(4999), milliseconds(60000)}), std::string());
        QCOMPARE(writer->keepAlive({-1, milliseconds(5000), {}}), std::string(": keep-alive\n\n"));
        QCOMPARE(writer->keepAlive({2, milliseconds(5000), {}}), std::string(": queued 2\n\n"));
    }

    void an_error_in_a_stream_ends_it() {
        const auto call = readCall(chatDialect(), chatBody(R"("stream": true)"));
        const auto writer = chatDialect().writer(*call, {});
        writer->begin({});
        const auto events = eventsOf(writer->fail({ErrorKind::engine_died, "The engine ended."}));
        QCOMPARE(events[0].data["error"]["code"].get<std::string>(), std::string("engine_died"));
        QVERIFY(events[1].done);
    }
};

STRATA_TEST(ChatDialectTest);
#include "chat_dialect_test.moc"
