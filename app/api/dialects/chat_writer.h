#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "app/api/dialect.h"
#include "app/api/dialects/call_tracker.h"
#include "app/api/dialects/json_text.h"

namespace strata::app::api {

/// Answers of Chat Completions.
class ChatWriter : public AnswerWriter {
public:
    explicit ChatWriter(const ApiCall& call);

    std::string begin(const AnswerFacts& facts) override;
    std::string take(const EngineEvent& event) override;
    std::string keepAlive(const Pause& pause) override;
    std::string end(const GenerationSummary& summary) override;
    std::string fail(const ApiError& error) override;
    std::string whole(const GenerationSummary& summary) override;

private:
    std::string on(const TextDelta& delta);
    std::string on(const ReasoningDelta& delta);
    std::string on(const ToolCallBegun& begun);
    std::string on(const ToolArgumentsDelta& piece);
    std::string on(const ToolCallDelta& delta);
    std::string on(const Resumed& resumed);
    std::string on(const PromptProgress& progress);
    template <class Other>
    std::string on(const Other&) {
        return {};
    }

    std::string beginCall(int index, const std::string& name);
    std::string argumentsPiece(int index, const std::string& text) const;
    Json chunk(Json choices) const;
    std::string deltaChunk(Json delta) const;
    Json callsJson() const;

    const std::string id_;
    const bool is_stream_, include_usage_, return_progress_;
    AnswerFacts facts_;
    std::string text_, reasoning_;  // of answers without a stream
    CallTracker calls_;
    int reused_tokens_ = 0;
    std::optional<std::chrono::milliseconds> last_progress_;
};

}  // namespace strata::app::api
