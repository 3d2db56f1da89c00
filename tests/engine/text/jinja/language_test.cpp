#include <QtTest/QtTest>

#include <nlohmann/json.hpp>

#include "engine/text/rendering.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::testing;
using Json = nlohmann::ordered_json;

/// The language against its reference implementation (fixtures/templates/make_language_cases.py).
class JinjaLanguageTest : public QObject {
    Q_OBJECT

private:
    const Json fixture_ = Json::parse(read_fixture("templates/language_cases.json"));

private Q_SLOTS:
    void every_case_comes_out_as_the_reference_has_it_data() {
        QTest::addColumn<int>("index");
        const auto& cases = fixture_["cases"];
        QVERIFY(cases.size() > 400);
        for (std::size_t i = 0; i < cases.size(); ++i) {
            QTest::addRow("%s %d", cases[i]["section"].get<std::string>().c_str(), static_cast<int>(i))
                << static_cast<int>(i);
        }
    }

    void every_case_comes_out_as_the_reference_has_it() {
        QFETCH(int, index);
        const Json& one = fixture_["cases"][static_cast<std::size_t>(index)];
        const auto source = one["template"].get<std::string>();
        const auto prompt = render(source, fixture_["variables"]);
        if (one.contains("expected")) {
            QVERIFY2(prompt.has_value(), (source + "\n" + (prompt ? "" : prompt.error().message)).c_str());
            QCOMPARE(QString::fromStdString(prompt->text), QString::fromStdString(one["expected"].get<std::string>()));
        } else {
            QVERIFY2(!prompt, source.c_str());
            QCOMPARE(prompt.error().code, ErrorCode::bad_template);
            QVERIFY(prompt.error().message.starts_with("chat template line "));
        }
    }

    void lists_and_maps_are_not_changed_in_place() {
        const auto prompt = render("{% set a = [] %}\n{{ a.append(1) }}", Json::object());
        QVERIFY(!prompt);
        QCOMPARE(QString::fromStdString(prompt.error().message),
                 QString("chat template line 2: a list cannot be changed in place"));
    }

    void html_escaping_is_no_filter_here() {
        QVERIFY(!render("{{ 'a' | escape }}", Json::object()));
        QVERIFY(!render("{{ 'a' | e }}", Json::object()));
    }

    void a_number_beyond_64_bits_prints_its_digits_and_is_not_calculated_with() {
        const Json variables = {{"big", 18446744073709551615U}};
        QCOMPARE(render("{{ big }} {{ [big] | tojson }} {{ big is number }} {{ big == big }}", variables)->text,
                 std::string("18446744073709551615 [18446744073709551615] True True"));
        QVERIFY(!render("{{ big + 1 }}", variables));
        QVERIFY(!render("{{ big > 1 }}", variables));
    }

    void bytes_that_are_no_utf8_pass_through() {
        const Json variables = {{"x",
                                 "a\xFF\xC3"
                                 "b"}};
        QCOMPARE(render("{{ x }}{{ x | length }}{{ x | upper }}{{ x[::-1] }}", variables)->text,
                 std::string("a\xFF\xC3"
                             "b4A\xFF\xC3"
                             "Bb\xC3\xFF"
                             "a"));
    }
};

STRATA_TEST(JinjaLanguageTest);
#include "language_test.moc"
