#include "generation/divergence.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"
#include "support/tiny_tokenizer.h"

using namespace strata;
using namespace strata::testing;

namespace {

TokenSequence tokens(const std::string& text) {
    static const Tokenizer tokenizer = tiny_tokenizer();
    return {tokenizer.encode(text, ControlTokens::recognised), {}};
}

std::string turn(const std::string& role, const std::string& text) {
    return "<|im_start|>" + role + "\n" + text + "<|im_end|>\n";
}

Diverged describe(const TokenSequence& live, const TokenSequence& prompt) {
    return describe_divergence(tiny_tokenizer(), live, prompt);
}

}  // namespace

class DivergenceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void names_the_place_and_shows_both_sides() {
        const TokenSequence live = tokens(turn("user", "one two three") + turn("assistant", "four"));
        const TokenSequence prompt = tokens(turn("user", "one two seven") + turn("assistant", "four"));
        const Diverged where = describe(live, prompt);
        const auto position = static_cast<std::size_t>(where.position);
        QCOMPARE(position, common_prefix(live, prompt));
        QCOMPARE(where.live_tokens, static_cast<int>(live.size()));
        QCOMPARE(where.prompt_tokens, static_cast<int>(prompt.size()));
        const auto index = static_cast<std::size_t>(where.position - where.first_id);
        QCOMPARE(where.live_ids.at(index), live.tokens[position]);
        QCOMPARE(where.prompt_ids.at(index), prompt.tokens[position]);
        QCOMPARE(where.live_ids.at(0), where.prompt_ids.at(0));
        QVERIFY(where.live_text != where.prompt_text);
        QVERIFY(where.prompt_text.find("seven") != std::string::npos ||
                where.prompt_text.find("even") != std::string::npos);
    }

    void the_same_question_again_is_no_change() {
        const std::string question = turn("system", "Be kind.") + turn("user", "Hello there");
        const TokenSequence kept = tokens(question + "<|im_start|>assistant\nHi<|im_end|>\n" + turn("user", "And?"));
        const Tokenizer tokenizer = tiny_tokenizer();
        QVERIFY(asks_again(tokenizer, kept, tokens(question + "<|im_start|>assistant\n<think>\n\n</think>\n\n")));
        QVERIFY(asks_again(tokenizer, kept, tokens(question)));
        QVERIFY(!asks_again(tokenizer, kept,
                            tokens(turn("system", "Be kind.") + turn("user", "Good day") +
                                   "<|im_start|>assistant\n<think>\n\n</think>\n\n")));
        QVERIFY(!asks_again(tokenizer, kept,
                            tokens(question + "<|im_start|>assistant\nHi<|im_end|>\n" + turn("user", "Why?"))));
    }

    void reasons_data() {
        QTest::addColumn<QString>("live");
        QTest::addColumn<QString>("prompt");
        QTest::addColumn<int>("reason");
        const auto row = [](const char* name, const std::string& live, const std::string& prompt, RereadReason reason) {
            QTest::newRow(name) << QString::fromStdString(live) << QString::fromStdString(prompt)
                                << static_cast<int>(reason);
        };
        const std::string system = turn("system", "Be kind.");
        const std::string user = turn("user", "Hello there");
        row("edited message", system + user + turn("assistant", "Hi"),
            system + turn("user", "Good day") + turn("assistant", "Hi"), RereadReason::edited_message);
        row("edited first message without instructions", user + turn("assistant", "Hi"),
            turn("user", "Good day") + turn("assistant", "Hi"), RereadReason::edited_message);
        row("changed instructions", system + user, turn("system", "Be short.") + user, RereadReason::system_prompt);
        row("thinking removed", user + "<|im_start|>assistant\n<think>\nwell\n</think>\n\nHi",
            user + "<|im_start|>assistant\nHi<|im_end|>\n" + turn("user", "And?"), RereadReason::thinking_removed);
    }

    void reasons() {
        QFETCH(QString, live);
        QFETCH(QString, prompt);
        QFETCH(int, reason);
        QCOMPARE(static_cast<int>(describe(tokens(live.toStdString()), tokens(prompt.toStdString())).reason), reason);
    }

    void the_same_text_in_other_tokens_is_told_apart_from_an_edit() {
        const Tokenizer tokenizer = tiny_tokenizer();
        TokenSequence prompt = tokens(turn("user", "Hello"));
        const std::size_t begin = prompt.size();
        const auto word = tokenizer.encode(" the answer", ControlTokens::plain_text);
        prompt.tokens.insert(prompt.tokens.end(), word.begin(), word.end());
        TokenSequence live = prompt;
        live.truncate(begin);
        for (const char letter : std::string(" the answer")) {
            const auto id = tokenizer.encode(std::string(1, letter), ControlTokens::plain_text);
            live.tokens.insert(live.tokens.end(), id.begin(), id.end());
        }
        QVERIFY(live.tokens != prompt.tokens);
        QCOMPARE(describe(live, prompt).reason, RereadReason::tokenization);
    }

    void another_picture_at_the_same_place_is_a_picture() {
        TokenSequence live = tokens(turn("user", "Look at this"));
        TokenSequence prompt = live;
        live.pictures = {{5, {1, 2}}};
        prompt.pictures = {{5, {1, 3}}};
        const Diverged where = describe(live, prompt);
        QCOMPARE(where.position, 5);
        QCOMPARE(where.reason, RereadReason::picture);
    }
};

STRATA_TEST(DivergenceTest);
#include "divergence_test.moc"
