#include <QtTest/QtTest>

#include <set>

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
    return R"({"input": "Hi", )" + std::string(fields) + "}";
}

const std::string kTools = R"("tools": [{"type": "function", "name": "f"}, {"type": "custom", "name": "patch"},
    {"type": "namespace", "name": "n", "tools": [{"type": "function", "name": "g"}]}, {"type": "web_search"}])";

std::vector<EngineEvent> answer() {
    return {ReasoningDelta{"Think "},
            ReasoningDelta{"so."},
            TextDelta{"Let me "},
            TextDelta{"look."},
            ToolCallBegun{0, "a", "f"},
            ToolArgumentsDelta{0, "{\"x\":"},
            ToolArgumentsDelta{0, "1}"},
            ToolCallDelta{0, {"a", "f", "{\"x\":1}"}},
            ToolCallDelta{1, {"b", "patch", "{\"input\":\"*** Begin\"}"}},
            ToolCallDelta{2, {"c", "n.g", "{}"}}};
}

void forgetIds(Json& items) {
    for (Json& item : items) {
        item.erase("id");
        item.erase("call_id");
    }
}

}  // namespace

class ResponsesDialectTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fields_are_refused_by_their_rule_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("verdict");
        const auto row = [](const char* text, const char* verdict) {
            QTest::newRow(text) << QString(text) << QString(verdict);
        };
        row(R"({"stream": true})", "missing_required_parameter input");
        row(R"({"input": 5})", "invalid_type input");
        row(R"({"input": []})", "invalid_value input");
        row(R"({"input": [5]})", "invalid_type input[0]");
        row(R"({"input": [{"type": "item_reference", "id": "x"}]})", "unsupported_content input[0].type");
        row(R"({"input": [{"content": "x"}]})", "missing_required_parameter input[0].type");
        row(R"({"input": [{"role": "robot", "content": "x"}]})", "invalid_value input[0].role");
        row(R"({"input": [{"role": "user", "content": [{"type": "input_file"}]}]})",
            "unsupported_content input[0].content[0].type");
        row(R"({"input": "x", "previous_response_id": "r"})", "unsupported_parameter previous_response_id");
        row(R"({"input": "x", "previous_response_id": null, "background": false})", "read");
        row(R"({"input": "x", "background": true})", "unsupported_parameter background");
        row(R"({"input": "x", "conversation": "c"})", "unsupported_parameter conversation");
        row(R"({"input": "x", "prompt": {"id": "p"}})", "unsupported_parameter prompt");
        row(R"({"input": "x", "max_tool_calls": 3})", "unsupported_parameter max_tool_calls");
        row(R"({"input": "x", "max_output_tokens": "3"})", "invalid_type max_output_tokens");
        row(R"({"input": "x", "reasoning": {"effort": "most"}})", "invalid_value reasoning.effort");
        row(R"({"input": "x", "text": {"format": {"type": "xml"}}})", "unsupported_value text.format.type");
        row(R"({"input": "x", "text": {"format": {"type": "json_schema"}}})",
            "missing_required_parameter text.format.schema");
        row(R"({"input": "x", "tools": [{"type": "web_search"}], "tool_choice": "required"})",
            "invalid_value tool_choice");
        row(R"({"input": "x", "tools": [{"type": "function"}]})", "missing_required_parameter tools[0].name");
        row(R"({"input": "x", "metadata": 5})", "invalid_type metadata");
        row(R"({"input": "x", "store": true, "truncation": "auto", "service_tier": 5, "user": 1})", "read");
    }
    void fields_are_refused_by_their_rule() {
        QFETCH(QString, body);
        QFETCH(QString, verdict);
        QCOMPARE(strata::testing::verdictOn(responsesDialect(), body.toStdString()), verdict);
    }

    void items_become_messages() {
        const auto call = readCall(responsesDialect(), R"({"instructions": "I", "input": [
            {"role": "developer", "content": "D"},
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "U"}]},
            {"type": "reasoning", "summary": [], "content": [{"type": "reasoning_text", "text": "R"}]},
            {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "A"}]},
            {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "f", "namespace": "n", "arguments": "cut"},
            {"type": "custom_tool_call", "call_id": "c2", "name": "patch", "input": "raw"},
            {"type": "function_call_output", "call_id": "c1", "output": [{"type": "input_text", "text": "O"}]},
            {"type": "custom_tool_call_output", "call_id": "c2", "output": "P"},
            {"type": "local_shell_call", "call_id": "c3", "action": {"command": ["ls"]}},
            {"type": "local_shell_call_output", "id": "c3", "output": "Q"},
            {"role": "user", "content": "V"}]})");
        QVERIFY(call);
        const auto& messages = call->request.messages;
        QCOMPARE(static_cast<int>(messages.size()), 8);
        QCOMPARE(messages[0].text, std::string("I\n\nD"));
        QCOMPARE(messages[2].reasoning, std::string("R"));
        QCOMPARE(messages[2].text, std::string("A"));
        QCOMPARE(static_cast<int>(messages[2].tool_calls.size()), 2);
        QCOMPARE(messages[2].tool_calls[0].name, std::string("n.f"));
        QCOMPARE(messages[2].tool_calls[0].arguments, std::string("{\"arguments\":\"cut\"}"));
        QCOMPARE(messages[2].tool_calls[1].arguments, std::string("{\"input\":\"raw\"}"));
        QVERIFY(messages[3].tool_call_id == "c1" && messages[3].text == "O");
        QVERIFY(messages[4].tool_call_id == "c2" && messages[4].text == "P");
        QCOMPARE(messages[5].tool_calls[0].arguments, std::string("{\"command\":[\"ls\"]}"));
        QVERIFY(messages[6].tool_call_id == "c3" && messages[7].text == "V");
    }

    void sealed_thinking_gives_the_thinking_back() {
        auto call = *readCall(responsesDialect(), body(R"("include": ["reasoning.encrypted_content"])"));
        const Json whole =
            strata::testing::wholeOf(responsesDialect(), call, {ReasoningDelta{"Because."}, TextDelta{"Yes."}}, {});
        Json item = whole["output"][0];
        QVERIFY(!item["encrypted_content"].get<std::string>().empty());
        item.erase("content");
        const Json again = {{"input", Json::array({{{"role", "user"}, {"content", "x"}},
                                                   item,
                                                   whole["output"][1],
                                                   {{"role", "user"}, {"content", "y"}}})}};
        const auto read = readCall(responsesDialect(), again.dump());
        QCOMPARE(read->request.messages[1].reasoning, std::string("Because."));
        QCOMPARE(read->request.messages[1].text, std::string("Yes."));

        call = *readCall(responsesDialect(), body(R"("include": [])"));
        QVERIFY(!strata::testing::wholeOf(responsesDialect(), call, {ReasoningDelta{"x"}}, {})["output"][0].contains(
            "encrypted_content"));
    }

    void a_stream_tells_the_same_items_as_the_whole_answer() {
        const auto call = readCall(responsesDialect(), body(kTools + R"(, "metadata": {"k": "v"})"));
        QVERIFY(call);
        GenerationSummary summary;
        summary.reason = FinishReason::tool_calls;
        summary.prompt_tokens = 10;
        summary.generated_tokens = 5;
        Json whole = strata::testing::wholeOf(responsesDialect(), *call, answer(), summary);
        const auto events = eventsOf(strata::testing::streamOf(responsesDialect(), *call, answer(), summary));
        Json items = Json::array();
        std::map<std::string, std::string> deltas;
        std::set<std::string> parts;
        for (std::size_t i = 0; i < events.size(); ++i) {
            const Json& data = events[i].data;
            QCOMPARE(data["type"].get<std::string>(), events[i].name);
            QCOMPARE(data["sequence_number"].get<std::size_t>(), i);
            const std::string id = data.value("item_id", "");
            if (events[i].name.ends_with(".delta")) {
                QVERIFY(events[i].name.find("_text") == std::string::npos || parts.contains(id));
                deltas[id] += data["delta"].get<std::string>();
            } else if (events[i].name == "response.content_part.added") {
                parts.insert(id);
            } else if (events[i].name == "response.output_item.done") {
                QCOMPARE(data["output_index"].get<std::size_t>(), items.size());
                items.push_back(data["item"]);
            }
        }
        QCOMPARE(events[0].name, std::string("response.created"));
        QVERIFY(events[0].data["response"]["output"].is_array() && events[0].data["response"]["output"].empty());
        QCOMPARE(events[1].name, std::string("response.in_progress"));
        QCOMPARE(events.back().name, std::string("response.completed"));
        QCOMPARE(events.back().data["response"]["output"].dump(), items.dump());
        QCOMPARE(events.back().data["response"]["usage"]["total_tokens"].get<int>(), 15);
        QCOMPARE(deltas[items[0]["id"].get<std::string>()], std::string("Think so."));
        QCOMPARE(deltas[items[1]["id"].get<std::string>()], std::string("Let me look."));
        QCOMPARE(deltas[items[2]["id"].get<std::string>()], items[2]["arguments"].get<std::string>());
        QVERIFY(items[2]["id"] != items[2]["call_id"]);
        QCOMPARE(items[3]["type"].get<std::string>(), std::string("custom_tool_call"));
        QCOMPARE(items[3]["input"].get<std::string>(), std::string("*** Begin"));
        QVERIFY(items[4]["namespace"] == "n" && items[4]["name"] == "g");
        QCOMPARE(whole["metadata"].dump(), std::string("{\"k\":\"v\"}"));
        QCOMPARE(whole["store"].get<bool>(), false);
        QCOMPARE(whole["status"].get<std::string>(), std::string("completed"));
        forgetIds(items);
        forgetIds(whole["output"]);
        QCOMPARE(QByteArray::fromStdString(whole["output"].dump()), QByteArray::fromStdString(items.dump()));
    }

    void what_is_cut_off_is_incomplete_and_a_cut_call_is_never_done() {
        const auto call = readCall(responsesDialect(), body(kTools));
        GenerationSummary summary;
        summary.reason = FinishReason::length;
        const auto text = eventsOf(strata::testing::streamOf(responsesDialect(), *call, {TextDelta{"x"}}, summary));
        QCOMPARE(text.back().name, std::string("response.incomplete"));
        QCOMPARE(text.back().data["response"]["incomplete_details"]["reason"].get<std::string>(),
                 std::string("max_output_tokens"));
        QCOMPARE(text.back().data["response"]["output"][0]["status"].get<std::string>(), std::string("incomplete"));
        const auto cut = strata::testing::streamOf(
            responsesDialect(), *call, {ToolCallBegun{0, "a", "f"}, ToolArgumentsDelta{0, "{\"x\""}}, summary);
        QVERIFY(cut.find("response.output_item.done") == std::string::npos);
        QVERIFY(eventsOf(cut).back().data["response"]["output"].empty());
    }

    void waiting_is_told_by_comments_and_now_and_then_by_an_event() {
        using std::chrono::milliseconds;
        const auto call = readCall(responsesDialect(), body(R"("stream": true)"));
        const auto writer = responsesDialect().writer(*call, {});
        writer->begin({});
        QCOMPARE(writer->keepAlive({1, milliseconds(5000), milliseconds(14000)}), std::string(": queued 1\n\n"));
        const auto events = eventsOf(writer->keepAlive({-1, milliseconds(5000), milliseconds(15000)}));
        QCOMPARE(events[0].name, std::string("response.in_progress"));
        QCOMPARE(events[0].data["sequence_number"].get<int>(), 2);
        const auto failed = eventsOf(writer->fail({ErrorKind::engine_died, "The engine ended."}));
        QCOMPARE(failed[0].name, std::string("response.failed"));
        QCOMPARE(failed[0].data["response"]["status"].get<std::string>(), std::string("failed"));
        QCOMPARE(failed[0].data["response"]["error"]["code"].get<std::string>(), std::string("engine_died"));
    }
};

STRATA_TEST(ResponsesDialectTest);
#include "responses_dialect_test.moc"
