#include <QtTest/QtTest>

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>

#include "support/test_registry.h"
#include "text/tool_call_markup.h"

using namespace strata;

namespace {

/// What came out of a text that went in in pieces of this size.
struct Read {
    ToolCallMarkup markup;
    std::string summary;  ///< "name(key=value;key=value;)" as far as it goes
    std::string rest;
};

Read read_in_pieces(std::string_view text, std::size_t piece) {
    Read read;
    for (std::size_t at = 0; at < text.size(); at += piece) {
        for (const auto& part : read.markup.feed(text.substr(at, piece))) {
            if (const auto* function = std::get_if<ToolCallMarkup::Function>(&part)) {
                read.summary += function->name + '(';
            } else if (const auto* parameter = std::get_if<ToolCallMarkup::Parameter>(&part)) {
                read.summary += parameter->key + '=';
            } else if (const auto* value = std::get_if<ToolCallMarkup::Value>(&part)) {
                read.summary += value->text;
            } else {
                read.summary += ';';
            }
        }
        if (read.markup.is_complete()) {
            read.rest = read.markup.take_rest() + std::string(text.substr(std::min(text.size(), at + piece)));
            read.summary += ')';
            break;
        }
    }
    if (read.markup.has_failed()) {
        read.summary = "failed";
    }
    return read;
}

}  // namespace

class ToolCallMarkupTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reads_calls_in_pieces_of_any_size_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const char* text, const char* expected) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(expected);
        };
        row("no parameters", "\n<function=f>\n</function>\n", "f()");
        row("no white space", "<function=f><parameter=a>1</parameter></function>", "f(a=1;)");
        row("usual form",
            "\n<function=f>\n<parameter=a>\nx\n</parameter>\n<parameter=b>\ny\n</parameter>\n</function>\n",
            "f(a=x;b=y;)");
        row("one newline at each end is dropped", "<function=f><parameter=a>\n\n x \n\n</parameter></function>",
            "f(a=\n x \n;)");
        row("empty value", "<function=f><parameter=a></parameter></function>", "f(a=;)");
        row("a newline alone", "<function=f><parameter=a>\n</parameter></function>", "f(a=;)");
        row("two newlines alone", "<function=f><parameter=a>\n\n</parameter></function>", "f(a=;)");
        row("three newlines alone", "<function=f><parameter=a>\n\n\n</parameter></function>", "f(a=\n;)");
        row("end tag inside", "<function=f><parameter=a>x</parameter>y</parameter></function>", "f(a=x</parameter>y;)");
        row("end tag twice", "<function=f><parameter=a>x</parameter></parameter></function>", "f(a=x</parameter>;)");
        row("end tag, then a word", "<function=f><parameter=a></parameter> \n x</parameter>\n</function>",
            "f(a=</parameter> \n x;)");
        row("function end inside", "<function=f><parameter=a>x</function>y</parameter></function>",
            "f(a=x</function>y;)");
        row("call tags inside", "<function=f><parameter=a><tool_call></tool_call></parameter></function>",
            "f(a=<tool_call></tool_call>;)");
        row("beginnings of tags inside", "<function=f><parameter=a><</</pa</parameter</parameter></function>",
            "f(a=<</</pa</parameter;)");
        row("key with blanks", "<function=f><parameter=a b>1</parameter></function>", "f(a b=1;)");
        row("key twice", "<function=f><parameter=a>1</parameter><parameter=a>2</parameter></function>", "f(a=1;a=2;)");

        row("nothing", "", "");
        row("only a tag's beginning", " \n<func", "");
        row("name open", "<function=f", "");
        row("function open", "<function=f>\n", "f(");
        row("key open", "<function=f>\n<parameter=a", "f(");
        row("value open", "<function=f><parameter=a>x", "f(a=x");
        row("value open behind a newline", "<function=f><parameter=a>\nx\n", "f(a=x");
        row("value closed, function open", "<function=f><parameter=a>x</parameter>\n", "f(a=x");
        row("value maybe closed", "<function=f><parameter=a>x</parameter>\n</func", "f(a=x");

        row("another form", "{\"name\": \"f\"}", "failed");
        row("another tag", "<tool>", "failed");
        row("text before", "x<function=f></function>", "failed");
        row("empty name", "<function=></function>", "failed");
        row("name without end", "<function=f\n<parameter=a>1</parameter></function>", "failed");

        row("text between", "<function=f>x<parameter=a>1</parameter></function>", "f(a=1;)");
        row("a tag between", "<function=f><x><parameter=a>1</parameter></function>", "f(a=1;)");
        row("beginnings of tags between", "<function=f><<par<parameter=a>1</parameter></function>", "f(a=1;)");
        row("JSON instead of parameters", "<function=f>\n{\"a\": 1}\n</function>", "f()");
        row("empty key", "<function=f><parameter=>1</parameter></function>", "f()");
        row("key without end", "<function=f><parameter=a\n1</parameter></function>", "f()");
        row("key without end, then another", "<function=f><parameter=a<parameter=b>1</parameter></function>",
            "f(b=1;)");
        row("second function", "<function=f></function><function=g></function>", "f()");
    }

    void reads_calls_in_pieces_of_any_size() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, expected);
        for (std::size_t piece = 1; piece <= static_cast<std::size_t>(text.size()) + 1; ++piece) {
            const Read read = read_in_pieces(text.toStdString(), piece);
            QCOMPARE(read.summary, expected.toStdString());
            if (!read.markup.has_name()) {
                QVERIFY(text.toStdString().starts_with(read.markup.raw()));
            }
        }
    }

    void what_stands_behind_the_function_is_given_back() {
        const std::string text = "<function=f></function> \nDone.<function=g>";
        for (std::size_t piece = 1; piece <= text.size(); ++piece) {
            QCOMPARE(read_in_pieces(text, piece).rest, std::string(" \nDone.<function=g>"));
        }
    }

    void text_that_never_became_a_call_is_kept() {
        ToolCallMarkup markup;
        QVERIFY(markup.feed("\n<func").empty());
        QVERIFY(markup.feed("tion=f<").empty());
        QVERIFY(markup.has_failed());
        QCOMPARE(markup.raw(), std::string("\n<function=f<"));
    }

    void values_come_out_while_they_are_written() {
        ToolCallMarkup markup;
        const auto fed = [&](std::string_view text) {
            std::string value;
            for (const auto& part : markup.feed(text)) {
                const auto* piece = std::get_if<ToolCallMarkup::Value>(&part);
                value += piece != nullptr ? piece->text : std::string("|");
            }
            return value;
        };
        QCOMPARE(fed("<function=f><parameter=a>\n"), std::string("||"));
        QCOMPARE(fed("one"), std::string("one"));
        QCOMPARE(fed(" two\n"), std::string(" two"));
        QCOMPARE(fed("three\n</para"), std::string("\nthree"));
        QCOMPARE(fed("llel>"), std::string("\n</parallel>"));
        QCOMPARE(fed("</parameter>\n"), std::string());
        QCOMPARE(fed("four"), std::string("</parameter>\nfour"));
        QCOMPARE(fed("\n</parameter>\n</function>"), std::string("|"));
        QVERIFY(markup.is_complete());
    }

    void names_without_end_are_not_waited_for() {
        QCOMPARE(read_in_pieces("<function=" + std::string(600, 'f'), 16).summary, std::string("failed"));
        QCOMPARE(read_in_pieces("<function=f><parameter=" + std::string(600, 'k') + "></function>", 16).summary,
                 std::string("f()"));
        const std::string longest(512, 'f');
        QCOMPARE(read_in_pieces("<function=" + longest + "></function>", 16).summary, longest + "()");
    }

    void a_long_value_in_small_pieces_takes_no_quadratic_time() {
        const std::string ends = "</parameter>" + std::string(1'000'000, ' ') + "<";
        const std::string value = std::string(1'000'000, 'x') + ends;
        const Read read = read_in_pieces("<function=f><parameter=a>" + value + "</parameter></function>", 3);
        QVERIFY(read.summary == "f(a=" + value + ";)");
    }
};

STRATA_TEST(ToolCallMarkupTest);

#include "tool_call_markup_test.moc"
