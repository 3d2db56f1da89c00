#include "app/api/dialects/chat_writer.h"

#include <utility>
#include <variant>

#include "app/api/dialects/answer_figures.h"
#include "app/api/dialects/event_text.h"
#include "app/api/dialects/random_id.h"

namespace strata::app::api {
namespace {

/// Progress of the prompt is told at most so often.
constexpr std::chrono::milliseconds kProgressPause{250};

}  // namespace

ChatWriter::ChatWriter(const ApiCall& call)
    : id_(randomId("chatcmpl-")),
      is_stream_(call.stream),
      include_usage_(call.include_usage),
      return_progress_(call.return_progress),
      calls_("call_") {}

Json ChatWriter::chunk(Json choices) const {
    return {{"id", id_},
            {"object", "chat.completion.chunk"},
            {"created", facts_.created},
            {"model", facts_.model},
            {"choices", std::move(choices)}};
}

std::string ChatWriter::deltaChunk(Json delta) const {
    if (!is_stream_) {
        return {};
    }
    Json choice = {{"index", 0}, {"delta", std::move(delta)}, {"finish_reason", nullptr}};
    return dataEvent(chunk(Json::array({std::move(choice)})));
}

std::string ChatWriter::begin(const AnswerFacts& facts) {
    facts_ = facts;
    return deltaChunk({{"role", "assistant"}, {"content", ""}});
}

std::string ChatWriter::take(const EngineEvent& event) {
    return std::visit([this](const auto& one) { return on(one); }, event);
}

std::string ChatWriter::on(const TextDelta& delta) {
    if (delta.text.empty()) {
        return {};
    }
    if (!is_stream_) {
        text_ += delta.text;
        return {};
    }
    return deltaChunk({{"content", delta.text}});
}

std::string ChatWriter::on(const ReasoningDelta& delta) {
    if (delta.text.empty()) {
        return {};
    }
    if (!is_stream_) {
        reasoning_ += delta.text;
        return {};
    }
    return deltaChunk({{"reasoning_content", delta.text}});
}

std::string ChatWriter::beginCall(int index, const std::string& name) {
    const auto& call = calls_.at(index, name);
    return deltaChunk({{"tool_calls", Json::array({{{"index", index},
                                                    {"id", call.id},
                                                    {"type", "function"},
                                                    {"function", {{"name", call.name}, {"arguments", ""}}}}})}});
}

std::string ChatWriter::argumentsPiece(int index, const std::string& text) const {
    if (text.empty()) {
        return {};
    }
    return deltaChunk({{"tool_calls", Json::array({{{"index", index}, {"function", {{"arguments", text}}}}})}});
}

std::string ChatWriter::on(const ToolCallBegun& begun) {
    return beginCall(begun.index, begun.name);
}

std::string ChatWriter::on(const ToolArgumentsDelta& piece) {
    return calls_.addArguments(piece) != nullptr ? argumentsPiece(piece.index, piece.text) : std::string();
}

std::string ChatWriter::on(const ToolCallDelta& delta) {
    std::string events = calls_.knows(delta.index) ? std::string() : beginCall(delta.index, delta.call.name);
    std::string rest;
    calls_.complete(delta, rest);
    return events + argumentsPiece(delta.index, rest);
}

std::string ChatWriter::on(const Resumed& resumed) {
    reused_tokens_ = resumed.reused_tokens;
    return {};
}

std::string ChatWriter::on(const PromptProgress& progress) {
    const bool is_time = !last_progress_ || progress.elapsed - *last_progress_ >= kProgressPause;
    if (!is_stream_ || !return_progress_ || !is_time) {
        return {};
    }
    last_progress_ = progress.elapsed;
    Json choice = {{"index", 0}, {"delta", Json::object()}, {"finish_reason", nullptr}};
    Json event = chunk(Json::array({std::move(choice)}));
    event["prompt_progress"] = {{"total", progress.prompt_tokens},
                                {"cache", reused_tokens_},
                                {"processed", progress.position},
                                {"time_ms", progress.elapsed.count()}};
    return dataEvent(event);
}

std::string ChatWriter::keepAlive(const Pause& pause) {
    return keepAliveComment(pause);
}

std::string ChatWriter::end(const GenerationSummary& summary) {
    Json choice = {{"index", 0}, {"delta", Json::object()}, {"finish_reason", finishReason(summary)}};
    return endEvents(chunk(Json::array({std::move(choice)})), chunk(Json::array()), include_usage_, summary);
}

std::string ChatWriter::fail(const ApiError& error) {
    return failEvents(error);
}

Json ChatWriter::callsJson() const {
    Json list = Json::array();
    for (const auto& [index, call] : calls_.calls()) {
        if (call.complete) {
            list.push_back({{"id", call.id},
                            {"type", "function"},
                            {"function", {{"name", call.name}, {"arguments", call.arguments}}}});
        }
    }
    return list;
}

std::string ChatWriter::whole(const GenerationSummary& summary) {
    const Json calls = callsJson();
    Json message = {{"role", "assistant"}, {"content", text_}};
    if (text_.empty() && !calls.empty()) {
        message["content"] = nullptr;
    }
    if (!reasoning_.empty()) {
        message["reasoning_content"] = reasoning_;
    }
    if (!calls.empty()) {
        message["tool_calls"] = calls;
    }
    Json choice = {
        {"index", 0}, {"finish_reason", finishReason(summary)}, {"logprobs", nullptr}, {"message", std::move(message)}};
    return jsonText({{"id", id_},
                     {"object", "chat.completion"},
                     {"created", facts_.created},
                     {"model", facts_.model},
                     {"system_fingerprint", nullptr},
                     {"choices", Json::array({std::move(choice)})},
                     {"usage", usageJson(summary)},
                     {"timings", timingsJson(summary)}});
}

}  // namespace strata::app::api
