#include <QtTest/QtTest>

#include "app/api/dialect.h"
#include "dialect_bench.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::app::api;
using strata::testing::eventsOf;
using strata::testing::Json;
using strata::testing::readCall;

namespace {

std::string body(std::string_view fields) {
    return R"({"messages": [{"role": "user", "content": "Hi"}], )" + std::string(fields) + "}";
}

std::vector<EngineEvent> answer() {
    return {ReasoningDelta{"Need the "},
            ReasoningDelta{"forecast."},
            TextDelta{"Let me "},
            TextDelta{"look."},
            ToolCallBegun{0, "a", "get_weather"},
            ToolArgumentsDelta{0, "{\"city\":"},
            ToolArgumentsDelta{0, "\"Oslo\"}"},
            ToolCallDelta{0, {"a", "get_weather", "{\"city\":\"Oslo\"}"}},
            TextDelta{"And:"},
            ToolCallDelta{1, {"b", "get_time", "{}"}}};
}

/// The blocks of a stream, put together; checks that they do not overlap.
Json blocksOf(const std::vector<strata::testing::StreamEvent>& events) {
    Json blocks = Json::array();
    std::string input;
    bool is_open = false;
    for (const auto& event : events) {
        if (event.name != event.data["type"]) {
            return "an event is named otherwise than its data";
        }
        if (event.name == "content_block_start") {
            if (is_open || event.data["index"] != blocks.size()) {
                return "blocks overlap";
            }
            is_open = true;
            input.clear();
            blocks.push_back(event.data["content_block"]);
        } else if (event.name == "content_block_delta") {
            if (!is_open || event.data["index"] != blocks.size() - 1) {
                return "a delta is outside of its block";
            }
            const Json& delta = event.data["delta"];
            Json& block = blocks.back();
            if (delta["type"] == "text_delta") {
                block["text"] = block["text"].get<std::string>() + delta["text"].get<std::string>();
            } else if (delta["type"] == "thinking_delta") {
                block["thinking"] = block["thinking"].get<std::string>() + delta["thinking"].get<std::string>();
            } else if (delta["type"] == "signature_delta") {
                block["signature"] = delta["signature"];
            } else {
                input += delta["partial_json"].get<std::string>();
            }
        } else if (event.name == "content_block_stop") {
            if (!is_open) {
                return "a block ends twice";
            }
            is_open = false;
            if (blocks.back()["type"] == "tool_use" && Json::accept(input)) {
                blocks.back()["input"] = Json::parse(input);
            }
        }
    }
    return is_open ? Json("a block stays open") : blocks;
}

void forgetIds(Json& blocks) {
    for (Json& block : blocks) {
        block.erase("id");
    }
}

}  // namespace

class MessagesDialectTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fields_are_refused_by_their_rule_data() {
        QTest::addColumn<QString>("fields");
        QTest::addColumn<QString>("verdict");
        const auto row = [](const char* fields, const char* verdict) {
            QTest::newRow(fields) << QString(fields) << QString(verdict);
        };
        row(R"("max_tokens": null)", "read");
        row(R"("max_tokens": "5")", "invalid_type max_tokens");
        row(R"("stop_sequences": 5)", "invalid_type stop_sequences");
        row(R"("system": 5)", "invalid_type system");
        row(R"("system": [{"type": "image"}])", "unsupported_content system[0]");
        row(R"("thinking": {"type": "perhaps"})", "invalid_value thinking.type");
        row(R"("thinking": {"type": "enabled", "budget_tokens": "x"})", "invalid_type thinking.budget_tokens");
        row(R"("output_config": {"effort": "most"})", "invalid_value output_config.effort");
        row(R"("output_config": {"format": {"type": "json_object"}})", "unsupported_value output_config.format.type");
        row(R"("output_config": {"format": {"type": "json_schema"}})",
            "missing_required_parameter output_config.format.schema");
        row(R"("mcp_servers": [])", "read");
        row(R"("mcp_servers": [{}])", "unsupported_parameter mcp_servers");
        row(R"("tools": [{"type": "web_search_20250305", "name": "w"}])", "read");
        row(R"("tools": [{"type": "web_search_20250305", "name": "w"}], "tool_choice": {"type": "tool", "name": "w"})",
            "invalid_value tool_choice");
        row(R"("tools": [{"name": "f"}], "tool_choice": {"type": "any"})", "read");
        row(R"("tools": [{"name": "f"}], "tool_choice": {"type": "tool"})",
            "missing_required_parameter tool_choice.name");
        row(R"("tools": [{"name": "f"}], "tool_choice": {"type": "all"})", "invalid_value tool_choice.type");
        row(R"("tools": [{"name": "f", "input_schema": 5}])", "invalid_type tools[0].input_schema");
        row(R"("tool_choice": {"type": "any"})", "invalid_value tool_choice");
        row(R"("metadata": 5, "service_tier": [], "container": {}, "speed": 1)", "read");
    }
    void fields_are_refused_by_their_rule() {
        QFETCH(QString, fields);
        QFETCH(QString, verdict);
        QCOMPARE(strata::testing::verdictOn(messagesDialect(), body(fields.toStdString())), verdict);
    }

    void blocks_are_refused_by_their_rule_data() {
        QTest::addColumn<QString>("block");
        QTest::addColumn<QString>("verdict");
        const auto row = [](const char* block, const char* verdict) {
            QTest::newRow(block) << QString(block) << QString(verdict);
        };
        row(R"({"type": "document", "source": {"type": "text", "data": "x"}})", "read");
        row(R"({"type": "document", "source": {"type": "base64", "data": "x"}})",
            "unsupported_content messages[0].content[0].source.type");
        row(R"({"type": "search_result", "content": [{"type": "text", "text": "x"}]})", "read");
        row(R"({"type": "web_search_tool_result", "content": 5})", "read");
        row(R"({"type": "container_upload"})", "unsupported_content messages[0].content[0].type");
        row(R"({"type": "image", "source": {"type": "file", "file_id": "x"}})",
            "unsupported_content messages[0].content[0].source.type");
        row(R"({"type": "image", "source": {"type": "base64", "data": "?"}})",
            "invalid_image messages[0].content[0].source.data");
        row(R"({"type": "image", "source": {"type": "url", "url": "file:x"}})",
            "image_url_not_allowed messages[0].content[0].source.url");
        row(R"({"type": "tool_result", "tool_use_id": "t"})", "read");
        row(R"(5)", "invalid_type messages[0].content[0]");
    }
    void blocks_are_refused_by_their_rule() {
        QFETCH(QString, block);
        QFETCH(QString, verdict);
        QCOMPARE(strata::testing::verdictOn(messagesDialect(), R"({"messages": [{"role": "user", "content": [)" +
                                                                   block.toStdString() + "]}]}"),
                 verdict);
    }

    void thinking_is_only_there_when_it_was_asked_for_data() {
        QTest::addColumn<QString>("fields");
        QTest::addColumn<int>("level");
        QTest::addColumn<int>("budget");
        const auto row = [](const char* fields, Thinking level, int budget) {
            QTest::newRow(fields) << QString(fields) << static_cast<int>(level) << budget;
        };
        row(R"("max_tokens": 5)", Thinking::off, -1);
        row(R"("thinking": {"type": "enabled", "budget_tokens": 2047})", Thinking::low, 2047);
        row(R"("thinking": {"type": "enabled", "budget_tokens": 2048})", Thinking::medium, 2048);
        row(R"("thinking": {"type": "enabled", "budget_tokens": 31999})", Thinking::high, 31999);
        row(R"("thinking": {"type": "adaptive"})", Thinking::medium, -1);
        row(R"("output_config": {"effort": "max"})", Thinking::high, -1);
        row(R"("thinking": {"type": "enabled", "budget_tokens": 100}, "output_config": {"effort": "high"})",
            Thinking::high, 100);
        row(R"("thinking": {"type": "disabled"}, "output_config": {"effort": "high"})", Thinking::off, -1);
        row(R"("reasoning_budget_tokens": 10)", Thinking::medium, 10);
    }
    void thinking_is_only_there_when_it_was_asked_for() {
        QFETCH(QString, fields);
        QFETCH(int, level);
        QFETCH(int, budget);
        const auto call = readCall(messagesDialect(), body(fields.toStdString()));
        QVERIFY(call);
        QCOMPARE(static_cast<int>(call->request.thinking), level);
        QCOMPARE(call->request.limits.thinking_budget, budget);
    }

    void results_of_tools_come_before_the_rest_of_their_message() {
        const auto call = readCall(messagesDialect(), R"({
            "system": [{"type": "text", "text": "A", "cache_control": {}}, {"type": "text", "text": "B"}],
            "messages": [{"role": "user", "content": "Hi"},
              {"role": "assistant", "content": [{"type": "thinking", "thinking": "t", "signature": "?"},
                {"type": "redacted_thinking", "data": "x"}, {"type": "text", "text": "Look."},
                {"type": "tool_use", "id": "1", "name": "f", "input": {"z": 1, "a": 2}}]},
              {"role": "user", "content": [{"type": "text", "text": "and"},
                {"type": "tool_result", "tool_use_id": "1", "is_error": true, "content": [
                  {"type": "text", "text": "r"}, {"type": "image", "source": {"type": "base64", "data": "QQ=="}}]}]},
              {"role": "system", "content": "late"}]})");
        QVERIFY(call);
        const auto& messages = call->request.messages;
        QCOMPARE(static_cast<int>(messages.size()), 6);
        QCOMPARE(messages[0].text, std::string("A\nB"));
        QCOMPARE(messages[2].reasoning, std::string("t"));
        QCOMPARE(messages[2].tool_calls[0].arguments, std::string("{\"z\":1,\"a\":2}"));
        QVERIFY(messages[3].role == Role::tool && messages[3].text == "r" && messages[3].tool_call_id == "1");
        QVERIFY(messages[4].role == Role::user && messages[4].text == "and");
        QVERIFY(messages[5].role == Role::user && messages[5].text == "late");
        QCOMPARE(static_cast<int>(call->pictures[0].message), 3);
        QVERIFY(!call->request.continue_answer);
    }

    void a_last_answer_is_gone_on_with() {
        QVERIFY(readCall(messagesDialect(),
                         R"({"messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": "y"}]})")
                    ->request.continue_answer);
    }

    void a_stream_put_together_is_the_whole_answer() {
        const auto call = readCall(messagesDialect(), body(R"("max_tokens": 9)"));
        GenerationSummary summary;
        summary.reason = FinishReason::tool_calls;
        summary.prompt_tokens = 1012;
        summary.reused_tokens = 900;
        summary.generated_tokens = 57;
        Json whole = strata::testing::wholeOf(messagesDialect(), *call, answer(), summary);
        const auto events = eventsOf(strata::testing::streamOf(messagesDialect(), *call, answer(), summary));
        Json blocks = blocksOf(events);
        forgetIds(blocks);
        forgetIds(whole["content"]);
        QCOMPARE(QByteArray::fromStdString(blocks.dump()), QByteArray::fromStdString(whole["content"].dump()));
        QCOMPARE(static_cast<int>(blocks.size()), 5);
        QVERIFY(!blocks[0]["signature"].get<std::string>().empty());
        QCOMPARE(whole["stop_reason"].get<std::string>(), std::string("tool_use"));
        QCOMPARE(whole["usage"].dump(), std::string(R"({"input_tokens":112,"cache_creation_input_tokens":0,)"
                                                    R"("cache_read_input_tokens":900,"output_tokens":57})"));
        QCOMPARE(events.front().name, std::string("message_start"));
        QCOMPARE(events.front().data["message"]["usage"]["input_tokens"].get<int>(), 31);
        QCOMPARE(events[1].name, std::string("ping"));
        QCOMPARE(events[events.size() - 2].data["usage"].dump(), whole["usage"].dump());
        QCOMPARE(events.back().name, std::string("message_stop"));
    }

    void a_call_that_is_cut_off_ends_its_block_and_is_no_part_of_a_whole_answer() {
        const auto call = readCall(messagesDialect(), body(R"("max_tokens": 9)"));
        const std::vector<EngineEvent> cut = {TextDelta{"x"}, ToolCallBegun{0, "a", "f"},
                                              ToolArgumentsDelta{0, "{\"y\":"}};
        GenerationSummary summary;
        summary.reason = FinishReason::length;
        const Json whole = strata::testing::wholeOf(messagesDialect(), *call, cut, summary);
        QCOMPARE(whole["content"].dump(), std::string(R"([{"type":"text","text":"x"}])"));
        QCOMPARE(whole["stop_reason"].get<std::string>(), std::string("max_tokens"));
        const Json blocks = blocksOf(eventsOf(strata::testing::streamOf(messagesDialect(), *call, cut, summary)));
        QCOMPARE(static_cast<int>(blocks.size()), 2);
        QVERIFY(blocks[1]["input"].empty());
    }

    void the_stop_sequence_is_named() {
        const auto call = readCall(messagesDialect(), body(R"("stop_sequences": ["three"])"));
        GenerationSummary summary;
        summary.stop_text = "three";
        const Json whole = strata::testing::wholeOf(messagesDialect(), *call, {}, summary);
        QCOMPARE(whole["stop_reason"].get<std::string>(), std::string("stop_sequence"));
        QCOMPARE(whole["stop_sequence"].get<std::string>(), std::string("three"));
        QVERIFY(whole["content"].is_array() && whole["content"].empty());
    }

    void waiting_and_errors_have_events_of_their_own() {
        auto call = *readCall(messagesDialect(), body(R"("stream": true)"));
        const auto writer = messagesDialect().writer(call, {});
        writer->begin({});
        QCOMPARE(writer->keepAlive({3, std::chrono::milliseconds(5000), {}}),
                 std::string("event: ping\ndata: {\"type\":\"ping\"}\n\n"));
        const auto events = eventsOf(writer->fail({ErrorKind::shutting_down, "The server is closing."}));
        QCOMPARE(static_cast<int>(events.size()), 1);
        QCOMPARE(events[0].name, std::string("error"));
        QCOMPARE(events[0].data["error"]["type"].get<std::string>(), std::string("overloaded_error"));
        QCOMPARE(messagesDialect().contextMessage(40213, 32768),
                 std::string("prompt is too long: 40213 tokens > 32768 maximum"));
    }
};

STRATA_TEST(MessagesDialectTest);
#include "messages_dialect_test.moc"
