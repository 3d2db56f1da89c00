#include <QtTest/QtTest>

#include "app/api/dialects/json_schema.h"
#include "dialect_bench.h"
#include "support/test_registry.h"

using namespace strata::app::api;

namespace {

/// A value against a schema: "fits", "does not fit", or the code of the refusal.
QString verdict(const std::string& schema, const std::string& value) {
    const auto read = JsonSchema::read(Json::parse(schema), "schema");
    if (!read) {
        return QString::fromStdString(std::string(codeOf(read.error().kind)));
    }
    return read->fault(Json::parse(value)).empty() ? "fits" : "does not fit";
}

std::string nested(int levels) {
    std::string schema = "{}";
    for (int i = 1; i < levels; ++i) {
        schema = R"({"items": )" + schema + "}";
    }
    return schema;
}

}  // namespace

class JsonSchemaTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_supported_keyword_restricts_data() {
        QTest::addColumn<QString>("schema");
        QTest::addColumn<QString>("good");
        QTest::addColumn<QString>("bad");
        const auto row = [](const char* schema, const char* good, const char* bad) {
            QTest::newRow(schema) << QString(schema) << QString(good) << QString(bad);
        };
        row(R"({"type": "integer"})", "3.0", "3.5");
        row(R"({"type": ["string", "null"]})", "null", "1");
        row(R"({"type": "number"})", "1", "true");
        row(R"({"properties": {"a": {"type": "string"}}})", R"({"b": 1})", R"({"a": 1})");
        row(R"({"required": ["a"]})", R"({"a": null})", R"({})");
        row(R"({"properties": {"a": {}}, "additionalProperties": false})", R"({"a": 1})", R"({"b": 1})");
        row(R"({"additionalProperties": {"type": "null"}})", R"({"a": null})", R"({"a": 1})");
        row(R"({"minProperties": 1, "maxProperties": 1})", R"({"a": 1})", R"({"a": 1, "b": 1})");
        row(R"({"items": {"type": "null"}})", "[null]", "[1]");
        row(R"({"prefixItems": [{"type": "null"}], "items": {"type": "string"}})", R"([null, "a"])", R"([null, 1])");
        row(R"({"prefixItems": [{}], "items": false})", "[1]", "[1, 2]");
        row(R"({"minItems": 1, "maxItems": 2})", "[1]", "[]");
        row(R"({"uniqueItems": true})", R"([1, 2])", R"([{"a": 1, "b": 2}, {"b": 2, "a": 1}])");
        row(R"({"enum": [1, {"a": 1, "b": 2}]})", R"({"b": 2, "a": 1})", "2");
        row(R"({"const": "x"})", R"("x")", R"("y")");
        row(R"({"anyOf": [{"type": "null"}, {"type": "string"}]})", "null", "1");
        row(R"({"oneOf": [{"type": "number"}, {"minimum": 5}]})", "1", "6");
        row(R"({"allOf": [{"minimum": 1}, {"maximum": 2}]})", "2", "3");
        row("{\"$ref\": \"#/$defs/x\", \"$defs\": {\"x\": {\"type\": \"null\"}}}", "null", "1");
        row("{\"type\": \"array\", \"items\": {\"$ref\": \"#\"}}", "[[], [[]]]", "[[1]]");
        row(R"({"minimum": 1, "exclusiveMaximum": 2})", "1", "2");
        row(R"({"exclusiveMinimum": 1, "maximum": 2})", "2", "1");
        row(R"({"multipleOf": 0.1})", "0.3", "0.35");
        row(R"({"multipleOf": 3})", "9", "10");
        row(R"({"minLength": 2, "maxLength": 2})", R"("äö")", R"("ä")");
        row("{\"pattern\": \"^a+$\"}", R"("aa")", R"("ab")");
        row(R"({"properties": {"a": false}})", R"({"b": 1})", R"({"a": 1})");
    }
    void every_supported_keyword_restricts() {
        QFETCH(QString, schema);
        QFETCH(QString, good);
        QFETCH(QString, bad);
        QCOMPARE(verdict(schema.toStdString(), good.toStdString()), QString("fits"));
        QCOMPARE(verdict(schema.toStdString(), bad.toStdString()), QString("does not fit"));
    }

    void what_cannot_be_checked_is_refused_data() {
        QTest::addColumn<QString>("schema");
        QTest::addColumn<QString>("code");
        const auto row = [](const char* schema, const char* code) {
            QTest::newRow(schema) << QString(schema) << QString(code);
        };
        for (const char* keyword : {"not", "if", "contains", "patternProperties", "propertyNames", "dependentRequired",
                                    "dependentSchemas", "unevaluatedProperties", "$dynamicRef", "nonsense"}) {
            const std::string schema = "{\"" + std::string(keyword) + "\": {}}";
            row(schema.c_str(), "unsupported_value");
        }
        row("{\"$ref\": \"https://example.org/schema\"}", "unsupported_value");
        row("{\"$ref\": \"#/$defs/none\"}", "unsupported_value");
        row("{\"$ref\": \"#\"}", "unsupported_value");
        row("{\"anyOf\": [{\"$ref\": \"#/$defs/a\"}], \"$defs\": {\"a\": {\"allOf\": [{\"$ref\": \"#\"}]}}}",
            "unsupported_value");
        row("{\"items\": {\"$ref\": \"#/default\"}, \"default\": {\"not\": {}}}", "unsupported_value");
        row("{\"pattern\": \"(?=a)\"}", "unsupported_value");
        row("{\"properties\": {\"a\": {\"$id\": \"x\"}}}", "unsupported_value");
        row(R"({"type": "text"})", "invalid_value");
        row(R"({"type": []})", "invalid_value");
        row(R"({"enum": []})", "invalid_value");
        row(R"({"minLength": -1})", "invalid_value");
        row(R"({"minimum": "1"})", "invalid_value");
        row(R"({"required": [1]})", "invalid_value");
        row(R"({"properties": []})", "invalid_value");
        row(R"({"items": 5})", "invalid_value");
    }
    void what_cannot_be_checked_is_refused() {
        QFETCH(QString, schema);
        QFETCH(QString, code);
        QCOMPARE(verdict(schema.toStdString(), "1"), code);
    }

    void notes_restrict_nothing() {
        QCOMPARE(verdict(R"({"$schema": "x", "$id": "y", "title": "t", "description": "d", "format": "email",
                             "default": {"not": 1}, "examples": [1], "x-own": {}})",
                         R"("no address")"),
                 QString("fits"));
    }

    void schemas_are_bounded() {
        QCOMPARE(verdict(nested(32), "1"), QString("fits"));
        QCOMPARE(verdict(nested(33), "1"), QString("invalid_value"));
        Json many = {{"properties", Json::object()}};
        for (int i = 0; i < 2000; ++i) {
            many["properties"][std::to_string(i)] = true;
        }
        QCOMPARE(verdict(many.dump(), "1"), QString("invalid_value"));
        QCOMPARE(verdict(Json{{"title", std::string(65536, 'x')}}.dump(), "1"), QString("invalid_value"));
    }

    void a_check_that_takes_ages_counts_as_failed() {
        // Doubles with each level of references: 2^40 steps.
        Json schema = {{"$defs", {{"d0", {{"type", "null"}}}}}, {"$ref", "#/$defs/d40"}};
        for (int i = 1; i <= 40; ++i) {
            const std::string below = "#/$defs/d" + std::to_string(i - 1);
            schema["$defs"]["d" + std::to_string(i)] = {{"allOf", Json::array({{{"$ref", below}}, {{"$ref", below}}})}};
        }
        QCOMPARE(verdict(schema.dump(), "null"), QString("does not fit"));
    }

    void answers_are_checked_as_the_request_wants_them_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("fits");
        const QString object = R"({"type": "json_object"})";
        const QString schema =
            R"({"type": "json_schema", "json_schema": {"name": "n", "schema": {"type": "object", "required": ["a"]}}})";
        QTest::newRow("an object") << object << R"({"a": 1})" << true;
        QTest::newRow("a list") << object << "[1]" << false;
        QTest::newRow("words") << object << "Sure! {}" << false;
        QTest::newRow("nothing") << object << "" << false;
        QTest::newRow("fits the schema") << schema << R"({"a": 1})" << true;
        QTest::newRow("does not fit the schema") << schema << R"({"b": 1})" << false;
    }
    void answers_are_checked_as_the_request_wants_them() {
        QFETCH(QString, format);
        QFETCH(QString, text);
        QFETCH(bool, fits);
        const auto call = strata::testing::readCall(
            chatDialect(), strata::testing::chatBody(R"("response_format": )" + format.toStdString()));
        QVERIFY(call && call->check);
        const auto checked = call->check(text.toStdString());
        QCOMPARE(checked.has_value(), fits);
        QVERIFY(fits || checked.error().kind == ErrorKind::structured_output_failed);
        QVERIFY(call->request.messages[0].text.starts_with("Hi\n\nAnswer with "));
    }

    void plain_text_is_not_checked() {
        const auto call = strata::testing::readCall(
            chatDialect(), strata::testing::chatBody(R"("response_format": {"type": "text"})"));
        QVERIFY(call && !call->check);
        QCOMPARE(strata::testing::verdictOn(chatDialect(),
                                            strata::testing::chatBody(R"("response_format": {"type": "xml"})")),
                 QString("unsupported_value response_format.type"));
    }
};

STRATA_TEST(JsonSchemaTest);
#include "json_schema_test.moc"
