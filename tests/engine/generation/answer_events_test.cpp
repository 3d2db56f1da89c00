#include <QtTest/QtTest>

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "generation/answer_events.h"
#include "support/test_registry.h"
#include "support/tiny_tokenizer.h"

using namespace strata;

namespace {

constexpr const char* kTools =
    R"([{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties":
    {"a": {"type": "string"}}}}}])";
constexpr const char* kThinkingPrompt = "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<think>\n";
constexpr const char* kPrompt = "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n";
constexpr const char* kCall = "<tool_call>\n<function=f>\n<parameter=a>\nx\n</parameter>\n</function>\n</tool_call>";
constexpr const char* kEnd = "<|im_end|>";
constexpr const char* kReplacement = "\xEF\xBF\xBD";

/// An answer that a text plays instead of a model, in one token per byte and per added token.
class Played {
public:
    explicit Played(const GenerationRequest& request, const char* prompt = kPrompt, std::size_t room = 1000)
        : events_(tokenizer_, request, tokenizer_.encode(prompt, ControlTokens::recognised), room,
                  [this](const EngineEvent& event) { hear(event); }) {}

    /// Plays the text and what is forced between; false: the answer ended. What comes behind that is not played.
    bool play(std::string_view written) {
        for (const TokenId id : tokens(written)) {
            while (const auto forced = events_.forced()) {
                forced_text += tokenizer_.token_bytes(*forced);
                if (!events_.take(*forced)) {
                    return false;
                }
            }
            if (!events_.take(id)) {
                return false;
            }
        }
        return true;
    }
    GenerationSummary finish() {
        GenerationSummary summary;
        events_.finish(summary);
        return summary;
    }
    AnswerEvents& events() { return events_; }

    std::string text;  ///< with a | where a call began
    std::string reasoning, forced_text;
    std::vector<ToolCall> calls;        ///< those that were completed
    std::vector<ToolCall> begun_calls;  ///< all, as far as they came

private:
    std::vector<TokenId> tokens(std::string_view written) const {
        std::vector<TokenId> single;
        for (const TokenId id : tokenizer_.encode(written, ControlTokens::recognised)) {
            if (tokenizer_.kind(id) != TokenKind::normal) {
                single.push_back(id);
                continue;
            }
            for (const char byte : tokenizer_.token_bytes(id)) {
                single.push_back(tokenizer_.encode(std::string_view(&byte, 1), ControlTokens::plain_text)[0]);
            }
        }
        return single;
    }
    void hear(const EngineEvent& event) {
        if (const auto* delta = std::get_if<TextDelta>(&event)) {
            text += delta->text;
        } else if (const auto* thought = std::get_if<ReasoningDelta>(&event)) {
            reasoning += thought->text;
        } else if (const auto* begun = std::get_if<ToolCallBegun>(&event)) {
            begun_calls.push_back({begun->id, begun->name, ""});
            text += '|';
        } else if (const auto* arguments = std::get_if<ToolArgumentsDelta>(&event)) {
            begun_calls.back().arguments += arguments->text;
        } else if (const auto* call = std::get_if<ToolCallDelta>(&event)) {
            calls.push_back(call->call);
            QCOMPARE(call->call.id, begun_calls.back().id);
            QCOMPARE(call->call.name, begun_calls.back().name);
            QCOMPARE(call->call.arguments, begun_calls.back().arguments);
        }
    }

    Tokenizer tokenizer_ = testing::tiny_tokenizer();
    AnswerEvents events_;
};

GenerationRequest with_tools() {
    GenerationRequest request;
    request.tools = kTools;
    return request;
}

GenerationRequest with_stop(std::vector<std::string> stop) {
    GenerationRequest request = with_tools();
    request.limits.stop = std::move(stop);
    return request;
}

GenerationRequest with_budget(int tokens) {
    GenerationRequest request;
    request.limits.thinking_budget = tokens;
    return request;
}

}  // namespace

class AnswerEventsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_room_is_what_is_wanted_and_what_the_context_leaves() {
        const auto room = [](std::size_t prompt, std::size_t context, int wanted) {
            GenerationLimits limits;
            limits.max_tokens = wanted;
            const auto result = answer_room(prompt, context, limits);
            return result ? static_cast<int>(*result) : -1;
        };
        QCOMPARE(room(100, 200, 0), 92);
        QCOMPARE(room(100, 200, -5), 92);
        QCOMPARE(room(100, 200, 10), 10);
        QCOMPARE(room(100, 200, 92), 92);
        QCOMPARE(room(100, 200, 93), 92);
        QCOMPARE(room(100, 200, std::numeric_limits<int>::max()), 92);
        QCOMPARE(room(191, 200, 50), 1);
        for (const std::size_t prompt : {192U, 199U, 200U, 5000U}) {
            GenerationLimits limits;
            const auto refused = answer_room(prompt, 200, limits);
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, ErrorCode::context_full);
        }
        QCOMPARE(room(0, 0, 0), -1);
    }

    void an_answer_is_counted_with_its_thinking_and_its_end() {
        Played answer({}, kThinkingPrompt);
        QVERIFY(!answer.play("ab</think>Hello<|im_end|>and more"));
        const GenerationSummary summary = answer.finish();
        QCOMPARE(answer.reasoning, std::string("ab"));
        QCOMPARE(answer.text, std::string("Hello"));
        QCOMPARE(summary.reason, FinishReason::stop);
        QCOMPARE(summary.generated_tokens, 9);
        QCOMPARE(summary.thinking_tokens, 3);
        QCOMPARE(summary.stop_text, std::string());
    }

    void an_answer_that_nothing_ended_was_cancelled() {
        Played answer({});
        QVERIFY(answer.play("Hel"));
        QCOMPARE(answer.finish().reason, FinishReason::cancelled);
        QCOMPARE(answer.text, std::string("Hel"));
    }

    void an_answer_without_room_ends_by_its_length() {
        Played answer({}, kPrompt, 3);
        QVERIFY(!answer.play("Hello"));
        const GenerationSummary summary = answer.finish();
        QCOMPARE(answer.text, std::string("Hel"));
        QCOMPARE(summary.reason, FinishReason::length);
        QCOMPARE(summary.generated_tokens, 3);
    }

    void the_same_token_over_and_over_ends_by_length() {
        GenerationRequest request;
        request.limits.repeat_stop = 4;
        Played answer(request);
        QVERIFY(!answer.play("a......"));
        QCOMPARE(answer.finish().reason, FinishReason::length);
        QCOMPARE(answer.text, std::string("a...."));
    }

    void bytes_that_are_open_at_the_end_become_a_replacement_character() {
        Played cut({}, kPrompt, 3);
        QVERIFY(!cut.play("a\xF0\x9F\x91\x8D"));
        cut.finish();
        QCOMPARE(cut.text, std::string("a") + kReplacement);
        Played ended({});
        QVERIFY(!ended.play("a\xC3<|im_end|>"));
        ended.finish();
        QCOMPARE(ended.text, std::string("a") + kReplacement);
    }

    void thinking_that_reaches_its_budget_is_closed_and_answered() {
        Played answer(with_budget(5), kThinkingPrompt);
        QVERIFY(
            !answer.play("The u"
                         "Hello<|im_end|>"));
        const GenerationSummary summary = answer.finish();
        QVERIFY2(answer.reasoning.starts_with("The u\n\n") && answer.reasoning.ends_with('.'),
                 answer.reasoning.c_str());
        QVERIFY(answer.reasoning.find("think>") == std::string::npos);
        QCOMPARE(answer.text, std::string("Hello"));
        QCOMPARE(summary.reason, FinishReason::stop);
        QVERIFY(answer.forced_text.ends_with("\n</think>"));
        QVERIFY(summary.thinking_tokens > 6);
        QCOMPARE(summary.generated_tokens, summary.thinking_tokens + 6);  // and the end of the turn
        QVERIFY(!answer.events().forced());
    }

    void a_budget_of_nothing_closes_at_once_and_a_negative_one_never() {
        Played none(with_budget(0), kThinkingPrompt);
        QVERIFY(none.events().forced());
        QVERIFY(!none.play("Hello<|im_end|>"));
        none.finish();
        QCOMPARE(none.text, std::string("Hello"));
        QVERIFY(!none.reasoning.empty());
        Played endless(with_budget(-1), kThinkingPrompt);
        QVERIFY(endless.play(std::string(200, 'x') + "y"));
        QCOMPARE(endless.forced_text, std::string());
    }

    void a_budget_means_nothing_to_an_answer_and_to_thinking_that_closed_itself() {
        Played answer(with_budget(3));
        QVERIFY(answer.play("Hello, Hello"));
        QCOMPARE(answer.forced_text, std::string());
        Played closed(with_budget(3), kThinkingPrompt);
        QVERIFY(closed.play("ab</think>Hello, Hello"));
        QCOMPARE(closed.forced_text, std::string());
        QCOMPARE(closed.reasoning, std::string("ab"));
    }

    void a_character_is_not_cut_by_the_budget() {
        Played answer(with_budget(2), kThinkingPrompt);
        QVERIFY(
            answer.play("a\xF0\x9F\x91\x8D"
                        "b"));
        QVERIFY2(answer.reasoning.starts_with("a\xF0\x9F\x91\x8D\n\n"), answer.reasoning.c_str());
        Played broken(with_budget(2), kThinkingPrompt);
        QVERIFY(broken.play("a\xF0\xF0\xF0\xF0\xF0"));
        QVERIFY(broken.reasoning.find('.') != std::string::npos);
    }

    void a_budget_does_not_raise_the_longest_answer() {
        Played answer(with_budget(2), kThinkingPrompt, 8);
        QVERIFY(!answer.play("abcdef"));
        const GenerationSummary summary = answer.finish();
        QCOMPARE(summary.reason, FinishReason::length);
        QCOMPARE(summary.generated_tokens, 8);
        QCOMPARE(answer.text, std::string());
    }

    void a_stop_text_ends_the_answer_and_is_named() {
        Played answer(with_stop({"never", "three"}));
        QVERIFY(!answer.play("one two three four"));
        const GenerationSummary summary = answer.finish();
        QCOMPARE(answer.text, std::string("one two "));
        QCOMPARE(summary.reason, FinishReason::stop);
        QCOMPARE(summary.stop_text, std::string("three"));
    }

    void a_stop_text_counts_in_the_visible_text_only() {
        Played answer(with_stop({"x", "call"}), kThinkingPrompt);
        QVERIFY(!answer.play("a x b</think>" + std::string(kCall) + kEnd));
        const GenerationSummary summary = answer.finish();
        QCOMPARE(answer.reasoning, std::string("a x b"));
        QCOMPARE(answer.calls.size(), std::size_t{1});
        QCOMPARE(summary.reason, FinishReason::tool_calls);
        QCOMPARE(summary.stop_text, std::string());
    }

    void a_stop_text_that_is_held_back_until_the_end_counts() {
        Played answer(with_stop({"a\n\n"}), kPrompt, 4);
        QVERIFY(!answer.play("xa\n\n"));  // the white space could have belonged to a call
        const GenerationSummary summary = answer.finish();
        QCOMPARE(answer.text, std::string("x"));
        QCOMPARE(summary.reason, FinishReason::stop);
        QCOMPARE(summary.stop_text, std::string("a\n\n"));
    }

    void a_stop_text_does_not_reach_across_a_call() {
        Played answer(with_stop({"ab"}));
        QVERIFY(!answer.play("xa" + std::string(kCall) + "b" + kEnd));
        QCOMPARE(answer.finish().reason, FinishReason::tool_calls);
        QCOMPARE(answer.text, std::string("xa|b"));
    }

    void calls_say_how_the_answer_ended_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("calls");
        QTest::addColumn<int>("reason");
        const QByteArray call = kCall;
        const auto row = [](const char* name, const QByteArray& text, int calls, FinishReason reason) {
            QTest::newRow(name) << text << calls << static_cast<int>(reason);
        };
        row("one call", call + kEnd, 1, FinishReason::tool_calls);
        row("two calls", call + "\n" + call + kEnd, 2, FinishReason::tool_calls);
        row("text and a call", "a\n\n" + call + kEnd, 1, FinishReason::tool_calls);
        row("a call and text", call + "\nDone." + kEnd, 1, FinishReason::tool_calls);
        row("only the last tag is missing", call.chopped(12) + kEnd, 1, FinishReason::tool_calls);
        row("the turn ends in a call", call.left(40) + kEnd, 0, FinishReason::stop);
        row("the turn ends in a later call", call + call.left(40) + kEnd, 1, FinishReason::stop);
        row("the turn ends in a later call's beginning", call + "<tool_call>" + kEnd, 1, FinishReason::stop);
        row("a call whose end comes before its function's", "<tool_call><function=f></tool_call>" + QByteArray(kEnd), 0,
            FinishReason::stop);
        row("the same behind a whole call", call + "<tool_call><function=f></tool_call>" + kEnd, 1, FinishReason::stop);
        row("markup that is none behind a call", call + "<tool_call>{}</tool_call>" + kEnd, 1,
            FinishReason::tool_calls);
        row("a stop text behind a call", call + "STOP" + kEnd, 1, FinishReason::stop);
        row("no room behind a call", call + QByteArray(2000, ' '), 1, FinishReason::length);
        row("no room in a call", call + call.chopped(40) + QByteArray(2000, ' '), 1, FinishReason::length);
        row("stopped behind a call", call + " ", 1, FinishReason::cancelled);
        row("stopped in a call", call + call.left(40), 1, FinishReason::cancelled);
    }
    void calls_say_how_the_answer_ended() {
        QFETCH(QByteArray, text);
        QFETCH(int, calls);
        QFETCH(int, reason);
        GenerationRequest request = with_stop({"STOP"});
        request.limits.repeat_stop = 0;
        Played answer(request);
        answer.play(text.toStdString());
        QCOMPARE(static_cast<int>(answer.finish().reason), reason);
        QCOMPARE(static_cast<int>(answer.calls.size()), calls);
    }

    void an_answer_of_one_call_ends_with_it() {
        GenerationRequest request = with_tools();
        request.one_tool_call = true;
        Played answer(request);
        QVERIFY(!answer.play("a " + std::string(kCall) + kCall + kEnd));
        QCOMPARE(answer.finish().reason, FinishReason::tool_calls);
        QCOMPARE(answer.calls.size(), std::size_t{1});
        QCOMPARE(answer.text, std::string("a|"));
        // Where the end of the first is missing, the beginning of the second shows it.
        Played open(request);
        const std::string without_end = std::string(kCall).substr(0, std::string_view(kCall).size() - 12);
        QVERIFY(!open.play(without_end + kCall + kEnd));
        QCOMPARE(open.finish().reason, FinishReason::tool_calls);
        QCOMPARE(open.calls.size(), std::size_t{1});
    }

    void a_cut_call_keeps_what_was_sent_and_gets_no_more() {
        Played answer(with_tools());
        QVERIFY(!answer.play("a\n<tool_call>\n<function=f>\n<parameter=a>\nOs" + std::string(kEnd)));
        QCOMPARE(answer.begun_calls.size(), std::size_t{1});
        QCOMPARE(answer.begun_calls[0].arguments, std::string("{\"a\":\"Os"));
        answer.finish();
        QCOMPARE(answer.begun_calls[0].arguments, std::string("{\"a\":\"Os"));
        QVERIFY(answer.calls.empty());
        QCOMPARE(answer.text, std::string("a|"));
    }

    void a_call_that_the_prompt_began_is_told_as_if_the_model_had_written_it() {
        const std::string rest = "<parameter=a>\nx\n</parameter>\n</function>\n</tool_call>";
        for (const auto kind : {ToolChoice::Kind::required, ToolChoice::Kind::named}) {
            GenerationRequest request = with_tools();
            request.tool_choice = {kind, "f"};
            request.limits.thinking_budget = 0;
            const bool named = kind == ToolChoice::Kind::named;
            Played answer(request, named ? "</think>\n\n<tool_call>\n<function=f>\n" : "<tool_call>\n<function");
            QVERIFY(!answer.play((named ? "" : "=f>\n") + rest + kEnd));
            const GenerationSummary summary = answer.finish();
            QCOMPARE(summary.reason, FinishReason::tool_calls);
            QCOMPARE(summary.thinking_tokens, 0);
            QCOMPARE(answer.calls.size(), std::size_t{1});
            QCOMPARE(answer.calls[0].name, std::string("f"));
            QCOMPARE(answer.calls[0].arguments, std::string("{\"a\":\"x\"}"));
            QCOMPARE(answer.text, std::string("|"));
        }
    }

    void a_begun_call_without_an_answer_is_not_told() {
        GenerationRequest request = with_tools();
        request.tool_choice = {ToolChoice::Kind::named, "f"};
        Played answer(request);
        QCOMPARE(answer.finish().reason, FinishReason::cancelled);
        QVERIFY(answer.begun_calls.empty());
        QCOMPARE(answer.text, std::string());
    }

    void the_answer_to_a_raw_prompt_is_text() {
        GenerationRequest request = with_tools();
        request.tool_choice = {ToolChoice::Kind::required, {}};
        request.raw_prompt = kThinkingPrompt;
        Played answer(request, kThinkingPrompt);
        const std::string text = "\n\nab</think>\n\n" + std::string(kCall) + "\n";
        QVERIFY(!answer.play(text + kEnd));
        const GenerationSummary summary = answer.finish();
        QCOMPARE(answer.text, text);
        QCOMPARE(answer.reasoning, std::string());
        QCOMPARE(summary.thinking_tokens, 0);
        QCOMPARE(summary.reason, FinishReason::stop);
    }
};

STRATA_TEST(AnswerEventsTest);

#include "answer_events_test.moc"
