#include "text/jinja/numbers.h"

#include <QtTest/QtTest>

#include <cmath>
#include <limits>

#include "engine/text/rendering.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::jinja;
using namespace strata::testing;

class JinjaNumbersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void floats_print_their_shortest_digits_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("whole") << 1.0 << "1.0";
        QTest::newRow("zero") << 0.0 << "0.0";
        QTest::newRow("negative zero") << -0.0 << "-0.0";
        QTest::newRow("tenth") << 0.1 << "0.1";
        QTest::newRow("sum") << 0.1 + 0.2 << "0.30000000000000004";
        QTest::newRow("last plain small") << 0.0001 << "0.0001";
        QTest::newRow("first small exponent") << 0.00001 << "1e-05";
        QTest::newRow("last plain large") << 1e15 << "1000000000000000.0";
        QTest::newRow("first large exponent") << 1e16 << "1e+16";
        QTest::newRow("digits and exponent") << -1.25e-7 << "-1.25e-07";
        QTest::newRow("three digits of exponent") << 1e100 << "1e+100";
        QTest::newRow("largest") << std::numeric_limits<double>::max() << "1.7976931348623157e+308";
        QTest::newRow("smallest") << std::numeric_limits<double>::denorm_min() << "5e-324";
        QTest::newRow("infinite") << -std::numeric_limits<double>::infinity() << "-inf";
        QTest::newRow("none") << std::numeric_limits<double>::quiet_NaN() << "nan";
    }

    void floats_print_their_shortest_digits() {
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(format_real(value)), text);
    }

    void results_beyond_64_bits_are_errors_data() {
        QTest::addColumn<QString>("expression");
        for (const char* expression :
             {"9223372036854775807 + 1", "-9223372036854775807 - 2", "9223372036854775807 * 2",
              "-9223372036854775807 * 2", "3037000500 * 3037000500", "2 ** 63", "(-9223372036854775807 - 1) // -1",
              "-(-9223372036854775807 - 1)", "10 ** 19", "1e308 * 10", "10.0 ** 400",
              "((-9223372036854775807 - 1) | abs)", "9223372036854775808", "7 ** 9223372036854775807"}) {
            QTest::newRow(expression) << expression;
        }
    }

    void results_beyond_64_bits_are_errors() {
        QFETCH(QString, expression);
        QVERIFY(!render(("{{ " + expression + " }}").toStdString(), nlohmann::ordered_json::object()));
    }

    void results_at_the_edge_of_64_bits_are_exact() {
        const auto prompt = render(
            "{{ 9223372036854775806 + 1 }} {{ -9223372036854775807 - 1 }} {{ 3037000499 * 3037000499 }} {{ (-2) ** 63 "
            "}} "
            "{{ 2 ** 62 }} {{ (-9223372036854775807 - 1) % -1 }} {{ -4611686018427387904 * 2 }} "
            "{{ (-1) ** 9223372036854775807 }}",
            nlohmann::ordered_json::object());
        QVERIFY2(prompt.has_value(), prompt ? "" : prompt.error().message.c_str());
        QCOMPARE(prompt->text, std::string("9223372036854775807 -9223372036854775808 9223372030926249001 "
                                           "-9223372036854775808 4611686018427387904 0 -9223372036854775808 -1"));
    }

    void floats_outside_of_64_bits_are_no_integers() {
        QVERIFY(!to_integer(9223372036854775808.0) && !to_integer(-1e19) && !to_integer(std::nan("")));
        QCOMPARE(to_integer(-9223372036854775808.0).value(), std::numeric_limits<std::int64_t>::min());
        QCOMPARE(to_integer(-1.9).value(), std::int64_t{-1});
    }
};

STRATA_TEST(JinjaNumbersTest);
#include "numbers_test.moc"
