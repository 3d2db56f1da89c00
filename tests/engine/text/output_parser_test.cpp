#include <QtTest/QtTest>

#include <filesystem>
#include <QTemporaryDir>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "gguf/gguf_writer.h"
#include "support/test_registry.h"
#include "support/tiny_tokenizer.h"
#include "text/output_parser.h"
#include "text/utf8.h"

using namespace strata;

namespace {

using Ids = std::vector<TokenId>;
using StartsIn = OutputParser::StartsIn;

constexpr const char* kTools =
    R"([{"type": "function", "function": {"name": "get_weather", "parameters": {"type": "object", "properties":
    {"city": {"type": "string"}, "days": {"type": "integer"}, "opts": {"type": "object"}}}}}])";

/// An answer with everything in it: thinking, text, two calls, characters of several bytes.
constexpr const char* kWholeAnswer =
    "\nTwo calls \U0001F44D.\n\nFirst Rome.\n</think>\n\nI look it up: \u4F60\u597D\n\n"
    "<tool_call>\n<function=get_weather>\n<parameter=city>\nRome</parameter>\u00E9\n</parameter>\n<parameter=days>\n2\n"
    "</parameter>\n</function>\n</tool_call>\n"
    "<tool_call>\n<function=get_weather>\n<parameter=opts>\n{\"a\": [1, "
    "true]}\n</parameter>\n</function>\n</tool_call>";

/// Pieces in order as text, those of one kind joined: "R[add] T[2] C0[name arguments]".
std::string summary(const std::vector<OutputParser::Piece>& pieces) {
    std::string text;
    char last = 0;
    const auto add = [&](char kind, const std::string& piece) {
        if (kind == last) {
            text.insert(text.size() - 1, piece);
        } else {
            text += fmt::format("{}{}[{}]", text.empty() ? "" : " ", kind, piece);
        }
        last = kind;
    };
    for (const auto& piece : pieces) {
        if (const auto* reasoning = std::get_if<OutputParser::Reasoning>(&piece)) {
            add('R', reasoning->text);
        } else if (const auto* answer = std::get_if<OutputParser::Text>(&piece)) {
            add('T', answer->text);
        } else {
            const auto& call = std::get<OutputParser::Call>(piece);
            text +=
                fmt::format("{}C{}[{} {}]", text.empty() ? "" : " ", call.index, call.call.name, call.call.arguments);
            last = 0;
        }
    }
    return text;
}

bool has_half_characters(const std::vector<OutputParser::Piece>& pieces) {
    for (const auto& piece : pieces) {
        std::string_view text;
        if (const auto* answer = std::get_if<OutputParser::Text>(&piece)) {
            text = answer->text;
        } else if (const auto* reasoning = std::get_if<OutputParser::Reasoning>(&piece)) {
            text = reasoning->text;
        }
        while (!text.empty()) {
            const Utf8Unit unit = next_utf8(text);
            if (unit.status != Utf8Status::character) {
                return true;
            }
            text.remove_prefix(unit.length);
        }
    }
    return false;
}

std::vector<OutputParser::Piece> parse(const Tokenizer& tokenizer, std::span<const TokenId> ids, StartsIn starts_in,
                                       const std::string& tools = kTools) {
    OutputParser parser(tokenizer, tools, starts_in);
    std::vector<OutputParser::Piece> all;
    const auto take = [&all](std::vector<OutputParser::Piece> pieces) {
        all.insert(all.end(), std::make_move_iterator(pieces.begin()), std::make_move_iterator(pieces.end()));
    };
    for (const TokenId id : ids) {
        take(parser.feed(id));
    }
    take(parser.finish());
    take(parser.finish());
    return all;
}

/// What comes out while this text goes in.
std::vector<OutputParser::Piece> feed_all(OutputParser& parser, const Tokenizer& tokenizer, std::string_view text) {
    std::vector<OutputParser::Piece> all;
    for (const TokenId id : tokenizer.encode(text, ControlTokens::recognised)) {
        for (auto& piece : parser.feed(id)) {
            all.push_back(std::move(piece));
        }
    }
    return all;
}

/// The same bytes with a token for each byte of normal tokens: text arrives in the smallest pieces possible.
Ids in_single_bytes(const Tokenizer& tokenizer, const Ids& ids) {
    Ids bytes;
    for (const TokenId id : ids) {
        if (tokenizer.kind(id) != TokenKind::normal) {
            bytes.push_back(id);
            continue;
        }
        for (const char byte : tokenizer.token_bytes(id)) {
            bytes.push_back(tokenizer.encode(std::string_view(&byte, 1), ControlTokens::plain_text)[0]);
        }
    }
    return bytes;
}

/// The tiny vocabulary with its added tokens turned into padding.
Tokenizer tokenizer_without_markers() {
    const GgufFile file = testing::tiny_vocabulary_file();
    const QTemporaryDir folder;
    GgufWriter writer;
    for (const auto& [key, value] : file.metadata()) {
        if (key != "tokenizer.ggml.token_type") {
            writer.add_value(key, value);
            continue;
        }
        std::vector<std::int32_t> kinds;
        const auto stored = value.as_integers();
        for (const auto kind : *stored) {
            const bool is_marker = static_cast<TokenKind>(kind) == TokenKind::user_defined;
            kinds.push_back(static_cast<std::int32_t>(is_marker ? static_cast<std::int64_t>(TokenKind::unused) : kind));
        }
        writer.add_i32s(key, kinds);
    }
    const std::filesystem::path path = folder.filePath("bare.gguf").toStdString();
    STRATA_ASSERT(writer.write(path).has_value(), "the file can be written");
    return *Tokenizer::from_gguf(*GgufFile::open(path));
}

constexpr const char* kCall = "<tool_call>\n<function=f>\n<parameter=a>\nx\n</parameter>\n</function>\n</tool_call>";
constexpr const char* kCallWithoutEnd = "<tool_call>\n<function=f>\n<parameter=a>\nx\n</parameter>\n</function>\n";

struct Case {
    const char* name;
    bool starts_thinking;
    std::string text;
    std::string expected;
};

const Case kCases[] = {
    {"thinking and answer", true, "add\n</think>\n\n2", "R[add] T[2]"},
    {"newlines around the thinking", true, "\n\n a \n\nb\n\n</think>\n\n\nc\n\n", "R[ a \n\nb] T[c\n\n]"},
    {"no thinking at all", true, "\n\n</think>\n\nHi", "T[Hi]"},
    {"cut while thinking", true, "a\nb\n", "R[a\nb]"},
    {"nothing", true, "", ""},
    {"thinking opened again", true, "<think>\na</think>b", "R[a] T[b]"},
    {"thinking opened again behind newlines", true, "\n\n<think>\n\na</think>b", "R[a] T[b]"},
    {"thinking opened twice again", true, "<think><think>a</think>b", "R[<think>a] T[b]"},
    {"thinking named in the thinking", true, "a <think> b</think>c", "R[a <think> b] T[c]"},
    {"a call in the thinking is thinking", true, std::string(kCall) + "</think>x",
     "R[" + std::string(kCall) + "] T[x]"},
    {"other markers in the answer", false, "a <think> b </think> c", "T[a <think> b </think> c]"},
    {"no newlines dropped without thinking", false, "\n\na", "T[\n\na]"},
    {"control tokens appear as spelled", false, "a<|im_start|>b", "T[a<|im_start|>b]"},

    {"call alone", false, kCall, "C0[f {\"a\":\"x\"}]"},
    {"call behind thinking", true, "a\n</think>\n\n" + std::string(kCall), "R[a] C0[f {\"a\":\"x\"}]"},
    {"white space before a call is dropped", false, "Look. \n\t\n" + std::string(kCall),
     "T[Look.] C0[f {\"a\":\"x\"}]"},
    {"white space between calls is dropped", false, std::string(kCall) + " \n\n " + kCall + "\n",
     "C0[f {\"a\":\"x\"}] C1[f {\"a\":\"x\"}]"},
    {"text between calls and behind them", false, std::string(kCall) + "\nand\n" + kCall + "\nend\n",
     "C0[f {\"a\":\"x\"}] T[\nand] C1[f {\"a\":\"x\"}] T[\nend\n]"},
    {"only the last tag is missing", false, kCallWithoutEnd, "C0[f {\"a\":\"x\"}]"},
    {"only the last tag is missing, another call follows", false, std::string(kCallWithoutEnd) + kCall,
     "C0[f {\"a\":\"x\"}] C1[f {\"a\":\"x\"}]"},
    {"types by the schema", false,
     "<tool_call>\n<function=get_weather>\n<parameter=days>\n2\n</parameter>\n<parameter=city>\n2\n</parameter>\n"
     "</function>\n</tool_call>",
     "C0[get_weather {\"days\":2,\"city\":\"2\"}]"},
    {"markers inside of a value", false,
     "<tool_call><function=f><parameter=a><tool_call></tool_call><think></parameter></function></tool_call>",
     "C0[f {\"a\":\"<tool_call></tool_call><think>\"}]"},

    {"call cut in a value", false, "a\n\n<tool_call>\n<function=f>\n<parameter=a>\nx",
     "T[a\n\n<tool_call>\n<function=f>\n<parameter=a>\nx]"},
    {"call cut at once", false, "a\n<tool_call>", "T[a\n<tool_call>]"},
    {"a whole call stays when the next is cut", false, std::string(kCall) + "\n<tool_call>\n<func",
     "C0[f {\"a\":\"x\"}] T[\n<tool_call>\n<func]"},
    {"another form of call is text", false, "<tool_call>\n{\"name\": \"f\"}\n</tool_call>",
     "T[<tool_call>\n{\"name\": \"f\"}\n</tool_call>]"},
    {"a call behind a broken one", false, "<tool_call>{}</tool_call>\n" + std::string(kCall),
     "T[<tool_call>{}</tool_call>] C0[f {\"a\":\"x\"}]"},
    {"text behind the function", false, std::string(kCallWithoutEnd) + "x</tool_call>",
     "T[" + std::string(kCallWithoutEnd) + "x</tool_call>]"},
    {"end of a call without a beginning", false, "a</tool_call>b", "T[a</tool_call>b]"},
};

}  // namespace

class OutputParserTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answers_are_split_data() {
        QTest::addColumn<int>("index");
        for (int i = 0; i < static_cast<int>(std::size(kCases)); ++i) {
            QTest::newRow(kCases[i].name) << i;
        }
    }

    /// In the reference's tokens, in single bytes, and by a vocabulary that does not know the markers.
    void answers_are_split() {
        QFETCH(int, index);
        const Case& row = kCases[index];
        const StartsIn starts_in = row.starts_thinking ? StartsIn::thinking : StartsIn::answer;
        const Ids ids = tokenizer_.encode(row.text, ControlTokens::recognised);
        QCOMPARE(summary(parse(tokenizer_, ids, starts_in)), row.expected);
        QCOMPARE(summary(parse(tokenizer_, in_single_bytes(tokenizer_, ids), starts_in)), row.expected);
        const Ids letters = bare_.encode(row.text, ControlTokens::recognised);
        QCOMPARE(summary(parse(bare_, letters, starts_in)), row.expected);
        QCOMPARE(summary(parse(bare_, in_single_bytes(bare_, letters), starts_in)), row.expected);
    }

    void without_tools_calls_stay_text() {
        const std::string text = "a\n\n" + std::string(kCall) + "\n";
        const Ids ids = tokenizer_.encode(text, ControlTokens::recognised);
        for (const char* tools : {"", "[]", " "}) {
            QCOMPARE(summary(parse(tokenizer_, ids, StartsIn::answer, tools)), "T[" + text + "]");
        }
    }

    void markers_spelled_with_other_tokens_stay_text() {
        const std::string text = "a</think>" + std::string(kCall);
        const Ids letters = tokenizer_.encode(text, ControlTokens::plain_text);
        QCOMPARE(summary(parse(tokenizer_, letters, StartsIn::answer)), "T[" + text + "]");
        QCOMPARE(summary(parse(tokenizer_, letters, StartsIn::thinking)), "R[" + text + "]");
    }

    void text_comes_out_as_soon_as_it_is_certain() {
        OutputParser parser(tokenizer_, kTools, StartsIn::thinking);
        QVERIFY(parser.thinking());
        const auto fed = [&](std::string_view text) { return summary(feed_all(parser, tokenizer_, text)); };
        QCOMPARE(fed("\n"), std::string());
        QCOMPARE(fed("a b"), std::string("R[a b]"));
        QCOMPARE(fed("\n\n"), std::string());
        QCOMPARE(fed("c"), std::string("R[\n\nc]"));
        QCOMPARE(fed("\n</think>"), std::string());
        QVERIFY(!parser.thinking());
        QCOMPARE(fed("\n\n"), std::string());
        QCOMPARE(fed("x"), std::string("T[x]"));
        QCOMPARE(fed(" "), std::string());
        QCOMPARE(fed("y"), std::string("T[ y]"));
        QCOMPARE(fed("<tool_call><function=f></function>"), std::string());
        QCOMPARE(fed("</tool_call>"), std::string("C0[f {}]"));
        QCOMPARE(summary(parser.finish()), std::string());
    }

    void text_that_may_become_a_marker_is_held_back_where_markers_are_text() {
        OutputParser parser(bare_, kTools, StartsIn::answer);
        const auto fed = [&](std::string_view text) { return summary(feed_all(parser, bare_, text)); };
        QCOMPARE(fed("a<"), std::string("T[a]"));
        QCOMPARE(fed("to"), std::string());
        QCOMPARE(fed("p><"), std::string("T[<top>]"));
        QCOMPARE(fed("<tool_call"), std::string("T[<]"));
        QCOMPARE(summary(parser.finish()), std::string("T[<tool_call]"));
    }

    void calls_have_ids_of_their_own() {
        const Ids ids = tokenizer_.encode(std::string(kCall) + kCall, ControlTokens::recognised);
        const auto pieces = parse(tokenizer_, ids, StartsIn::answer);
        QCOMPARE(pieces.size(), std::size_t{2});
        QCOMPARE(std::get<OutputParser::Call>(pieces[0]).call.id, std::string("call_0"));
        QCOMPARE(std::get<OutputParser::Call>(pieces[1]).call.id, std::string("call_1"));
    }

    void the_whole_answer_is_read() {
        const Ids ids = tokenizer_.encode(kWholeAnswer, ControlTokens::recognised);
        QCOMPARE(summary(parse(tokenizer_, ids, StartsIn::thinking)),
                 std::string("R[Two calls \U0001F44D.\n\nFirst Rome.] T[I look it up: \u4F60\u597D] "
                             "C0[get_weather {\"city\":\"Rome</parameter>\u00E9\",\"days\":2}] "
                             "C1[get_weather {\"opts\":{\"a\":[1,true]}}]"));
    }

    /// Cut behind any byte, what was thinking is thinking, whole calls are calls and all the rest is text.
    void a_cut_answer_loses_nothing() {
        const std::string answer = kWholeAnswer;
        const Ids ids = in_single_bytes(tokenizer_, tokenizer_.encode(answer, ControlTokens::recognised));
        for (std::size_t count = 0; count <= ids.size(); ++count) {
            const std::span<const TokenId> cut(ids.data(), count);
            const auto pieces = parse(tokenizer_, cut, StartsIn::thinking);
            QVERIFY(!has_half_characters(pieces));
            const std::string expected = split_plainly(tokenizer_.decode(cut));
            QVERIFY2(summary(pieces) == expected, (summary(pieces) + "\n" + expected).c_str());
        }
    }

    void any_tokens_in_any_order_are_survived() {
        std::mt19937 random(23);
        Ids favourites;
        for (const char* text : {"<think>", "</think>", "<tool_call>", "</tool_call>", "<function=f>", "</function>",
                                 "<parameter=a>", "</parameter>", "\n", " ", "x", "\xF0\x9F", "\xFF", "\u00E9"}) {
            const Ids ids = tokenizer_.encode(text, ControlTokens::recognised);
            favourites.insert(favourites.end(), ids.begin(), ids.end());
        }
        for (int round = 0; round < 3000; ++round) {
            Ids ids;
            for (auto length = random() % 60; length > 0; --length) {
                ids.push_back(random() % 4 == 0 ? static_cast<TokenId>(random() % 1100) - 20
                                                : favourites[random() % favourites.size()]);
            }
            const StartsIn starts_in = round % 2 == 0 ? StartsIn::thinking : StartsIn::answer;
            const auto pieces = parse(tokenizer_, ids, starts_in);
            QVERIFY(!has_half_characters(pieces));
            QCOMPARE(summary(parse(tokenizer_, in_single_bytes(tokenizer_, ids), starts_in)), summary(pieces));
        }
    }

private:
    /// How a beginning of kWholeAnswer is split, read off the text as a whole.
    static std::string split_plainly(std::string text) {
        std::string expected;
        const auto cut_bytes = [&text] {  // an unfinished character at the end becomes U+FFFD
            Utf8Stream stream;
            text = stream.feed(text);
            text += stream.finish();
        };
        cut_bytes();
        const std::size_t think_end = text.find("</think>");
        std::string thinking = text.substr(0, think_end);
        thinking.erase(0, std::min(thinking.find_first_not_of('\n'), thinking.size()));
        thinking.erase(thinking.find_last_not_of('\n') + 1);
        if (!thinking.empty()) {
            expected = "R[" + thinking + "]";
        }
        if (think_end == std::string::npos) {
            return expected;
        }
        std::string rest = text.substr(think_end + 8);
        rest.erase(0, std::min(rest.find_first_not_of('\n'), rest.size()));
        const char* const calls[] = {" C0[get_weather {\"city\":\"Rome</parameter>\u00E9\",\"days\":2}]",
                                     " C1[get_weather {\"opts\":{\"a\":[1,true]}}]"};
        for (int call = 0;; ++call) {
            const std::size_t begin = rest.find("<tool_call>");
            const std::size_t function_end = rest.find("</function>");
            const bool is_whole = function_end != std::string::npos;
            std::string before = rest.substr(0, is_whole ? begin : rest.size());
            if (is_whole || (call > 0 && begin == std::string::npos)) {
                before.erase(before.find_last_not_of(" \n") + 1);
            }
            if (!before.empty()) {
                expected += " T[" + before + "]";
            }
            if (!is_whole) {
                return expected;
            }
            expected += calls[call];
            const std::size_t call_end = rest.find("</tool_call>");
            rest.erase(0, call_end == std::string::npos ? rest.size() : call_end + 12);
        }
    }

    Tokenizer tokenizer_ = testing::tiny_tokenizer();
    Tokenizer bare_ = tokenizer_without_markers();
};

STRATA_TEST(OutputParserTest);

#include "output_parser_test.moc"
