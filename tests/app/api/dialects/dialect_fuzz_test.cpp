#include <QDir>
#include <QFile>
#include <QtTest/QtTest>

#include <random>

#include "app/api/dialect.h"
#include "dialect_bench.h"
#include "support/test_registry.h"

using namespace strata::app::api;
using strata::testing::Json;

namespace {

constexpr int kMutations = 20000;
constexpr std::size_t kMostFixtureBytes = 8000;

/// Bodies that say much, one a line of thought.
std::vector<std::string> richBodies() {
    return {
        R"({"messages":[{"role":"system","content":"a cc_version=1.2.3; cch=ab;"},{"role":"user","content":[{"type":"text","text":"x"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]},{"role":"assistant","content":null,"reasoning_content":"t","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}}]},{"role":"tool","tool_call_id":"c","content":[{"type":"text","text":"r"}]}],"tools":[{"type":"function","function":{"name":"f","description":"d","parameters":{"type":"object","properties":{"a":{"type":"integer"}}},"strict":true}}],"tool_choice":{"type":"function","function":{"name":"f"}},"stop":["a","b"],"seed":3,"top_k":5,"response_format":{"type":"json_schema","json_schema":{"name":"n","schema":{"type":"object","properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"type":["string","null"],"pattern":"^a+$"}}}}},"reasoning":{"effort":"low"},"chat_template_kwargs":{"enable_thinking":true},"stream":true,"stream_options":{"include_usage":true}})",
        R"({"system":[{"type":"text","text":"s"}],"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"r"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"}}]},{"type":"document","source":{"type":"text","data":"d"}}]},{"role":"assistant","content":[{"type":"thinking","thinking":"t","signature":"s"},{"type":"text","text":"x"},{"type":"tool_use","id":"t","name":"f","input":{"a":1}}]},{"role":"user","content":"y"}],"tools":[{"name":"f","input_schema":{"type":"object"}},{"type":"web_search_20250305","name":"w"}],"tool_choice":{"type":"any","disable_parallel_tool_use":true},"thinking":{"type":"enabled","budget_tokens":4000},"output_config":{"effort":"high","format":{"type":"json_schema","schema":{"type":"array","items":{"enum":[1,2]}}}},"stop_sequences":["z"],"max_tokens":50})", R"({"instructions":"i","input":[{"role":"developer","content":"d"},{"type":"message","role":"user","content":[{"type":"input_text","text":"u"},{"type":"input_image","image_url":"data:;base64,AAAA"}]},{"type":"reasoning","id":"r","summary":[],"content":[{"type":"reasoning_text","text":"t"}],"encrypted_content":"AAAA"},{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":[{"type":"input_text","text":"o"}]},{"type":"custom_tool_call","call_id":"k","name":"p","input":"raw"},{"type":"custom_tool_call_output","call_id":"k","output":"o"},{"type":"local_shell_call","call_id":"l","action":{"type":"exec","command":["ls"]}},{"type":"local_shell_call_output","call_id":"l","output":"o"}],"tools":[{"type":"function","name":"f","parameters":{}},{"type":"custom","name":"p"},{"type":"namespace","name":"n","tools":[{"type":"function","name":"g"}]}],"tool_choice":"auto","text":{"format":{"type":"json_object"}},"include":["reasoning.encrypted_content"],"reasoning":{"effort":"high","summary":"auto"}})",
        R"({"prompt":[1,2,3],"max_tokens":5,"stop":"x","echo":false,"logprobs":null,"best_of":1})"};
}

std::vector<std::string> seeds() {
    std::vector<std::string> bodies = richBodies();
    const QDir folder(QStringLiteral(STRATA_TEST_FIXTURES "/api"));
    for (const QString& name : folder.entryList({"*.json"}, QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly)) {
            continue;
        }
        const Json fixture = Json::parse(file.readAll().toStdString());
        if (fixture.contains("body") && fixture["body"].dump().size() < kMostFixtureBytes) {
            bodies.push_back(fixture["body"].dump());
        }
    }
    return bodies;
}

class Mutator {
public:
    explicit Mutator(unsigned seed) : random_(seed) {}

    std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_); }

    /// Changes bytes: most of it ends in the parser.
    std::string bytes(std::string body) {
        const std::size_t changes = 1 + below(3);
        for (std::size_t i = 0; i < changes && !body.empty(); ++i) {
            const std::size_t at = below(body.size());
            switch (below(4)) {
                case 0:
                    body[at] = static_cast<char>(below(256));
                    break;
                case 1:
                    body.erase(at, 1 + below(8));
                    break;
                case 2:
                    body.insert(at, body.substr(below(body.size()), below(20)));
                    break;
                default:
                    body.resize(at);
            }
        }
        return body;
    }

    /// Changes values: stays JSON, so that the readers see it.
    std::string values(const std::string& body) {
        Json json = Json::parse(body);
        const std::size_t changes = 1 + below(3);
        for (std::size_t i = 0; i < changes; ++i) {
            Json* place = &json;
            while (place->is_structured() && !place->empty() && below(6) != 0) {
                auto member = place->begin();
                std::advance(member, static_cast<std::ptrdiff_t>(below(place->size())));
                place = &*member;
            }
            if (place != &json) {
                *place = value();
            }
        }
        return json.dump(-1, ' ', false, Json::error_handler_t::replace);
    }

private:
    Json value() {
        static const std::vector<Json> kValues = {nullptr,
                                                  true,
                                                  false,
                                                  0,
                                                  -1,
                                                  1,
                                                  2,
                                                  0.5,
                                                  1e300,
                                                  -1e300,
                                                  9223372036854775807,
                                                  18446744073709551615ULL,
                                                  "",
                                                  "x",
                                                  "tool",
                                                  "function",
                                                  "image",
                                                  "data:image/png;base64,",
                                                  "{\"a\"",
                                                  "[]",
                                                  Json::array(),
                                                  Json::object(),
                                                  Json::array({nullptr}),
                                                  Json::array({Json::array()}),
                                                  Json::object({{"type", "text"}}),
                                                  Json::object({{"$ref", "#"}}),
                                                  Json::object({{"type", "object"}, {"name", "f"}})};
        return kValues[below(kValues.size())];
    }

    std::mt19937 random_;
};

}  // namespace

class DialectFuzzTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void no_body_breaks_a_dialect() {
        const std::vector<const Dialect*> dialects = {&chatDialect(), &completionsDialect(), &messagesDialect(),
                                                      &responsesDialect()};
        const std::vector<std::string> bodies = seeds();
        Mutator mutator(20261130);
        int read = 0, refused = 0, unreadable = 0;
        for (int i = 0; i < kMutations; ++i) {
            const std::string& seed = bodies[mutator.below(bodies.size())];
            const auto parsed = parseBody(i % 2 == 0 ? mutator.bytes(seed) : mutator.values(seed));
            if (!parsed) {
                ++unreadable;
                continue;
            }
            for (const Dialect* dialect : dialects) {
                const auto call = dialect->read(*parsed, {}, {});
                if (!call) {
                    ++refused;
                    QCOMPARE(statusOf(call.error().kind), 400);
                    QVERIFY(!call.error().message.empty());
                    continue;
                }
                ++read;
                for (const EncodedPicture& picture : call->pictures) {
                    QVERIFY(picture.message < call->request.messages.size());
                }
                if (call->check) {
                    (void)call->check("{\"a\": \"aa\"}");
                }
                QVERIFY(!dialect->writer(*call, {})->whole({}).empty());
            }
        }
        // All three happen often, else the mutations would be no test.
        QVERIFY2(read > 1000 && refused > 1000 && unreadable > 1000,
                 qPrintable(QString("%1 read, %2 refused, %3 unreadable").arg(read).arg(refused).arg(unreadable)));
    }
};

STRATA_TEST(DialectFuzzTest);
#include "dialect_fuzz_test.moc"
