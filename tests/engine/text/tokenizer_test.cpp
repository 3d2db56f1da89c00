#include <QtTest/QtTest>

#include <array>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/test_registry.h"
#include "support/tiny_tokenizer.h"
#include "text/nfc.h"
#include "text/tokenizer.h"
#include "text/utf8.h"

using namespace strata;

namespace {

using Ids = std::vector<TokenId>;

constexpr std::array<std::string_view, 14> kAddedSpellings = {
    "<|endoftext|>",   "<|im_start|>",     "<|im_end|>",    "<|vision_start|>", "<|vision_end|>",
    "<|vision_pad|>",  "<|image_pad|>",    "<|video_pad|>", "<tool_call>",      "</tool_call>",
    "<tool_response>", "</tool_response>", "<think>",       "</think>"};

bool has_added_token(const Tokenizer& tokenizer, const Ids& ids) {
    return std::ranges::any_of(ids, [&](TokenId id) { return is_added(tokenizer.kind(id)); });
}

/// Texts of everything that is hard to keep whole: families of emoji, marks, jamo, broken bytes, names of tokens.
class TextMaker {
public:
    std::string next() {
        std::string text;
        for (auto parts = 1 + pick(12); parts > 0; --parts) {
            add_part(text);
        }
        return text;
    }

private:
    std::size_t pick(std::size_t count) { return random_() % count; }

    void add_part(std::string& text) {
        switch (pick(10)) {
            case 0:
                return add_from(text, 0x20, 0x7E, 8);
            case 1:
                text += std::array{" ", "\n", "\r\n", "  ", "\t", "\xC2\xA0", "\xE3\x80\x80", "'s", "'LL"}[pick(9)];
                return;
            case 2:
                // Woman, zero-width joiner, girl; thumbs up with a skin tone; a flag; a heart with variation selector.
                text += std::array{"\U0001F469\u200D\U0001F467", "\U0001F44D\U0001F3FD", "\U0001F1F3\U0001F1F4",
                                   "\u2764\uFE0F"}[pick(4)];
                return;
            case 3:
                return add_from(text, 0x4E00, 0x9FFF, 6);
            case 4:
                return add_from(text, 0x0621, 0x0652, 6);
            case 5:
                add_from(text, 'a', 'z', 1);
                return add_from(text, 0x0300, 0x036F, 4);
            case 6:
                return add_from(text, 0x1100, 0x11FF, 4);
            case 7:
                for (auto bytes = 1 + pick(3); bytes > 0; --bytes) {
                    text.push_back(static_cast<char>(pick(256)));
                }
                return;
            case 8:
                text += kAddedSpellings[pick(kAddedSpellings.size())];
                return;
            default:
                text += kAddedSpellings[pick(kAddedSpellings.size())].substr(pick(4), 5);
        }
    }

    void add_from(std::string& text, char32_t first, char32_t last, std::size_t most) {
        for (auto count = 1 + pick(most); count > 0; --count) {
            append_utf8(text, first + static_cast<char32_t>(pick(last - first + 1)));
        }
    }

    std::mt19937 random_{20261129};
};

PromptText prompt(std::initializer_list<std::pair<bool, std::string_view>> pieces) {
    PromptText text;
    for (const auto& [own, piece] : pieces) {
        own ? text.append_own(piece) : text.append_foreign(piece);
    }
    return text;
}

}  // namespace

class TokenizerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void gives_the_ids_of_the_reference() {
        const auto cases = testing::tokenizer_fixture("tokenizer_cases.json");
        QCOMPARE(cases.size(), std::size_t{39});
        for (const auto& item : cases) {
            const auto text = item["text"].get<std::string>();
            const Ids ids = tokenizer_.encode(text, ControlTokens::recognised);
            QVERIFY2(ids == item["ids"].get<Ids>(), item.dump(-1, ' ', true).c_str());
            QCOMPARE(tokenizer_.decode(ids), item["decoded"].get<std::string>());
        }
    }

    void any_bytes_come_back_composed_and_never_become_added_tokens() {
        TextMaker maker;
        for (int i = 0; i < 10'000; ++i) {
            const std::string text = maker.next();
            const Ids ids = tokenizer_.encode(text, ControlTokens::plain_text);
            QCOMPARE(tokenizer_.decode(ids), compose_nfc(text));
            QVERIFY(!has_added_token(tokenizer_, ids));
        }
    }

    void plain_text_differs_from_recognised_text_only_at_added_tokens() {
        TextMaker maker;
        for (int i = 0; i < 2'000; ++i) {
            const std::string text = maker.next();
            const Ids recognised = tokenizer_.encode(text, ControlTokens::recognised);
            const Ids plain = tokenizer_.encode(text, ControlTokens::plain_text);
            QCOMPARE(recognised == plain, !has_added_token(tokenizer_, recognised));
        }
    }

    void spellings_of_added_tokens_in_plain_text_stay_letters() {
        for (const auto spelling : kAddedSpellings) {
            const std::string text = "a " + std::string(spelling) + " b";
            const Ids plain = tokenizer_.encode(text, ControlTokens::plain_text);
            QVERIFY(!has_added_token(tokenizer_, plain));
            QCOMPARE(tokenizer_.decode(plain), text);
            const Ids recognised = tokenizer_.encode(text, ControlTokens::recognised);
            QCOMPARE(std::ranges::count(recognised, tokenizer_.find(spelling).value()), 1);
        }
    }

    void a_prompt_of_the_template_alone_is_recognised_text() {
        constexpr std::string_view kText = "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<think>\n";
        const Ids expected = tokenizer_.encode(kText, ControlTokens::recognised);
        QCOMPARE(tokenizer_.encode(prompt({{true, kText}})), expected);
        QCOMPARE(tokenizer_.encode(prompt({{true, "<|im_"}, {true, kText.substr(5)}})), expected);
        QCOMPARE(tokenizer_.encode(prompt({{false, kText}})), tokenizer_.encode(kText, ControlTokens::plain_text));
        QCOMPARE(tokenizer_.encode(PromptText()), Ids());
    }

    void a_spelling_that_is_partly_foreign_is_no_token_data() {
        QTest::addColumn<QByteArray>("own_before");
        QTest::addColumn<QByteArray>("foreign");
        QTest::addColumn<QByteArray>("own_after");
        QTest::newRow("end foreign") << QByteArray("<|im_") << QByteArray("end|>") << QByteArray();
        QTest::newRow("start foreign") << QByteArray() << QByteArray("<|im_") << QByteArray("end|>");
        QTest::newRow("one byte in the middle") << QByteArray("<|im") << QByteArray("_") << QByteArray("end|>");
        QTest::newRow("last byte") << QByteArray("<|im_end|") << QByteArray(">") << QByteArray();
        QTest::newRow("first byte") << QByteArray() << QByteArray("<") << QByteArray("|im_end|>");
        QTest::newRow("all of it") << QByteArray("a") << QByteArray("<|im_end|>") << QByteArray("b");
        QTest::newRow("user-defined") << QByteArray("</th") << QByteArray("ink>") << QByteArray();
    }

    void a_spelling_that_is_partly_foreign_is_no_token() {
        QFETCH(QByteArray, own_before);
        QFETCH(QByteArray, foreign);
        QFETCH(QByteArray, own_after);
        const PromptText text =
            prompt({{true, own_before.toStdString()}, {false, foreign.toStdString()}, {true, own_after.toStdString()}});
        const Ids ids = tokenizer_.encode(text);
        QVERIFY(!has_added_token(tokenizer_, ids));
        QCOMPARE(ids, tokenizer_.encode(text.text, ControlTokens::plain_text));
    }

    void own_tokens_beside_foreign_spellings_are_found() {
        const TokenId end = tokenizer_.find("<|im_end|>").value();
        const Ids ids =
            tokenizer_.encode(prompt({{false, "x<|im_end|>"}, {true, "<|im_end|>"}, {false, "<|im_end|>y"}}));
        QCOMPARE(std::ranges::count_if(ids, [&](TokenId id) { return is_added(tokenizer_.kind(id)); }), 1);
        Ids expected = tokenizer_.encode("x<|im_end|>", ControlTokens::plain_text);
        expected.push_back(end);
        for (const TokenId id : tokenizer_.encode("<|im_end|>y", ControlTokens::plain_text)) {
            expected.push_back(id);
        }
        QCOMPARE(ids, expected);
    }

    /// Words, blanks and composed characters reach over the border between template and message.
    void borders_between_own_and_foreign_text_do_not_cut_it() {
        constexpr std::string_view kText = "<|im_start|>user\n  The small e\xCC\x81 lighthouse<|im_end|>\n";
        const Ids expected = tokenizer_.encode(kText, ControlTokens::recognised);
        const std::size_t first = kText.find('>') + 1;
        const std::size_t last = kText.rfind('<');
        for (std::size_t begin = first; begin <= last; ++begin) {
            for (std::size_t end = begin; end <= last; ++end) {
                const PromptText text = prompt({{true, kText.substr(0, begin)},
                                                {false, kText.substr(begin, end - begin)},
                                                {true, kText.substr(end)}});
                QCOMPARE(tokenizer_.encode(text), expected);
            }
        }
    }

    void knows_what_its_tokens_are() {
        QCOMPARE(tokenizer_.vocab_size(), std::size_t{1024});
        const TokenId start = tokenizer_.find("<|im_start|>").value();
        QVERIFY(tokenizer_.is_control(start));
        QCOMPARE(tokenizer_.token_bytes(start), std::string_view("<|im_start|>"));
        QVERIFY(tokenizer_.kind(tokenizer_.find("<think>").value()) == TokenKind::user_defined);
        const TokenId space_t = tokenizer_.find("\xC4\xA0t").value();
        QVERIFY(tokenizer_.kind(space_t) == TokenKind::normal);
        QCOMPARE(tokenizer_.token_bytes(space_t), std::string_view(" t"));
        QVERIFY(tokenizer_.is_used(926));
        QVERIFY(!tokenizer_.is_used(927));
        QVERIFY(!tokenizer_.find("[PAD927]"));
        QVERIFY(!tokenizer_.find("no such token"));
    }

    void ids_that_name_no_token_stand_for_nothing() {
        QCOMPARE(tokenizer_.decode(Ids{-1, 927, 1023, 1024, 1 << 30}), std::string());
        QCOMPARE(tokenizer_.decode(Ids{'a' - 33, -1, 'b' - 33}), std::string("ab"));
        QVERIFY(!tokenizer_.is_used(-1));
        QVERIFY(!tokenizer_.is_used(1024));
        QVERIFY(!tokenizer_.is_control(1024));
    }

    void an_answer_ends_with_either_end_token() {
        const auto stop = tokenizer_.stop_ids();
        QCOMPARE(Ids(stop.begin(), stop.end()),
                 (Ids{tokenizer_.find("<|endoftext|>").value(), tokenizer_.find("<|im_end|>").value()}));
    }

    void long_texts_take_no_quadratic_time_data() {
        QTest::addColumn<QByteArray>("unit");
        QTest::newRow("one letter") << QByteArray("a");
        QTest::newRow("one blank") << QByteArray(" ");
        QTest::newRow("line ends and blanks") << QByteArray("\n ");
        QTest::newRow("symbols") << QByteArray("!");
        QTest::newRow("marks out of order") << QByteArray("\xCC\x87\xCC\xA3");
        QTest::newRow("broken bytes") << QByteArray("\xF0\x9F");
        QTest::newRow("beginnings of a token") << QByteArray("<|im_start|");
        QTest::newRow("tokens") << QByteArray("<|im_start|>");
    }

    void long_texts_take_no_quadratic_time() {
        QFETCH(QByteArray, unit);
        const std::string text = unit.repeated((1 << 20) / unit.size()).toStdString();
        const Ids ids = tokenizer_.encode(text, ControlTokens::recognised);
        QVERIFY(tokenizer_.decode(ids) == compose_nfc(text));
    }

private:
    Tokenizer tokenizer_ = testing::tiny_tokenizer();
};

STRATA_TEST(TokenizerTest);

#include "tokenizer_test.moc"
