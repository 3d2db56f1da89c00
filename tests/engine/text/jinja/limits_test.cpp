#include <QtTest/QtTest>

#include <nlohmann/json.hpp>

#include "engine/text/rendering.h"
#include "support/test_registry.h"
#include "text/chat_template.h"
#include "text/jinja/limits.h"

using namespace strata;
using namespace strata::testing;
using Json = nlohmann::ordered_json;

namespace {

QString repeated(const char* text, int times) {
    return QString(text).repeated(times);
}

}  // namespace

/// Templates that want too much. Each would overflow the stack, fill the memory or run for ever if nothing counted.
class JinjaLimitsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void what_wants_too_much_is_refused_data() {
        QTest::addColumn<QString>("source");
        constexpr int kMany = 100'000;
        const auto row = [](const char* name, const QString& source) { QTest::newRow(name) << source; };

        row("brackets", "{{ " + repeated("(", kMany) + "1" + repeated(")", kMany) + " }}");
        row("open brackets", "{{ " + repeated("(", kMany));
        row("lists", "{{ " + repeated("[", kMany) + repeated("]", kMany) + " }}");
        row("maps", "{{ " + repeated("{1:", kMany) + "1" + repeated("}", kMany) + " }}");
        row("signs", "{{ " + repeated("- ", kMany) + "1 }}");
        row("nots", "{{ " + repeated("not ", kMany) + "1 }}");
        row("attributes", "{{ a" + repeated(".b", kMany) + " }}");
        row("items", "{{ a" + repeated("[0]", kMany) + " }}");
        row("nested items", "{{ " + repeated("a[", kMany));
        row("calls", "{{ a" + repeated("()", kMany) + " }}");
        row("nested calls", "{{ " + repeated("a(", kMany));
        row("filters", "{{ a" + repeated("|trim", kMany) + " }}");
        row("nested filter arguments", "{{ a" + repeated("|trim(a", kMany));
        row("tests", "{{ a" + repeated(" is defined(", kMany));
        row("sums", "{{ 1" + repeated("+1", kMany) + " }}");
        row("powers", "{{ 1" + repeated("**1", kMany) + " }}");
        row("ands", "{{ 1" + repeated(" and 1", kMany) + " }}");
        row("inline ifs", "{{ 1" + repeated(" if 1 else 1", kMany) + " }}");
        row("inline ifs without else", "{{ 1" + repeated(" if 1", kMany) + " }}");
        row("slices", "{{ a" + repeated("[1:", kMany));
        row("ifs", repeated("{% if 1 %}", kMany) + repeated("{% endif %}", kMany));
        row("loops", repeated("{% for a in b %}", kMany));
        row("macros", repeated("{% macro a() %}", kMany));
        row("captures", repeated("{% set a %}", kMany));
        row("withs", repeated("{% with %}", kMany));
        row("filter blocks", repeated("{% filter trim %}", kMany));
        row("targets", "{% set " + repeated("(", kMany) + "a" + repeated(")", kMany) + " = 1 %}");
        row("target nesting", "{% for " + repeated("(a,", kMany));
        row("tokens", "{{ [" + repeated("1,", 300'000) + "] }}");
        row("arguments", "{{ a(" + repeated("1,", 101) + ") }}");
        row("template size", repeated("x", (1 << 20) + 1));
        row("text in an open comment", "{#" + repeated("x", 1'000'000));

        row("long range", "{% for i in range(10 ** 9) %}{% endfor %}");
        row("longest range", "{{ range(-9223372036854775807, 9223372036854775807) | length }}");
        row("range backwards", "{{ range(9223372036854775807, -9223372036854775807, -1) | length }}");
        row("loops in loops",
            "{% set r = range(1000) %}{% for a in r %}{% for b in r %}{% for c in r %}{% endfor %}"
            "{% endfor %}{% endfor %}");
        row("empty rounds of a condition",
            "{% for a in range(900000) %}{% for b in range(900000) if false %}{% endfor %}"
            "{% endfor %}");
        row("repeated text", "{{ 'a' * 10 ** 9 }}");
        row("repeated text of the largest number", "{{ 'aa' * 9223372036854775807 }}");
        row("repeated list", "{{ ([1] * 10 ** 9) | length }}");
        row("repeated list of the largest number", "{{ [1, 2] * 9223372036854775807 }}");
        row("doubling text",
            "{% set ns = namespace(t='x') %}{% for i in range(100) %}{% set ns.t = ns.t ~ ns.t %}{% endfor %}");
        row("doubling list",
            "{% set ns = namespace(t=[1]) %}{% for i in range(100) %}{% set ns.t = ns.t + ns.t %}{% endfor %}");
        row("growing text",
            "{% set ns = namespace(t='x' * 100000) %}{% for i in range(100000) %}{% set ns.t = ns.t ~ 'x' %}"
            "{% endfor %}");
        const QString tree =
            "{% set ns = namespace(t=['x']) %}{% for i in range(90) %}{% set ns.t = [ns.t, ns.t] %}{% endfor %}";
        row("tree of shared lists to JSON", tree + "{{ ns.t | tojson }}");
        row("tree of shared lists printed", tree + "{{ ns.t }}");
        row("trees of shared lists compared",
            "{% set ns = namespace(t=['x'], u=['x']) %}{% for i in range(90) %}{% set ns.t = [ns.t, ns.t] %}"
            "{% set ns.u = [ns.u, ns.u] %}{% endfor %}{{ ns.t == ns.u }}");
        row("deep list",
            "{% set ns = namespace(t=[]) %}{% for i in range(100000) %}{% set ns.t = [ns.t] %}{% endfor %}");
        row("deep map",
            "{% set ns = namespace(t={}) %}{% for i in range(100000) %}{% set ns.t = {'a': ns.t} %}{% endfor %}");
        row("deep loops",
            "{% set ns = namespace(t=1) %}{% for i in range(100000) %}{% for j in [ns.t] %}{% set ns.t = loop %}"
            "{% endfor %}{% endfor %}");
        row("deep methods",
            "{% set ns = namespace(t={}) %}{% for i in range(100000) %}{% set ns.t = {'a': ns.t.get} %}"
            "{% endfor %}");
        row("endless macro", "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}");
        row("endless macros in turn",
            "{% macro a() %}{{ b() }}{% endmacro %}{% macro b() %}{{ a() }}{% endmacro %}{{ a() }}");
        row("endless default", "{% macro m(a=m()) %}{% endmacro %}{{ m() }}");
        row("macro that doubles",
            "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}");
        row("deep evaluation", "{% macro m(n) %}" + repeated("{% if 1 %}", 90) + "{{ " + repeated("[", 100) + "m(n)" +
                                   repeated("]", 100) + " }}" + repeated("{% endif %}", 90) +
                                   "{% endmacro %}{{ m(1) }}");
        row("filters of filters", "{{ 'a' | map(" + repeated("'map',", 99) + "'map') | list }}" +
                                      "{% for i in range(10 ** 7) %}{% endfor %}");
        row("replacing by much", "{{ ('a' * 100000) | replace('a', 'b' * 100000) }}");
        row("joining much", "{{ (range(100000) | list) | join('x' * 100000) }}");
        row("searching for what is nearly there",
            "{% set t = 'a' * 2000000 %}{% set s = 'a' * 1000000 ~ 'b' %}{% for i in range(1000) %}{{ s in t }}{% "
            "endfor %}");
        row("stripping any of many characters", "{% set c = 'ab' * 1000000 ~ 'x' %}{{ ('x' * 1000000).strip(c) }}");
        row("characters one by one",
            "{% set t = 'a' * 1000000 %}{% for i in range(1000000) %}{% if t[i] %}{% endif %}{% endfor %}");
        row("pairs of different items", "{{ range(100000) | unique | list | length }}");
        row("indentation", "{{ ('a\n' * 100000) | indent(1000) }}");
        row("width", "{{ 'a' | indent(10 ** 9, true) }}");
        row("JSON indentation", "{{ [1] | tojson(indent=10 ** 9) }}");
        row("much output", "{% for i in range(1000) %}{{ 'x' * 10000 }}{% endfor %}");
        row("much output in a macro",
            "{% macro m() %}{% for i in range(1000) %}{{ 'x' * 10000 }}{% endfor %}{% endmacro %}"
            "{{ m() | length }}");
        row("decimals", "{{ 1.5 | round(10 ** 9) }}");
        row("a namespace in itself", "{% set ns = namespace() %}{% set ns.a = ns %}{% set ns.b = [ns] %}{{ ns.b }}");
    }

    void what_wants_too_much_is_refused() {
        QFETCH(QString, source);
        const auto prompt = render(source.toStdString(), Json::object());
        QVERIFY(!prompt);
        QCOMPARE(prompt.error().code, ErrorCode::bad_template);
        QVERIFY2(prompt.error().message.starts_with("chat template line "), prompt.error().message.c_str());
        QVERIFY(prompt.error().message.size() < 600);
    }

    void what_is_just_within_the_limits_renders() {
        const auto sum = QString("{{ 1" + repeated("+1", jinja::kMaxExpressionDepth - 1) + " }}");
        QCOMPARE(render(sum.toStdString(), Json::object())->text, std::string("200"));
        const auto ifs = repeated("{% if 1 %}", jinja::kMaxBlockDepth - 1) + "x" +
                         repeated("{% endif %}", jinja::kMaxBlockDepth - 1);
        QCOMPARE(render(ifs.toStdString(), Json::object())->text, std::string("x"));
        const QString joined = "{{ 'a'" + repeated(" ~ 'a'", 10'000) + " }}";
        QCOMPARE(render(joined.toStdString(), Json::object())->text.size(), std::size_t{10'001});
        QCOMPARE(render("{% macro m(n) %}{% if n %}{{ m(n - 1) }}{% endif %}x{% endmacro %}{{ m(60) }}", Json::object())
                     ->text.size(),
                 std::size_t{61});
    }

    void variables_nested_too_deeply_are_refused() {
        Json deep = Json::array();
        for (int i = 0; i < 150; ++i) {
            Json outer = Json::array();
            outer.push_back(std::move(deep));
            deep = std::move(outer);
        }
        const auto prompt = render("x", {{"deep", std::move(deep)}});
        QVERIFY(!prompt);
        QCOMPARE(prompt.error().code, ErrorCode::invalid_argument);
    }

    void budgets_grow_with_the_conversation() {
        Json messages = Json::array();
        for (int i = 0; i < 20'000; ++i) {
            messages.push_back(
                {{"role", i % 2 == 0 ? "user" : "assistant"}, {"content", "message " + std::to_string(i)}});
        }
        messages.push_back({{"role", "user"}, {"content", std::string(5'000'000, 'x')}});
        const auto prompt = ChatTemplate::built_in().render({{"messages", messages}, {"add_generation_prompt", true}});
        QVERIFY2(prompt.has_value(), prompt ? "" : prompt.error().message.c_str());
        QVERIFY(prompt->text.size() > 5'000'000);
    }

    void output_grows_to_four_times_the_input_and_a_mebibyte() {
        const Json variables = {{"x", std::string(1'000'000, 'x')}};
        QVERIFY(render("{{ x }}{{ x }}{{ x }}{{ x }}{{ x }}", variables).has_value());
        const auto prompt = render("{{ x }}{{ x }}{{ x }}{{ x }}{{ x }}{{ x }}", variables);
        QVERIFY(!prompt);
        QVERIFY(prompt.error().message.find("output is larger than") != std::string::npos);
    }

    void nothing_of_the_program_can_be_reached_data() {
        QTest::addColumn<QString>("expression");
        for (const char* expression : {"''.__class__",
                                       "[].__class__",
                                       "{}.__class__",
                                       "range.__globals__",
                                       "''['__class__']",
                                       "x.__init__",
                                       "namespace().__class__",
                                       "''.format",
                                       "''.mro",
                                       "lipsum",
                                       "self",
                                       "cycler",
                                       "config",
                                       "caller",
                                       "open",
                                       "os",
                                       "getattr",
                                       "''.encode",
                                       "''.translate",
                                       "raise_exception.__code__",
                                       "strftime_now.__self__"}) {
            QTest::newRow(expression) << expression;
        }
    }

    void nothing_of_the_program_can_be_reached() {
        QFETCH(QString, expression);
        const auto prompt = render(("{{ (" + expression + ") is undefined }}").toStdString(), {{"x", "text"}});
        QVERIFY2(prompt.has_value(), prompt ? "" : prompt.error().message.c_str());
        QCOMPARE(prompt->text, std::string("True"));
    }
};

STRATA_TEST(JinjaLimitsTest);
#include "limits_test.moc"
