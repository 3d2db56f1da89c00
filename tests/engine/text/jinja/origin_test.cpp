#include <QtTest/QtTest>

#include <nlohmann/json.hpp>

#include "engine/text/rendering.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::testing;
using Json = nlohmann::ordered_json;

/// Which bytes count as the template's own, whatever the template does with a text.
class JinjaOriginTest : public QObject {
    Q_OBJECT

private:
    const Json variables_ = {{"x", "XY"},
                             {"padded", " X Y "},
                             {"cut", "X-Y-Z"},
                             {"lines", "X\nY"},
                             {"n", 7},
                             {"real", 1.5},
                             {"yes", true},
                             {"nothing", nullptr},
                             {"list", {"X", "Y"}},
                             {"map", {{"K", "V"}, {"L", 1}}},
                             {"empty", Json::array()}};

    /// Each row: a template and its rendering with what is foreign in « ».
    static void row(const char* source, const char* marked) { QTest::newRow(source) << source << marked; }

private Q_SLOTS:
    void every_byte_keeps_its_mark_data() {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("marked");
        row("a{{ x }}b", "a«XY»b");
        row("{{ 'a' ~ x ~ 'b' }}", "a«XY»b");
        row("{{ 'a' + x + 'b' }}", "a«XY»b");
        row("{{ ('a' ~ x ~ 'b')[1:] }}", "«XY»b");
        row("{{ ('a' ~ x ~ 'b')[:2] }}", "a«X»");
        row("{{ ('a' ~ x ~ 'b')[::-1] }}", "b«YX»a");
        row("{{ ('a' ~ x ~ 'b')[0] }}{{ ('a' ~ x ~ 'b')[1] }}", "a«X»");
        row("{% for c in 'a' ~ x %}{{ c }}.{% endfor %}", "a.«X».«Y».");
        row("{{ (' a' ~ padded ~ 'b ') | trim }}", "a« X Y »b");
        row("{{ padded.strip() }}{{ padded.lstrip() }}{{ padded.rstrip() }}", "«X YX Y  X Y»");
        row("{{ ('a-' ~ cut).split('-') | join('+') }}", "a+«X»+«Y»+«Z»");
        row("{{ (cut ~ '-b').rsplit('-', 1)[1] }}{{ cut.split('-', 1)[1] }}", "b«Y-Z»");
        row("{{ ('a' ~ padded).split() | join(',') }}", "a,«X»,«Y»");
        row("{{ cut | replace('-', '+') }}", "«X»+«Y»+«Z»");
        row("{{ 'a.b' | replace('.', x) }}{{ 'a.b'.replace('.', x) }}", "a«XY»ba«XY»b");
        row("{{ ('a' ~ x) | upper }}{{ ('A' ~ x) | lower }}", "A«XY»a«xy»");
        row("{{ ('ab' ~ x) | capitalize }}{{ ('a ' ~ x) | title }}{{ ('a ' ~ x).title() }}", "Ab«xy»A «Xy»A «Xy»");
        row("{{ lines | indent(2) }}", "«X\n»  «Y»");
        row("{{ [x, 'a'] | join(x) }}", "«XYXY»a");
        row("{{ x.join(['a', 'b']) }}", "a«XY»b");
        row("{{ x * 2 }}{{ 'a' * 2 }}", "«XYXY»aa");
        row("{{ (x ~ 'a') | reverse }}", "a«YX»");
        row("{{ (x ~ 'a') | list | last }}{{ (x ~ 'a') | first }}", "a«X»");
        row("{{ x | string }}{{ x | safe }}{{ x | default('a') }}{{ gone | default('a') }}", "«XYXYXY»a");
        row("{{ (x ~ '\nb').splitlines() | join('|') }}", "«XY»|b");
        row("{{ ('a' ~ x).removeprefix('a') }}{{ ('a' ~ x).removesuffix('Y') }}", "«XY»a«X»");
        row("{{ x if yes else 'a' }}{{ x or 'a' }}{{ '' or x }}", "«XYXYXY»");
        row("{% macro m(t) %}a{{ t }}b{% endmacro %}{{ m(x) }}{{ m(x)[1:] }}{{ m(x) | trim }}", "a«XY»b«XY»ba«XY»b");
        row("{% set t %}a{{ x }}{% endset %}{{ t }}{{ t[::-1] }}", "a«XYYX»a");
        row("{% set t | upper %}a{{ x | lower }}{% endset %}{{ t }}", "A«XY»");
        row("{% filter upper %}a{{ x | lower }}{% endfilter %}", "A«XY»");
        row("{% set ns = namespace(t='a') %}{% for i in list %}{% set ns.t = ns.t ~ i %}{% endfor %}{{ ns.t }}",
            "a«XY»");
        row("{{ {'a': x}.a }}{{ {'a': 'b'}.a }}{{ {x: 'b'} | first }}", "«XY»b«XY»");
        row("{% for k, v in map.items() %}{{ k }}={{ v }};{% endfor %}", "«K»=«V»;«L»=«1»;");
        row("{% for k, v in map | dictsort %}{{ k }}{% endfor %}{{ map.keys() | join }}{{ map | list | join }}",
            "«KLKLKL»");
        row("{% for k in map %}{{ k }}{{ map[k] }}{% endfor %}", "«KVL1»");
        row("{{ list | map('lower') | join('-') }}{{ list | sort | join }}{{ list | unique | join }}", "«x»-«yXYXY»");
        row("{{ list | select('equalto', 'X') | first }}{{ list | first }}{{ list[1] }}{{ list[::-1] | join }}",
            "«XXYYX»");
        row("{{ ['a'] + list }}", "«['a', 'X', 'Y']»");
        row("{{ list }}{{ map }}{{ empty }}{{ ['a', 1] }}", "«['X', 'Y']{'K': 'V', 'L': 1}[]»['a', 1]");
        row("{{ list | tojson }}{{ ['a'] | tojson }}{{ ['a', x] | tojson }}{{ empty | tojson }}",
            "«[\"X\", \"Y\"]»[\"a\"]«[\"a\", \"XY\"][]»");
        row("{{ {'a': x} | tojson }}{{ {x: 'a'} | tojson }}{{ x | tojson }}", "«{\"a\": \"XY\"}{\"XY\": \"a\"}\"XY\"»");
        row("{{ n }}{{ n + 1 }}{{ 1 - n }}{{ n * 2.0 }}{{ -n }}{{ 3 }}", "«78-614.0-7»3");
        row("{{ real }}{{ real | int }}{{ real | round }}{{ n | float }}{{ '5' | int }}", "«1.512.07.0»5");
        row("{{ (n ~ '') | int + 1 }}{{ n | abs }}{{ n | string }}", "«877»");
        row("{{ yes }}{{ nothing }}{{ true }}{{ yes | tojson }}{{ empty | length }}", "«TrueNone»True«true»0");
        row("{{ x == 'XY' }}{{ 'XY' in [x] }}{{ n > 1 }}{{ x | length }}", "TrueTrueTrue2");
        row("{{ list | sum(start='') if false else [n, 1] | sum }}{{ [n, 9] | max }}{{ [n, 9] | min }}", "«8»9«7»");
        row("{{ ['a', 'b'][n - 7] }}{{ {'XY': 'b'}[x] }}", "ab");
        row("{{ dict(a=x).a }}{{ dict(map, b='c').b }}{{ namespace(map).K }}", "«XY»c«V»");
        row("{{ strftime_now('%%') }}{{ strftime_now(x) }}", "%«XY»");
        row("{% for i in list %}{{ loop.previtem }}{{ loop.nextitem }}{{ loop.cycle('a', i) }}{% endfor %}",
            "«Y»a«XY»");
        row("{% with t = x ~ 'a' %}{{ t }}{% endwith %}", "«XY»a");
        row("{{ x ~ '' ~ x }}{{ '' ~ x }}{{ gone ~ x }}", "«XYXYXYXY»");
    }

    void every_byte_keeps_its_mark() {
        QFETCH(QString, source);
        QFETCH(QString, marked);
        const auto prompt = render(source.toStdString(), variables_);
        QVERIFY2(prompt.has_value(), prompt ? "" : prompt.error().message.c_str());
        QCOMPARE(QString::fromStdString(with_marks(*prompt)), marked);
    }

    void comparing_takes_no_notice_of_marks() {
        const auto prompt = render(
            "{% if x == 'XY' and 'X' in x and x.startswith('X') and x in {'XY': 1} "
            "and [x, 'XY'] | unique | list | length == 1 %}same{% endif %}",
            variables_);
        QCOMPARE(prompt->text, std::string("same"));
    }
};

STRATA_TEST(JinjaOriginTest);
#include "origin_test.moc"
