#include <QtTest/QtTest>

#include "app/api/dialect.h"
#include "dialect_bench.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::app::api;
using strata::testing::eventsOf;
using strata::testing::Json;
using strata::testing::readCall;

class CompletionsDialectTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fields_are_refused_by_their_rule_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("verdict");
        const auto row = [](const char* body, const char* verdict) {
            QTest::newRow(body) << QString(body) << QString(verdict);
        };
        row(R"({"n": 1})", "missing_required_parameter prompt");
        row(R"({"prompt": 5})", "invalid_type prompt");
        row(R"({"prompt": ""})", "invalid_value prompt");
        row(R"({"prompt": []})", "invalid_value prompt");
        row(R"({"prompt": ["a", "b"]})", "unsupported_value prompt");
        row(R"({"prompt": [1, "b"]})", "invalid_type prompt");
        row(R"({"prompt": [true]})", "invalid_type prompt");
        row(R"({"prompt": [-1]})", "invalid_value prompt");
        row(R"({"prompt": "x", "n": 2})", "unsupported_value n");
        row(R"({"prompt": "x", "best_of": 2})", "unsupported_value best_of");
        row(R"({"prompt": "x", "echo": true})", "unsupported_parameter echo");
        row(R"({"prompt": "x", "suffix": "y"})", "unsupported_parameter suffix");
        row(R"({"prompt": "x", "suffix": ""})", "read");
        row(R"({"prompt": "x", "logprobs": 0})", "unsupported_parameter logprobs");
        row(R"({"prompt": "x", "temperature": 3})", "invalid_value temperature");
    }
    void fields_are_refused_by_their_rule() {
        QFETCH(QString, body);
        QFETCH(QString, verdict);
        QCOMPARE(strata::testing::verdictOn(completionsDialect(), body.toStdString()), verdict);
    }

    void the_prompt_is_text_or_tokens_as_they_are() {
        QCOMPARE(*readCall(completionsDialect(), R"({"prompt": "<|im_start|>"})")->request.raw_prompt,
                 std::string("<|im_start|>"));
        QCOMPARE(*readCall(completionsDialect(), R"({"prompt": ["a"]})")->request.raw_prompt, std::string("a"));
        const auto tokens = readCall(completionsDialect(), R"({"prompt": [1, 2.0, 3]})")->request;
        QVERIFY((tokens.raw_tokens == std::vector<std::int32_t>{1, 2, 3}));
        QVERIFY(!tokens.raw_prompt);
    }

    void a_stream_put_together_is_the_whole_answer() {
        const auto call = readCall(completionsDialect(), R"({"prompt": "x"})");
        const std::vector<EngineEvent> events = {TextDelta{"one "}, TextDelta{""}, TextDelta{"two"}};
        GenerationSummary summary;
        summary.reason = FinishReason::length;
        const Json whole = strata::testing::wholeOf(completionsDialect(), *call, events, summary);
        QCOMPARE(whole["object"].get<std::string>(), std::string("text_completion"));
        QCOMPARE(whole["choices"][0].dump(),
                 std::string(R"({"index":0,"text":"one two","logprobs":null,"finish_reason":"length"})"));
        std::string text;
        const auto told = eventsOf(strata::testing::streamOf(completionsDialect(), *call, events, summary));
        for (const auto& event : told) {
            text += event.done ? "" : event.data["choices"][0]["text"].get<std::string>();
        }
        QCOMPARE(text, std::string("one two"));
        QVERIFY(told.back().done);
        QCOMPARE(told[told.size() - 2].data["choices"][0]["finish_reason"].get<std::string>(), std::string("length"));
    }
};

STRATA_TEST(CompletionsDialectTest);
#include "completions_dialect_test.moc"
