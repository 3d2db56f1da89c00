#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/api/dialect.h"
#include "app/api/dialects/json_text.h"
#include "app/api/dialects/responses_reader.h"

namespace strata::app::api {

/// What an answer of Responses repeats from its request, and how it tells calls.
struct ResponsesFrame {
    Json settings;  ///< fields of the response as they are
    std::map<std::string, ToolOrigin> origins;
    bool seal_thinking = false;
};

/// As ApiCall::echo, and back.
Json echoOf(const ResponsesFrame& frame);
ResponsesFrame frameFrom(const Json& echo);

/// Answers of Responses: items, one after another.
class ResponsesWriter : public AnswerWriter {
public:
    explicit ResponsesWriter(const ApiCall& call);

    std::string begin(const AnswerFacts& facts) override;
    std::string take(const EngineEvent& event) override;
    std::string keepAlive(const Pause& pause) override;
    std::string end(const GenerationSummary& summary) override;
    std::string fail(const ApiError& error) override;
    std::string whole(const GenerationSummary& summary) override;

private:
    enum class Open { nothing, thinking, text, call };

    std::string on(const ReasoningDelta& delta);
    std::string on(const TextDelta& delta);
    std::string on(const ToolCallBegun& begun);
    std::string on(const ToolArgumentsDelta& piece);
    std::string on(const ToolCallDelta& delta);
    template <class Other>
    std::string on(const Other& /*other*/) {
        return {};
    }

    std::string event(const std::string& name, Json data);
    std::string placed(const std::string& name, Json data);
    std::string openItem(Open kind);
    std::string openPart(const char* type);
    std::string addText(const char* event_name, const std::string& text);
    std::string closeItem();
    std::string closeText(const char* type, const char* done_event);
    std::string closeCall();
    std::string beginCall(const std::string& name);
    Json response(const std::string& status) const;
    void addUsage(Json& response, const GenerationSummary& summary) const;
    Json finished(const GenerationSummary& summary);

    const std::string id_;
    const bool is_stream_;
    const ResponsesFrame frame_;
    AnswerFacts facts_;
    std::int64_t sequence_ = 0;
    Open open_ = Open::nothing;
    Json item_;          ///< that is open
    std::string text_;   ///< of the open item, or its arguments
    ToolOrigin origin_;  ///< of the open call
    Json output_ = Json::array();
};

}  // namespace strata::app::api
