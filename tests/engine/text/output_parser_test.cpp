#include <QtTest/QtTest>

#include <filesystem>
#include <optional>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <random>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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

/// Pieces in order as text, those of one kind joined: "R[add] T[2] C0[name arguments]"; a call that was begun and not
/// closed: "B0[name arguments]". "(mismatch)" where the pieces of a call are not those of the whole.
class Summary {
public:
    void add(const OutputParser::Piece& piece) {
        if (const auto* reasoning = std::get_if<OutputParser::Reasoning>(&piece)) {
            add_text('R', reasoning->text);
        } else if (const auto* answer = std::get_if<OutputParser::Text>(&piece)) {
            add_text('T', answer->text);
        } else if (const auto* begun = std::get_if<OutputParser::CallBegun>(&piece)) {
            end_open_call();
            open_ = *begun;
            arguments_.clear();
        } else if (const auto* more = std::get_if<OutputParser::CallArguments>(&piece)) {
            add_word(open_ && more->index == open_->index && !more->text.empty() ? "" : "(mismatch)");
            arguments_ += more->text;
        } else {
            const auto& closed = std::get<OutputParser::Call>(piece);
            const bool same = open_ && closed.index == open_->index && closed.call.id == open_->id &&
                              closed.call.name == open_->name && closed.call.arguments == arguments_ &&
                              nlohmann::json::accept(arguments_);
            add_word(fmt::format("C{}[{} {}]{}", closed.index, closed.call.name, closed.call.arguments,
                                 same ? "" : "(mismatch)"));
            open_.reset();
        }
    }
    std::string text() {
        end_open_call();
        return text_;
    }

private:
    void add_word(const std::string& word) {
        text_ += text_.empty() || word.empty() ? word : " " + word;
        last_ = word.empty() ? last_ : char{0};
    }
    void add_text(char kind, const std::string& piece) {
        end_open_call();
        if (kind == last_) {
            text_.insert(text_.size() - 1, piece);
        } else {
            add_word(fmt::format("{}[{}]", kind, piece));
        }
        last_ = kind;
    }
    void end_open_call() {
        if (open_) {
            add_word(fmt::format("B{}[{} {}]", open_->index, open_->name, arguments_));
            open_.reset();
        }
    }

    std::string text_, arguments_;
    std::optional<OutputParser::CallBegun> open_;
    char last_ = 0;
};

std::string summary(const std::vector<OutputParser::Piece>& pieces) {
    Summary all;
    for (const auto& piece : pieces) {
        all.add(piece);
    }
    return all.text();
}

bool has_half_characters(const std::vector<OutputParser::Piece>& pieces) {
    for (const auto& piece : pieces) {
        std::string_view text;
        if (const auto* answer = std::get_if<OutputParser::Text>(&piece)) {
            text = answer->text;
        } else if (const auto* reasoning = std::get_if<OutputParser::Reasoning>(&piece)) {
            text = reasoning->text;
        } else if (const auto* arguments = std::get_if<OutputParser::CallArguments>(&piece)) {
            text = arguments->text;
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
                                       const std::string& tools = kTools, std::string_view begun_call = {}) {
    OutputParser parser(tokenizer, tools, starts_in, begun_call);
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

    {"call cut in a value", false, "a\n\n<tool_call>\n<function=f>\n<parameter=a>\nx", "T[a] B0[f {\"a\":\"x]"},
    {"call cut before its name", false, "a\n\n<tool_call>\n<function=f", "T[a\n\n<tool_call>\n<function=f]"},
    {"call cut behind its name", false, "a\n\n<tool_call>\n<function=f>", "T[a] B0[f ]"},
    {"call cut in a value that streams when it is complete", false,
     "<tool_call><function=get_weather><parameter=days>\n1", "B0[get_weather {\"days\":]"},
    {"call cut at what may be the end of a value", false, "<tool_call><function=f><parameter=a>x\n</parameter>\n",
     "B0[f {\"a\":\"x]"},
    {"call cut behind a value", false,
     "<tool_call><function=f><parameter=a>x\n</parameter>\n<parameter=", "B0[f {\"a\":\"x\"]"},
    {"call cut in a character", false, "<tool_call><function=f><parameter=a>x\xC3", "B0[f {\"a\":\"x]"},
    {"a whole call stays when the next is cut in a value", false,
     std::string(kCall) + "\n<tool_call><function=f><parameter=a>x", "C0[f {\"a\":\"x\"}] B1[f {\"a\":\"x]"},
    {"call cut at once", false, "a\n<tool_call>", "T[a\n<tool_call>]"},
    {"a whole call stays when the next is cut", false, std::string(kCall) + "\n<tool_call>\n<func",
     "C0[f {\"a\":\"x\"}] T[\n<tool_call>\n<func]"},
    {"another form of call is text", false, "<tool_call>\n{\"name\": \"f\"}\n</tool_call>",
     "T[<tool_call>\n{\"name\": \"f\"}\n</tool_call>]"},
    {"a call behind a broken one", false, "<tool_call>{}</tool_call>\n" + std::string(kCall),
     "T[<tool_call>{}</tool_call>] C0[f {\"a\":\"x\"}]"},
    {"text instead of the last tag", false, std::string(kCallWithoutEnd) + "x", "C0[f {\"a\":\"x\"}] T[\nx]"},
    {"text before the last tag", false, std::string(kCallWithoutEnd) + "x</tool_call>y</tool_call>",
     "C0[f {\"a\":\"x\"}] T[\nxy</tool_call>]"},
    {"a marker behind the function", false, std::string(kCallWithoutEnd) + "<think>x",
     "C0[f {\"a\":\"x\"}] T[\n<think>x]"},
    {"what stands between the tags is passed over", false,
     "<tool_call><function=f><think> a <parameter=>b<parameter=a>x</parameter></function></tool_call>",
     "C0[f {\"a\":\"x\"}]"},
    {"the call's end before the function's", false, "<tool_call><function=f>\n</tool_call>\nDone.",
     "B0[f ] T[\nDone.]"},
    {"a call's beginning before the function's end", false, "<tool_call><function=f>\n" + std::string(kCall),
     "B0[f ] C1[f {\"a\":\"x\"}]"},
    {"a key twice", false,
     "<tool_call><function=f><parameter=a>x</parameter><parameter=a>y</parameter></function></tool_call>",
     "C0[f {\"a\":\"x\"}]"},
    {"a function that is not declared", false, "<tool_call><function=a b></function></tool_call>", "C0[a b {}]"},
    {"quotes and control characters in a value", false,
     "<tool_call><function=f><parameter=a>\"\\\x01\t\n</parameter></function></tool_call>",
     "C0[f {\"a\":\"\\\"\\\\\\u0001\\t\"}]"},
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
        QCOMPARE(fed("<tool_call><function=f"), std::string());
        QCOMPARE(fed(">"), std::string("B0[f ]"));
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

    void a_call_comes_out_while_it_is_written() {
        OutputParser parser(tokenizer_, kTools, StartsIn::answer);
        /// "+" the beginning, "!" the whole, the arguments as they are.
        const auto fed = [&](std::string_view text) {
            std::string all;
            for (const auto& piece : feed_all(parser, tokenizer_, text)) {
                const auto* arguments = std::get_if<OutputParser::CallArguments>(&piece);
                all += arguments != nullptr                                     ? arguments->text
                       : std::holds_alternative<OutputParser::CallBegun>(piece) ? "+"
                                                                                : "!";
            }
            return all;
        };
        QCOMPARE(fed("<tool_call>\n<function=get_weather"), std::string());
        QCOMPARE(fed(">\n"), std::string("+"));
        QCOMPARE(fed("<parameter=city>"), std::string("{\"city\":\""));
        QCOMPARE(fed("\n"), std::string());
        QCOMPARE(fed("Os"), std::string("Os"));
        QCOMPARE(fed("lo\n"), std::string("lo"));
        QCOMPARE(fed("\"Nord\"\n"), std::string("\\n\\\"Nord\\\""));
        QCOMPARE(fed("</parameter>\n<parameter=days>\n"), std::string("\",\"days\":"));
        QCOMPARE(fed("12"), std::string());
        QCOMPARE(fed("\n</parameter>\n</function>"), std::string("12}"));
        QCOMPARE(fed("\n"), std::string());
        QCOMPARE(fed("</tool_call>"), std::string("!"));
    }

    void calls_have_ids_of_their_own() {
        const Ids ids = tokenizer_.encode(std::string(kCall) + kCall, ControlTokens::recognised);
        std::set<std::string> seen;
        for (int answer = 0; answer < 500; ++answer) {
            for (const auto& piece : parse(tokenizer_, ids, StartsIn::answer)) {
                if (const auto* call = std::get_if<OutputParser::Call>(&piece)) {
                    QVERIFY(QRegularExpression("^call_[0-9a-f]{24}$")
                                .match(QString::fromStdString(call->call.id))
                                .hasMatch());
                    seen.insert(call->call.id);
                }
            }
        }
        QCOMPARE(seen.size(), std::size_t{1000});
    }

    void a_call_that_the_prompt_has_begun_goes_on_data() {
        QTest::addColumn<QByteArray>("begun");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("expected");
        const QByteArray any = "\n<function";
        const QByteArray named = "\n<function=f>\n";
        const QByteArray rest = "<parameter=a>\nx\n</parameter>\n</function>\n</tool_call>";
        const QByteArray whole = "C0[f {\"a\":\"x\"}]";
        const auto row = [](const char* name, const QByteArray& begun, const QByteArray& text,
                            const QByteArray& expected) { QTest::newRow(name) << begun << text << expected; };
        row("any", any, "=f>\n" + rest, whole);
        row("any, the name at once", any, "f>\n" + rest, whole);
        row("named", named, rest, whole);
        row("named, more newlines", named, "\n" + rest, whole);
        row("any, and another call", any, "=f>\n" + rest + "\n" + kCall, whole + " C1[f {\"a\":\"x\"}]");
        row("named, and text", named, rest + "\nDone.", whole + " T[\nDone.]");
        row("any, begun again", any, kCall, whole);
        row("named, begun again", named, kCall, whole);
        row("any, its function begun again", any, "\n<function=f>\n" + rest, whole);
        row("named, its function begun again", named, "<function=f>\n" + rest, whole);
        row("any, cut before the name", any, "=f", "T[<tool_call>\n<function=f]");
        row("any, no call", any, "=f\nNo.", "T[<tool_call>\n<function=f\nNo.]");
        row("named, cut at once", named, "\n", "B0[f ]");
        row("any, nothing", any, "", "");
        row("named, nothing", named, "", "");
    }
    void a_call_that_the_prompt_has_begun_goes_on() {
        QFETCH(QByteArray, begun);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, expected);
        for (const Tokenizer* tokenizer : {&tokenizer_, &bare_}) {
            const Ids ids = tokenizer->encode(text.toStdString(), ControlTokens::recognised);
            QCOMPARE(summary(parse(*tokenizer, ids, StartsIn::call, kTools, begun.toStdString())),
                     expected.toStdString());
            QCOMPARE(summary(parse(*tokenizer, in_single_bytes(*tokenizer, ids), StartsIn::call, kTools,
                                   begun.toStdString())),
                     expected.toStdString());
        }
    }

    void a_begun_call_comes_out_with_the_first_token() {
        OutputParser parser(tokenizer_, kTools, StartsIn::call, "\n<function=f>\n");
        QVERIFY(parser.has_open_call());
        const auto first = feed_all(parser, tokenizer_, "\n");
        QCOMPARE(first.size(), std::size_t{1});
        QCOMPARE(std::get<OutputParser::CallBegun>(first[0]).name, std::string("f"));
    }

    void calls_that_were_not_completed_are_known() {
        const auto open_after = [&](const std::string& text) {
            OutputParser parser(tokenizer_, kTools, StartsIn::answer);
            feed_all(parser, tokenizer_, text);
            return parser.has_open_call();
        };
        QVERIFY(!open_after("text"));
        QVERIFY(open_after("<tool_call>"));
        QVERIFY(open_after("<tool_call><function=f>"));
        QVERIFY(!open_after("<tool_call>{}"));
        QVERIFY(!open_after(kCall));
        QVERIFY(!open_after(kCallWithoutEnd));
        QVERIFY(open_after(std::string(kCall) + "<tool_call>"));
        QVERIFY(open_after("<tool_call><function=f></tool_call>"));
        QVERIFY(open_after("<tool_call><function=f></tool_call>" + std::string(kCall)));
        QVERIFY(open_after("<tool_call><function=f></tool_call>" + std::string(kCallWithoutEnd)));
    }

    void the_whole_answer_is_read() {
        const Ids ids = tokenizer_.encode(kWholeAnswer, ControlTokens::recognised);
        QCOMPARE(summary(parse(tokenizer_, ids, StartsIn::thinking)),
                 std::string("R[Two calls \U0001F44D.\n\nFirst Rome.] T[I look it up: \u4F60\u597D] "
                             "C0[get_weather {\"city\":\"Rome</parameter>\u00E9\",\"days\":2}] "
                             "C1[get_weather {\"opts\":{\"a\":[1,true]}}]"));
    }

    /// Cut behind any byte, what was thinking is thinking, whole calls are calls, and the one that is cut is text
    /// before its name and a beginning of its arguments behind it.
    void a_cut_answer_loses_nothing() {
        const std::string answer = kWholeAnswer;
        const Ids ids = in_single_bytes(tokenizer_, tokenizer_.encode(answer, ControlTokens::recognised));
        for (std::size_t count = 0; count <= ids.size(); ++count) {
            const std::span<const TokenId> cut(ids.data(), count);
            const auto pieces = parse(tokenizer_, cut, StartsIn::thinking);
            QVERIFY(!has_half_characters(pieces));
            const std::string expected = split_plainly(tokenizer_.decode(cut));
            const std::string found = without_open_arguments(summary(pieces));
            QVERIFY2(found == expected, (found + "\n" + expected).c_str());
        }
    }

    /// Two pieces, cut at each byte; then many, cut at random: always the same as in one piece.
    void the_cuts_of_the_text_make_no_difference() {
        const std::string answers[] = {
            kWholeAnswer,
            std::string("a</think>") + kCallWithoutEnd + "\n text </tool_call> more " + kCall + " \n",
            "</think><tool_call>\n<function=f> x <parameter=a>\n\n</parameter></parameter> \u00E9\n\n</parameter>\n"
            "<parameter=\nb>1</parameter><parameter=a>2</parameter>\n</function></tool_call></tool_call>",
            "\n<think>x</think><tool_call><function=f></tool_call><tool_call>{<tool_call><function=g></function>",
            "</think>a <tool_call><function=get_weather><parameter=days>[1, \U0001F44D]</parameter></fun",
            "</think><tool_call><function=get_weather><parameter=city>\n\U0001F44D\n\n</parameter>\n",
        };
        std::mt19937 random(2024);
        for (const std::string& answer : answers) {
            const std::string whole =
                summary(parse(bare_, bare_.encode(answer, ControlTokens::plain_text), StartsIn::thinking));
            QVERIFY2(whole.find("(mismatch)") == std::string::npos, whole.c_str());
            const auto check = [&](std::vector<std::size_t> cuts) {
                Ids ids;
                cuts.push_back(answer.size());
                std::size_t from = 0;
                for (const std::size_t to : cuts) {
                    const Ids piece = bare_.encode(answer.substr(from, to - from), ControlTokens::plain_text);
                    ids.insert(ids.end(), piece.begin(), piece.end());
                    from = to;
                }
                const std::string found = summary(parse(bare_, ids, StartsIn::thinking));
                return found == whole;
            };
            for (std::size_t cut = 0; cut <= answer.size(); ++cut) {
                QVERIFY(check({cut}));
            }
            for (int round = 0; round < 300; ++round) {
                std::vector<std::size_t> cuts;
                for (std::size_t at = random() % 8; at < answer.size(); at += 1 + random() % 8) {
                    cuts.push_back(at);
                }
                QVERIFY(check(std::move(cuts)));
            }
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
            QVERIFY2(summary(pieces).find("(mismatch)") == std::string::npos, summary(pieces).c_str());
            QCOMPARE(summary(parse(tokenizer_, in_single_bytes(tokenizer_, ids), starts_in)), summary(pieces));
        }
    }

private:
    /// Checks that the arguments of an open call are a beginning of those in kWholeAnswer, and leaves them out.
    static std::string without_open_arguments(std::string text) {
        const std::size_t open = text.find("B");
        if (open == std::string::npos || text.find("[get_weather ", open) != open + 2) {
            return text;
        }
        const std::size_t begin = open + 15;
        const std::string arguments = text.substr(begin, text.size() - 1 - begin);
        const std::string whole =
            text[open + 1] == '0' ? "{\"city\":\"Rome</parameter>\u00E9\",\"days\":2}" : "{\"opts\":{\"a\":[1,true]}}";
        return whole.starts_with(arguments) ? text.substr(0, begin) + "]" : "(mismatch)";
    }

    /// How a beginning of kWholeAnswer is split, read off the text as a whole. Of a call that is cut: its name.
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
            const bool is_named = rest.find("<function=get_weather>") != std::string::npos;
            const bool is_whole = rest.find("</function>") != std::string::npos;
            std::string before = rest.substr(0, is_named ? begin : rest.size());
            if (is_named || (call > 0 && begin == std::string::npos)) {
                before.erase(before.find_last_not_of(" \n") + 1);
            }
            if (!before.empty()) {
                expected += " T[" + before + "]";
            }
            if (!is_whole) {
                return expected + (is_named ? fmt::format(" B{}[get_weather ]", call) : "");
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
