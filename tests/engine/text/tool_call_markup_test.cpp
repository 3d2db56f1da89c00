#include <QtTest/QtTest>

#include <string>
#include <string_view>

#include "support/test_registry.h"
#include "text/tool_call_markup.h"

using namespace strata;

namespace {

ToolCallMarkup read_in_pieces(std::string_view text, std::size_t piece) {
    ToolCallMarkup markup;
    for (std::size_t at = 0; at < text.size(); at += piece) {
        markup.feed(text.substr(at, piece));
    }
    return markup;
}

/// "name(key=value;key=value)", "open" or "failed".
std::string summary(const ToolCallMarkup& markup) {
    if (markup.has_failed()) {
        return "failed";
    }
    if (!markup.is_complete()) {
        return "open";
    }
    std::string text = markup.function() + '(';
    for (const auto& parameter : markup.parameters()) {
        text += parameter.key + '=' + parameter.value + ';';
    }
    return text + ')';
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

        row("nothing", "", "open");
        row("only a tag's beginning", " \n<func", "open");
        row("name open", "<function=f", "open");
        row("function open", "<function=f>\n", "open");
        row("value open", "<function=f><parameter=a>x", "open");
        row("value closed, function open", "<function=f><parameter=a>x</parameter>\n", "open");
        row("value maybe closed", "<function=f><parameter=a>x</parameter>\n</func", "open");

        row("another form", "{\"name\": \"f\"}", "failed");
        row("another tag", "<tool>", "failed");
        row("text before", "x<function=f></function>", "failed");
        row("text between", "<function=f>x<parameter=a>1</parameter></function>", "failed");
        row("text behind", "<function=f></function>x", "failed");
        row("second function", "<function=f></function><function=g></function>", "failed");
        row("empty name", "<function=></function>", "failed");
        row("empty key", "<function=f><parameter=>1</parameter></function>", "failed");
        row("name without end", "<function=f\n<parameter=a>1</parameter></function>", "failed");
        row("key without end", "<function=f><parameter=a\n1</parameter></function>", "failed");
    }

    void reads_calls_in_pieces_of_any_size() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, expected);
        for (const std::size_t piece : {1U, 2U, 3U, 7U, 1000U}) {
            const ToolCallMarkup markup = read_in_pieces(text.toStdString(), piece);
            QCOMPARE(summary(markup), expected.toStdString());
            QCOMPARE(markup.raw(), text.toStdString());
        }
    }

    void names_without_end_are_not_waited_for() {
        QCOMPARE(summary(read_in_pieces("<function=" + std::string(600, 'f'), 16)), std::string("failed"));
        QCOMPARE(summary(read_in_pieces("<function=f><parameter=" + std::string(600, 'k'), 16)), std::string("failed"));
        const std::string longest(512, 'f');
        QCOMPARE(summary(read_in_pieces("<function=" + longest + "></function>", 16)), longest + "()");
    }

    void a_long_value_in_small_pieces_takes_no_quadratic_time() {
        const std::string ends = "</parameter>" + std::string(1'000'000, ' ') + "<";
        std::string value = std::string(1'000'000, 'x') + ends;
        const ToolCallMarkup markup =
            read_in_pieces("<function=f><parameter=a>" + value + "</parameter></function>", 3);
        QVERIFY(markup.is_complete());
        QVERIFY(markup.parameters()[0].value == value);
    }
};

STRATA_TEST(ToolCallMarkupTest);

#include "tool_call_markup_test.moc"
