#pragma once

#include <string>

#include "app/api/dialect.h"
#include "app/api/dialects/call_tracker.h"
#include "app/api/dialects/json_text.h"

namespace strata::app::api {

/// Answers of Messages: blocks one behind the other.
class MessagesWriter : public AnswerWriter {
public:
    MessagesWriter(const ApiCall& call, std::string request_id);

    std::string begin(const AnswerFacts& facts) override;
    std::string take(const EngineEvent& event) override;
    std::string keepAlive(const Pause& pause) override;
    std::string end(const GenerationSummary& summary) override;
    std::string fail(const ApiError& error) override;
    std::string whole(const GenerationSummary& summary) override;

private:
    enum class Block { none, thinking, text, call };

    std::string on(const TextDelta& delta);
    std::string on(const ReasoningDelta& delta);
    std::string on(const ToolCallBegun& begun);
    std::string on(const ToolArgumentsDelta& piece);
    std::string on(const ToolCallDelta& delta);
    template <class Other>
    std::string on(const Other&) {
        return {};
    }

    /// Ends the block that is open and begins one of this kind.
    std::string open(Block kind, Json start);
    std::string close();
    std::string beginCall(int index, const std::string& name);
    std::string delta(Json delta);
    /// As an event, if this is a stream.
    std::string event(const char* name, Json data) const;

    const std::string id_, request_id_;
    const bool is_stream_;
    AnswerFacts facts_;
    Block open_ = Block::none;
    int open_call_ = -1;  // of Block::call: which
    int block_count_ = 0;
    Json content_ = Json::array();  // of answers without a stream: the blocks that are complete, and the open one
    CallTracker calls_;
};

}  // namespace strata::app::api
