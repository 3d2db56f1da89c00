#pragma once

#include <string>

#include "app/api/dialect.h"
#include "app/api/dialects/call_tracker.h"
#include "app/api/dialects/json_text.h"

namespace strata::app::api {

/// Keys of ApiCall::echo, as the dialect of Responses fills it for its writer.
namespace responses_echo {
constexpr const char* kResponse = "response";      ///< fields of the response that repeat the request
constexpr const char* kSealed = "sealed";          ///< thinking goes out sealed, too
constexpr const char* kCustom = "custom";          ///< object: names of tools that take one text
constexpr const char* kNamespaces = "namespaces";  ///< object: by the model's name of a tool, [namespace, name]
}  // namespace responses_echo

/// Answers of Responses: items one behind the other.
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
    enum class Item { none, reasoning, message, call };

    std::string on(const TextDelta& delta);
    std::string on(const ReasoningDelta& delta);
    std::string on(const ToolCallBegun& begun);
    std::string on(const ToolArgumentsDelta& piece);
    std::string on(const ToolCallDelta& delta);
    template <class Other>
    std::string on(const Other&) {
        return {};
    }

    std::string open(Item kind, Json item);
    std::string openText(Item kind);
    std::string takeText(Item kind, const std::string& text);
    /// Ends the open item; one that is a call is complete.
    std::string close(const char* status);
    std::string closeText(const char* status);
    std::string closeCall();
    std::string beginCall(int index, const std::string& name);
    std::string argumentsPiece(const std::string& text);
    bool isCustom(const std::string& name) const;
    Json part() const;
    Json response(const char* status) const;
    Json finished(const GenerationSummary& summary);
    /// An event of the item that is open.
    std::string itemEvent(const char* name, Json data);
    /// As an event, if this is a stream.
    std::string event(const char* name, Json data);

    const std::string id_;
    const bool is_stream_;
    const Json echo_;
    AnswerFacts facts_;
    Item open_ = Item::none;
    int open_call_ = -1;  // of Item::call: which
    std::string text_;    // of the open item
    Json item_;           // the open item, as it was begun
    Json output_ = Json::array();
    CallTracker calls_;
    int sequence_number_ = 0;
};

}  // namespace strata::app::api
