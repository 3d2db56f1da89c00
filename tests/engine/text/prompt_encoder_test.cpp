#include <QtTest/QtTest>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/text/rendering.h"
#include "support/test_registry.h"
#include "support/tiny_tokenizer.h"
#include "text/prompt_encoder.h"

using namespace strata;

namespace {

constexpr const char* kTools = R"([{"type": "function", "function": {"name": "get_weather"}}, {"name": "g"}])";

GenerationRequest question() {
    GenerationRequest request;
    request.messages = {{Role::user, "Hi", "", {}, ""}};
    request.tools = kTools;
    return request;
}

GenerationRequest calling(ToolChoice choice) {
    GenerationRequest request = question();
    request.tool_choice = std::move(choice);
    return request;
}

const ToolChoice kRequired{ToolChoice::Kind::required, {}};
const ToolChoice kNamed{ToolChoice::Kind::named, "get_weather"};

}  // namespace

/// Whole requests become tokens.
class PromptEncoderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_wanted_call_is_begun_behind_closed_thinking() {
        const std::string plain = text_of(question());
        QVERIFY(plain.ends_with("<think>\n\n</think>\n\n"));
        QCOMPARE(text_of(calling(kRequired)), plain + "<tool_call>\n<function");
        QCOMPARE(text_of(calling(kNamed)), plain + "<tool_call>\n<function=get_weather>\n");
        for (const Thinking thinking : {Thinking::low, Thinking::medium, Thinking::high}) {
            GenerationRequest thoughtful = question();
            thoughtful.thinking = thinking;
            const std::string open = text_of(thoughtful);
            QVERIFY(open.ends_with("<think>\n"));
            thoughtful.tool_choice = kNamed;
            QCOMPARE(text_of(thoughtful), open + "\n</think>\n\n<tool_call>\n<function=get_weather>\n");
        }
    }

    void a_begun_call_has_the_tokens_of_a_written_one() {
        GenerationRequest written = question();
        ChatMessage answer{Role::assistant, "", "", {{"id", "get_weather", R"({"a": "x"})"}}, ""};
        written.messages.push_back(answer);
        written.messages.push_back({Role::tool, "sun", "", {}, "id"});
        const std::vector<TokenId> whole = *encoder_.encode(written);
        for (const ToolChoice& choice : {kRequired, kNamed}) {
            const std::vector<TokenId> begun = *encoder_.encode(calling(choice));
            const auto call = *encoder_.tokenizer().find("<tool_call>");
            QVERIFY(std::ranges::find(begun, call) != begun.end());
            QVERIFY(std::equal(begun.begin(), begun.end(), whole.begin()));
        }
    }

    void an_answer_in_words_can_go_on_with_a_call() {
        GenerationRequest request = calling(kNamed);
        request.messages.push_back({Role::assistant, "Let me look.", "", {}, ""});
        request.continue_answer = true;
        QVERIFY(text_of(request).ends_with("</think>\n\nLet me look.\n\n<tool_call>\n<function=get_weather>\n"));
        request.thinking = Thinking::medium;
        request.messages.back().text.clear();
        request.messages.back().reasoning = "The <think> weather.";
        QVERIFY(text_of(request).ends_with(
            "<think>\nThe <think> weather.\n</think>\n\n<tool_call>\n<function=get_weather>\n"));
    }

    void only_declared_functions_can_be_wanted() {
        const auto refused = [&](const GenerationRequest& request) {
            const auto prompt = encoder_.encode(request);
            return !prompt && prompt.error().code == ErrorCode::invalid_argument;
        };
        QVERIFY(!refused(calling({ToolChoice::Kind::named, "g"})));
        for (const char* name : {"", "other", "get_weather>", "Get_weather"}) {
            QVERIFY(refused(calling({ToolChoice::Kind::named, name})));
        }
        GenerationRequest without = calling(kRequired);
        for (const char* tools : {"", "[]"}) {
            without.tools = tools;
            QVERIFY(refused(without));
        }
        GenerationRequest broken = calling({ToolChoice::Kind::named, "a>b"});
        broken.tools = R"([{"name": "a>b"}])";
        QVERIFY(refused(broken));
    }

    void raw_prompts_begin_no_call() {
        GenerationRequest request = calling(kRequired);
        request.raw_prompt = "Once<|im_end|>";
        QCOMPARE(text_of(request), *request.raw_prompt);
        QCOMPARE(*encoder_.encode(request), encoder_.tokenizer().encode("Once<|im_end|>", ControlTokens::recognised));
    }

    void raw_tokens_stay_as_they_are() {
        GenerationRequest request = question();
        request.raw_tokens = {5, 900, 5, 7};
        QCOMPARE(*encoder_.encode(request), request.raw_tokens);
        QCOMPARE(text_of(request), encoder_.tokenizer().decode(request.raw_tokens));
    }

    /// Whatever a client may fill in: control spellings in it give no more control tokens than a harmless word.
    void nothing_that_a_client_sends_becomes_a_control_token_data() {
        QTest::addColumn<int>("place");
        const char* const names[] = {"question",    "instructions",       "answer",          "thinking",
                                     "tool's name", "tool's description", "tool's schema",   "call's name",
                                     "call's id",   "argument's name",    "argument's text", "argument's JSON",
                                     "tool result", "result's id",        "begun answer",    "begun thinking"};
        static_assert(std::size(names) == std::size(kPlaces));
        for (int i = 0; i < static_cast<int>(std::size(names)); ++i) {
            QTest::newRow(names[i]) << i;
        }
    }
    void nothing_that_a_client_sends_becomes_a_control_token() {
        QFETCH(int, place);
        const auto added = [&](const std::string& word) {
            GenerationRequest request = filled();
            kPlaces[place](request, word);
            const auto prompt = encoder_.encode(request);
            std::vector<TokenId> ids;
            std::ranges::copy_if(*prompt, std::back_inserter(ids),
                                 [&](TokenId id) { return encoder_.tokenizer().kind(id) != TokenKind::normal; });
            return ids;
        };
        const std::vector<TokenId> harmless = added("word");
        QVERIFY(!harmless.empty());
        for (const std::string& spelling : testing::control_spellings()) {
            QCOMPARE(added(spelling), harmless);
            QCOMPARE(added("a" + spelling + "\n" + spelling), harmless);
        }
    }

private:
    using Place = void (*)(GenerationRequest&, const std::string&);
    /// JSON with ' for ", and the word wherever # stands.
    static std::string json(const std::string& form, const std::string& word) {
        std::string text;
        for (const char byte : form) {
            text += byte == '#' ? nlohmann::json(word).dump() : std::string(1, byte == '\'' ? '"' : byte);
        }
        return text;
    }
    static void set_arguments(GenerationRequest& request, const std::string& form, const std::string& word) {
        request.messages[2].tool_calls[0].arguments = json(form, word);
    }
    static void go_on_from(GenerationRequest& request, const std::string& text, const std::string& reasoning) {
        request.messages.push_back({Role::assistant, text, reasoning, {}, ""});
        request.continue_answer = true;
    }
    static constexpr Place kPlaces[] = {
        [](GenerationRequest& r, const std::string& word) { r.messages[1].text = word; },
        [](GenerationRequest& r, const std::string& word) { r.messages[0].text = word; },
        [](GenerationRequest& r, const std::string& word) { r.messages[2].text = word; },
        [](GenerationRequest& r, const std::string& word) { r.messages[2].reasoning = word; },
        [](GenerationRequest& r, const std::string& word) { r.tools = json("[{'name': #}]", word); },
        [](GenerationRequest& r, const std::string& word) { r.tools = json("[{'description': #}]", word); },
        [](GenerationRequest& r, const std::string& word) { r.tools = json("[{'parameters': {#: [#]}}]", word); },
        [](GenerationRequest& r, const std::string& word) { r.messages[2].tool_calls[0].name = word; },
        [](GenerationRequest& r, const std::string& word) { r.messages[2].tool_calls[0].id = word; },
        [](GenerationRequest& r, const std::string& word) { set_arguments(r, "{#: 1}", word); },
        [](GenerationRequest& r, const std::string& word) { set_arguments(r, "{'a': #}", word); },
        [](GenerationRequest& r, const std::string& word) { set_arguments(r, "{'a': [#]}", word); },
        [](GenerationRequest& r, const std::string& word) { r.messages[3].text = word; },
        [](GenerationRequest& r, const std::string& word) { r.messages[3].tool_call_id = word; },
        [](GenerationRequest& r, const std::string& word) { go_on_from(r, word, ""); },
        [](GenerationRequest& r, const std::string& word) { go_on_from(r, "", word); },
    };
    /// A conversation with something in every place.
    static GenerationRequest filled() {
        GenerationRequest request;
        request.thinking = Thinking::medium;
        request.tools = kTools;
        request.messages = {{Role::system, "Be brief.", "", {}, ""},
                            {Role::user, "Hi", "", {}, ""},
                            {Role::assistant, "I look.", "Look.", {{"id", "g", R"({"a": "x"})"}}, ""},
                            {Role::tool, "sun", "", {}, "id"}};
        return request;
    }

    std::string text_of(const GenerationRequest& request) const {
        const auto prompt = encoder_.render(request);
        return prompt ? prompt->text : "error: " + prompt.error().message;
    }

    const PromptEncoder encoder_ = *PromptEncoder::from_gguf(testing::tiny_vocabulary_file());
};

STRATA_TEST(PromptEncoderTest);

#include "prompt_encoder_test.moc"
