#include "app/remote/remote_engine.h"

#include <QtTest/QtTest>

#include <atomic>
#include <thread>

#include <nlohmann/json.hpp>

#include "support/scripted_server.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;
using strata::testing::ScriptedServer;
using Reply = ScriptedServer::Reply;
using Request = ScriptedServer::Request;

namespace {

const QByteArray kModels = R"({"object":"list","data":[{"id":"first","max_model_len":4096},{"id":"second"}]})";
constexpr const char* kJson = "application/json";

bool asksForModels(const Request& request) {
    return request.line.startsWith("GET /v1/models ");
}

/// A server that knows its models and answers chats with `chat`.
ScriptedServer::Answer knowing(ScriptedServer::Answer chat) {
    return [chat = std::move(chat)](const Request& request) {
        return asksForModels(request) ? ScriptedServer::whole(200, kJson, kModels) : chat(request);
    };
}

RemoteServer at(const QString& address, const QString& model = {}, const QString& key = {}) {
    return {address, model, key};
}

Result<std::unique_ptr<Engine>> connectTo(const RemoteServer& server, const RemoteOptions& timeouts = {}) {
    return RemoteEngine::connect(server, timeouts, [](const LoadStep&) { return true; });
}

GenerationRequest asking(const std::string& text) {
    GenerationRequest request;
    request.conversation = "c1";
    request.messages.push_back(ChatMessage{Role::user, text, {}, {}, {}});
    return request;
}

/// What came of an answer.
struct Heard {
    std::string text, reasoning;
    std::vector<ToolCall> calls;
    std::vector<ToolCallBegun> begun;
    std::string arguments;  ///< all pieces
    int finished = 0;

    EventSink sink() {
        return [this](const EngineEvent& event) {
            if (const auto* const piece = std::get_if<TextDelta>(&event)) {
                text += piece->text;
            } else if (const auto* const thought = std::get_if<ReasoningDelta>(&event)) {
                reasoning += thought->text;
            } else if (const auto* const call = std::get_if<ToolCallDelta>(&event)) {
                calls.push_back(call->call);
            } else if (const auto* const begins = std::get_if<ToolCallBegun>(&event)) {
                begun.push_back(*begins);
            } else if (const auto* const more = std::get_if<ToolArgumentsDelta>(&event)) {
                arguments += more->text;
            } else if (std::holds_alternative<Finished>(event)) {
                ++finished;
            }
        };
    }
};

/// A part of a function call in a stream. Not as raw text: moc loses count of its brackets.
QByteArray toolCall(const QByteArray& inner) {
    return "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0," + inner + "}]}}]}\n\n";
}

Error errorOf(const ScriptedServer::Answer& chat) {
    const ScriptedServer server(knowing(chat));
    const auto engine = connectTo(at(server.address(), "first"));
    if (!engine) {
        return engine.error();
    }
    Heard heard;
    const auto summary = (*engine)->generate(asking("Hi"), heard.sink(), {});
    return summary ? Error{ErrorCode::internal, "it worked"} : summary.error();
}

bool says(const Error& error, const char* words) {
    return QString::fromStdString(error.message).contains(words);
}

}  // namespace

class RemoteEngineTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void an_answer_is_the_same_wherever_the_network_cuts_it() {
        const QByteArray stream =
            ": keep-alive\n\n"
            R"(data: {"choices":[{"delta":{"role":"assistant","content":""}}]})"
            "\n\n"
            R"(data: {"choices":[{"delta":{"reasoning_content":"Hm."}}]})"
            "\r\n\r\n" +
            ScriptedServer::delta("Gr\xC3\xBC\xC3\x9F") + ScriptedServer::delta("e \\\"du\\\"") +
            ScriptedServer::ending();
        const ScriptedServer server(knowing([&stream](const Request&) {
            std::vector<QByteArray> bytes;
            for (const char byte : stream) {
                bytes.push_back(QByteArray(1, byte));
            }
            return ScriptedServer::stream(bytes);
        }));
        const auto engine = connectTo(at(server.address()));
        QVERIFY2(engine, engine ? "" : engine.error().message.c_str());
        Heard heard;
        const auto summary = (*engine)->generate(asking("Hi"), heard.sink(), {});
        QVERIFY2(summary, summary ? "" : summary.error().message.c_str());
        QCOMPARE(heard.text, std::string("Gr\xC3\xBC\xC3\x9F"
                                         "e \"du\""));
        QCOMPARE(heard.reasoning, std::string("Hm."));
        QCOMPARE(heard.finished, 1);
        QCOMPARE(summary->reason, FinishReason::stop);
        QCOMPARE(summary->prompt_tokens, 31);
        QCOMPARE(summary->reused_tokens, 24);
        QCOMPARE(summary->generated_tokens, 9);
        QCOMPARE((*engine)->status().context_used, 40);
        QCOMPARE((*engine)->status().context_length, 4096);
        QCOMPARE((*engine)->status().model_name, std::string("first"));
        QCOMPARE((*engine)->status().state, EngineState::ready);
    }

    void asks_as_such_servers_expect_it() {
        const ScriptedServer server(
            knowing([](const Request&) { return ScriptedServer::stream({ScriptedServer::ending()}); }));
        const auto engine = connectTo(at(server.address(), "second", "secret-key"));
        QVERIFY(engine);
        GenerationRequest request = asking("Look");
        auto picture = std::make_shared<Picture>();
        picture->width = 2;
        picture->height = 1;
        picture->rgb = {255, 0, 0, 0, 0, 255};
        request.messages.back().pictures.push_back(picture);
        request.limits.max_tokens = 77;
        request.thinking = Thinking::medium;
        Heard heard;
        QVERIFY((*engine)->generate(request, heard.sink(), {}));
        const auto requests = server.requests();
        QCOMPARE(requests.size(), std::size_t{2});
        QVERIFY(requests[1].line.startsWith("POST /v1/chat/completions "));
        QVERIFY(requests[0].headers.contains("authorization: bearer secret-key"));
        QVERIFY(requests[1].headers.contains("authorization: bearer secret-key"));
        const auto body = nlohmann::json::parse(requests[1].body.toStdString());
        QCOMPARE(body["model"].get<std::string>(), std::string("second"));
        QVERIFY(body["stream"].get<bool>());
        QVERIFY(body["stream_options"]["include_usage"].get<bool>());
        QCOMPARE(body["max_tokens"].get<int>(), 77);
        QCOMPARE(body["reasoning_effort"].get<std::string>(), std::string("medium"));
        const auto& content = body["messages"][0]["content"];
        QVERIFY(content[0]["image_url"]["url"].get<std::string>().rfind("data:image/", 0) == 0);
        QCOMPARE(content[1]["text"].get<std::string>(), std::string("Look"));
    }

    void without_a_key_none_is_sent() {
        const ScriptedServer server(
            knowing([](const Request&) { return ScriptedServer::stream({ScriptedServer::ending()}); }));
        QVERIFY(connectTo(at(server.address())));
        QVERIFY(!server.requests().front().headers.contains("authorization"));
    }

    void a_redirect_is_not_followed_and_takes_the_key_nowhere() {
        const ScriptedServer other(knowing([](const Request&) { return Reply(); }));
        const QByteArray elsewhere = other.address().toUtf8();
        const ScriptedServer server([&elsewhere](const Request&) {
            return Reply{{"HTTP/1.1 307 Temporary Redirect\r\nLocation: " + elsewhere +
                          "/models?key=x\r\nContent-Length: 0\r\n\r\n"},
                         true};
        });
        const auto engine = connectTo(at(server.address(), {}, "secret-key"));
        QVERIFY(!engine);
        QVERIFY(says(engine.error(), "sends on to another address"));
        QVERIFY(!says(engine.error(), "key=x"));
        QVERIFY(other.requests().empty());
    }

    void a_call_that_the_end_cuts_off_is_begun_and_not_made() {
        const ScriptedServer server(knowing([](const Request&) {
            return ScriptedServer::stream(
                {toolCall("\"id\":\"call_1\",\"function\":{\"name\":\"weather\",\"arguments\":\"{\\\"city\\\":\"}"),
                 "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}]}\n\ndata: [DONE]\n\n"});
        }));
        const auto engine = connectTo(at(server.address()));
        QVERIFY(engine);
        Heard heard;
        QVERIFY((*engine)->generate(asking("Hi"), heard.sink(), {}));
        QCOMPARE(heard.begun.size(), std::size_t{1});
        QCOMPARE(heard.arguments, std::string(R"({"city":)"));
        QVERIFY(heard.calls.empty());
    }

    void function_calls_come_piece_by_piece_and_complete() {
        const ScriptedServer server(knowing([](const Request&) {
            return ScriptedServer::stream(
                {toolCall("\"id\":\"call_1\",\"function\":{\"name\":\"weather\",\"arguments\":\"\"}"),
                 toolCall("\"function\":{\"arguments\":\"{\\\"city\\\":\"}"),
                 toolCall("\"function\":{\"arguments\":\"\\\"Oslo\\\"}\"}"),
                 "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n"});
        }));
        const auto engine = connectTo(at(server.address()));
        QVERIFY(engine);
        Heard heard;
        const auto summary = (*engine)->generate(asking("Hi"), heard.sink(), {});
        QVERIFY(summary);
        QCOMPARE(summary->reason, FinishReason::tool_calls);
        QCOMPARE(heard.calls.size(), std::size_t{1});
        QCOMPARE(heard.begun.size(), std::size_t{1});
        QCOMPARE(heard.begun[0].name, std::string("weather"));
        QCOMPARE(heard.arguments, std::string(R"({"city":"Oslo"})"));
        QCOMPARE(heard.calls[0].id, std::string("call_1"));
        QCOMPARE(heard.calls[0].name, std::string("weather"));
        QCOMPARE(heard.calls[0].arguments, std::string(R"({"city":"Oslo"})"));
    }

    void a_server_that_does_not_stream_answers_too() {
        const ScriptedServer server(knowing([](const Request&) {
            return ScriptedServer::whole(
                200, kJson,
                R"({"choices":[{"message":{"content":"Oslo.","reasoning":"Hm"},"finish_reason":"length"}]})");
        }));
        const auto engine = connectTo(at(server.address()));
        Heard heard;
        const auto summary = (*engine)->generate(asking("Hi"), heard.sink(), {});
        QVERIFY(summary);
        QCOMPARE(heard.text, std::string("Oslo."));
        QCOMPARE(heard.reasoning, std::string("Hm"));
        QCOMPARE(summary->reason, FinishReason::length);
        QCOMPARE(summary->prompt_tokens, 0);  // nobody said what was remembered
    }

    void a_stop_ends_the_request_and_keeps_what_came() {
        const ScriptedServer server(knowing([](const Request&) {
            Reply reply = ScriptedServer::stream({ScriptedServer::delta("Half")});
            reply.then_close = false;
            return reply;
        }));
        const auto engine = connectTo(at(server.address()));
        QVERIFY(engine);
        std::stop_source stop;
        Heard heard;
        const EventSink sink = heard.sink();
        const auto summary = (*engine)->generate(
            asking("Hi"),
            [&](const EngineEvent& event) {
                sink(event);
                if (std::holds_alternative<TextDelta>(event)) {
                    stop.request_stop();
                }
            },
            stop.get_token());
        QVERIFY2(summary, summary ? "" : summary.error().message.c_str());
        QCOMPARE(summary->reason, FinishReason::cancelled);
        QCOMPARE(heard.text, std::string("Half"));
        QTRY_VERIFY(server.wasHungUp());
    }

    void a_stop_from_another_thread_is_obeyed_before_anything_came() {
        std::atomic<bool> asked{false};
        const ScriptedServer server(knowing([&asked](const Request&) {
            asked = true;
            return Reply{{}, false};
        }));
        const auto engine = connectTo(at(server.address()));
        QVERIFY(engine);
        std::stop_source stop;
        std::jthread stopper([&] {
            while (!asked) {
                std::this_thread::yield();
            }
            stop.request_stop();
        });
        Heard heard;
        const auto summary = (*engine)->generate(asking("Hi"), heard.sink(), stop.get_token());
        QVERIFY(summary);
        QCOMPARE(summary->reason, FinishReason::cancelled);
    }

    void a_connection_that_breaks_off_keeps_what_came_and_says_so() {
        for (const QByteArray& last : {QByteArray(), QByteArray("data: {\"choi")}) {
            const ScriptedServer server(knowing([&last](const Request&) {
                return ScriptedServer::stream({ScriptedServer::delta("Half"), last});
            }));
            const auto engine = connectTo(at(server.address()));
            Heard heard;
            const auto summary = (*engine)->generate(asking("Hi"), heard.sink(), {});
            QVERIFY(!summary);
            QCOMPARE(summary.error().code, ErrorCode::io_error);
            QVERIFY(says(summary.error(), "broke off"));
            QCOMPARE(heard.text, std::string("Half"));
            QCOMPARE(heard.finished, 0);
        }
    }

    void a_silent_server_is_given_up() {
        const ScriptedServer server(knowing([](const Request&) {
            Reply reply = ScriptedServer::stream({ScriptedServer::delta("Half")});
            reply.then_close = false;
            return reply;
        }));
        RemoteOptions timeouts;
        timeouts.silence = std::chrono::milliseconds(30);
        const auto engine = connectTo(at(server.address()), timeouts);
        QVERIFY(engine);
        Heard heard;
        const auto summary = (*engine)->generate(asking("Hi"), heard.sink(), {});
        QVERIFY(!summary);
        QVERIFY(says(summary.error(), "sent nothing"));
        QCOMPARE(heard.text, std::string("Half"));
    }

    void errors_say_what_is_wrong_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* name, int status, const char* body, ErrorCode code, const char* words) {
            QTest::newRow(name) << status << QByteArray(body) << static_cast<int>(code) << QByteArray(words);
        };
        row("key", 401, R"({"error":{"message":"Invalid key"}})", ErrorCode::invalid_argument,
            "does not accept the key (Invalid key)");
        row("model", 404, R"({"error":{"message":"no","code":"model_not_found"}})", ErrorCode::not_found,
            "does not know the model first");
        row("path", 404, "<html>", ErrorCode::unsupported_format, "nothing at this address");
        row("context", 400, R"({"error":{"message":"too long","code":"context_length_exceeded"}})",
            ErrorCode::context_full, "can keep in mind");
        row("refused", 400, R"({"detail":"bad temperature"})", ErrorCode::invalid_argument, "bad temperature");
        row("busy", 429, "", ErrorCode::io_error, "too much to do");
        row("fault", 503, R"({"error":"loading"})", ErrorCode::io_error, "503 (loading)");
    }
    void errors_say_what_is_wrong() {
        QFETCH(const int, status);
        QFETCH(const QByteArray, body);
        QFETCH(const int, code);
        QFETCH(const QByteArray, words);
        const Error error = errorOf([&](const Request&) { return ScriptedServer::whole(status, kJson, body); });
        QVERIFY2(says(error, words.constData()), error.message.c_str());
        QCOMPARE(static_cast<int>(error.code), code);
    }

    void something_else_at_the_address_is_recognised() {
        const Error page =
            errorOf([](const Request&) { return ScriptedServer::whole(200, "text/html", "<html>Log in</html>"); });
        QVERIFY(says(page, "not as an OpenAI-compatible server"));
        const Error nonsense = errorOf([](const Request&) { return ScriptedServer::stream({"data: hello\n\n"}); });
        QVERIFY(says(nonsense, "no part of an answer"));
        const Error reported = errorOf([](const Request&) {
            return ScriptedServer::stream({"data: {\"error\":{\"message\":\"out of memory\"}}\n\n"});
        });
        QVERIFY(says(reported, "the server reports: out of memory"));
        const ScriptedServer server([](const Request&) { return ScriptedServer::whole(200, "text/html", "<html>"); });
        const auto engine = connectTo(at(server.address()));
        QVERIFY(!engine);
        QVERIFY(says(engine.error(), "not as an OpenAI-compatible server"));
    }

    void a_model_that_the_server_lacks_is_an_error_before_any_chat() {
        const ScriptedServer server(knowing([](const Request&) { return Reply(); }));
        const auto engine = connectTo(at(server.address(), "third"));
        QVERIFY(!engine);
        QCOMPARE(engine.error().code, ErrorCode::not_found);
        QVERIFY(says(engine.error(), "third"));
    }

    void nobody_at_the_address_is_said_in_words() {
        quint16 port = 0;
        {
            QTcpServer server;
            QVERIFY(server.listen(QHostAddress::LocalHost));
            port = server.serverPort();
        }
        const auto engine = connectTo(at(QStringLiteral("127.0.0.1:%1").arg(port)));
        QVERIFY(!engine);
        QVERIFY2(says(engine.error(), "nothing answers"), engine.error().message.c_str());
    }

    void a_connection_that_should_be_secure_and_is_not_gets_no_key() {
        const ScriptedServer server(knowing([](const Request&) { return Reply(); }));
        const auto engine =
            connectTo(at(QStringLiteral("https://127.0.0.1:%1/v1").arg(server.port()), {}, "secret-key"), [] {
                RemoteOptions timeouts;
                timeouts.list = std::chrono::milliseconds(300);
                return timeouts;
            }());
        QVERIFY(!engine);
        QVERIFY(server.requests().empty());
    }

    void what_a_server_does_not_know_is_left_out_the_second_time() {
        const ScriptedServer server(knowing([](const Request& request) {
            return request.body.contains("chat_template_kwargs")
                       ? ScriptedServer::whole(400, kJson, R"({"error":{"message":"unknown: chat_template_kwargs"}})")
                       : ScriptedServer::stream({ScriptedServer::delta("Yes"), ScriptedServer::ending()});
        }));
        const auto engine = connectTo(at(server.address()));
        QVERIFY(engine);
        Heard heard;
        QVERIFY((*engine)->generate(asking("Hi"), heard.sink(), {}));
        QCOMPARE(heard.text, std::string("Yes"));
        QVERIFY((*engine)->generate(asking("Again"), heard.sink(), {}));
        QCOMPARE(server.requests().size(), std::size_t{4});  // models, refused, answered, answered
    }

    void lists_what_the_server_offers() {
        const ScriptedServer server(knowing([](const Request&) { return Reply(); }));
        const auto models = listRemoteModels(at(server.address()), {}, {});
        QVERIFY(models);
        QCOMPARE(models->size(), std::size_t{2});
        QCOMPARE((*models)[0].name, std::string("first"));
        QCOMPARE((*models)[0].context_length, 4096);
        QCOMPARE((*models)[1].context_length, 0);
    }

    void what_needs_the_model_in_this_program_is_not_here() {
        const ScriptedServer server(knowing([](const Request&) { return Reply(); }));
        const auto engine = connectTo(at(server.address()));
        QVERIFY(engine);
        QVERIFY(!(*engine)->park("c1"));
        QVERIFY(!(*engine)->keep("c1", true));
        QVERIFY((*engine)->parked().empty());
        QVERIFY(!(*engine)->check_cache({}, {}, {}));
        QVERIFY((*engine)->apply({}));
        QVERIFY((*engine)->count_tokens(asking("12345678")).value() > 0);
    }
};

STRATA_TEST(RemoteEngineTest);

#include "remote_engine_test.moc"
