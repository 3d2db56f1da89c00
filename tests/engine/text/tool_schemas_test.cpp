#include <QtTest/QtTest>

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/test_registry.h"
#include "text/tool_arguments.h"
#include "text/tool_schemas.h"
#include "text/utf8.h"

using namespace strata;

namespace {

constexpr const char* kToolBefore =
    R"([{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {"p": )";
constexpr const char* kToolBehind = R"(}, "$defs": {"Count": {"type": "integer"}, "Name": {"type": "string"}, )"
                                    R"("Loop": {"anyOf": [{"$ref": "#/$defs/Loop"}, {"$ref": "#/$defs/Loop"}]}}}}}])";

/// Tools with one function f that has one parameter p of this schema.
ToolSchemas schemas_of(const std::string& property) {
    return ToolSchemas(kToolBefore + property + kToolBehind);
}

/// A value as the model writes it, the schema of its parameter, and the JSON that it becomes.
struct Case {
    const char* property;
    const char* value;
    const char* expected;
};
constexpr Case kCases[] = {
    {R"({"type": "string"})", "5", R"("5")"},
    {R"({"type": "string"})", "{\"a\": 1}", "\"{\\\"a\\\": 1}\""},
    {R"({"type": "integer"})", "5", "5"},
    {R"({"type": "integer"})", " -12 ", "-12"},
    {R"({"type": "integer"})", "five", R"("five")"},
    {R"({"type": "integer"})", "", R"("")"},
    {R"({"type": "number"})", "1.5e3", "1500.0"},
    {R"({"type": "number"})", "1e999", R"("1e999")"},
    {R"({"type": "boolean"})", "true", "true"},
    {R"({"type": "boolean"})", "True", R"("True")"},
    {R"({"type": "object"})", R"({"z": [1, {"b": null, "a": "x"}], "y": true})",
     R"({"z":[1,{"b":null,"a":"x"}],"y":true})"},
    {R"({"type": "array"})", "[1, 2", "\"[1, 2\""},
    {R"({"type": "array"})", "[1] x", R"("[1] x")"},
    {R"({"type": ["string", "null"]})", "null", "null"},
    {R"({"type": ["string", "null"]})", "5", R"("5")"},
    {R"({"type": ["string", "null"]})", R"("x")", "\"\\\"x\\\"\""},
    {R"({"type": ["string", "integer"]})", "5", "5"},
    {R"({"anyOf": [{"type": "string"}, {"type": "object"}]})", R"({"a": 1})", R"({"a":1})"},
    {R"({"anyOf": [{"type": "string"}, {"type": "object"}]})", "[1]", R"("[1]")"},
    {R"({"oneOf": [{"type": "integer"}, {"type": "boolean"}]})", "true", "true"},
    {R"({"allOf": [{"type": "string"}]})", "5", R"("5")"},
    {R"({"enum": ["1", "2"]})", "1", R"("1")"},
    {R"({"enum": [1, 2]})", "1", "1"},
    {R"({"const": "1"})", "1", R"("1")"},
    {R"({"$ref": "#/$defs/Count"})", "5", "5"},
    {R"({"$ref": "#/$defs/Name"})", "5", R"("5")"},
    {R"({"$ref": "#/$defs/None"})", "5", "5"},
    {R"({"$ref": "#~"})", "5", "5"},
    {R"({"$ref": "https://example.org/x"})", "5", "5"},
    {R"({"$ref": "#/$defs/Loop"})", "5", "5"},
    {R"({"description": "anything"})", "[1]", "[1]"},
    {R"({"description": "anything"})", "word", R"("word")"},
    {R"({"type": 7})", "5", "5"},
    {"true", "5", "5"},
    {"null", "5", "5"},
};

/// Declarations of f with an integer parameter p: what stands before its schema and behind it.
struct Form {
    const char* name;
    const char* before;
    const char* behind;
};
constexpr const char* kSchema = R"({"type": "object", "properties": {"p": {"type": "integer"}}})";
constexpr Form kForms[] = {
    {"wrapped", R"([{"type": "function", "function": {"name": "f", "parameters": )", "}}]"},
    {"flat", R"([{"type": "function", "name": "f", "parameters": )", "}]"},
    {"bare", R"([{"name": "f", "parameters": )", "}]"},
    {"input_schema", R"([{"name": "f", "input_schema": )", "}]"},
    {"behind others", R"([7, {}, {"name": 3}, {"name": "g"}, {"name": "f", "input_schema": )", "}]"},
};

/// Texts that declare something, though nothing that can be read.
constexpr const char* kUnreadable[] = {"[", "[{}]", "\"x\"", R"([{"name": "f", "parameters": null}])",
                                       R"([{"name": "f", "parameters": {"properties": []}}])"};

struct Parameter {
    std::string key, value;
};
using Parameters = std::vector<Parameter>;

/// The arguments of a call with these parameters; their values come in pieces of this size.
std::string arguments(const ToolSchemas& schemas, const std::string& function, const Parameters& parameters,
                      std::size_t piece = 1000) {
    ToolArguments written(schemas, function);
    for (const Parameter& parameter : parameters) {
        written.begin_parameter(parameter.key);
        for (std::size_t at = 0; at < parameter.value.size(); at += piece) {
            written.add_to_value(std::string_view(parameter.value).substr(at, piece));
        }
        written.end_parameter();
    }
    written.close();
    return written.text();
}

}  // namespace

class ToolSchemasTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void values_follow_the_schema_data() {
        QTest::addColumn<QByteArray>("property");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("expected");
        for (const Case& row : kCases) {
            QTest::addRow("%s: %s", row.property, row.value)
                << QByteArray(row.property) << QByteArray(row.value) << QByteArray(row.expected);
        }
    }

    void values_follow_the_schema() {
        QFETCH(QByteArray, property);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, expected);
        const std::string written =
            arguments(schemas_of(property.toStdString()), "f", Parameters{{"p", value.toStdString()}});
        QCOMPARE(written, "{\"p\":" + expected.toStdString() + "}");
    }

    void what_is_not_declared_is_a_string() {
        const ToolSchemas tools = schemas_of(R"({"type": "integer"})");
        QCOMPARE(arguments(tools, "f", Parameters{{"q", "5"}}), std::string(R"({"q":"5"})"));
        QCOMPARE(arguments(tools, "g", Parameters{{"p", "5"}}), std::string(R"({"p":"5"})"));
        QCOMPARE(arguments(tools, "f", Parameters{}), std::string("{}"));
    }

    void keys_keep_their_order_and_the_first_of_equal_ones_counts() {
        const ToolSchemas tools("[]");
        QCOMPARE(arguments(tools, "f", Parameters{{"z", "1"}, {"a", "2"}, {"z", "3"}, {"b", "4"}}),
                 std::string(R"({"z":"1","a":"2","b":"4"})"));
    }

    void strings_are_written_as_they_come_and_other_values_when_they_are_complete() {
        const ToolSchemas tools = schemas_of(R"({"type": "array"})");
        ToolArguments written(tools, "f");
        QCOMPARE(written.take(), std::string());
        written.begin_parameter("q");
        QCOMPARE(written.take(), std::string("{\"q\":\""));
        written.add_to_value("a\"");
        QCOMPARE(written.take(), std::string("a\\\""));
        written.add_to_value("\n");
        QCOMPARE(written.take(), std::string("\\n"));
        written.end_parameter();
        QCOMPARE(written.take(), std::string("\""));
        written.begin_parameter("p");
        written.add_to_value("[1,");
        QCOMPARE(written.take(), std::string(",\"p\":"));
        written.add_to_value(" 2]");
        QCOMPARE(written.take(), std::string());
        written.end_parameter();
        QCOMPARE(written.take(), std::string("[1,2]"));
        written.close();
        QCOMPARE(written.take(), std::string("}"));
        QCOMPARE(written.text(), std::string("{\"q\":\"a\\\"\\n\",\"p\":[1,2]}"));
    }

    void every_character_is_escaped_as_in_the_whole() {
        std::string all;
        for (char32_t code = 0; code < 0x80; ++code) {
            append_utf8(all, code);
        }
        const ToolSchemas tools("[]");
        const std::string whole = arguments(tools, "f", Parameters{{"p", all}});
        QCOMPARE(nlohmann::json::parse(whole)["p"].get<std::string>(), all);
        QCOMPARE(arguments(tools, "f", Parameters{{"p", all}}, 1), whole);
    }

    void functions_are_declared_by_their_names() {
        const ToolSchemas tools = schemas_of("{}");
        QVERIFY(tools.declares("f"));
        QVERIFY(!tools.declares("g"));
        QVERIFY(!tools.declares(""));
        QVERIFY(ToolSchemas(R"([{"name": "bare"}])").declares("bare"));
    }

    void every_form_of_declaration_is_read_data() {
        QTest::addColumn<QByteArray>("tools");
        for (const Form& form : kForms) {
            QTest::newRow(form.name) << QByteArray(form.before) + kSchema + form.behind;
        }
    }

    void every_form_of_declaration_is_read() {
        QFETCH(QByteArray, tools);
        const ToolSchemas schemas(tools.toStdString());
        QVERIFY(schemas.any());
        QCOMPARE(arguments(schemas, "f", Parameters{{"p", "5"}}), std::string(R"({"p":5})"));
    }

    void declarations_that_cannot_be_read_declare_nothing() {
        for (const char* tools : {"", "  \n", "[]", "{}"}) {
            QVERIFY(!ToolSchemas(tools).any());
        }
        for (const char* tools : kUnreadable) {
            const ToolSchemas schemas(tools);
            QVERIFY(schemas.any());
            QCOMPARE(arguments(schemas, "f", Parameters{{"p", "5"}}), std::string(R"({"p":"5"})"));
        }
    }

    void deep_nesting_stays_a_string() {
        const ToolSchemas tools = schemas_of(R"({"type": "array"})");
        const std::string shallow = std::string(128, '[') + std::string(128, ']');
        QCOMPARE(arguments(tools, "f", Parameters{{"p", shallow}}), "{\"p\":" + shallow + "}");
        const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
        QVERIFY(arguments(tools, "f", Parameters{{"p", deep}}) == "{\"p\":\"" + deep + "\"}");
        QVERIFY(ToolSchemas(deep).any());
    }

    void invalid_bytes_become_replacement_characters() {
        QCOMPARE(arguments(ToolSchemas("[]"), "f", Parameters{{"p", "a\xFF"}}),
                 std::string("{\"p\":\"a\xEF\xBF\xBD\"}"));
    }
};

STRATA_TEST(ToolSchemasTest);

#include "tool_schemas_test.moc"
