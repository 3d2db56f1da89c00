#include "cli/value_text.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::cli;

class ValueTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writes_sizes_with_three_digits() {
        QCOMPARE(size_text(0), std::string("0 bytes"));
        QCOMPARE(size_text(999), std::string("999 bytes"));
        QCOMPARE(size_text(1000), std::string("1.00 kB"));
        QCOMPARE(size_text(25'527'456), std::string("25.5 MB"));
        QCOMPARE(size_text(999'999), std::string("1.00 MB"));
        QCOMPARE(size_text(111'300'000'000), std::string("111 GB"));
    }

    void groups_the_digits_of_numbers() {
        QCOMPARE(grouped(7), std::string("7"));
        QCOMPARE(grouped(999), std::string("999"));
        QCOMPARE(grouped(25'527'456), std::string("25,527,456"));
    }

    void shows_the_beginning_of_long_arrays() {
        GgufValue value;
        value.value = GgufValue::Unsigneds(100, 5);
        QCOMPARE(value_text(value), std::string("[5, 5, 5, 5, 5, 5, 5, 5, ... 100 in all]"));
        const auto json = value_json(value);
        QCOMPARE(json["count"].get<int>(), 100);
        QCOMPARE(json["first"].size(), std::size_t{8});
    }

    void writes_short_arrays_whole() {
        GgufValue value;
        value.value = GgufValue::Bools{true, false};
        QCOMPARE(value_text(value), std::string("[true, false]"));
        QCOMPARE(value_json(value).dump(), std::string("[true,false]"));
    }

    void keeps_integers_of_64_bits_exact() {
        GgufValue value;
        value.value = GgufValue::Unsigneds{23703573157769, 18446744073709551615U};
        QCOMPARE(value_json(value).dump(), std::string("[23703573157769,18446744073709551615]"));
    }

    void prints_bytes_that_are_no_text_as_valid_json() {
        GgufValue value;
        value.value = std::string("a\xFF\x1B[2J");
        QVERIFY(nlohmann::json::accept(dump(value_json(value))));
        QVERIFY(value_text(value).find('\x1B') == std::string::npos);
    }
};

STRATA_TEST(ValueTextTest);
#include "value_text_test.moc"
