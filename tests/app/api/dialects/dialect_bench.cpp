#include "dialect_bench.h"

#include <utility>

#include <QtTest/QtTest>

namespace strata::testing {

using namespace app::api;

namespace {

const AnswerFacts kFacts{"some-model", 1790000000, 31};

}  // namespace

ApiResult<ApiCall> readCall(const Dialect& dialect, std::string_view body, const HttpRequest& http,
                            const RequestDefaults& defaults) {
    const auto parsed = parseBody(body);
    if (!parsed) {
        return tl::unexpected(parsed.error());
    }
    return dialect.read(*parsed, http, defaults);
}

QString verdictOn(const Dialect& dialect, std::string_view body, const HttpRequest& http) {
    const auto call = readCall(dialect, body, http);
    if (call) {
        return "read";
    }
    return QString::fromStdString(std::string(codeOf(call.error().kind)) + " " + call.error().param).trimmed();
}

std::string chatBody(std::string_view fields) {
    return R"({"messages": [{"role": "user", "content": "Hi"}], )" + std::string(fields) + "}";
}

std::vector<StreamEvent> eventsOf(std::string_view stream) {
    std::vector<StreamEvent> events;
    while (!stream.empty()) {
        const auto end = stream.find("\n\n");
        if (end == std::string_view::npos) {
            QTest::qFail("the stream does not end with an empty line", __FILE__, __LINE__);
            return events;
        }
        std::string_view block = stream.substr(0, end);
        stream.remove_prefix(end + 2);
        if (block.starts_with(":")) {
            continue;
        }
        StreamEvent event;
        if (block.starts_with("event: ")) {
            const auto line = block.find('\n');
            event.name = block.substr(7, line - 7);
            block.remove_prefix(line + 1);
        }
        if (!block.starts_with("data: ")) {
            QTest::qFail("a block of the stream has no data", __FILE__, __LINE__);
            return events;
        }
        block.remove_prefix(6);
        event.done = block == "[DONE]";
        event.data = event.done ? Json() : Json::parse(block);
        events.push_back(std::move(event));
    }
    return events;
}

std::string streamOf(const Dialect& dialect, ApiCall call, const std::vector<EngineEvent>& events,
                     const GenerationSummary& summary) {
    call.stream = true;
    const auto writer = dialect.writer(call, {});
    std::string stream = writer->begin(kFacts);
    for (const EngineEvent& event : events) {
        stream += writer->take(event);
    }
    return stream + writer->end(summary);
}

Json wholeOf(const Dialect& dialect, ApiCall call, const std::vector<EngineEvent>& events,
             const GenerationSummary& summary) {
    call.stream = false;
    const auto writer = dialect.writer(call, {});
    std::string said = writer->begin(kFacts);
    for (const EngineEvent& event : events) {
        said += writer->take(event);
    }
    if (!said.empty()) {
        QTest::qFail("an answer without a stream says something before its end", __FILE__, __LINE__);
    }
    return Json::parse(writer->whole(summary));
}

}  // namespace strata::testing
