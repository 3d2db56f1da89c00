#include <QtTest/QtTest>

#include "app/api/dialect.h"
#include "support/test_registry.h"

using namespace strata::app::api;

namespace {

std::string nested(int levels, char open, char close) {
    // The object around it is a level too.
    return R"({"a": )" + std::string(static_cast<std::size_t>(levels - 1), open) +
           std::string(static_cast<std::size_t>(levels - 1), close) + "}";
}

}  // namespace

class JsonTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void what_is_not_one_json_object_is_refused_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("an array") << QByteArray("[]");
        QTest::newRow("a byte order mark") << QByteArray("\xEF\xBB\xBF{}");
        QTest::newRow("NaN") << QByteArray("{\"a\": NaN}");
        QTest::newRow("Infinity") << QByteArray("{\"a\": Infinity}");
        QTest::newRow("a comment") << QByteArray("{} // x");
        QTest::newRow("a comma too many") << QByteArray("{\"a\": 1,}");
        QTest::newRow("bytes behind it") << QByteArray("{} {}");
        QTest::newRow("a zero byte behind it") << QByteArray("{}\0", 3);
        QTest::newRow("half of a character") << QByteArray("{\"a\": \"\xC3\"}");
        QTest::newRow("a surrogate as bytes") << QByteArray("{\"a\": \"\xED\xA0\xBD\"}");
        QTest::newRow("a key without quotes") << QByteArray("{a: 1}");
        QTest::newRow("an escape cut off") << QByteArray("{\"a\": \"\\u12\"}");
        QTest::newRow("no end") << QByteArray("{\"a\": \"b");
        QTest::newRow("a control character") << QByteArray("{\"a\": \"\n\"}");
        QTest::newRow("129 levels of arrays") << QByteArray::fromStdString(nested(129, '[', ']'));
        QTest::newRow("a million levels") << QByteArray(1000000, '[');
    }
    void what_is_not_one_json_object_is_refused() {
        QFETCH(QByteArray, body);
        const auto parsed = parseBody(body.toStdString());
        QVERIFY(!parsed);
        QCOMPARE(static_cast<int>(parsed.error().kind), static_cast<int>(ErrorKind::invalid_json));
    }

    void a_hundred_and_twenty_eight_levels_are_read() { QVERIFY(parseBody(nested(128, '[', ']'))); }

    void a_number_that_no_field_could_hold_is_an_unusable_value() {
        const auto parsed = parseBody(R"({"max_tokens": 1e999})");
        QVERIFY(!parsed);
        QCOMPARE(static_cast<int>(parsed.error().kind), static_cast<int>(ErrorKind::invalid_value));
    }

    void of_keys_that_come_twice_the_last_counts() {
        const auto small = parseBody(R"({"a": 1, "b": 2, "a": 3})");
        QCOMPARE(QByteArray::fromStdString(small->dump()), QByteArray(R"({"a":3,"b":2})"));

        std::string large = "{";
        for (int i = 0; i < 100; ++i) {
            large += "\"k" + std::to_string(i) + "\": 0, ";
        }
        const auto parsed = parseBody(large + R"("k3": 5, "k70": 6, "k3": 7})");
        QCOMPARE(static_cast<int>(parsed->size()), 100);
        QCOMPARE(parsed->at("k3").get<int>(), 7);
        QCOMPARE(parsed->at("k70").get<int>(), 6);
    }

    void keys_keep_their_order() {
        const std::string body = R"({"z":1,"a":{"y":2,"b":[{"x":3,"c":4}]}})";
        QCOMPARE(QByteArray::fromStdString(parseBody(body)->dump()), QByteArray::fromStdString(body));
    }

    void half_a_surrogate_pair_becomes_the_replacement_character() {
        const auto parsed = parseBody(
            R"({"lone": "a\ud83db", "low": "\ude00", "pair": "\ud83d\ude00", "two": "\ud83d\ud83d\ude00", "text": "\\ud83d"})");
        QVERIFY(parsed);
        QCOMPARE(parsed->at("lone").get<std::string>(), std::string("a\uFFFDb"));
        QCOMPARE(parsed->at("low").get<std::string>(), std::string("\uFFFD"));
        QCOMPARE(parsed->at("pair").get<std::string>(), std::string("\U0001F600"));
        QCOMPARE(parsed->at("two").get<std::string>(), std::string("\uFFFD\U0001F600"));
        QCOMPARE(parsed->at("text").get<std::string>(), std::string("\\ud83d"));
    }

    void a_zero_character_does_not_end_a_string() {
        QCOMPARE(parseBody(R"({"a": "x\u0000y"})")->at("a").get<std::string>(), std::string("x\0y", 3));
    }

    void an_object_of_very_many_keys_is_read_in_linear_time() {
        // Looking through all keys for each would be 5·10^9 comparisons here, far beyond the test's patience.
        std::string body = "{";
        for (int i = 0; i < 300000; ++i) {
            body += "\"" + std::to_string(i) + "\":0,";
        }
        const auto parsed = parseBody(body + "\"7\":1}");
        QCOMPARE(static_cast<int>(parsed->size()), 300000);
        QCOMPARE(parsed->at("7").get<int>(), 1);
    }
};

STRATA_TEST(JsonTextTest);
#include "json_text_test.moc"
